"""The wheel: it installs names of ours only, and works next to packages that have taken the others."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMON = ("domain", "projections", "services")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    return built(ROOT, folder)


def built(project, folder):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=project, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture
def installed(wheel, tmp_path):
    """Run the program from the wheel, with the client's wheel, where other packages have the common names."""
    for each in (wheel, built(ROOT / "clients/python", tmp_path)):
        with zipfile.ZipFile(each) as archive:
            archive.extractall(tmp_path / "site")
    for name in COMMON:
        (tmp_path / "others" / name).mkdir(parents=True)
        (tmp_path / "others" / name / "__init__.py").write_text(f"raise ImportError('{name} is not ours')\n")
    path = os.pathsep.join(str(tmp_path / folder) for folder in ("site", "others"))

    def run(*arguments):
        command = [sys.executable, "-P", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
        )

    return run


@pytest.mark.slow
def test_installed_names_are_ours_alone(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name.partition("/")[0] for name in archive.namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"turnledger_server"}


@pytest.mark.slow
def test_every_file_of_the_checkout_is_in_it(wheel):
    tracked = subprocess.run(
        ["git", "ls-files", *COMMON, "docs/rules", "docs/reference"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    with zipfile.ZipFile(wheel) as archive:
        assert {f"turnledger_server/{name}" for name in tracked.stdout.split()} <= set(archive.namelist())


@pytest.mark.slow
def test_every_module_is_imported_beside_packages_of_the_same_names(installed):
    done = installed(
        "-c",
        "import importlib, pkgutil, turnledger_server as ours\n"
        "found = [module.name for module in pkgutil.walk_packages(ours.__path__, 'turnledger_server.')]\n"
        "[importlib.import_module(name) for name in found]\n"
        "print(len(found))",
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 250


@pytest.mark.slow
def test_the_league_of_the_examples_loads_with_the_wheel(installed):
    """The league up to its runner, which needs PostgreSQL (tests/read_models/test_league.py)."""
    told = installed(
        "-c",
        "import runpy, sys\n"
        "from turnledger_server.rules import catalogue\n"
        "league = runpy.run_path(sys.argv[1], run_name='league')['League']\n"
        "print(len(league.topics) >= 2, len(catalogue.find('power_grid/russia').name) > 0)\n",
        str(ROOT / "examples/league.py"),
    )
    assert (told.returncode, told.stdout) == (0, "True True\n"), told.stderr


OWN_VALUES = {
    "card_game": ("2019-1", lambda raw: raw["plants"][0].update(profit=6, printed=PRINTED)),
    "colony61": ("colony61-1", lambda raw: raw["modules"][0].update(cost=6, status="printed")),
}
"""The newest file of a game, and the first value that a club read off its own copy."""
PRINTED = ["number", "fuel", "need", "profit", "size"]


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN_VALUES)
def test_a_club_plays_with_the_values_of_its_own_copy(installed, tmp_path, game):
    """docs/editions.md, step by step."""
    folder = Path(installed("-m", "turnledger_server", "edition", "folder").stdout.strip(), game, "data")
    name, correct = OWN_VALUES[game]
    raw = json.loads((folder / f"{name}.json").read_text())
    correct(raw)
    mine = f"{name.removesuffix('1')}1001"
    file = folder / f"{mine}.json"
    file.write_text(json.dumps(raw | {"id": mine}))
    checked = installed("-m", "turnledger_server", "edition", "check", str(file))
    assert (checked.returncode, checked.stdout) == (0, f"{file}: sound\n")
    listed = json.loads(installed("-m", "turnledger_server", "edition", "reconstructed", "--json").stdout)
    published = installed("-m", "turnledger_server", "edition", "reconstructed", "--json", str(folder / f"{name}.json"))
    (before,) = json.loads(published.stdout).values()
    assert len(listed[mine]) == len(before) - 1
    played = installed("-m", "turnledger_server", "simulate", game, "--export", str(tmp_path / "games"))
    assert played.returncode == 0, played.stderr
    (exported,) = (tmp_path / "games").glob("*.jsonl")
    assert f'"{mine}"' in exported.read_text()


@pytest.mark.slow
@pytest.mark.servers
def test_a_whole_game_is_played_over_grpc_with_the_server_killed_in_the_middle(installed):
    done = installed("-m", "turnledger_server", "demo", "--json")
    assert done.returncode == 0, done.stderr
    told = [json.loads(line)["kind"] for line in done.stdout.splitlines()]
    assert told[-2:] == ["finished", "over"]
