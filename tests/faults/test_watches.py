"""Watches that come and go, hang or never read: the server's memory stays as it was."""

import asyncio
from contextlib import aclosing

import pytest

from support.memory import memory_mib
from tests.faults.conftest import LONG, Fault
from tests.faults.service import Players, Service
from turnledger import sign_in
from turnledger.v1 import views_pb2

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1800 if LONG else 900)]

AT_ONCE = 100
GROWN_MIB_MAX = 24
"""A leaked stream would cost 25 kB, so that 10,000 of them show ten times this."""


@pytest.fixture
async def service(tmp_path):
    serving = Service(tmp_path, f"sqlite:///{tmp_path}/events.db")
    await serving.start()
    yield serving
    serving.stop()


def watch(me, game_id):
    request = views_pb2.WatchGameRequest(game_id=game_id, after_version=0)
    return me.connection.stream("Views/WatchGame", request, views_pb2.WatchGameResponse)


async def test_thousands_of_watches_opened_and_cancelled_leave_nothing_behind(service, fault: Fault):
    async def open_and_cancel():
        async with aclosing(watch(me, game.game_id)) as messages:
            await anext(messages)

    async with sign_in(service.address) as me:
        game = await me.create_table("power_grid/russia", seats=2, join=True)
        for _ in range(5):  # objects that are made once exist after these
            await asyncio.gather(*(open_and_cancel() for _ in range(AT_ONCE)))
        before = memory_mib(service.pid)
        for _ in fault.times(short=10, long=100):
            with fault.injection():
                await asyncio.gather(*(open_and_cancel() for _ in range(AT_ONCE)))
        assert memory_mib(service.pid) - before < GROWN_MIB_MAX


async def test_watchers_that_never_read_cost_nobody_anything(service, fault: Fault):
    async with sign_in(service.address) as me, Players(service.address, tables=1) as players:
        await players.more(5)
        game_id = players.acknowledged[0].game_id
        frozen = [watch(me, game_id) for _ in range(AT_ONCE)]
        await asyncio.gather(*(anext(messages) for messages in frozen))
        before = memory_mib(service.pid)
        for _ in fault.times(short=1, long=5):
            with fault.injection():
                await players.more(100 if LONG else 40)
        assert memory_mib(service.pid) - before < GROWN_MIB_MAX
        for messages in frozen:
            await messages.aclose()
