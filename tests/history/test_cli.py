"""The commands about histories, as an operator and an auditor give them."""

import asyncio
import json
import re

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from typer.testing import CliRunner

from domain import stored
from domain.history.file import export, lay_out_parts, sealed, signed_message, take_apart
from services.cli.history_files import file_name
from services.cli.main import app
from services.history.history_parts import signing_keys
from services.history.keys import SigningKeys
from support.played_games import begun, goes_on_when_asked, played, store_with
from tests.stores import new_sqlite

GAME, OTHER = played(), played(number=1)
FILE = file_name(GAME.game_id)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("TURNLEDGER_STORE", new_sqlite(tmp_path / "games.db"))
    monkeypatch.setenv("TURNLEDGER_KEYS", str(tmp_path / "keys"))

    async def fill():
        async with store_with(f"sqlite:///{tmp_path}/games.db", GAME.rows, begun(OTHER)):
            pass

    asyncio.run(fill())
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


def test_a_game_is_exported_and_proven_with_the_published_keys_and_checkpoints(run, tmp_path):
    out = tmp_path / "out"
    assert run("export", GAME.game_id, "--to", out).exit_code == 0
    file = out / FILE
    proven = run("verify", file, "--keys", out / "keys.json", "--checkpoints", out / "checkpoints.ndjson", "--json")
    assert proven.exit_code == 0
    result = json.loads(proven.stdout)
    assert (result["verdict"]["fault"], result["verdict"]["status"]) == (None, "FINISHED")
    assert (result["right"], result["file"], result["unproven"]) == (
        True,
        str(file),
        ["checkpoints", "bots", "beacon", "log"],
    )
    whole = ["spelling", "order", "commitment", "chain", "table", "rules", "draws", "board", "signature"]
    assert result["proven"] == whole


def test_the_terminal_says_who_could_know_a_fact_and_from_when_on(run):
    said = run("history", GAME.game_id, "--knew", "1.secret")
    assert said.exit_code == 0
    assert said.stdout.splitlines()[0] == f"everybody: from version {len(GAME.rows)} on"
    told = json.loads(run("history", OTHER.game_id, "--knew", "1.secret", "--json").stdout)
    assert [each["from_version"] for each in told] == [None] * len(told)
    assert told[0]["viewer"] is None
    for wrong in ("1", "x.secret", "1.nothing", "9999999.secret", "99999999999999999999.secret"):
        assert run("history", GAME.game_id, "--knew", wrong).exit_code == 2


def test_each_file_is_a_line_and_a_wrong_one_proves_nothing(run, tmp_path):
    for viewer, folder in (("all", "whole"), ("spectator", "seen")):
        assert run("export", OTHER.game_id, "--viewer", viewer, "--to", tmp_path / folder).exit_code == 0
    whole, seen, wrong = (
        tmp_path / "whole" / file_name(OTHER.game_id),
        tmp_path / "seen" / file_name(OTHER.game_id),
        tmp_path / "x",
    )
    wrong.write_bytes(whole.read_bytes().replace(b'"rated":false', b'"rated":true', 1))
    proven = run("verify", whole, seen, wrong, "--json", "--bots")
    told = [json.loads(line) for line in proven.stdout.splitlines()]
    assert (proven.exit_code, [each["right"] for each in told]) == (1, [True, True, False])
    assert told[0]["unproven"] == ["checkpoints", "bots", "beacon", "log"]
    assert "bots are not made again where the host gave the draws" in told[0]["verdict"]["notes"]
    assert told[1]["proven"] == ["spelling", "order", "signature"]
    assert (told[2]["verdict"]["fault"]["code"], told[2]["proven"], told[2]["unproven"]) == ("HEADER", [], [])


def test_a_game_that_goes_on_and_is_signed_during_an_export_is_right(run, tmp_path, monkeypatch):
    url, rest = f"sqlite:///{tmp_path}/games.db", OTHER.rows[len(begun(OTHER)) :]
    goes_on_when_asked(monkeypatch, url, rest, signing_keys(tmp_path / "keys").signer)
    out = tmp_path / "out"
    assert run("export", OTHER.game_id, "--to", out).exit_code == 0
    file, checkpoints = out / file_name(OTHER.game_id), out / "checkpoints.ndjson"
    assert checkpoints.read_bytes()
    proven = run("verify", file, "--keys", out / "keys.json", "--checkpoints", checkpoints, "--json")
    assert (proven.exit_code, json.loads(proven.stdout)["proven"][-2:]) == (0, ["signature", "checkpoints"])


