"""The tables next to the log: real SQL on SQLite, reached over the simulated network."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from services.store.interface import StoreUnavailable
from services.store.sql import SqliteSql, Statement
from tests.simulation.loop import ProcessState
from tests.simulation.postgres import Cluster

T = TypeVar("T")


class SimulatedSql:
    """One process's way to tables that all processes share. They keep everything in a failover."""

    def __init__(self, tables: SqliteSql, cluster: Cluster, process: ProcessState | None = None) -> None:
        self._tables, self._cluster, self._process = tables, cluster, process

    def of(self, process: ProcessState) -> "SimulatedSql":
        return SimulatedSql(self._tables, self._cluster, process)

    async def run(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return await self._reach(lambda: self._tables.run(statement, values))

    async def together(self, statements: Sequence[Statement], *, only_if: Statement | None = None) -> bool:
        return await self._reach(lambda: self._tables.together(statements, only_if=only_if))

    async def now_ms(self) -> int | None:
        return None

    async def close(self) -> None:
        """The tables outlive the process."""

    async def _reach(self, work: Callable[[], Awaitable[T]]) -> T:
        """The answer may be lost after the work was done."""
        await self._cluster.travel()
        self._check()
        done = await work()
        await self._cluster.travel()
        self._check()
        return done

    def _check(self) -> None:
        if self._cluster.is_down:
            raise StoreUnavailable("the database does not answer")
