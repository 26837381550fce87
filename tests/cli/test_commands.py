import json
import os
import subprocess
import sys

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from services.cli.main import COMMANDS, app, called
from services.cli.operator import simulate
from support import forked


def turnledger(*arguments):
    return forked.turnledger(*arguments, environment=os.environ)


def test_the_list_of_commands_says_how_the_help_of_each_begins():
    for name, says in COMMANDS.items():
        assert " ".join(called(name).help.split()).startswith(says), name


def test_the_list_of_commands_waits_for_the_imports_of_none():
    names = {f"services.cli.{room}.{name}" for room in ("player", "operator") for name in COMMANDS} | {
        "grpc",
        "starlette",
        "cryptography",
        "rich.progress",
        "mcp",
        "nats",
    }
    listing = f"import sys; import services.cli.main; print(sorted({names} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.slow
def test_simulate_prints_one_json_object_and_the_same_seed_gives_the_same_games():
    command = ("simulate", "power_grid/russia", "--players", "2", "--games", "2", "--seed", "7", "--bots", "random")
    first, again = turnledger(*command, "--json"), turnledger(*command, "--json")
    assert first.returncode == 0, first.stderr
    report = json.loads(first.stdout)
    assert list(report)[:11] == [
        "variant", "players", "games", "finished", "commands", "events", "commands_per_s", "mean_rounds",
        "end_reasons", "wins_by_seat", "digest",
    ]  # fmt: skip
    assert (report["finished"], sum(report["end_reasons"].values())) == (2, 2)
    assert json.loads(again.stdout)["digest"] == report["digest"]


@pytest.mark.parametrize(("problems", "code"), [([], 0), (["game 1 lost a token"], 1)])
def test_simulate_ends_with_an_error_if_a_game_was_not_sound(monkeypatch, problems, code):
    play = simulate.play
    monkeypatch.setattr(simulate, "play", lambda *arguments: replace(play(*arguments), problems=problems))
    command = ["simulate", "card_game", "--players", "2", "--games", "1", "--bots", "greedy", "--json"]
    assert CliRunner().invoke(app, command).exit_code == code


@pytest.mark.slow
def test_a_tournament_of_bots_is_exported_and_proven_with_its_games(tmp_path):
    command = ("tournament", "simulate", "card_game", "--form", "league", "--seats", "2", "--players", "3", "--json")
    done = turnledger(*command, "--export", str(tmp_path))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["reason"], report["meetings"], len(report["standings"])) == ("PLAYED", {"1": 3}, 3)
    files = sorted(str(path) for path in tmp_path.glob("*.jsonl"))
    assert len(files) == 4
    told = turnledger("verify", *files, "--keys", str(tmp_path / "keys.json"), "--json")
    assert told.returncode == 0, told.stdout
    last = json.loads(told.stdout.splitlines()[-1])
    assert last["file"].endswith(f"{report['tournament']}.jsonl")
    assert last["proven"][-1] == "games"
    path = tmp_path / f"{report['tournament']}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"rank":2', b'"rank":1', 1))
    assert turnledger("verify", str(path), "--keys", str(tmp_path / "keys.json")).returncode == 1


@pytest.mark.slow
def test_a_tournament_that_cannot_be_played_says_why():
    done = turnledger("tournament", "simulate", "card_game", "--form", "league", "--players", "6")
    assert done.returncode == 2
    assert "Not enough players have entered: 6. Needed: 7. (TOO_FEW_ENTRANTS)" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [("chess",), ("power_grid/russia", "--players", "9"), ("power_grid/russia", "--option", "weather=wet")],
)
def test_simulate_says_what_cannot_be_played(arguments):
    done = turnledger("simulate", *arguments, "--json")
    assert done.returncode == 2
    assert "cannot play this" in done.stderr


@pytest.mark.slow
def test_a_value_that_an_option_does_not_have_is_told_with_those_that_it_has():
    done = turnledger("simulate", "card_game", "--option", "renovation=twice")
    assert done.returncode == 2
    assert "renovation = twice. It has: off, on. (UNKNOWN_OPTION_VALUE)" in done.stderr


@pytest.mark.parametrize("name", ["simulate"])
def test_the_help_lists_options_and_their_values(name):
    (option,) = [each for each in called(name).params if each.name == "option"]
    assert "renovation=off|on (power_grid/russia" in option.help
    assert "deck=as_printed|swapped (power_grid/russia, power_grid/japan)" in option.help
    assert "colony=drawn|resettlement_planet|" in option.help


@pytest.mark.slow
def test_migrate_makes_the_tables_and_says_which_schema(tmp_path):
    done = turnledger("migrate", "--store", f"sqlite:///{tmp_path}/events.db", "--json")
    assert json.loads(done.stdout)["schema"] >= 1