def test_a_game_whose_edition_is_not_here_is_named_and_all_others_are_exported(run, tmp_path):
    game = played("power_grid/russia")
    rows = [replace(row, body=row.body.replace(b"power_grid/russia/1", b"power_grid/russia/9")) for row in game.rows]

    async def fill():
        async with store_with(f"sqlite:///{tmp_path}/games.db", rows):
            pass

    asyncio.run(fill())
    out = tmp_path / "out"
    done = run("export", "--all", "--to", out)
    assert (done.exit_code, len(list(out.glob("*.jsonl")))) == (1, 2)
    assert f"{game.game_id} is not exported: UNKNOWN_EDITION" in done.stderr
    told = run("history", game.game_id)
    assert (told.exit_code, told.exception.__class__) == (1, SystemExit)
    assert "power_grid/russia/9" in told.stderr


@pytest.mark.parametrize("game_id", ["x" * 5_000, "", "../../pwn", "\x1b[31mred"])
def test_one_game_that_is_not_as_ours_ends_no_export_of_all(run, tmp_path, game_id):
    wrong = [replace(row, stream_id=game_id) for row in GAME.rows]
    torn = [replace(row, stream_id="torn", body=b"{") for row in GAME.rows[:1]]

    async def fill():
        async with store_with(f"sqlite:///{tmp_path}/games.db", wrong, torn):
            pass

    asyncio.run(fill())
    out = tmp_path / "out"
    done = run("export", "--all", "--to", out)
    assert done.exit_code == 1
    assert {FILE, file_name(OTHER.game_id)} <= {path.name for path in out.iterdir()}
    assert "torn is not exported: " in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"games.db", "keys", "out"}


def test_all_histories_of_an_exported_folder_are_proven_at_once(run, tmp_path):
    assert run("export", "--all", "--to", tmp_path).exit_code == 0
    assert run("verify", *tmp_path.glob("*.jsonl"), "--keys", tmp_path / "keys.json").exit_code == 0


def test_a_wrong_file_is_named_with_event_and_rule(run, tmp_path):
    run("export", "--all", "--to", tmp_path)
    file = tmp_path / FILE
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:20] + lines[21:]))
    proven = run("verify", file)
    assert proven.exit_code == 1
    assert "WRONG" in proven.stdout
    assert "GAP at event 21" in proven.stdout


def signed_again(content, folder, **header):
    """A viewer's file with another header, as a dishonest server would sign it."""
    shown = take_apart(content)
    footer = replace(shown.footer, signature=UNSET)
    laid_out = lay_out_parts(replace(shown.header, **header), shown.rows, footer)
    return sealed(laid_out, signing_keys(folder / "keys").signer.sign(signed_message(laid_out)))


def rights(proven):
    return [json.loads(line)["right"] for line in proven.stdout.splitlines()]


def test_files_of_one_game_are_held_to_each_other(run, tmp_path):
    for viewer, folder in (("all", "whole"), ("spectator", "seen")):
        assert run("export", OTHER.game_id, "--viewer", viewer, "--to", tmp_path / folder).exit_code == 0
    name = file_name(OTHER.game_id)
    whole, seen = tmp_path / "whole" / name, tmp_path / "seen" / name
    assert run("verify", whole, seen).exit_code == 0
    rated = take_apart(seen.read_bytes()).header.rated
    seen.write_bytes(signed_again(seen.read_bytes(), tmp_path, rated=not rated))
    assert run("verify", seen).exit_code == 0, "told by itself the file cannot be proven wrong"
    proven = run("verify", whole, seen)
    assert (proven.exit_code, "CONTRADICTION" in proven.stdout) == (1, True)
    assert rights(run("verify", whole, seen, "--json")) == [True, False]
    assert rights(run("verify", seen, whole, "--json")) == [False, True]


def test_files_of_one_game_are_held_to_the_longest_whole_one(run, tmp_path):
    signer, codec = signing_keys(tmp_path / "keys").signer, stored.codec()
    seen = signed_again(export(begun(OTHER, 60), codec, signer, "seat 1"), tmp_path, status="CLOSED")
    files = {"short": export(begun(OTHER), codec, signer), "long": export(OTHER.rows, codec, signer), "seen": seen}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    for others in (("long", "short"), ("short", "long")):
        assert rights(run("verify", *(tmp_path / each for each in (*others, "seen")), "--json")) == [True, True, False]


def test_a_file_without_known_keys_is_not_verified(run, tmp_path):
    run("export", GAME.game_id, "--to", tmp_path)
    asked = run("verify", tmp_path / FILE, "--keys", tmp_path / "none.json")
    assert (asked.exit_code, "key set" in asked.stderr) == (2, True)


