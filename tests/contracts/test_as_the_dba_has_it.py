"""PostgreSQL and Redis with the defaults, rights and limits that an administrator has set."""

import asyncio
import socket
import time
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest
import redis
from msgspec.structs import replace

from domain.history.record import EventRow
from projections.stores.interface import AdvanceVersion, Append, Put, SetRank, Unrank, ViewUnavailable
from services.operations.doctor import check_server, check_views_server
from services.projection_runner.views import open_views
from services.store import open_sql, open_store
from services.store.interface import IncompatibleStore, StoreUnavailable
from services.store.postgres_requirements import DatabaseServer, look_at
from services.store.schema import migrate, require_fit, schema_version
from support.servers import PostgresServer, RedisServer, create_database, wait_until
from tests.faults.proxy import Wire

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.servers
WELL = DatabaseServer(
    shares_sessions=False,
    is_replica=False,
    takes_writes=True,
    may_append=True,
    account="api",
    encoding="UTF8",
    fsync=True,
)
READ_ONLY = "?options=-c%20default_transaction_read_only%3Don"
READ_ONLY_OFF = "default_transaction_read_only = off"
INSERT = "INSERT INTO chat_mutes (account_id, muted_id) VALUES (?, ?)"


def admin(url, *statements):
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_texts_are_kept_whatever_encoding_the_database_gives_its_clients(postgres_store_url, encoding):
    name = postgres_store_url.rpartition("/")[2]
    admin(postgres_store_url, f"ALTER DATABASE {name} SET client_encoding = '{encoding}'")
    store, sql = open_store(postgres_store_url), open_sql(postgres_store_url)
    row = EventRow("g", 1, "demo.Said/1", '{"said":"Ёж"}'.encode())
    await store.append([row], 5)
    assert await store.load("g") == [row]
    await sql.run(INSERT, ("Анна", "Ёж"))
    assert await sql.run("SELECT muted_id FROM chat_mutes WHERE account_id = ?", ("Анна",)) == [("Ёж",)]
    await sql.close()
    await store.close()


