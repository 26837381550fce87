"""Calls of idle servers, and the processor time of a start: `bench.path` prints both."""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter

import psycopg
import redis

from bench._houses import House, command, environment, process, spent_s
from bench._playing import idle_tables

TABLES = 8
SETTLED_S = 10.0
"""Servers measure each second for a while after tables were opened."""
# Imports of any server of this kind.
_FLOOR = "import os, grpc.aio, uvicorn, connectrpc.server, psycopg, redis.asyncio, structlog, prometheus_client\n"
_FLOOR += "print(sum(os.times()[:2]))"


async def idle(house: House, seconds: float) -> dict[str, float]:
    """Return commands of Redis and statements of PostgreSQL a second, with watched tables at which nothing happens.
    Commands inside of scripts count too."""
    async with AsyncExitStack() as people:
        await people.enter_async_context(idle_tables(people, house.served.grpc, TABLES))
        await asyncio.sleep(SETTLED_S)
        began, commands, statements = perf_counter(), _commands(house.views), _statements(house.store)
        await asyncio.sleep(seconds)
        commands, statements = _commands(house.views) - commands, _statements(house.store) - statements
        took = perf_counter() - began
    return {"idle_redis_per_s": commands / took, "idle_sql_per_s": statements / took}


def _commands(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        stats = client.info("commandstats")
    assert isinstance(stats, dict)
    return sum(each["calls"] for name, each in stats.items() if name != "cmdstat_info")


def _statements(store: str) -> int:
    with psycopg.connect(store, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        found = connection.execute(
            "SELECT sum(calls) FROM pg_stat_statements JOIN pg_database ON oid = dbid"
            " WHERE datname = current_database() AND query NOT LIKE '%pg_stat_statements%'"
        ).fetchone()
    assert found
    return int(found[0])


def start_s(house: House, checkout: Path) -> float:
    """Return the processor time of a process that answers calls, from its start until it answers."""
    arguments = [*command(), "serve", *house.settings, "--roles", "api"]
    with process(arguments, checkout) as (_, pid):
        return spent_s({"": pid})[""]


def floor_s() -> float:
    """Return the processor time of an interpreter that imports the libraries alone."""
    done = subprocess.run(
        [sys.executable, "-c", _FLOOR], check=True, capture_output=True, text=True, env=environment(Path())
    )
    return float(done.stdout)
