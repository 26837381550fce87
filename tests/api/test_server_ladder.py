"""A ladder at a server: its tables, the programs that sit there, and files that verify."""

import asyncio
import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from domain import stored
from domain.history.file import take_apart
from services.cli.main import app
from services.cli.operator.server_ladder import Absent, Hosting, ServerLadder
from services.operations.ladder import Series, rated, tables
from tests.api.test_bot_runner import ann, first, playing
from turnledger.v1 import lobby_pb2, programs_pb2

__all__ = ["ann"]
CARDS = "card_game"
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_passwords")]


def ladder_of(me, programs, to=None, wait_s=60):
    return ServerLadder(me, Hosting("", "", programs, wait_s=wait_s, think_s=60), to, lambda: None)


async def test_programs_and_bots_are_rated_by_games_whose_files_are_written(server, ann, tmp_path):
    async with playing(server, ann, first) as (program, _):
        series = Series((CARDS,), (program, "greedy", "planner"), 2, 1, "with a program")
        planned = list(tables(series))
        games = await ladder_of(ann, [program], tmp_path).play(planned, 3)
        assert [game.table for game in games] == planned
        for game in games:
            seated = await ann.game(game.game_id).table()
            assert tuple(each.account_id or each.bot for each in seated.occupants) == game.table.bots
    found = rated(series.bots, games)
    assert [each.bot for each in found.places][-1] == program
    assert Counter({each.bot: each.games for each in found.places}) == Counter(dict.fromkeys(series.bots, 4))
    assert (found.games, found.unfinished) == (6, ())
    for game in games:
        file = take_apart((tmp_path / f"{game.game_id}.jsonl").read_bytes())
        assert stored.codec().read(file.rows[0]).event.seed == game.table.deal


async def test_command_plays_the_deals_of_a_ladder_without_a_server_and_its_files_verify(server, tmp_path):
    def run(*words):
        here = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "TURNLEDGER_KEYS": str(tmp_path / "keys")}
        found = CliRunner().invoke(app, [str(word) for word in words], env=here)
        assert found.exit_code == 0, found.output
        return found.stdout

    words = ("ladder", CARDS, "--bots", "greedy,planner", "--series", 1, "--workers", 1, "--json")
    there = await asyncio.to_thread(run, *words, "--server", server.grpc, "--export", tmp_path / "games")
    assert json.loads(there) == json.loads(run(*words))
    files = sorted((tmp_path / "games").glob("*.jsonl"))
    proven = run("verify", "--keys", tmp_path / "games/keys.json", "--json", *files)
    assert [json.loads(line)["right"] for line in proven.splitlines()] == [True, True]


async def test_absent_program_ends_the_ladder_and_its_table_is_closed(ann):
    made = await ann.programs.create_program(display_name="Deep Grid", home_page="https://example.org/deep")
    program = made.program.player.account_id
    series = Series((CARDS,), (program, "greedy"), 2, 1, "absent")
    with pytest.raises(Absent, match=f"{program} did not sit down in 0.5 s"):
        await ladder_of(ann, [program], wait_s=0.5).play(list(tables(series)), 1)
    mine = [each.table async for each in ann.my_games()]
    assert {each.status for each in mine} <= {lobby_pb2.TABLE_STATUS_CLOSED}


async def test_declined_table_ends_the_ladder_with_the_reason(server, ann):
    def accepts(_):
        return programs_pb2.DECLINE_REASON_VARIANT

    async with playing(server, ann, first, accepts=accepts) as (program, _):
        series = Series((CARDS,), (program, "greedy"), 2, 1, "declined")
        with pytest.raises(Absent, match="declined card_game: VARIANT"):
            await ladder_of(ann, [program]).play(list(tables(series)), 1)