def test_an_unknown_game_is_refused(run):
    for words in (("export", "nobody"), ("history", "nobody")):
        assert (run(*words).exit_code, "nobody" in run(*words).stderr) == (2, True)


@pytest.mark.parametrize("viewer", ["everybody", "seat", "seat x", "seat -1", ""])
def test_a_viewer_that_there_is_not_is_refused(run, tmp_path, viewer):
    done = run("export", OTHER.game_id, "--to", tmp_path, "--viewer", viewer)
    assert (done.exit_code, "--viewer is" in done.stderr) == (2, True)


def test_a_seat_that_the_running_game_does_not_have_gets_no_file(run, tmp_path):
    done = run("export", OTHER.game_id, "--to", tmp_path / "out", "--viewer", "seat 9")
    assert (done.exit_code, "'seat 9': 2 seats" in done.stderr, list((tmp_path / "out").iterdir())) == (2, True, [])


def test_of_a_viewers_file_no_commands_are_told(run, tmp_path):
    run("export", OTHER.game_id, "--to", tmp_path, "--viewer", "seat 1")
    proven = run("verify", tmp_path / file_name(OTHER.game_id)).stdout
    assert (" events signed" in proven, "commands" in proven) == (True, False)


def test_keys_are_rotated_and_old_files_stay_proven(run, tmp_path):
    run("export", GAME.game_id, "--to", tmp_path)
    before = json.loads(run("keys").stdout)["keys"]
    after = json.loads(run("keys", "--rotate").stdout)["keys"]
    assert after[1:] == before
    assert not any("d" in key for key in after)
    assert run("verify", tmp_path / FILE).exit_code == 0


def test_a_history_is_told_and_filtered(run):
    told = [json.loads(line) for line in run("history", GAME.game_id, "--json").stdout.splitlines()]
    assert [each["version"] for each in told] == list(range(1, len(GAME.rows) + 1))
    bought = run("history", GAME.game_id, "--event", "PlantBought", "--player", "1", "--lang", "ru", "--json").stdout
    assert {json.loads(line)["event"] for line in bought.splitlines()} == {"PlantBought"}
    assert "покупает" in bought
    assert "Stage" not in run("history", GAME.game_id, "--phase", "AUCTION").stdout
    assert run("history", GAME.game_id, "--player", "9").exit_code == 2


def test_an_event_is_explained_compared_and_known(run, tmp_path):
    run("export", GAME.game_id, "--to", tmp_path)
    file = tmp_path / FILE
    explained = json.loads(run("history", file, "--explain", 12, "--json").stdout)
    assert explained["first"] <= 12 <= explained["last"]
    assert explained["told"][0]["rules"]
    changed = json.loads(run("history", file, "--diff", 10, 30, "--json").stdout)
    assert any(change["path"].startswith("game.") for change in changed)
    known = json.loads(run("history", file, "--known-to", "1", "--at", 30, "--json").stdout)
    assert known["version"] >= 30, "the events of a command appear together"
    assert known["viewer"] == 1
    assert run("history", file, "--explain", 9_999).exit_code == 2


