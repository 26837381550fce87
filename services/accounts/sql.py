"""One question to the database of the event store, the same on SQLite and PostgreSQL. Placeholders are `?`."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from services.store.contract import StoreAway

POOL_MAX = 4
BUSY_S = 5.0


class Sql(Protocol):
    async def run(self, statement: str, values: Sequence[Any] = (), *, timeout_s: float = BUSY_S) -> list[Any]:
        """The rows of one statement, in a transaction of its own. Raises StoreAway, also when it takes too long."""
        ...

    async def close(self) -> None: ...


class SqliteSql:
    def __init__(self, path: str | Path) -> None:
        self._connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._one_at_a_time = asyncio.Lock()

    async def run(self, statement: str, values: Sequence[Any] = (), *, timeout_s: float = BUSY_S) -> list[Any]:
        async with self._one_at_a_time:
            try:
                return await asyncio.to_thread(self._run, statement, values)
            except sqlite3.OperationalError as error:
                raise StoreAway(str(error)) from error

    def _run(self, statement: str, values: Sequence[Any]) -> list[Any]:
        return self._connection.execute(statement, values).fetchall()

    async def close(self) -> None:
        self._connection.close()


class PostgresSql:
    def __init__(self, url: str) -> None:
        self._pool = AsyncConnectionPool(url, min_size=0, max_size=POOL_MAX, open=False, kwargs={"autocommit": True})
        self._opened = asyncio.Lock()

    async def run(self, statement: str, values: Sequence[Any] = (), *, timeout_s: float = BUSY_S) -> list[Any]:
        async with self._opened:
            await self._pool.open()
        try:
            async with asyncio.timeout(timeout_s), self._pool.connection() as connection:
                cursor = await connection.execute(statement.replace("?", "%s").encode(), values)
                return await cursor.fetchall() if cursor.description else []
        except (psycopg.OperationalError, PoolTimeout, TimeoutError) as error:
            raise StoreAway("the database of the accounts does not answer") from error

    async def close(self) -> None:
        await self._pool.close()


def open_sql(url: str) -> Sql:
    """`sqlite:///path`, `postgresql://…`"""
    return SqliteSql(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else PostgresSql(url)
