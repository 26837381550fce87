"""Bots on a real store: they play their seats, and another process continues where one stopped."""

import asyncio
import threading
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from domain.history.bot_moves import check_bots
from domain.history.codec import Codec
from domain.kernel.ids import Seat
from domain.table.aggregate import FINISHED, RUNNING
from domain.table.messages import (
    TABLE_EVENTS,
    AddBot,
    HandSeat,
    OpenTable,
    StartGame,
    StopTable,
    TakeSeat,
    TakeSeatBack,
)
from services.application.game_service import GameService
from services.roles import leader_election
from services.roles.bot_player import Bots
from services.store import open_sql, open_store
from services.store.interface import StoreUnavailable
from services.tables.unfinished import OpenTableIndex
from support import demo

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})


@pytest.fixture
async def store(tmp_path):
    opened = open_store(f"sqlite:///{tmp_path}/events.db")
    yield opened
    await opened.close()


@pytest.fixture
async def process(store, tmp_path):
    """Each call is another process with the role: it knows only what is stored."""
    sql = open_sql(f"sqlite:///{tmp_path}/events.db")

    @asynccontextmanager
    async def process(pace_s=0):
        tables = OpenTableIndex(store, sql, step=1, recent_s=0)
        task = asyncio.create_task(Bots(GameService(store, CODEC), store, tables, pace_s).run())
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    yield process
    await sql.close()


async def until(games, store, game_id, reached):
    async with asyncio.timeout(60):
        while True:
            head = await store.log_head()
            live = await games.load(game_id)
            if reached(live):
                return live
            await store.wait(head, 1.0)


async def begun(games, *seats):
    game_id = (await games.open_table(OpenTable("demo", 2), actor="ann", request_id=str(uuid4()))).game_id
    for command in (*seats, StartGame()):
        await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
    return game_id


async def test_bots_alone_play_a_game_to_its_end(store, process):
    games = GameService(store, CODEC)
    game_id = await begun(games, AddBot("random"), AddBot("greedy"))
    async with process():
        live = await until(games, store, game_id, lambda live: live.aggregate.status == FINISHED)
    actors = {CODEC.read(row).envelope.actor for row in await store.load(game_id, 4)}
    assert actors == {"ann", "bot:random", "bot:greedy"}
    assert live.aggregate.play.over
    assert check_bots(await store.load(game_id), CODEC).moves == 4


async def test_a_bot_gives_its_own_commands_and_waits_for_people(store, process):
    games = GameService(store, CODEC)
    game_id = await begun(games, TakeSeat(), AddBot("greedy"))
    async with process():
        live = await until(games, store, game_id, lambda live: live.version == 6)
        assert live.aggregate.to_act == (Seat(0),)
        assert live.aggregate.play.chosen == (None, 3)
        await games.execute(game_id, demo.Choose(Seat(0), 1), actor="ann", request_id=str(uuid4()))
        await until(games, store, game_id, lambda live: live.aggregate.play.round == 2 and live.version == 9)


async def test_a_bot_plays_a_seat_that_was_handed_to_it_until_it_is_taken_back(store, process):
    games = GameService(store, CODEC)
    game_id = await begun(games, TakeSeat(), AddBot("greedy"))

    async def ann(command):
        await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))

    async with process():
        await ann(HandSeat("random"))
        live = await until(games, store, game_id, lambda live: live.aggregate.status == FINISHED)
    assert live.aggregate.occupants[0].bot == "random"
    game_id = await begun(games, TakeSeat(), AddBot("greedy"))
    await ann(HandSeat())
    await ann(TakeSeatBack())
    async with process():
        live = await until(games, store, game_id, lambda live: live.aggregate.play.chosen[1] is not None)
        assert live.aggregate.to_act == (Seat(0),)


async def test_a_bot_that_breaks_stops_its_own_game_alone(store, process, monkeypatch):
    def broken(*_):
        raise RuntimeError

    monkeypatch.setattr(demo.Demo, "bots", demo.Demo.bots | {"greedy": broken})
    games = GameService(store, CODEC)
    stuck = await begun(games, AddBot("greedy"), AddBot("random"))
    game_id = await begun(games, AddBot("random"), AddBot("random"))
    async with process():
        await until(games, store, game_id, lambda live: live.aggregate.status == FINISHED)
    assert (await games.load(stuck)).aggregate.status == RUNNING


