"""The way of every command into the store: those that wait at the same moment share one transaction.

While a batch is being written, the next one collects. A batch holds at most one command of a game, so a conflict is
settled per game and never fails a neighbour. Writing the same bytes again is harmless (both stores compare them under
their lock), so a batch whose reply was lost is simply sent again for those who still wait.
"""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

from domain.history.record import EventRow
from services.observe.metrics import APPEND_BATCH_ROWS, APPEND_QUEUED_ROWS, APPEND_SECONDS
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import jittered, pause
from services.store.interface import QueueFull, Request, StoreUnavailable, VersionConflict

POLL_S = 1.0
"""Both stores poll at least this often, whatever else wakes them."""
ROWS_WAITING_MAX = 10_000
ROWS_BATCH_MAX = 1_000
LINGER_S, COMPANY_ENOUGH = 0.002, 16
"""While several games are being played at once, a batch waits so long for more commands, unless it has so many: a
transaction costs as much processor time as two or three commands."""
RETRY_S = 0.05
CLOCK_S = 0.02
CLOSE_S = 5.0
IN_DOUBT_S = 10.0
"""So long after a connection was opened again, readers look although no row was announced."""
SLOW = "the store did not answer in time"


class Write(Struct, frozen=True, gc=False):
    """One command of a game whose newest version is `after`: its rows, with versions without gaps; or, if it made no
    event, its request. `link`: of the event at `after`, empty if the caller does not know it."""

    game_id: str
    after: int
    rows: Sequence[EventRow]
    request: Request | None = None
    link: str = ""


class Unreachable(Exception):
    """The store did not take a batch. `unknown`: it may have, but the answer did not arrive."""

    def __init__(self, reason: str, *, unknown: bool) -> None:
        super().__init__(reason)
        self.unknown = unknown


class Writer(Protocol):
    """The functions that a store gives the queue."""

    async def connect(self) -> None:
        """Makes ready to write. Raises Unreachable."""
        ...

    async def write(self, commands: Sequence[Write]) -> Collection[str]:
        """Store each command that follows the head of its game and whose request is not recorded, in one durable
        transaction. Return the games of the others, except commands whose exact bytes are stored already. Raises
        Unreachable."""
        ...


class _Waiting(Struct, eq=False):
    """`size`: its rows, 1 for a request alone. `sent`: a transaction with it was sent; how it ended is not known."""

    game_id: str
    command: Write
    size: int
    deadline: float
    stored: asyncio.Future[None]
    sent: bool = False

    def refuse(self, error: Exception) -> None:
        if not self.stored.done():  # else its caller has gone
            self.stored.set_exception(error)


