"""Whole servers on PostgreSQL and Redis, killed while people play on them."""

import random

import pytest

from tests.faults.conftest import Fault
from tests.faults.service import Players, Service, verify

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(3600)]


@pytest.fixture
async def service(tmp_path, postgres_store_url, redis_url):
    serving = Service(tmp_path, postgres_store_url, redis_url)
    await serving.start()
    yield serving
    serving.stop()


async def test_a_server_killed_at_any_moment_loses_nothing_it_acknowledged(service, fault: Fault):
    dice = random.Random(2)
    async with Players(service.address) as players:
        for _ in fault.times(short=3, long=200):
            with fault.injection():
                await players.more(dice.randrange(1, 40))
                service.kill()
                await service.start()
        await players.more(20)
    await verify(service, players)


async def test_two_servers_of_the_same_games_never_both_win(service, tmp_path, fault: Fault):
    other = Service(tmp_path, service.store, service.views)
    await other.start()
    try:
        async with Players(service.address, other.address) as players:
            for n in fault.times(short=2, long=40):
                with fault.injection():
                    await players.more(20)
                    killed = (service, other)[n % 2]
                    killed.kill()
                    await killed.start()
            await players.more(20)
        await verify(service, players)
    finally:
        other.stop()
