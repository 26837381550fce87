"""Hints over real gRPC: who gets one, what the others see of it, and that it is the same when asked again."""

import asyncio
import gc
import os
from pathlib import Path
from uuid import uuid4

import pytest

from domain import stored
from domain.history.replay import aggregate_after
from domain.kernel.ids import Seat
from services.api.hints import Hints
from services.main import running
from services.platform.worker_process import WorkerEnded
from support.played_games import played
from tests.api.api_kit import RUSSIA
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import common_pb2, lobby_pb2


async def reason(asking):
    with pytest.raises(ServiceError) as refused:
        await asking
    return refused.value.reason


def children():
    """Ids of the processes that this one has started."""
    found = [each.read_text().split() for each in Path("/proc/self/task").glob("*/children")]
    return {int(number) for numbers in found for number in numbers}


async def two_with_hints(ann, bob, hints):
    """Ann's game and Bob's, begun."""
    table = (
        await ann.lobby.create_table(
            request_id=str(uuid4()),
            variant=RUSSIA,
            seats=2,
            unrated=True,
            join=True,
            terms=common_pb2.Terms(hints=hints),
        )
    ).table
    assert table.terms.hints == hints
    mine, theirs = ann.game(table.game_id), bob.game(table.game_id)
    await theirs.join()
    await mine.start()
    return mine, theirs


async def test_a_hint_is_told_to_its_player_alone_and_seen_to_be_taken_by_all(tmp_path):
    async with (
        running(settings(tmp_path)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
    ):
        games = await two_with_hints(ann, bob, 1)
        (to_act,) = (await games[0].options()).to_act
        mine, theirs = games[to_act], games[1 - to_act]
        me, other = (ann, bob)[to_act], (ann, bob)[1 - to_act]
        assert await reason(theirs.hint()) == "NOT_YOUR_TURN"
        hint = await mine.hint()
        assert hint.says
        assert await mine.hint() == hint, "the same question costs no second one"
        assert await reason(other.play.get_hint(game_id=theirs.game_id)) == "NO_HINT_TAKEN"
        events = [each async for each in bob.history.list_events(game_id=theirs.game_id, from_version=hint.version)]
        assert [each.table.hint_taken.seat for each in events if each.table.HasField("hint_taken")] == [to_act]
        assert (await mine.submit(hint.command)).version > hint.version
        assert await reason(me.play.get_hint(game_id=mine.game_id)) == "NO_HINT_TAKEN"


async def test_a_hint_costs_the_server_no_thread_that_thinks(tmp_path):
    """A search in a thread of the server slows all calls, because Python runs one thread at a time."""
    async with (
        running(settings(tmp_path)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
    ):
        games = await two_with_hints(ann, bob, 1)
        (to_act,) = (await games[0].options()).to_act
        before = children()
        assert await games[to_act].hint()
        (started,) = children() - before
        assert os.getpriority(os.PRIO_PROCESS, started) >= min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)
    assert started not in children()


async def test_an_error_of_the_experts_is_not_reported_where_the_player_has_gone():
    reported = list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["message"]))
    thinking, has_gone, ended = (asyncio.Event() for _ in range(3))

    class Experts:
        async def hint(self, *_):
            thinking.set()
            await has_gone.wait()
            ended.set()
            raise WorkerEnded("killed")

    rows = played(number=1).rows[:40]
    aggregate = aggregate_after(map(stored.codec().read, rows))
    asking = asyncio.create_task(Hints(None, None, Experts())._worked_out(aggregate, Seat(0), len(rows)))
    await thinking.wait()
    asking.cancel()
    await asyncio.wait([asking])
    has_gone.set()
    await ended.wait()
    for _ in range(3):
        await asyncio.sleep(0)
    gc.collect()
    await asyncio.sleep(0)
    assert reported == []


async def test_without_the_term_there_is_none_and_a_rated_table_cannot_have_it(tmp_path):
    async with running(settings(tmp_path)) as server, sign_in(server.grpc, "Ann") as ann:
        game = await ann.create_table(RUSSIA, seats=2, join=True)
        await game.add_bot("greedy")
        await game.start()
        assert await reason(game.hint()) == "NO_HINTS_HERE"
        rated = lobby_pb2.CreateTableRequest(
            request_id=str(uuid4()), variant=RUSSIA, seats=2, terms=common_pb2.Terms(hints=3)
        )
        call = ann.connection.call("Lobby/CreateTable", rated, lobby_pb2.CreateTableResponse)
        assert await reason(call) == "HINTS_NEED_UNRATED"