def test_a_change_is_told_whole_in_a_narrow_terminal_and_in_russian(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    told = run("history", GAME.game_id, "--diff", 1, 30, "--lang", "ru").stdout
    assert ("…" in told, "before" in told, "стало" in told) == (False, False, True)
    assert "даёт команду" in run("history", GAME.game_id, "--explain", 12, "--lang", "ru").stdout
    assert "нельзя было знать" in run("history", GAME.game_id, "--known-to", "spectator", "--lang", "ru").stdout


def test_a_file_may_be_called_anything(run, tmp_path):
    run("export", GAME.game_id, "--to", tmp_path)
    odd = (tmp_path / FILE).rename(tmp_path / "[red] game.jsonl")
    proven = run("verify", odd)
    assert (proven.exit_code, odd.name in proven.stdout) == (0, True)


def test_people_get_text(run):
    assert "Round 1 begins." in run("history", GAME.game_id).stdout
    assert "before" in run("history", GAME.game_id, "--explain", 12).stdout
    assert "were not to be known" in run("history", GAME.game_id, "--known-to", "spectator").stdout


@pytest.mark.parametrize(
    ("variant", "lang", "phases"),
    [
        ("card_game", "en", {"table", "auction", "buying fuel", "bureaucracy"}),
        ("power_grid/russia", "ru", {"стол", "аукцион", "закупка топлива", "строительство", "бюрократия"}),
        ("colony61", "en", {"table", "the founding", "start cards", "laying cards", "income", "the end"}),
        ("colony61", "ru", {"стол", "основание", "постройка или переработка", "доход", "конец"}),
    ],
)
def test_phases_are_called_by_their_names_and_found_by_them_too(run, tmp_path, variant, lang, phases):
    run("simulate", variant, "--games", 1, "--players", 2, "--export", tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    told = run("history", file, "--lang", lang).stdout.splitlines()
    columns = {re.match(r" *\d+ (?:\d+/)?(.*?)  ", line)[1] for line in told}
    assert columns >= phases
    assert not any(re.search("[A-Z]{3}", each) for each in columns)
    for name in phases:
        found = run("history", file, "--lang", lang, "--phase", name).stdout.splitlines()
        assert found
        assert set(found) <= set(told)
        assert all(f"{name}  " in line for line in found)


def test_simulated_games_are_written_and_proven(run, tmp_path):
    out = tmp_path / "simulated"
    assert run("simulate", "card_game", "--games", 2, "--export", out, "--json").exit_code == 0
    files = sorted(out.glob("*.jsonl"))
    assert len(files) == 2
    assert run("verify", *files, "--keys", out / "keys.json").exit_code == 0


def test_an_edited_file_is_not_told_as_if_it_were_right(run, tmp_path):
    run("export", GAME.game_id, "--to", tmp_path)
    file = tmp_path / FILE
    lines = file.read_bytes().splitlines(keepends=True)
    for edited in (lines[:5] + lines[6:], [*lines[:5], lines[5].replace(b'"event":{', b'"event":{"x":'), *lines[6:]]):
        file.write_bytes(b"".join(edited))
        told = run("history", file)
        assert (told.exit_code, "is wrong" in told.stderr, told.stdout) == (1, True, "")


@pytest.mark.parametrize(
    "words",
    [
        ("--known-to", "0", "--at", 0),
        ("--at", 5),
        ("--player", "spectator"),
        ("--event", "PlantSold"),
        ("--phase", "AUKTION"),
        ("--explain", 5, "--diff", 1, 5),
        ("--known-to", "0", "--event", "PlantBought"),
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_a_question_that_has_no_answer_is_refused_and_not_answered_otherwise(run, words):
    asked = run("history", GAME.game_id, *words)
    assert (asked.exit_code, asked.stdout) == (2, "")


def test_an_event_that_the_game_has_and_that_never_happened_is_found_nowhere(run):
    asked = run("history", GAME.game_id, "--event", "CommandsUndone")
    assert (asked.exit_code, asked.stdout) == (0, "")


@pytest.mark.parametrize("key", [{}, {"x": 5, "kty": "OKP"}, {"x": "AA", "kty": "OKP"}])
def test_what_is_no_key_set_is_named(run, tmp_path, key):
    run("export", GAME.game_id, "--to", tmp_path)
    (tmp_path / "wrong.json").write_text(json.dumps({"keys": [{"crv": "Ed25519", **key}]}))
    asked = run("verify", tmp_path / FILE, "--keys", tmp_path / "wrong.json")
    assert (asked.exit_code, "not a key set" in asked.stderr) == (2, True)


def test_a_checkpoint_whose_signature_is_none_is_wrong(run, tmp_path):
    run("export", GAME.game_id, "--to", tmp_path)
    (key,) = json.loads((tmp_path / "keys.json").read_text())["keys"]
    forged = {"game_id": GAME.game_id, "version": 3, "chain": "00", "key": key["kid"], "signature": "zz"}
    (tmp_path / "forged.jsonl").write_text(json.dumps(forged))
    asked = run("verify", tmp_path / FILE, "--checkpoints", tmp_path / "forged.jsonl")
    assert (asked.exit_code, "CHECKPOINT" in asked.stdout) == (1, True)


def test_an_audit_makes_no_key_of_its_own_and_takes_a_published_set(run, tmp_path):
    assert run("audit", "--all", "--scheduler", "tcp://127.0.0.1:1").exit_code == 2
    asked = run("audit", "--all")
    assert (asked.exit_code, "--keys" in asked.stderr, (tmp_path / "keys").exists()) == (2, True, False)
    published = tmp_path / "published.json"
    published.write_text(json.dumps(SigningKeys.fresh().published()))
    assert (
        run("audit", "--all", "--keys", published, "--workers", 1, "--report", tmp_path / "no" / "where").exit_code == 2
    )
