"""The leads of a process: advisory locks of one connection to PostgreSQL, for as many roles as it has."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection

from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import jittered, pause
from services.store.connecting import LOST
from services.store.interface import StoreUnavailable

LOOK_S = 0.2
"""Interval at which a lease is polled. Processes do not wait inside PostgreSQL: a waiting connection can serve nothing
else, and stays open when its process is killed."""
ASK_S = 2.0
"""Interval at which a connection that holds leases is used; the server ends it after 4 s without a question."""
RETRY_S = 0.5

# The server notices a vanished peer within five seconds too, and frees its leases: also when
# the process hangs while its kernel answers, because then no question comes. PostgreSQL 13 does not know the last one.
_NOTICED_THERE = (
    "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2;"
    "SELECT set_config('idle_session_timeout', '4s', false)"
    " WHERE current_setting('server_version_num')::int >= 140000"
)
# The locks are the database's, the leads a schema's: one of another name than the usual one has its own.
_LOCK: LiteralString = (
    "hashtextextended(CASE WHEN current_schema() = 'public' THEN name ELSE current_schema() || '/' || name END, 20040)"
)
_TAKE: LiteralString = f"SELECT name FROM unnest(%s::text[]) AS wanted (name) WHERE pg_try_advisory_lock({_LOCK})"  # noqa: S608
_FREE: LiteralString = f"SELECT pg_advisory_unlock({_LOCK}) FROM unnest(%s::text[]) AS led (name)"  # noqa: S608

_Connection = AsyncConnection[tuple[Any, ...]]


class Leading:
    """Takes and keeps leads. `connect` opens a connection; there is one while a lead is held or waited for. `ask`
    returns the one column of a query, and raises an error in LOST if the connection does not lead to the primary: a
    standby would give the same locks once more."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[_Connection]],
        ask: Callable[[_Connection, LiteralString, Sequence[Any]], Awaitable[Sequence[str]]],
    ) -> None:
        self._connect, self._ask = connect, ask
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._wanted: dict[str, asyncio.Future[asyncio.Event]] = {}
        self._held: dict[str, asyncio.Event] = {}  # set when it is lost
        self._given_back: list[str] = []
        self._awake = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def lead(self, name: str) -> AsyncIterator[None]:
        """See EventStore.lead. When the connection is lost the block is cancelled, because another process may hold the
        lease already."""
        async with self._turns[name]:  # to its own process a lock is free that it has
            lost = await self._acquire(name)
            try:
                async with asyncio.timeout(None) as held:
                    watcher = asyncio.create_task(_end_when(lost, held))
                    try:
                        yield
                    finally:
                        watcher.cancel()
            except TimeoutError:
                if held.expired():
                    raise StoreUnavailable(f"the lead of {name} was lost with its connection") from None
                raise
            finally:
                self._give_back(name, lost)

    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait({self._keeping})

    async def _acquire(self, name: str) -> asyncio.Event:
        wanted: asyncio.Future[asyncio.Event] = asyncio.get_running_loop().create_future()
        self._wanted[name] = wanted
        self._wake()
        try:
            return await wanted
        except BaseException:
            self._wanted.pop(name, None)
            if lost := self._held.get(name):  # it came at that moment
                self._give_back(name, lost)
            raise

    def _busy(self) -> bool:
        return bool(self._wanted or self._held or self._given_back)

    def _give_back(self, name: str, lost: asyncio.Event) -> None:
        if self._held.get(name) is lost:
            del self._held[name]
            self._given_back.append(name)
            self._wake()

    def _wake(self) -> None:
        self._awake.set()
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.get_running_loop().create_task(self._keep(), name="leads")

    async def _keep(self) -> None:
        """While there is a lead to hold, to wait for or to give back."""
        while self._busy():
            stop_if_cancelled()
            try:
                await self._connected()
            except LOST:
                await pause(RETRY_S)
            except Exception as error:  # of another schema: those who wait are to hear of it
                waiting, self._wanted = self._wanted, {}
                for wanted in waiting.values():
                    if not wanted.done():
                        wanted.set_exception(error)

    async def _connected(self) -> None:
        connection = await self._connect()
        try:
            await connection.execute(_NOTICED_THERE)
            while self._busy():
                stop_if_cancelled()
                self._awake.clear()
                await self._give_and_take(connection)
                if self._busy():
                    await self._doze(connection)
        finally:
            for lost in self._held.values():
                lost.set()
            self._held.clear()
            self._given_back.clear()
            with suppress(psycopg.Error):
                await connection.close()

    async def _give_and_take(self, connection: _Connection) -> None:
        """Asks even for nothing: the answer tells that the leads are still held."""
        if given := self._given_back:
            self._given_back = []
            await connection.execute(_FREE, (given,))
        for name in await self._ask(connection, _TAKE, (list(self._wanted),)):
            lost = self._held[name] = asyncio.Event()
            wanted = self._wanted.pop(name, None)
            if wanted and not wanted.done():
                wanted.set_result(lost)
            else:
                self._give_back(name, lost)

    async def _doze(self, connection: _Connection) -> None:
        """Wait for work, for input on the connection (mostly its end), or for the time."""
        loop, socket = asyncio.get_running_loop(), connection.fileno()
        loop.add_reader(socket, self._awake.set)
        try:
            async with asyncio.timeout(jittered(LOOK_S if self._wanted else ASK_S)):
                await self._awake.wait()
        except TimeoutError:
            pass
        finally:
            loop.remove_reader(socket)


async def _end_when(lost: asyncio.Event, held: asyncio.Timeout) -> None:
    await lost.wait()
    held.reschedule(asyncio.get_running_loop().time())
