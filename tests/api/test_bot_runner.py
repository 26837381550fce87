"""The kit's runner of programs against a real server: challenges, several games, time for a move, and the stop."""

import asyncio
import threading
from contextlib import asynccontextmanager, suppress

import pytest

from services.main import running
from tests.api.conftest import settings
from tests.api.test_programs import HOME
from turnledger import Client, ServiceError, sign_in
from turnledger.bot import Bot, NotAProgram, run_bot
from turnledger.connection import Connection
from turnledger.v1 import accounts_pb2, lobby_pb2, programs_pb2

COLONY = "colony61"
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200), pytest.mark.usefixtures("quick_passwords")]


class Reports:
    """The reports of a bot; `seen` waits for one."""

    def __init__(self):
        self.events, self._more = [], asyncio.Condition()

    def __call__(self, event, /, **facts):
        self.events.append((event, facts))
        asyncio.get_running_loop().create_task(self._wake())

    async def _wake(self):
        async with self._more:
            self._more.notify_all()

    async def seen(self, event, times=1):
        async with asyncio.timeout(240), self._more:
            await self._more.wait_for(lambda: [each for each, _ in self.events].count(event) >= times)


@pytest.fixture
async def ann(player):
    ann = await player("Ann")
    await ann.accounts.upgrade_me(display_name="Ann", password="correct horse")
    return ann


@asynccontextmanager
async def playing(server, ann, choose, **how):
    """Ann's program at work; yields its account and its reports, and stops it."""
    made = await ann.programs.create_program(display_name="Deep Grid", home_page=HOME)
    told, stop = Reports(), asyncio.Event()
    work = asyncio.create_task(run_bot(server.grpc, made.token, choose, stop=stop, report=told, **how))
    try:
        yield made.program.player.account_id, told
    finally:
        stop.set()
        async with asyncio.timeout(30):
            await work


async def against_greedy(ann, program):
    """A table of the program and a bot, without Ann, that she starts once the program sits there."""
    terms = {"invited_account_ids": [program], "starts_when_full": True}
    return await ann.create_table(COLONY, seats=2, private=True, bots=["greedy"], terms=terms)


def first(_):
    return 0, 0


async def test_bot_accepts_challenges_and_plays_two_games_to_their_end(server, ann):
    async with playing(server, ann, first) as (program, told):
        games = [await against_greedy(ann, program) for _ in range(2)]
        await told.seen("over", 2)
    for game in games:
        table = await game.table()
        assert table.status == lobby_pb2.TABLE_STATUS_FINISHED
        assert [each.program for each in table.occupants if each.account_id] == [True]


async def test_bot_declines_what_its_author_does_not_accept_and_more_tables_than_it_plays(server, ann):
    def accepts(table):
        return True if table.variant == COLONY else programs_pb2.DECLINE_REASON_VARIANT

    async with playing(server, ann, first, accepts=accepts, games=1) as (program, told):
        terms = {"invited_account_ids": [program]}
        await ann.create_table("card_game", seats=2, private=True, terms=terms)
        await told.seen("declined")
        await ann.create_table(COLONY, seats=2, private=True, terms=terms)
        await told.seen("accepted")
        await ann.create_table(COLONY, seats=2, private=True, terms=terms)
        await told.seen("declined", 2)
    reasons = [facts["reason"] for event, facts in told.events if event == "declined"]
    assert reasons == ["DECLINE_REASON_VARIANT", "DECLINE_REASON_LATER"]


async def test_bot_plays_those_of_the_server_until_it_is_on_the_leaderboard(server, ann, monkeypatch):
    monkeypatch.setattr("projections.folds.ratings.SETTLED_DOUBT", 7.9)
    async with playing(server, ann, first, games=3, spar=COLONY) as (program, told):
        shown = []
        while program not in shown:
            await told.seen("over", len([each for each, _ in told.events if each == "over"]) + 1)
            rows = ann.views.get_leaderboard(variant=COLONY, bots=True)
            shown = [row.player.account_id async for row in rows]
        settled = [facts for event, facts in told.events if event == "rating"]
    opened = [facts["bots"] for event, facts in told.events if event == "opened"]
    assert sorted(opened[0]) == ["expert", "greedy", "planner", "random"]
    assert opened[1:5] == [[bot] for bot in opened[0]][: len(opened) - 1]
    assert [facts["games"] for facts in settled] == sorted({facts["games"] for facts in settled})


async def test_bot_that_meets_a_limit_waits_and_plays(tmp_path):
    async with running(settings(tmp_path, calls_per_s=5)) as server, sign_in(server.grpc, "Ann") as ann:
        await ann.accounts.upgrade_me(display_name="Ann", password="correct horse")
        made = await ann.programs.create_program(display_name="Deep Grid", home_page=HOME)
        told, stop = Reports(), asyncio.Event()
        connection = Connection(server.grpc, accounts_pb2.Tokens(access_token=made.token))
        program = Client(connection, made.program.player)
        async with asyncio.TaskGroup() as tasks:
            others = tasks.create_task(many_calls(program))
            tasks.create_task(Bot(program, first, report=told, look_s=1).run(stop))
            await told.seen("away")
            others.cancel()
            terms = {"invited_account_ids": [made.program.player.account_id]}
            await ann.create_table(COLONY, seats=2, private=True, terms=terms)
            await told.seen("accepted")
            stop.set()
        await connection.close()
    assert {facts["reason"] for event, facts in told.events if event == "away"} == {"TOO_FAST"}


async def many_calls(program):
    """Use up what the limit lets pass."""
    while True:
        with suppress(ServiceError):
            await program.accounts.get_me()


async def test_unknown_game_for_sparring_ends_the_bot(server, ann):
    made = await ann.programs.create_program(display_name="Deep Grid", home_page=HOME)
    with pytest.raises(ValueError, match="has no game 'chess'"):
        await run_bot(server.grpc, made.token, first, stop=asyncio.Event(), spar="chess")


async def test_move_that_fails_or_comes_too_late_is_replaced_by_the_first_option(server, ann):
    waiting = threading.Event()

    def choose(turn):
        if turn.version % 2:
            raise LookupError("no idea")
        waiting.wait(30)
        return 0, 0

    async with playing(server, ann, choose, think_s=0.2) as (program, told):
        await against_greedy(ann, program)
        await told.seen("move_failed", 3)
        waiting.set()
    assert {facts["error"] for event, facts in told.events if event == "move_failed"} <= {
        "LookupError('no idea')",
        "TimeoutError()",
    }


async def test_stopped_bot_finishes_its_move_and_keeps_its_seat(server, ann):
    thinks, may_answer = asyncio.Event(), asyncio.Event()

    async def choose(turn):
        thinks.set()
        await may_answer.wait()
        return 0, 0

    async with playing(server, ann, choose) as (program, _):
        game = await against_greedy(ann, program)
        await asyncio.wait_for(thinks.wait(), 30)
        before = (await game.table()).version
        asyncio.get_running_loop().call_later(0.1, may_answer.set)
    table = await game.table()
    assert table.version > before
    assert table.status == lobby_pb2.TABLE_STATUS_RUNNING
    assert program in [each.account_id for each in table.occupants]


async def test_accounts_of_people_are_not_run(server, ann):
    token = ann.connection.access_token
    with pytest.raises(NotAProgram):
        await run_bot(server.grpc, token, first, stop=asyncio.Event())
