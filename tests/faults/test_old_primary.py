"""An old PostgreSQL primary that stays up after another server was promoted: readers, listeners, pools and leads must
leave it, whether it is read-only or still takes writes."""

import asyncio
import os
import subprocess

import psycopg
import pytest
from msgspec.structs import replace
from prometheus_client import REGISTRY

from domain.history.codec import link_of
from projections.folds.boards import Boards
from services.projection_runner.views import open_views
from services.roles.leader_election import keep_leading
from services.store import open_sql, open_store
from services.store.interface import StoreUnavailable, VersionConflict
from services.store.schema import migrate
from support.played_games import played
from support.servers import PostgresServer
from tests.faults.proxy import Wire

pytestmark = pytest.mark.servers

ROW = played("card_game", 2).rows[0]


def _admin(server, *statements):
    with psycopg.connect(server.url(), autocommit=True) as connection:
        for each in statements:
            connection.execute(each)


@pytest.fixture
def pair():
    """A primary with a database, and a standby that follows it."""
    settings = {"wal_level": "replica", "max_wal_senders": 4, "fsync": "off"}
    with PostgresServer(**settings) as old:
        _admin(old, "CREATE DATABASE turnledger")
        migrate(old.url("turnledger"))
        new = PostgresServer(**settings)
        backup = [old.binaries / "pg_basebackup", "-d", old.url(), "-D", new.data, "-R", "-X", "stream"]
        subprocess.run([*backup, "--checkpoint=fast", "--no-sync"], check=True)
        if new.user:
            for path in (new.data, *new.data.rglob("*")):
                os.chown(path, *new.user)
        with new:
            yield old, new


@pytest.fixture
def _look_out_often(monkeypatch):
    monkeypatch.setattr("services.store.postgres.LOOK_OUT_S", 0.0)
    monkeypatch.setattr("services.store.primary.CHECK_S", 0.0)


async def promote(new):
    """Promote the standby once it has all that was written before."""
    with psycopg.connect(new.url(), autocommit=True) as connection:
        while connection.execute("SELECT pg_last_wal_replay_lsn() < pg_last_wal_receive_lsn()").fetchone()[0]:
            await asyncio.sleep(0.05)
        connection.execute("SELECT pg_promote()")


async def demote(old):
    _admin(old, "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
    with psycopg.connect(old.url(), autocommit=True) as connection:
        while connection.execute("SHOW default_transaction_read_only").fetchone()[0] != "on":
            await asyncio.sleep(0.05)


def games(rows):
    return [each.row.stream_id for each in rows]


async def _until(found, wanted):
    async with asyncio.timeout(20):
        while await found() != wanted:
            await asyncio.sleep(0.05)


async def test_all_connections_leave_a_primary_that_was_demoted(pair):
    old, new = pair
    hosts = f"127.0.0.1:{old.port},127.0.0.1:{new.port}"
    url = f"postgresql://postgres@{hosts}/turnledger?target_session_attrs=read-write"
    store, sql = open_store(url), open_sql(url)
    await store.append([replace(ROW, stream_id="before")], 10.0)
    assert games(await store.read_log(0, 10)) == ["before"]
    assert await sql.run("SELECT count(*) FROM stored_events") == [(1,)]
    await store.wait(0, 10.0)
    leading = asyncio.create_task(keep_leading(store, "kept", asyncio.Event().wait))
    await _leads_at(old)
    await demote(old)
    await promote(new)
    await store.append([replace(ROW, stream_id="after")], 20.0)

    async def log():
        return games(await store.read_log(0, 10))

    async def row_count():
        return await sql.run("SELECT count(*) FROM stored_events")

    await _until(log, ["before", "after"])
    await _until(row_count, [(2,)])
    await store.wait(1, 15.0)
    await _leads_at(new)
    leading.cancel()
    await asyncio.wait([leading])
    await store.close()
    await sql.close()


async def _leads_at(server):
    """Wait until the lead is an advisory lock of this server."""

    async def has_lock():
        with psycopg.connect(server.url()) as connection:
            return connection.execute("SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory'").fetchone()

    await _until(has_lock, (True,))


@pytest.mark.usefixtures("_look_out_often")
async def test_all_connections_leave_a_primary_that_still_takes_writes(pair):
    old, new = pair
    async with Wire(old.port) as wire:
        url = f"postgresql://postgres@127.0.0.1:{wire.port}/turnledger"
        store, sql = open_store(url), open_sql(url)
        await store.append([replace(ROW, stream_id="before")], 10.0)
        await store.wait(0, 10.0)
        assert await store.appended_head() == 1
        assert await sql.run("SELECT count(*) FROM stored_events") == [(1,)]
        await promote(new)
        wire.lead_to(new.port)  # connections that are open stay with the old primary
        beyond = open_store(new.url("turnledger"))
        await beyond.append([replace(ROW, stream_id="after")], 10.0)
        views = await open_views("memory://")
        await views.measure(store)
        lag = REGISTRY.get_sample_value("turnledger_follower_lag_events", {"view": Boards.name, "log": ""})
        assert lag == await beyond.log_head() > 1
        assert games(await store.read_log(0, 10)) == ["before", "after"]
        await store.append([replace(ROW, stream_id="last")], 10.0)
        assert await sql.run("SELECT count(*) FROM stored_events") == [(3,)]
        await _does_not_go_back(store, wire, old, new)
        for each in (views, beyond, store, sql):
            await each.close()


async def test_the_first_append_of_a_process_does_not_follow_an_event_that_was_read_and_then_lost(pair):
    old, new = pair
    own, other = (played(number=number).rows for number in (1, 2))
    other = [replace(each, stream_id=own[0].stream_id) for each in other]
    async with Wire(old.port) as wire:
        at_old, store = (
            open_store(old.url("turnledger")),
            open_store(f"postgresql://postgres@127.0.0.1:{wire.port}/turnledger"),
        )
        await at_old.append(own[:2], 10.0)
        await _until(lambda: _rows(new), 2)
        _admin(new, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
        await _until(lambda: _receivers(new), 0)
        await at_old.append(own[2:3], 10.0)
        assert len(await store.load(own[0].stream_id)) == 3
        await promote(new)
        wire.lead_to(new.port)
        at_new = open_store(new.url("turnledger"))
        await at_new.append(other[2:3], 10.0)
        with pytest.raises(VersionConflict):
            await store.append(own[3:4], 10.0, link=link_of(own[2]))
        assert list(await at_new.load(own[0].stream_id)) == [*own[:2], other[2]]
        for each in (at_old, store, at_new):
            await each.close()


async def _rows(server):
    with psycopg.connect(server.url("turnledger")) as connection:
        return connection.execute("SELECT count(*) FROM stored_events").fetchone()[0]


async def _receivers(server):
    with psycopg.connect(server.url()) as connection:
        return connection.execute("SELECT count(*) FROM pg_stat_wal_receiver").fetchone()[0]


async def _does_not_go_back(store, wire, old, new):
    """The address leads to the old primary for a moment, which would take writes."""
    wire.lead_to(old.port)
    wire.hang_up()
    writing = asyncio.create_task(store.append([replace(ROW, stream_id="newer")], 20.0))
    with pytest.raises(StoreUnavailable, match="timeline"):
        await store.appended_head()
    wire.lead_to(new.port)
    await writing
    assert games(await store.read_log(0, 10)) == ["before", "after", "last", "newer"]
    with psycopg.connect(old.url("turnledger")) as connection:
        assert connection.execute("SELECT count(*) FROM stored_events").fetchone() == (1,)