class AppendQueue:
    def __init__(
        self, writer: Writer, rows_waiting_max: int = ROWS_WAITING_MAX, rows_batch_max: int = ROWS_BATCH_MAX
    ) -> None:
        self._writer = writer
        self._rows_waiting_max, self._rows_batch_max = rows_waiting_max, rows_batch_max
        self._waiting: dict[_Waiting, None] = {}  # in order of arrival; a caller that gives up takes its command out
        self._in_flight: Sequence[_Waiting] = ()
        self._before: Sequence[_Waiting] = ()
        self._before_ended = 0.0
        self._rows_waiting = 0
        self._arrived = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._closed = False
        self._trouble = SLOW
        self._row_s = 0.0001

    async def append(
        self, rows: Sequence[EventRow], timeout_s: float, request: Request | None = None, link: str = ""
    ) -> None:
        """See EventStore.append."""
        if not rows:
            return
        game_id, version = rows[0].stream_id, rows[0].version
        for place, row in enumerate(rows[1:], 1):
            assert row.stream_id == game_id and row.version == version + place, "one game, versions without gaps"  # noqa: PT018
        await self._through(Write(game_id, version - 1, rows, request, link), timeout_s)

    async def record_request(self, game_id: str, version: int, request: Request, timeout_s: float) -> None:
        """See EventStore.record_request."""
        await self._through(Write(game_id, version, (), request), timeout_s)

    async def _through(self, what: Write, timeout_s: float) -> None:
        if self._closed:
            raise StoreUnavailable("the store is being closed")
        loop = asyncio.get_running_loop()
        size = len(what.rows) or 1
        command = _Waiting(what.game_id, what, size, loop.time() + timeout_s, loop.create_future())
        if self._waiting and self._rows_waiting + size > self._rows_waiting_max:
            raise QueueFull(min(max(self._row_s * self._rows_waiting, RETRY_S), CLOSE_S))
        self._waiting[command] = None
        self._rows_waiting += size
        self._arrived.set()
        if self._clock is None:
            self._start(loop)
        try:
            await command.stored
        except BaseException:
            self._leave(command)
            raise

    async def close(self) -> None:
        """Take no more commands and wait for the queued ones, at most CLOSE_S."""
        self._closed = True
        self._arrived.set()
        if self._writing is not None:
            await asyncio.wait({self._writing}, timeout=CLOSE_S)
            self._writing.cancel()

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._writing is None:
            self._writing = loop.create_task(self._run(), name="append queue")
        self._clock = loop.call_later(CLOCK_S, self._look_at_the_clock, loop)

    def _leave(self, command: _Waiting) -> None:
        if command in self._waiting:
            del self._waiting[command]
            self._rows_waiting -= command.size

    def _look_at_the_clock(self, loop: asyncio.AbstractEventLoop) -> None:
        """One look at all who wait costs less than a timer for each."""
        now, waiting = loop.time(), [*self._in_flight, *self._waiting]
        APPEND_QUEUED_ROWS.set(self._rows_waiting)
        for command in waiting:
            if command.deadline <= now:
                command.refuse(StoreUnavailable(self._trouble, ambiguous=command.sent))
        self._clock = loop.call_later(CLOCK_S, self._look_at_the_clock, loop) if waiting else None

    async def _run(self) -> None:
        now_s = asyncio.get_running_loop().time
        while self._waiting or not self._closed:
            await self._arrived.wait()
            self._arrived.clear()
            while self._waiting:
                # Those whom the last batch woke come back within this turn of the loop, and share the next one.
                await asyncio.sleep(0)
                if len(self._waiting) < COMPANY_ENOUGH and self._others_play():
                    await pause(LINGER_S)
                self._in_flight, rows = self._take()
                began = now_s()
                await self._store(self._in_flight)
                self._before, self._before_ended = self._in_flight, now_s()
                self._in_flight = ()
                seconds = self._before_ended - began
                self._row_s = seconds / max(1, rows)
                APPEND_SECONDS.observe(seconds)
                APPEND_BATCH_ROWS.observe(rows)

    def _others_play(self) -> bool:
        """Return whether the last batch was written a moment ago, for other games."""
        if asyncio.get_running_loop().time() - self._before_ended > LINGER_S:
            return False
        before = {command.game_id for command in self._before}
        return any(command.game_id not in before for command in self._waiting)

    def _take(self) -> tuple[Sequence[_Waiting], int]:
        """The next batch: the oldest commands, the first of each game, up to the size of a batch; and its rows."""
        batch: dict[str, _Waiting] = {}
        rows = 0
        for command in self._waiting:
            if command.game_id in batch:
                continue
            if batch and rows + command.size > self._rows_batch_max:
                break
            batch[command.game_id] = command
            rows += command.size
        for command in batch.values():
            del self._waiting[command]
        self._rows_waiting -= rows
        return list(batch.values()), rows

    async def _store(self, batch: Sequence[_Waiting]) -> None:
        """Return when each command of the batch has its answer or no longer a waiter."""
        while batch := [command for command in batch if not command.stored.done()]:
            sent_before = [command.sent for command in batch]
            try:
                await self._writer.connect()
                for command in batch:
                    command.sent = True
                taken = await self._writer.write([waiting.command for waiting in batch])
            except Unreachable as trouble:
                self._trouble = str(trouble)
                for command, before in zip(batch, sent_before, strict=True):
                    command.sent = before or (command.sent and trouble.unknown)
                await pause(RETRY_S)
            except Exception as error:
                await self._store_each_alone(batch, error)
            else:
                self._trouble = SLOW
                _answer(batch, taken)

    async def _store_each_alone(self, batch: Sequence[_Waiting], error: Exception) -> None:
        """Write commands one by one after an internal error: one bad command must not fail its neighbours."""
        if len(batch) == 1:
            batch[0].refuse(error)
        else:
            for command in batch:
                await self._store([command])


def _answer(batch: Sequence[_Waiting], taken: Collection[str]) -> None:
    """`taken`: games that others were faster in."""
    for command in batch:
        if command.game_id in taken:
            command.refuse(VersionConflict(command.game_id, command.command.after + 1))
        elif not command.stored.done():
            command.stored.set_result(None)


class Head:
    """The last position of the log as far as this process knows, and the waiters for it to move. `is_announced`: the
    store announces each row, over a connection that is open."""

    def __init__(self) -> None:
        self.is_announced = False
        self._position = 0
        self._moved = asyncio.Event()
        self._connections, self._in_doubt_until = 0, float("-inf")

    def opened(self) -> None:
        """A connection announces rows from now on. Readers that wait look again, and all of them for a while if it is
        not the first one: a server may have taken over that has other events in the same positions."""
        self._connections += 1
        if self._connections > 1:
            self._in_doubt_until = asyncio.get_running_loop().time() + IN_DOUBT_S

    def moved_to(self, position: int) -> None:
        if position > self._position:
            self._position = position
            self._moved.set()
            self._moved = asyncio.Event()

    def found_at(self, position: int) -> None:
        """Take over the end as the store has it now. It is less than before where another server took over that lacks
        the last rows."""
        self._position = min(self._position, position)
        self.moved_to(position)

    async def wait(self, after: int, timeout_s: float) -> bool:
        """See EventStore.wait. A reader that is further than the log looks too: the log may have lost its end."""
        stop_if_cancelled()  # every follower of the log passes here
        connections = self._connections
        with suppress(TimeoutError):
            async with asyncio.timeout(jittered(timeout_s)):
                while self._position <= after:
                    await self._moved.wait()
        is_in_doubt = connections != self._connections or asyncio.get_running_loop().time() < self._in_doubt_until
        return self._position != after or is_in_doubt or not self.is_announced
