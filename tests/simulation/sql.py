"""The tables next to the log: real SQL on SQLite, reached as PostgresSql reaches those of PostgreSQL."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import psycopg

from services.store.interface import StoreUnavailable
from services.store.primary import primary_of
from services.store.sql import PATIENCE_S, RECONNECT_S, AlreadyThere, Statement
from tests.simulation.loop import PROCESS
from tests.simulation.postgres import Cluster, Connection
from tests.simulation.tables import Tables

T = TypeVar("T")
_TABLE = re.compile(r"\b(?:FROM|INTO|UPDATE) (\w+)")


class SimulatedSql:
    """One process's way to the tables, with one connection. `url`: unlike that of any other process."""

    def __init__(self, cluster: Cluster, url: str) -> None:
        self._cluster, self._url, self._primary = cluster, url, primary_of(url)
        self._connection: Connection | None = None
        self._opening = asyncio.Lock()

    async def run(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        self._note([(statement, values)])
        self._cluster.writes([(statement, values)])
        rows = await self._reach(lambda tables: tables.run(statement, values))
        self._cluster.written([(statement, values)])
        return rows

    async def together(self, statements: Sequence[Statement], *, only_if: Statement | None = None) -> bool:
        self._note([*([only_if] if only_if else []), *statements])
        if process := PROCESS.get():
            self._cluster.asked["transactions"] += 1
            if not statements:
                self._cluster.excess.add(f"{process.name} sent a transaction without statements")
        self._cluster.happen()
        self._cluster.follow(statements)
        self._cluster.writes(statements)
        is_done = await self._reach(lambda tables: tables.together(statements, only_if))
        self._cluster.written(statements)
        return is_done

    def _note(self, statements: Sequence[Statement]) -> None:
        assert not any("IN ()" in each for each, _ in statements), "PostgreSQL has no empty list"
        if PROCESS.get():
            tables = ((each.split()[0], *_TABLE.findall(each)[:1]) for each, _ in statements)
            self._cluster.asked.update(" ".join(words) for words in tables)

    async def now_ms(self) -> int | None:
        return None

    async def close(self) -> None:
        """The server ends the connection with its process."""

    async def _reach(self, work: Callable[[Tables], T]) -> T:
        """The answer may be lost after the work was done."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                async with self._opening:
                    connection = await self._connected()
                return await connection.reach_tables(work)
        except sqlite3.IntegrityError as error:
            raise AlreadyThere(str(error)) from error
        except (psycopg.OperationalError, psycopg.errors.ReadOnlySqlTransaction, TimeoutError) as error:
            raise StoreUnavailable("the database does not answer") from error

    async def _connected(self) -> Connection:
        """Return a connection that led to the primary a second ago."""
        if self._connection and not self._connection.closed:
            with suppress(psycopg.Error):
                return await self._checked(self._connection)
        while True:
            try:
                self._connection = await self._cluster.driver(self._url)
                return await self._checked(self._connection)
            except psycopg.Error:
                await asyncio.sleep(RECONNECT_S)

    async def _checked(self, connection: Connection) -> Connection:
        """Raises NotThePrimary, and what a lost connection raises."""
        checked: Any = connection
        try:
            await self._primary.check(checked)
        except psycopg.Error:
            connection.end()
            raise
        return connection
