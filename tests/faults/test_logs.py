"""Whole servers on several logs, of which one dies while people play."""

import asyncio
from contextlib import AsyncExitStack

import psycopg
import pytest

from services.store.schema import migrate
from support.servers import PostgresServer
from tests.faults.conftest import LONG, Fault
from tests.faults.service import Players, Service, verify

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(3600 if LONG else 900)]


@pytest.fixture
def second_server(private):
    return private(PostgresServer())


@pytest.fixture
async def services(tmp_path, postgres_store_url, second_server, redis_url):
    both = f"{postgres_store_url} {second_server.url()}"
    migrate(both)
    async with AsyncExitStack() as stopped:
        found = []
        for _ in range(2):
            found.append(Service(tmp_path, both, redis_url))
            await found[-1].start()
            stopped.callback(found[-1].stop)
        yield found


def games_of(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        return {each for (each,) in connection.execute("SELECT originator_id FROM stored_events")}


async def test_while_a_log_is_dead_the_games_of_the_others_go_on_and_nothing_acknowledged_is_lost(
    services, second_server, postgres_store_url, fault: Fault
):
    one, other = services
    async with AsyncExitStack() as playing:
        tables = []
        while not (games_of(postgres_store_url) and games_of(second_server.url())):
            players = await playing.enter_async_context(Players(one.address, other.address, tables=2))
            await players.more(4)
            tables.append(players)
        everybody = tables[0]
        for _ in fault.times(short=2, long=40):
            with fault.injection():
                second_server.kill()
                at_home = games_of(postgres_store_url)
                before = sum(each.game_id in at_home for players in tables for each in players.acknowledged)
                await _more_at_home(tables, at_home, before + 5)
                second_server.start()
                one.kill()
                await one.start()
                await everybody.more(10)
        for players in tables:
            await players.more(10)
    for players in tables:
        await verify(one, players)


async def _more_at_home(tables: list[Players], at_home: set[str], wanted: int) -> None:
    """Returns when so many commands in games of the home have been acknowledged."""
    while sum(each.game_id in at_home for players in tables for each in players.acknowledged) < wanted:
        more = [asyncio.create_task(players.more(1)) for players in tables]
        done, waiting = await asyncio.wait(more, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        for each in done:
            each.result()
