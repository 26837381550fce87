"""SQL statements on the event store's database, for data other than events: accounts, chat, webhooks, seals.

The same text runs on SQLite and PostgreSQL. Placeholders are `?`.
"""

import asyncio
import select
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import structlog

from services.observe.metrics import CONNECTIONS_OPENED, POOL_CONNECTIONS, POOL_WAITING
from services.store.interface import StoreUnavailable

if TYPE_CHECKING:  # an installation for SQLite alone has no psycopg
    from psycopg import AsyncConnection
    from psycopg_pool import AsyncConnectionPool

    from services.store.primary import Primary

log = structlog.get_logger(__name__)

POOL_MAX = 4
_PURPOSE = "tables"
PATIENCE_S = 5.0
RECONNECT_S = 1.0
"""After this time the next caller tries again: the pool itself would double its wait after each try, up to minutes."""


T = TypeVar("T")
Statement: TypeAlias = tuple[str, Sequence[Any]]
"""A statement with the values of its placeholders."""


class AlreadyThere(Exception):
    """A row with the same unique key was stored first."""


class Sql(Protocol):
    async def run(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of one statement, in a transaction of its own. Raises StoreUnavailable, AlreadyThere."""
        ...

    async def together(self, statements: Sequence[Statement], *, only_if: Statement | None = None) -> bool:
        """Execute all statements in one transaction, or none. `only_if` runs first; if it returns no row, nothing is
        done and the result is False. Raises StoreUnavailable, AlreadyThere."""
        ...

    async def now_ms(self) -> int | None:
        """Return the time of the database's clock, in milliseconds since 1970; None if it has no clock of its own.
        Raises StoreUnavailable."""
        ...

    async def close(self) -> None: ...


class SqliteSql:
    def __init__(self, path: str) -> None:
        try:
            self._file = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise StoreUnavailable(str(error)) from error
        self._executor = ThreadPoolExecutor(1, "sqlite tables")  # one statement at a time, and behind no other work

    async def run(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._executed(partial(self._run, statement, values))

    async def together(self, statements: Sequence[Statement], *, only_if: Statement | None = None) -> bool:
        return await self._executed(partial(self._run_together, statements, only_if))

    async def now_ms(self) -> int | None:
        return None

    async def _executed(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        except sqlite3.OperationalError as error:
            raise StoreUnavailable(str(error)) from error
        except sqlite3.IntegrityError as error:
            raise AlreadyThere(str(error)) from error

    def _run(self, statement: str, values: Sequence[Any]) -> list[Any]:
        return self._file.execute(statement, values).fetchall()

    def _run_together(self, statements: Sequence[Statement], only_if: Statement | None) -> bool:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            if only_if and not self._run(*only_if):
                self._file.execute("ROLLBACK")
                return False
            for statement, values in statements:
                self._file.execute(statement, values)
            self._file.execute("COMMIT")
        except sqlite3.Error:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise
        return True

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._executor, self._file.close)
        self._executor.shutdown()


class PostgresSql:
    def __init__(self, url: str) -> None:
        self._pool, self._open = _pool(url), asyncio.Lock()

    async def run(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._connected(partial(_run, statement=statement, values=values))

    async def together(self, statements: Sequence[Statement], *, only_if: Statement | None = None) -> bool:
        return await self._connected(partial(_run_together, statements=statements, only_if=only_if))

    async def now_ms(self) -> int | None:
        ((now_ms,),) = await self.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(now_ms)

    async def _connected(self, work: "Callable[[AsyncConnection[Any]], Awaitable[T]]") -> T:
        import psycopg

        from services.store.connecting import REFUSED

        try:
            async with asyncio.timeout(PATIENCE_S):
                async with self._open:
                    await self._pool.open()
                async with self._pool.connection() as connection:
                    return await work(connection)
        except psycopg.errors.UniqueViolation as error:
            raise AlreadyThere(str(error)) from error
        except REFUSED:
            raise
        except (psycopg.OperationalError, TimeoutError) as error:
            raise StoreUnavailable("the database does not answer") from error
        except psycopg.errors.ReadOnlySqlTransaction as error:
            raise StoreUnavailable(str(error)) from error
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn) as error:
            raise StoreUnavailable(f"{str(error).splitlines()[0]}: run `turnledger migrate`") from error
        except psycopg.errors.InsufficientPrivilege as error:
            log.error("the account of the database may not do this: has it turnledger_writer?", reason=str(error))
            raise StoreUnavailable(str(error)) from error

    async def close(self) -> None:
        await self._pool.close()


async def _run_together(
    connection: "AsyncConnection[Any]", statements: Sequence[Statement], only_if: Statement | None
) -> bool:
    async with connection.transaction():
        if only_if and not await _run(connection, *only_if):
            return False
        for statement, values in statements:
            await _run(connection, statement, values)
    return True


async def _run(connection: "AsyncConnection[Any]", statement: str, values: Sequence[Any]) -> list[Any]:
    from psycopg.errors import ReadOnlySqlTransaction

    try:
        cursor = await connection.execute(statement.replace("?", "%s").encode(), values)
        return await cursor.fetchall() if cursor.description else []
    except ReadOnlySqlTransaction:
        await connection.close()  # another server may take writes by now
        raise


async def _check(primary: "Primary", connection: "AsyncConnection[Any]") -> None:
    """Ask an idle connection whether the server is still there, but only if input came in: its farewell, or the end of
    the connection. A query before each statement would cost as much as the statement. Once a second the connection is
    asked whether it leads to the primary."""
    from psycopg_pool import AsyncConnectionPool

    idle = select.poll()
    idle.register(connection.fileno(), select.POLLIN)
    if idle.poll(0):
        await AsyncConnectionPool.check_connection(connection)
    try:
        await primary.check(connection)
    except Exception:
        await connection.close()  # the pool would give it to the next caller
        raise


def _pool(url: str) -> "AsyncConnectionPool[Any]":
    from psycopg_pool import AsyncConnectionPool

    from services.store.connecting import conninfo
    from services.store.primary import primary_of

    primary = primary_of(url)

    async def opened(connection: "AsyncConnection[Any]") -> None:
        CONNECTIONS_OPENED.labels(_PURPOSE).inc()
        await primary.check(connection)

    pool = AsyncConnectionPool(
        conninfo(url, _PURPOSE),
        min_size=0,
        max_size=POOL_MAX,
        open=False,
        check=partial(_check, primary),
        configure=opened,
        reconnect_timeout=RECONNECT_S,
        kwargs={"autocommit": True},
    )
    for state, name in (("open", "pool_size"), ("idle", "pool_available")):
        POOL_CONNECTIONS.labels(state).set_function(partial(_stands_at, pool, name))
    POOL_WAITING.set_function(partial(_stands_at, pool, "requests_waiting"))
    return pool


def _stands_at(pool: "AsyncConnectionPool[Any]", name: str) -> float:
    return pool.get_stats().get(name, 0)