def test_a_database_that_does_not_take_every_text_is_not_migrated(postgres_server_url):
    admin(postgres_server_url, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
    try:
        with pytest.raises(IncompatibleStore, match="LATIN1"):
            migrate(f"{postgres_server_url.rpartition('/')[0]}/latin")
    finally:
        admin(postgres_server_url, "DROP DATABASE latin")


async def test_a_store_that_takes_no_writes_is_away_for_whoever_writes(postgres_store_url):
    store, sql = open_store(postgres_store_url + READ_ONLY), open_sql(postgres_store_url + READ_ONLY)
    for write in (store.append([EventRow("g", 1, "demo.Said/1", b"{}")], 1), sql.run(INSERT, ("ann", "bob"))):
        with pytest.raises(StoreUnavailable, match="read-only"):
            await write
    assert await store.load("g") == []
    with pytest.raises(StoreUnavailable, match="takes no writes"):
        require_fit(postgres_store_url + READ_ONLY)
    assert check_server(look_at(postgres_store_url + READ_ONLY)).state == "fail"
    await sql.close()
    await store.close()


async def test_an_account_without_the_writing_role_is_told_so_before_it_starts(postgres_store_url):
    reader = f"{postgres_store_url}?options=-c%20role%3Dturnledger_reader"
    with pytest.raises(StoreUnavailable, match="GRANT turnledger_writer TO turnledger_reader"):
        require_fit(reader)
    require_fit(reader, writes=False)
    assert "may only read" in check_server(replace(WELL, may_append=look_at(reader).may_append)).said
    store = open_store(reader)
    with pytest.raises(StoreUnavailable, match="permission denied"):
        await store.append([EventRow("g", 1, "demo.Said/1", b"{}")], 1)
    await store.close()


@pytest.mark.slow
async def test_where_a_server_takes_no_writes_any_more_the_next_connection_is_tried():
    with PostgresServer() as server:
        url = create_database(server.url())
        migrate(url)
        store, sql = open_store(url), open_sql(url)
        await store.append([EventRow("g", 1, "demo.Said/1", b"{}")], 5)
        await sql.run(INSERT, ("ann", "bob"))
        admin(url, "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        wait_until(lambda: not look_at(url).takes_writes, "the server takes writes")
        with pytest.raises(StoreUnavailable):
            await store.append([EventRow("g", 2, "demo.Said/1", b"{}")], 1)
        with pytest.raises(StoreUnavailable):
            await sql.run(INSERT, ("ann", "cid"))
        # From now on only existing connections are read-only, as those to a former primary are.
        name = url.rpartition("/")[2]
        admin(server.url(), "SET default_transaction_read_only = off", f"ALTER DATABASE {name} SET {READ_ONLY_OFF}")
        await store.append([EventRow("g", 2, "demo.Said/1", b"{}")], 5)
        await sql.run(INSERT, ("ann", "cid"))
        await sql.close()
        await store.close()


@pytest.mark.slow
async def test_what_stands_beside_the_events_is_there_at_once_when_the_server_is(monkeypatch):
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.INITIAL_DELAY", 20.0)  # as after many tries
    with PostgresServer() as server:
        migrate(server.url())
        sql = open_sql(server.url())
        await sql.run("SELECT 1")
        server.kill()
        with pytest.raises(StoreUnavailable):
            await sql.run("SELECT 1")
        server.start()
        assert await sql.run("SELECT 1") == [(1,)]
        await sql.close()


@pytest.mark.slow
def test_a_server_that_takes_connections_and_says_nothing_is_away():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        with pytest.raises(StoreUnavailable):
            schema_version(f"postgresql://nobody@127.0.0.1:{silent.getsockname()[1]}/none")
        assert time.monotonic() - began < 30


def test_connections_that_are_one_session_are_no_store(postgres_store_url):
    assert not look_at(postgres_store_url).shares_sessions
    assert check_server(WELL).state == "ok"
    assert check_server(replace(WELL, fsync=False)).state == "warn"
    found = check_server(replace(WELL, shares_sessions=True))
    assert (found.state, "transaction mode" in found.said) == ("fail", True)


async def test_a_redis_that_drops_keys_is_full_or_a_replica_is_named():
    with RedisServer("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru") as server:
        views = await open_views(server.url)
        assert [said.partition(" (")[0] for said in await views.shortcomings()] == ["it drops keys to make room"]
        client = views._client
        await client.config_set("maxmemory-policy", "noeviction")
        assert await views.shortcomings() == []
        assert check_views_server([]).state == "ok"
        await client.config_set("maxmemory", 1_000)
        await client.replicaof("127.0.0.1", 1)
        assert [said.partition(":")[0] for said in await views.shortcomings()] == [
            "it is a replica, which nothing can be written to",
            "it is full",
        ]
        assert check_views_server(await views.shortcomings()).state == "fail"
        await views.close()
    with pytest.raises(ViewUnavailable):
        await views.shortcomings()


async def test_databases_of_one_redis_do_not_hear_each_other(redis_url):
    async with AsyncExitStack() as opened:
        here, there = [(await open_views(redis_url[:-1] + number)) for number in "01"]
        for views in (here, there):
            opened.push_async_callback(views.close)
        (_, spoken), *_ = here
        (_, heard), *_ = there
        await heard.live()
        heard._listen()
        while not heard._hears:
            await asyncio.sleep(0)
        waiting = asyncio.create_task(heard.wait_for("g", 1, timeout_s=1))
        await (await spoken.live()).write(0, 1, {"g": [AdvanceVersion(7)]})
        assert await waiting == 0


async def test_where_redis_became_a_replica_the_next_connection_is_tried():
    with RedisServer() as former, RedisServer() as primary:
        async with Wire(former.port) as name:
            views = await open_views(f"redis://127.0.0.1:{name.port}/0")
            (_, view), *_ = views
            generation = await view.live()
            await generation.write(0, 1, {})
            with redis.Redis(port=former.port) as client:
                client.replicaof("127.0.0.1", primary.port)
            name.lead_to(primary.port)
            with pytest.raises(ViewUnavailable, match="ReadOnly"):
                await generation.write(1, 2, {})
            assert await generation.positions() == (0,)
            await generation.write(0, 2, {})
            await views.close()


async def test_the_rights_that_the_manual_names_are_enough_for_redis():
    manual = (ROOT / "docs/stores.md").read_text()
    user, *rights = manual.partition("`ACL SETUSER ")[2].partition("`")[0].split()
    with RedisServer() as server, redis.Redis(port=server.port) as admin:
        admin.execute_command("ACL", "SETUSER", user, *rights)
        views = await open_views(server.url.replace("//", f"//{user}:password@"))
        assert await views.shortcomings() == []
        (_, view), *_ = views
        waiting = asyncio.create_task(view.wait_for("g", 1, timeout_s=60))
        live = await view.live()
        changes = [
            Put("board", b"x"),
            Append("feed", 0, (b"1",)),
            SetRank("list", "m", 3),
            Unrank("list", "n"),
            AdvanceVersion(1),
        ]
        await live.write(await live.position(), 1, {"g": changes})
        assert await waiting == 1
        await view.request_handover(1)
        assert await view.handover_requested()
        await view.cancel_handover()
        fresh = await view.fresh()
        assert [len(await live.dump(names)) async for names in live.names()] == [4]
        await view.switch(fresh)
        await view.sweep()
        await views.close()
        assert admin.acl_log() == []
