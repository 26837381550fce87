"""Rated series of bots: tables, ratings, and games that verify."""

import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from services.cli.main import app
from services.operations.ladder import LadderTable, Series, climb, tables

BOTS = ("planner", "greedy", "random")
SERIES = Series(("card_game",), BOTS, 2, 2, "ladder")


def here(planned):
    return map(LadderTable.play, planned)


def test_every_bot_sits_in_every_seat_equally_often_and_rotations_share_a_deal():
    planned = list(tables(SERIES))
    seats = Counter((bot, seat) for table in planned for seat, bot in enumerate(table.bots))
    assert len(seats) == len(BOTS) * 2
    assert set(seats.values()) == {len(planned) * 2 // len(seats)}
    for seed in {table.seed for table in planned}:
        first, second = (table.bots for table in planned if table.seed == seed)
        assert first == second[::-1]
    assert planned == list(tables(SERIES))


def test_a_stronger_bot_is_above_a_weaker_one_and_its_interval_narrows():
    short = climb(Series(("card_game",), ("random", "greedy"), 2, 1, "ladder"), here)
    long = climb(Series(("card_game",), ("random", "greedy"), 2, 8, "ladder"), here)
    assert [each.bot for each in long.places] == ["greedy", "random"]
    best, worst = long.places
    assert best.low > worst.rating
    assert (best.games, best.won + worst.won, long.games) == (16, 16, 16)
    assert best.high - best.low < short.places[0].high - short.places[0].low
    assert all(each.low < each.rating < each.high for each in long.places)


@pytest.mark.slow
def test_a_ladder_is_the_same_in_any_number_of_processes_and_its_files_verify(tmp_path):
    def run(*words):
        return CliRunner().invoke(app, [str(word) for word in words], env={"TURNLEDGER_KEYS": str(tmp_path / "keys")})

    words = ("ladder", "card_game", "colony61", "--bots", ",".join(BOTS), "--series", 1, "--players", 3, "--json")
    one = run(*words, "--workers", 1, "--export", tmp_path / "games")
    two = run(*words, "--workers", 2)
    assert (one.exit_code, two.exit_code) == (0, 0), one.output
    assert json.loads(one.stdout) == json.loads(two.stdout)
    files = sorted((tmp_path / "games").glob("*.jsonl"))
    assert len(files) == json.loads(one.stdout)["games"] == 6
    proven = run("verify", "--bots", "--keys", tmp_path / "games" / "keys.json", "--json", *files)
    assert proven.exit_code == 0, proven.output
    assert all(json.loads(line)["right"] for line in proven.stdout.splitlines())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["power_grid/mars"], "mars"),
        (["card_game", "--bots", "greedy,genius"], "genius"),
        (["card_game", "--bots", "greedy,greedy"], "different bots"),
        (["card_game", "--players", "4"], "different bots"),
        (["card_game", "--tries", "1"], "tries"),
    ],
)
def test_a_wrong_series_is_refused_before_a_game_is_played(words, says):
    found = CliRunner().invoke(app, ["ladder", *words])
    assert found.exit_code == 2
    assert says in found.stderr
