"""Experts think in a process of their own: the same moves, and the server keeps its processor."""

import asyncio
import os
import resource
import signal
import time
from uuid import uuid4

import pytest

from domain import stored
from domain.history.bot_moves import bot_command
from domain.history.hint import hint_at
from domain.table.messages import AddBot, OpenTable, StartGame, Terms
from services.application.game_service import GameService
from services.platform.fair_turns import FairTurns
from services.platform.worker_process import WorkerEnded
from services.roles.expert_process import ExpertProcess
from services.store import open_store

pytestmark = pytest.mark.servers

VARIANT, TRIES = "card_game", 200


@pytest.fixture
async def games(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/events.db")
    yield GameService(store, stored.codec())
    await store.close()


@pytest.fixture
async def experts():
    process = ExpertProcess()
    yield process
    await process.close()


async def begun(games, host="ann"):
    """An aggregate in which the expert at seat `to_act[0]` has a choice."""
    opened = await games.open_table(
        OpenTable(VARIANT, 2, terms=Terms(tries=TRIES)), actor=host, request_id=str(uuid4())
    )
    for command in (AddBot("expert"), AddBot("expert"), StartGame()):
        await games.execute(opened.game_id, command, actor=host, request_id=str(uuid4()))
    live = await games.load(opened.game_id)
    return live.loaded, live.version, live.loaded.to_act[0]


async def test_the_process_chooses_the_move_that_the_server_would(games, experts):
    aggregate, version, seat = await begun(games)
    assert await experts.move(aggregate, version, seat) == bot_command(aggregate, version, seat)


async def test_the_process_gives_the_hint_that_needs_no_secret(games, experts):
    aggregate, version, seat = await begun(games)
    assert await experts.hint(aggregate, version, seat) == hint_at(aggregate, seat, version).command


async def test_the_search_costs_the_server_no_processor(games, experts):
    aggregate, version, seat = await begun(games)
    await experts.move(aggregate, version, seat)  # the process has started
    began, moves = time.process_time(), 0
    while time.process_time() - began < 0.05 and moves < 20:
        await experts.move(aggregate, version, seat)
        moves += 1
    ours = (time.process_time() - began) / moves
    await experts.close()
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime / (moves + 1)
    assert ours < theirs / 5


async def test_the_process_gives_way_to_the_server(games, experts):
    aggregate, version, seat = await begun(games)
    await experts.move(aggregate, version, seat)
    assert os.getpriority(os.PRIO_PROCESS, experts.worker.pid) >= os.getpriority(os.PRIO_PROCESS, 0) + 10


async def test_a_process_that_was_killed_is_started_again(games, experts):
    aggregate, version, seat = await begun(games)
    expected = await experts.move(aggregate, version, seat)
    os.kill(experts.worker.pid, signal.SIGSTOP)  # it cannot answer before it is killed
    thinking = asyncio.create_task(experts.move(aggregate, version, seat))
    for _ in range(20):
        await asyncio.sleep(0)
    os.kill(experts.worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerEnded):
        await thinking
    assert await experts.move(aggregate, version, seat) == expected


async def test_an_answer_that_nobody_waits_for_is_given_to_nobody_else(games, experts):
    first, second = await begun(games), await begun(games, "bea")
    await experts.move(*first)
    left = asyncio.create_task(experts.move(*first))
    await asyncio.sleep(0)
    left.cancel()
    assert await experts.move(*second) == bot_command(*second)


async def test_keys_take_turns_however_much_one_asks_for():
    turns, order, let_go = FairTurns(), [], asyncio.Event()

    async def work(key):
        async with turns.one(key):
            order.append(key)
            await let_go.wait()

    tasks = [asyncio.create_task(work(key)) for key in ("many", "many", "many", "many", "one", "other")]
    await asyncio.sleep(0)
    let_go.set()
    await asyncio.gather(*tasks)
    assert order == ["many", "many", "one", "other", "many", "many"]


async def test_a_turn_that_was_given_to_who_left_goes_to_the_next():
    turns, let_go = FairTurns(), asyncio.Event()

    async def work(key):
        async with turns.one(key):
            await let_go.wait()

    first, gone, last = (asyncio.create_task(work(key)) for key in ("first", "gone", "last"))
    await asyncio.sleep(0)
    let_go.set()
    gone.cancel()
    await asyncio.wait_for(asyncio.gather(first, last), 60)
    async with turns.one("first"):
        pass