async def test_a_game_that_a_failover_lost_is_no_error_of_its_bots(store, tmp_path):
    await begun(GameService(store, CODEC), AddBot("random"), AddBot("random"))
    url = f"sqlite:///{tmp_path}/events.db"
    empty, sql = open_store(f"sqlite:///{tmp_path}/taken-over.db"), open_sql(url)
    bots = Bots(GameService(empty, CODEC), store, OpenTableIndex(store, sql, step=1, recent_s=0))
    with capture_logs() as lines:
        task = asyncio.create_task(bots.run())
        async with asyncio.timeout(30):
            while not any("a game" in line["event"] or "a bot" in line["event"] for line in lines):
                await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
    assert [line["event"] for line in lines if line["log_level"] == "warning"] == [
        "a game of a bot is no longer in the store"
    ]
    assert not [line for line in lines if line["log_level"] == "error"]
    await sql.close()
    await empty.close()


async def test_a_lead_that_ends_leaves_no_move_of_a_bot_on_its_way(store, process, monkeypatch):
    began, ended = asyncio.Event(), asyncio.Event()

    async def thought(*_):
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(Bots, "_thought", thought)
    await begun(GameService(store, CODEC), AddBot("random"), AddBot("greedy"))
    async with process():
        await began.wait()
    async with asyncio.timeout(10):
        await ended.wait()


async def test_bots_play_on_after_their_lead_ended_before_a_move_began(store, tmp_path, monkeypatch):
    """A cancellation that a library swallowed comes out again at the next wait, before new tasks have begun."""
    url, games = f"sqlite:///{tmp_path}/events.db", GameService(store, CODEC)
    game_id = await begun(games, AddBot("random"), AddBot("greedy"))
    its_store, sql = open_store(url), open_sql(url)
    waiting, failures = its_store.wait, [StoreUnavailable("at once")]

    async def wait(position, timeout_s):
        if failures:
            raise failures.pop()
        return await waiting(position, timeout_s)

    monkeypatch.setattr(its_store, "wait", wait)
    monkeypatch.setattr(leader_election, "RETRY_S", 0)
    tables = OpenTableIndex(its_store, sql, step=1, recent_s=0)
    task = asyncio.create_task(Bots(GameService(its_store, CODEC), its_store, tables).run())
    await until(games, store, game_id, lambda live: live.aggregate.status == FINISHED)
    task.cancel()
    await asyncio.wait([task])
    await sql.close()
    await its_store.close()


async def test_another_process_goes_on_where_the_first_stopped(store, process):
    games = GameService(store, CODEC)
    async with process():
        game_id = await begun(games, TakeSeat(), AddBot("greedy"))
        await until(games, store, game_id, lambda live: live.version == 6)
    await games.execute(game_id, demo.Choose(Seat(0), 1), actor="ann", request_id=str(uuid4()))
    async with process():
        await until(games, store, game_id, lambda live: live.aggregate.to_act == (Seat(0),) and live.version == 9)
    requests = [CODEC.read(row).envelope.request_id for row in await store.load(game_id, 5)]
    assert len(requests) == 4  # choice, choice and reveal, choice: nothing twice


async def test_bots_among_themselves_keep_the_pace_that_people_can_follow(store, process):
    games = GameService(store, CODEC)
    game_id = await begun(games, AddBot("random"), AddBot("greedy"))
    async with process(pace_s=0.1):
        await until(games, store, game_id, lambda live: live.aggregate.status == FINISHED)
    records = [CODEC.read(row).envelope for row in await store.load(game_id, 4)]
    given = sorted({each.at for each in records if each.actor.startswith("bot:")})
    apart = [(later - at).total_seconds() for at, later in pairwise(given)]
    assert len(apart) >= 2
    assert min(apart) >= 0.099  # times are in milliseconds


async def test_a_person_waits_for_no_bots_pace(store, process):
    games = GameService(store, CODEC)
    game_id = await begun(games, TakeSeat(), AddBot("greedy"))
    async with process(pace_s=3_600):
        for number in (1, 2):
            live = await until(games, store, game_id, lambda live: live.aggregate.to_act == (Seat(0),))
            assert live.aggregate.play.round == number
            await games.execute(
                game_id,
                live.aggregate.rules.default(live.aggregate.play, Seat(0)),
                actor="ann",
                request_id=str(uuid4()),
            )


async def test_a_game_that_ends_while_a_bot_thinks_breaks_no_rule(store, process, monkeypatch):
    thinks, ended = threading.Event(), threading.Event()

    def slow(_view, _options, seat, _roll):
        thinks.set()
        ended.wait(60)
        return demo.Choose(seat, 1)

    monkeypatch.setattr(demo.Demo, "bots", demo.Demo.bots | {"greedy": slow})
    games = GameService(store, CODEC)
    game_id = await begun(games, TakeSeat(), AddBot("greedy"))
    with capture_logs() as lines:
        playing = asyncio.create_task(Bots(games, store, tables=None)._one_command(game_id))
        await asyncio.to_thread(thinks.wait, 60)
        await games.execute(game_id, StopTable(), actor="operator:eve", request_id=str(uuid4()))
        ended.set()
        await playing
    assert [line for line in lines if line["log_level"] == "error"] == []
