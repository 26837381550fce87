"""The port of a process for metrics and health, whatever its roles are."""

import asyncio
import os
import re
import signal
from contextlib import suppress
from uuid import uuid4

import httpx
import psycopg
import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from domain import stored
from domain.table.messages import OpenTable
from projections.folds.registry import NAMES
from services.application.game_service import GameService
from services.main import running
from services.projection_runner.views import open_views
from services.settings import Settings
from services.store import open_sql, open_store
from services.store.interface import StoreUnavailable
from services.store.schema import migrate
from services.web.probes import PATHS
from support.servers import PostgresServer, RedisServer

pytestmark = pytest.mark.servers


@pytest.fixture
def settings(postgres_store_url, redis_url, tmp_path):
    def make(**more):
        here = {"store": postgres_store_url, "views": redis_url, "keys": tmp_path / "keys"}
        return Settings(**(here | {"listen": "127.0.0.1:0", "http": "127.0.0.1:0", "metrics": "127.0.0.1:0"} | more))

    return make


@pytest.mark.parametrize("role", ["follower", "bots", "deadlines", "tournaments", "webhooks", "beacon"])
async def test_a_process_without_the_api_shows_metrics_and_health_and_nothing_else(settings, role):
    async with (
        running(settings(roles=(role,))) as told,
        httpx.AsyncClient(base_url=f"http://{told.http}", timeout=60) as client,
    ):
        assert told.grpc == ""
        assert [(await client.get(path)).text for path in PATHS] == ["ok"] * 3
        metrics = (await client.get(f"http://{told.metrics}/metrics")).text
        assert 'turnledger_follower_lag_events{log="",view="boards"}' in metrics
        assert 'turnledger_connections_opened_total{purpose="read"}' in metrics
        assert re.search(r'turnledger_pool_connections{state="open"} [0-4]\.0\n', metrics)
        assert (await client.get("/metrics")).status_code == 404
        for path in ("/", "/turnledger.v1.Lobby/ListTables"):
            assert (await client.post(path)).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("hangs", ["store", "views"])
async def test_a_process_whose_server_hangs_lives_on_and_takes_no_calls_until_it_answers(settings, hangs):
    """A server that hangs takes connections, and says nothing."""
    asked = {"server": hangs, "log": ""}
    with PostgresServer() as postgres, RedisServer() as valkey:
        migrate(postgres.url())
        here = settings(store=postgres.url(), views=valkey.url, roles=("follower",))
        async with running(here) as told, httpx.AsyncClient(base_url=f"http://{told.http}", timeout=60) as client:

            async def becomes(*said: int) -> None:
                async with asyncio.timeout(60):
                    while (
                        tuple([(await client.get(path)).status_code for path in PATHS]) != said[:3]
                        or REGISTRY.get_sample_value("turnledger_server_answers", asked) != said[3]
                    ):
                        await asyncio.sleep(0.1)

            await becomes(200, 200, 200, 1)
            hung = [valkey.process.pid] if hangs == "views" else [postgres.process.pid, *backends(postgres.url())]
            try:
                signal_all(hung, signal.SIGSTOP)
                await becomes(200, 503, 200, 0)
                assert REGISTRY.get_sample_value("turnledger_server_silences_total", asked) > 0
            finally:
                signal_all(hung, signal.SIGCONT)
            await becomes(200, 200, 200, 1)


def backends(url):
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'turnledger%'")
        return [pid for (pid,) in found]


def signal_all(pids, number):
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def lag(view, log=""):
    return REGISTRY.get_sample_value("turnledger_follower_lag_events", {"view": view, "log": log})


async def test_how_far_the_views_are_behind_is_told_also_where_nobody_follows(settings):
    here = settings()
    store, views = open_store(here.store), await open_views(here.views)
    await GameService(store, stored.codec()).open_table(OpenTable("card_game", 2), actor="ann", request_id=str(uuid4()))
    await views.measure(store)
    assert {name: lag(name) for name in NAMES} == dict.fromkeys(NAMES, 1.0)
    await views.close()
    await store.close()


async def test_an_account_of_the_database_that_may_not_write_is_named_in_the_log(postgres_store_url):
    with psycopg.connect(postgres_store_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS only_a_reader")
        connection.execute("CREATE ROLE only_a_reader LOGIN")
        connection.execute("GRANT turnledger_reader TO only_a_reader")
        sql = open_sql(postgres_store_url.replace("postgres@", "only_a_reader@"))
        try:
            with capture_logs() as lines, pytest.raises(StoreUnavailable):
                await sql.run("DELETE FROM accounts")
        finally:
            await sql.close()
            connection.execute("DROP ROLE only_a_reader")
    assert [line["log_level"] for line in lines] == ["error"]
    assert "turnledger_writer" in lines[0]["event"]


async def test_a_taken_metrics_port_is_logged_and_calls_are_served(settings):
    async with (
        running(settings(roles=("follower",))) as first,
        running(settings(roles=("follower",), metrics=first.metrics)) as second,
    ):
        assert (second.metrics, bool(second.http)) == ("", True)
