"""A log whose commits have two phases, as on Citus (services/store/citus.py): no later row passes one that is in doubt.
The steps of Citus between the phases are done here by hand, on one server; tests/faults/test_citus.py has the real one.
"""

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from domain.history.record import EventRow
from services.store import citus, open_store
from services.store.interface import EventStore, StoreUnavailable
from services.store.schema import migrate
from support.servers import PostgresServer

pytestmark = pytest.mark.servers
T_S = 30.0


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer(max_prepared_transactions=4) as server:
        yield server


@pytest.fixture
def url(server) -> str:
    name = f"turns{uuid4().hex}"
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    migrate(server.url(name))
    return server.url(name)


def take_turns(url: str) -> None:
    with psycopg.connect(url) as connection:
        citus.take_turns(connection)


def leave_in_doubt(url: str) -> None:
    """A batch that is prepared, by a connection that is gone, and with it the lock that orders commits."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT log_lock()")  # the rest of append_events has a NOTIFY, which cannot be prepared
        connection.execute("INSERT INTO stored_events VALUES ('early', 1, 'demo.Said/1', 'e')")
        connection.execute("PREPARE TRANSACTION 'in doubt'")


def settle(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("COMMIT PREPARED 'in doubt'")


async def positions(store: EventStore) -> dict[str, int]:
    return {each.row.stream_id: each.position for each in await store.read_log(0, 10)}


async def test_nothing_is_stored_behind_a_batch_in_doubt_before_it_is_settled(url):
    take_turns(url)
    leave_in_doubt(url)
    store = open_store(url)
    with pytest.raises(StoreUnavailable) as away:
        await store.append([EventRow("late", 1, "demo.Said/1", b"l")], 0.5)
    assert away.value.ambiguous
    assert await positions(store) == {}

    settle(url)
    await store.append([EventRow("late", 1, "demo.Said/1", b"l")], T_S)
    found = await positions(store)
    assert list(found) == ["early", "late"]
    assert found["early"] < found["late"]
    await store.close()


async def test_where_commits_have_one_phase_nobody_takes_a_turn(url):
    store = open_store(url)
    await store.append([EventRow("game", 1, "demo.Said/1", b"g")], T_S)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT taken FROM log_turn").fetchall() == [(0,)]
    await store.close()


async def test_a_notice_of_rows_that_nobody_can_see_yet_wakes_nobody(url):
    take_turns(url)
    store = open_store(url)
    await store.append([EventRow("game", 1, "demo.Said/1", b"g")], T_S)
    await store.wait(0, T_S)  # who has looked listens
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_notify(log_channel(), '999')")
    misled = asyncio.create_task(store.wait(998, T_S))
    await store.append([EventRow("game", 2, "demo.Said/1", b"g")], T_S)
    await store.wait(1, T_S)
    assert not misled.done()
    misled.cancel()
    await store.close()
