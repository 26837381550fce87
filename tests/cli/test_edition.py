"""`turnledger edition`: where data files are, and which of their values were not read off a print."""

import json
from pathlib import Path

from typer.testing import CliRunner

from domain import catalogue
from services.cli.operator.edition import app


def run(*words):
    return CliRunner().invoke(app, words)


def test_the_folder_has_the_files_of_every_edition_in_force():
    path = run("folder").stdout.strip()
    assert json.loads(run("folder", "--json").stdout) == {"folder": path}
    for game in ("power_grid", "card_game", "colony61"):
        names = {file.stem for file in Path(path, game, "data").glob("*.json")}
        ids = catalogue.TITLES[game].editions.ids
        assert {each.partition("/")[2].replace("/", "-") or each for each in ids} <= names


def test_reconstructed_values_of_all_editions_in_force_are_listed():
    found = json.loads(run("reconstructed", "--json").stdout)
    for title in catalogue.TITLES.values():
        for variant in title.variants:
            for edition in variant.editions():
                assert found[edition.id] == list(edition.reconstructed)
    assert "power_grid/base/2: renovation" in run("reconstructed").stdout.splitlines()


def test_a_value_marked_as_printed_is_no_longer_listed(tmp_path):
    title = catalogue.TITLES["power_grid"]
    figures = json.loads(title.editions.content("power_grid/base/1"))
    figures["provenance"]["renovation"] = {"mark": "printed", "source": "own copy"}
    file = tmp_path / "base-2.json"
    file.write_text(json.dumps({**figures, "id": "power_grid/base/2"}))
    listed = run("reconstructed", str(file)).stdout.splitlines()
    assert len(listed) == len(title.editions.edition("power_grid/base/1").reconstructed) - 1
    assert f"{file}: renovation" not in listed


def test_an_invalid_file_is_named_and_nothing_is_listed(tmp_path):
    file = tmp_path / "broken.json"
    file.write_text('{"kind": "base"}')
    result = run("reconstructed", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{file}: not a valid edition, see `turnledger edition check`\n"


def test_a_file_is_checked_for_the_name_that_its_id_asks_for(tmp_path):
    file = tmp_path / "base-2.json"
    file.write_bytes(catalogue.TITLES["power_grid"].editions.content("power_grid/base/1"))
    result = run("check", str(file))
    assert result.exit_code == 1
    assert result.stdout == f"{file}: id: a file with the id power_grid/base/1 must be called base-1.json\n"
    sound = tmp_path / "base-1.json"
    file.rename(sound)
    assert (run("check", str(sound)).exit_code, run("check", str(sound)).stdout) == (0, f"{sound}: sound\n")


def test_a_file_that_is_not_text_is_named(tmp_path):
    file = tmp_path / "2019-2.json"
    file.write_bytes(b'{"id": "\xff"}')
    result = run("check", str(file))
    assert result.exit_code == 1
    assert "is not UTF-8" in result.stdout
