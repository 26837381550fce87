"""URLs that name several servers: a process starts while the first of them is gone, and follows its successor."""

import asyncio

import psycopg
import pytest
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster

from domain.history.record import EventRow
from projections.stores.interface import Put, ViewUnavailable
from projections.stores.redis_connect import close, connect
from services.projection_runner.views import open_views
from services.settings import BadSettings, from_environment
from services.store import open_sql, open_store
from services.store.schema import migrate, require_fit
from support.servers import PostgresServer, Sentinels, create_database, free_port, wait_until

pytestmark = [pytest.mark.servers, pytest.mark.slow]


async def test_a_process_finds_its_cluster_while_the_first_node_that_is_named_is_gone(redis_cluster):
    nodes = ",".join(f"127.0.0.1:{port}" for port in (free_port(), *(node.port for node in redis_cluster.nodes)))
    client = await connect(f"redis://{nodes}/0")
    assert isinstance(client, RedisCluster)
    await client.set("turnledger-several", b"1")
    assert await client.get("turnledger-several") == b"1"
    await client.delete("turnledger-several")
    await close(client)


async def test_of_several_hosts_that_are_no_cluster_none_is_taken_for_the_primary(redis_url):
    here = redis_url.removeprefix("redis://").partition("/")[0]
    with pytest.raises(ViewUnavailable, match="Sentinels"):
        await connect(f"redis://{here},{here}/0")
    with pytest.raises(ViewUnavailable):  # no server there at all
        await connect(f"redis://127.0.0.1:{free_port()},127.0.0.1:{free_port()}/0")


async def test_sentinels_are_asked_for_the_primary_again_when_it_is_gone():
    with Sentinels() as servers:
        servers.watchers[0].kill()  # the first that is named
        views = await open_views(servers.url)
        (_, view), *_ = views
        generation = await view.live()
        await generation.write(0, 1, {"g": [Put("board", b"1")]})
        client = views._client
        assert isinstance(client, Redis)
        await client.wait(1, 30_000)  # the replica has it, too
        servers.primary.kill()
        async with asyncio.timeout(60):
            while True:
                try:
                    await generation.write(1, 2, {"g": [Put("board", b"2")]})
                    break
                except ViewUnavailable:
                    await asyncio.sleep(0.1)
        assert await generation.get("g", "board") == [b"2"]
        assert client.connection_pool.master_address[1] == servers.replica.port
        await views.close()
        another = await open_views(servers.url)
        (_, same), *_ = another
        assert await (await same.live()).get("g", "board") == [b"2"]
        await another.close()


async def test_a_password_and_a_database_are_those_of_the_servers_that_sentinels_name():
    with Sentinels() as servers:
        for server in (servers.primary, servers.replica):
            async with Redis(port=server.port) as admin:
                await admin.execute_command("ACL", "SETUSER", "turnledger", "on", ">p@ss/w#rd", "~*", "&*", "+@all")
        hosts, _, path = servers.url.removeprefix("redis+sentinel://").partition("/")
        client = await connect(f"redis+sentinel://turnledger:p%40ss%2Fw%23rd@{hosts}/{path[:-1]}3")
        assert await client.acl_whoami() == "turnledger"
        assert client.connection_pool.connection_kwargs["db"] == 3
        await close(client)
        with pytest.raises(ViewUnavailable):
            await connect(f"redis+sentinel://turnledger:wrong@{hosts}/{path}")


@pytest.mark.parametrize("url", ["redis+sentinel://a:1,b:2", "redis+sentinel://a:1,b:2/", "sentinel://a:1/views"])
def test_sentinels_without_a_service_are_no_views(url):
    with pytest.raises(BadSettings, match="views"):
        from_environment({}, views=url)


async def test_the_server_of_several_that_takes_writes_is_found_and_found_again():
    with PostgresServer() as first, PostgresServer() as second:
        url = create_database(second.url())
        migrate(url)
        name = url.rpartition("/")[2]
        with psycopg.connect(first.url(), autocommit=True) as admin:  # as a former primary: there, and read-only
            admin.execute(f"CREATE DATABASE {name}")
            admin.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            admin.execute("SELECT pg_reload_conf()")
        both = (
            f"postgresql://postgres@127.0.0.1:{first.port},127.0.0.1:{second.port}/{name}"
            "?target_session_attrs=read-write"
        )
        wait_until(lambda: takes_writes(both), "no server takes writes")
        store, sql = open_store(both), open_sql(both)
        require_fit(both)
        await store.append([EventRow("g", 1, "demo.Said/1", b"{}")], 10)
        first.kill()
        await sql.run("INSERT INTO chat_mutes (account_id, muted_id) VALUES (?, ?)", ("ann", "bob"))
        require_fit(both)
        async with store.lead("boards"):
            assert [row.version for row in await store.load("g")] == [1]
        await sql.close()
        await store.close()


def takes_writes(url):
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT current_setting('transaction_read_only') = 'off'").fetchone() == (True,)
