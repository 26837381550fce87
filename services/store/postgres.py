"""The event store on PostgreSQL. One connection appends, one listens, one leads, a few read."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import Any, LiteralString, TypeAlias

import psycopg
import structlog
from psycopg import AsyncConnection, sql
from psycopg.errors import ReadOnlySqlTransaction

from domain.history.codec import link_of
from domain.history.record import EventRow, LogRow
from services.observe.metrics import CONNECTIONS_OPENED
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import jittered, pause
from services.store import arrays
from services.store.archive import lookups
from services.store.archive.archived_games import ArchivedGame
from services.store.connecting import LOST, REFUSED, conninfo
from services.store.interface import EventStore, RecordedRequest, Request, SchemaMismatch, StoreUnavailable
from services.store.leading import Leading
from services.store.logs.members import ASKED, Member, alone
from services.store.migrations import latest
from services.store.primary import Primary, primary_of
from services.store.queue import POLL_S, RETRY_S, AppendQueue, Head, Unreachable, Write

log = structlog.get_logger(__name__)

READERS_MAX, IDLE_S = 8, 60
"""Connections that read; each but the last one used is closed when nothing was read over it for so long."""
READ_S = 5.0
HEADS_MAX = 100_000

_Connection = AsyncConnection[tuple[Any, ...]]
Driver: TypeAlias = Callable[[str], Awaitable[_Connection]]
"""Opens a connection, without transactions of its own, from parameters as libpq takes them."""


async def psycopg_driver(conninfo: str) -> _Connection:
    return await AsyncConnection.connect(conninfo, autocommit=True)


_STREAM: LiteralString = (
    "SELECT originator_id, originator_version, topic, state FROM stored_events"
    " WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version LIMIT %s"
)
_LOG: LiteralString = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events"
    " WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)
# With the condition of the index stored_events_tables_idx, word for word.
_TABLES: LiteralString = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events"
    " WHERE notification_id > %s AND topic LIKE 'table.%%' AND topic NOT LIKE 'table.ClocksSet/%%'"
    " ORDER BY notification_id LIMIT %s"
)
_AT: LiteralString = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events"
    " WHERE notification_id = ANY(%s) ORDER BY notification_id"
)
_APPEND: LiteralString = "SELECT append_events(%b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b)"
_ACKNOWLEDGED: LiteralString = (
    "SELECT request_id, version, command FROM acknowledged_requests WHERE game_id = %s AND actor = %s"
)
_ONE: LiteralString = lookups.ONE.replace("?", "%s")
_UPTO: LiteralString = lookups.UPTO
_ACROSS: LiteralString = lookups.ACROSS_BY_RANGE.replace("?", "%s")
_AFTER: LiteralString = lookups.AFTER.replace("?", "%s")
_LAST: LiteralString = lookups.LAST.replace("?", "%s")
_PLACED: LiteralString = lookups.PLACED.replace("{position}", "notification_id").replace("?", "%s")
_FINISHED: LiteralString = (
    lookups.FINISHED.replace("%", "%%").replace("{position}", "notification_id").replace("?", "%s")
)
_NOTICES: LiteralString = "SELECT log_channel(), log_takes_turns()"
_HEAD: LiteralString = "SELECT coalesce(max(notification_id), 0) FROM stored_events"

LOOK_S = 5.0
"""The connection that listens is checked this often."""
LOOK_OUT_S = 30.0
"""A new connection is opened this often to learn where the address leads."""


class PostgresStore:
    """See EventStore. Nothing is opened before the first use; every lost connection is opened again when next used."""

    label = ""

    def __init__(self, url: str, member: Member | None = None, driver: Driver = psycopg_driver) -> None:
        """`member`: of a set of logs, none for a store that is one."""
        self._primary = primary_of(url)
        self._connect = partial(_connect, driver, url, member or alone())
        self._looked_out_s: float | None = None
        self._appender = _Appender(self._connect, self._primary)
        self._queue = AppendQueue(self._appender)
        self._idle: list[tuple[float, _Connection]] = []  # and since when; the last one is used first
        self._reading = asyncio.Semaphore(READERS_MAX)
        self._head = Head()
        self._leading = Leading(partial(self._connect, "lead"), self._primary.check_and_ask)
        self._listening: asyncio.Task[None] | None = None

    @property
    def logs(self) -> Sequence[EventStore]:
        return (self,)

    async def log_of(self, game_id: str) -> EventStore:
        return self

    def append(
        self, rows: Sequence[EventRow], timeout_s: float, request: Request | None = None, link: str = ""
    ) -> Coroutine[Any, Any, None]:
        return self._queue.append(rows, timeout_s, request, link)

    def record_request(
        self, game_id: str, version: int, request: Request, timeout_s: float
    ) -> Coroutine[Any, Any, None]:
        return self._queue.record_request(game_id, version, request, timeout_s)

    async def recorded_requests(self, game_id: str, actor: str) -> Mapping[str, RecordedRequest]:
        rows = await self._read(_ACKNOWLEDGED, game_id, actor)
        return {request_id: RecordedRequest(version, digest) for request_id, version, digest in rows}

    async def load(self, game_id: str, after: int = 0, limit: int | None = None) -> Sequence[EventRow]:
        return [EventRow(*found) for found in await self._read(_STREAM, game_id, after, limit)]

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]:
        return [LogRow(position, EventRow(*found)) for position, *found in await self._read(_LOG, after, limit)]

    async def read_tables(self, after: int, limit: int) -> Sequence[LogRow]:
        return [LogRow(position, EventRow(*found)) for position, *found in await self._read(_TABLES, after, limit)]

    async def rows_at(self, positions: Sequence[int]) -> Sequence[LogRow]:
        return [LogRow(position, EventRow(*found)) for position, *found in await self._read(_AT, list(positions))]

    async def exists(self, game_id: str) -> bool:
        return bool(await self.load(game_id, 0, 1))

    async def archived(self, game_id: str) -> ArchivedGame | None:
        found = await self._read(_ONE, game_id)
        return ArchivedGame(*found[0]) if found else None

    async def archived_upto(self) -> int:
        ((upto,),) = await self._read(_UPTO)
        return int(upto)

    async def archived_across(self, position: int) -> Sequence[ArchivedGame]:
        return [ArchivedGame(*found) for found in await self._read(_ACROSS, position)]

    async def archived_after(self, position: int, limit: int) -> Sequence[ArchivedGame]:
        return [ArchivedGame(*found) for found in await self._read(_AFTER, position, limit)]

    async def archived_last(self, games_max: int) -> Sequence[ArchivedGame]:
        return [ArchivedGame(*found) for found in await self._read(_LAST, games_max or lookups.ALL)]

    async def placed(self, game_id: str) -> Sequence[LogRow]:
        return [LogRow(position, EventRow(*rest)) for position, *rest in await self._read(_PLACED, game_id)]

    async def finished(self, after: int, limit: int) -> Sequence[LogRow]:
        return [LogRow(position, EventRow(*rest)) for position, *rest in await self._read(_FINISHED, after, limit)]

    async def hides(self, position: int) -> bool:
        return False

    async def left_out(self, after: int, upto: int) -> Collection[str]:
        return ()

    async def log_head(self) -> int:
        ((head,),) = await self._read(_HEAD)
        return int(head)

    async def appended_head(self) -> int:
        try:
            now_s = asyncio.get_running_loop().time()
            if self._looked_out_s is None:
                self._looked_out_s = now_s
            if now_s - self._looked_out_s > LOOK_OUT_S:
                self._looked_out_s = now_s
                await self._look_out()
            return await self._appender.head()
        except (Unreachable, *LOST) as lost:
            raise StoreUnavailable(str(lost)) from lost

    async def _look_out(self) -> None:
        """Connections that stay open do not notice that the address leads to a new primary: a new one does."""
        connection = await self._connect("look")
        try:
            await self._primary.check(connection)
        finally:
            await _discard(connection)

    async def wait(self, after: int, timeout_s: float) -> bool:
        if self._listening is None:
            self._listening = asyncio.get_running_loop().create_task(self._listen(), name="listen")
        return await self._head.wait(after, timeout_s)

    def lead(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._leading.lead(name)

    async def close(self) -> None:
        await self._queue.close()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        await self._leading.close()
        await self._appender.close()
        while self._idle:
            await _discard(self._idle.pop()[1])

    async def _read(self, query: LiteralString, *parameters: str | int | list[int] | None) -> list[tuple[Any, ...]]:
        """Tries again on a new connection until READ_S have passed: one that idled may be dead without knowing."""
        now_s = asyncio.get_running_loop().time
        deadline = now_s() + READ_S
        async with self._reading:
            while True:
                try:
                    return await self._read_once(query, parameters)
                except REFUSED:
                    raise
                except LOST as lost:
                    if now_s() > deadline:
                        raise StoreUnavailable(str(lost)) from lost
                await pause(RETRY_S)

    async def _read_once(self, query: LiteralString, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        connection = self._idle.pop()[1] if self._idle else await self._connect("read")
        try:
            await self._primary.check(connection)
            async with connection.cursor(binary=True) as cursor:
                await cursor.execute(query, parameters, prepare=True)
                rows = await cursor.fetchall()
        except BaseException:
            await _discard(connection)
            raise
        now_s = asyncio.get_running_loop().time()
        self._idle.append((now_s, connection))
        while len(self._idle) > 1 and now_s - self._idle[0][0] > IDLE_S:
            await _discard(self._idle.pop(0)[1])
        return rows

    async def _listen(self) -> None:
        """Listens first and looks then, so nothing falls between; looks again every LOOK_S, which notices a server that
        is no longer the primary. Where a notification may come before its rows can be seen (services/store/citus.py) it
        is not believed, because its readers would ask again and again: then it looks every POLL_S."""
        while True:
            try:
                connection = await self._connect("listen")
                self._head.opened()
                try:
                    ((channel, early),) = await (await connection.execute(_NOTICES)).fetchall()
                    await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                    while True:
                        stop_if_cancelled()
                        self._head.found_at(await _log_head(self._primary, connection))
                        self._head.is_announced = not early
                        async for note in connection.notifies(
                            timeout=jittered(POLL_S if early else LOOK_S), stop_after=1 if early else None
                        ):
                            if not early:
                                self._head.moved_to(int(note.payload or 0))
                finally:
                    self._head.is_announced = False
                    await _discard(connection)
            except (*LOST, StoreUnavailable) as lost:
                log.warning("a connection was lost and is opened again", purpose="listen", reason=str(lost))
                await pause(RETRY_S)


class _Appender:
    """The Writer of the queue: one connection and one function call a batch."""

    def __init__(self, connect: Callable[[str], Awaitable[_Connection]], primary: Primary) -> None:
        self._connect, self._primary = connect, primary
        self._connection: _Connection | None = None
        self._connecting, self._opened_before, self._is_another = asyncio.Lock(), False, False
        self._heads: dict[str, int] = {}  # of games stored over this connection: another server may know less

    async def connect(self, *, checks: bool = True) -> None:
        """`checks`: False if the caller asks itself where the connection leads. Raises Unreachable."""
        async with self._connecting:
            if self._connection is not None and checks:
                try:
                    await self._primary.check(self._connection)
                except LOST:
                    await self.close()
            if self._connection is None:
                try:
                    self._connection = await self._opened()
                except LOST as lost:
                    raise Unreachable(str(lost), unknown=False) from lost
                self._heads.clear()
                if self._opened_before:
                    log.info("connected again", purpose="append", server=self._connection.info.host)
                self._is_another = self._opened_before or self._primary.has_changed
                self._opened_before = True

    async def _opened(self) -> _Connection:
        connection = await self._connect("append")
        try:
            await self._primary.check(connection)
            # Its statements look up single rows; a plan from the days of a small table would read all of it.
            await connection.execute("SET enable_seqscan = off")
        except BaseException:
            await _discard(connection)
            raise
        arrays.register(connection)
        return connection

    async def head(self) -> int:
        """Return the end of the log over the connection that appends. Raises Unreachable, and errors in LOST."""
        await self.connect(checks=False)
        assert self._connection is not None
        try:
            return await _log_head(self._primary, self._connection)
        except LOST:
            await self.connect()  # opens another one
            return await _log_head(self._primary, self._connection)

    async def write(self, commands: Sequence[Write]) -> Collection[str]:
        connection = self._connection  # which a look at the end of the log may close meanwhile
        assert connection is not None
        try:
            stale = await self._after_lost_events(connection, commands) if self._is_another else ()
            fit = [command for command in commands if command.game_id not in stale] if stale else commands
            cursor = await connection.execute(_APPEND, self._parameters(fit), prepare=True, binary=True)
            answer = await cursor.fetchone()
        except REFUSED:
            raise
        except LOST as lost:
            # An error that the server told in good order has rolled the batch back. A lost connection tells nothing.
            gone = connection.closed
            if gone or isinstance(lost, ReadOnlySqlTransaction):  # another server may take writes by now
                await self._leave(connection)
            raise Unreachable(str(lost), unknown=gone) from lost
        assert answer is not None
        taken: Collection[str] = [*(answer[0] or ()), *stale]
        if connection is self._connection:
            self._remember(commands, taken)
        return taken

    async def _after_lost_events(self, connection: _Connection, commands: Sequence[Write]) -> Collection[str]:
        """Return the games in which another event is where this process knows one, or none: the server that took over
        had lost ours, and another process stored its own, or may do so before we append. The function that appends
        compares numbers alone."""
        stale = []
        for command in commands:
            if not command.rows or not command.link or self._heads.get(command.game_id) == command.after:
                continue
            before = (command.game_id, command.after - 1, 1)
            cursor = await connection.execute(_STREAM, before, prepare=True, binary=True)
            if [link_of(EventRow(*row)) for row in await cursor.fetchall()] != [command.link]:
                stale.append(command.game_id)
        return stale

    def _parameters(self, commands: Sequence[Write]) -> Sequence[arrays.Array]:
        rows = [row for command in commands for row in command.rows]
        heads = self._heads
        follows = [
            command
            for command in commands
            if command.rows and command.after and heads.get(command.game_id) != command.after
        ]
        asked = [(command.game_id, command.request) for command in commands if command.rows and command.request]
        noted = [
            (command.game_id, command.after, command.request)
            for command in commands
            if command.request and not command.rows
        ]
        return (
            arrays.Texts([row.stream_id for row in rows]),
            arrays.Integers([row.version for row in rows]),
            arrays.Texts([row.topic for row in rows]),
            arrays.Bodies([row.body for row in rows]),
            arrays.Texts([command.game_id for command in follows]),
            arrays.Integers([command.after for command in follows]),
            arrays.Texts([game_id for game_id, _ in asked]),
            arrays.Texts([request.actor for _, request in asked]),
            arrays.Texts([request.request_id for _, request in asked]),
            arrays.Texts([game_id for game_id, _, _ in noted]),
            arrays.Integers([version for _, version, _ in noted]),
            arrays.Texts([request.actor for _, _, request in noted]),
            arrays.Texts([request.request_id for _, _, request in noted]),
            arrays.Texts([request.digest for _, _, request in noted]),
        )

    def _remember(self, commands: Sequence[Write], taken: Collection[str]) -> None:
        if len(self._heads) > HEADS_MAX:
            self._heads.clear()
        for command in commands:
            if command.game_id not in taken:
                self._heads[command.game_id] = command.after + len(command.rows)

    async def close(self) -> None:
        if self._connection is not None:
            await self._leave(self._connection)

    async def _leave(self, connection: _Connection) -> None:
        if connection is self._connection:
            self._connection = None
        await _discard(connection)


async def _connect(driver: Driver, url: str, member: Member, role: str) -> _Connection:
    connection = await driver(conninfo(url, role))
    CONNECTIONS_OPENED.labels(role.partition(" ")[0]).inc()
    try:
        # A commit that is acknowledged is on disk, and each statement of the append function sees what was committed
        # before it got the lock, whatever the defaults of this server are.
        await connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';"
            "SET default_transaction_isolation = 'read committed'"
        )
        cursor = await connection.execute("SELECT coalesce(max(version), 0) FROM schema_version")
        found = await cursor.fetchone()
    except psycopg.errors.UndefinedTable:
        found = (0,)
    except BaseException:
        await _discard(connection)
        raise
    wanted = latest("postgres")
    if found != (wanted,):
        await _discard(connection)
        assert found is not None
        raise SchemaMismatch(found[0], wanted)
    try:
        await member.check(await (await connection.execute(ASKED)).fetchall())
    except BaseException:
        await _discard(connection)
        raise
    return connection


async def _log_head(primary: Primary, connection: _Connection) -> int:
    """Return the end of the log, and check the connection in the same statement. Raises NotThePrimary."""
    (head,) = await primary.check_and_ask(connection, _HEAD, ())
    return int(head)


async def _discard(connection: _Connection) -> None:
    with suppress(psycopg.Error):
        await connection.close()
