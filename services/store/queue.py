"""The way of every command into the store: those that wait at the same moment share one transaction.

While a batch is being written, the next one collects. A batch holds at most one command of a game, so a conflict is
settled per game and never fails a neighbour. Writing the same bytes again is harmless (both stores compare them under
their lock), so a batch whose reply was lost is simply sent again for those who still wait.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from domain.history.record import Row
from services.observe.metrics import APPEND_BATCH_ROWS, APPEND_QUEUED_ROWS, APPEND_SECONDS
from services.store.contract import QueueFull, StoreAway, VersionTaken

ROWS_WAITING_MAX = 10_000
ROWS_BATCH_MAX = 1_000
RETRY_S = 0.05
CLOSE_S = 5.0

Rows = Sequence[Row]
"""The rows of one command: one game, versions without gaps."""


class Unreachable(Exception):
    """The store did not take a batch. `unknown`: it may have, but the answer did not arrive."""

    def __init__(self, reason: str, *, unknown: bool) -> None:
        super().__init__(reason)
        self.unknown = unknown


class Writer(Protocol):
    """What a store gives the queue."""

    async def connect(self) -> None:
        """Makes ready to write. Raises Unreachable."""
        ...

    async def write(self, commands: Sequence[Rows]) -> Collection[str]:
        """Stores each command whose rows follow the head of its game, in one durable transaction, and returns the
        games of the others; a command whose very bytes are stored already is none of those. Raises Unreachable."""
        ...


@dataclass(eq=False, slots=True)
class _Command:
    rows: Rows
    stored: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    sent: bool = False
    """Whether a transaction with its rows has been sent whose end is not known."""

    @property
    def game_id(self) -> str:
        return self.rows[0].game_id


class AppendQueue:
    def __init__(
        self, writer: Writer, rows_waiting_max: int = ROWS_WAITING_MAX, rows_batch_max: int = ROWS_BATCH_MAX
    ) -> None:
        self._writer = writer
        self._rows_waiting_max, self._rows_batch_max = rows_waiting_max, rows_batch_max
        self._waiting: dict[_Command, None] = {}  # in order of arrival; a caller that gives up takes its command out
        self._rows_waiting = 0
        self._arrived = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._trouble = "the store is slow"
        self._row_s = 0.0001

    async def append(self, rows: Rows, timeout_s: float) -> None:
        """See EventStore.append."""
        assert all(
            (row.game_id, row.version) == (rows[0].game_id, rows[0].version + place) for place, row in enumerate(rows)
        ), "a command has the rows of one game without gaps"
        if not rows:
            return
        if self._closed:
            raise StoreAway("the store is being closed")
        if self._waiting and self._rows_waiting + len(rows) > self._rows_waiting_max:
            raise QueueFull(min(max(self._row_s * self._rows_waiting, RETRY_S), CLOSE_S))
        command = _Command(rows)
        self._enter(command)
        try:
            async with asyncio.timeout(timeout_s):
                await command.stored
        except TimeoutError:
            if command.stored.cancelled():
                raise StoreAway(self._trouble, ambiguous=command.sent) from None
            command.stored.result()  # the answer came at the very moment of the time-out
        finally:
            self._leave(command)

    async def close(self) -> None:
        """Takes no more commands and waits for those that are there, but not longer than CLOSE_S."""
        self._closed = True
        self._arrived.set()
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=CLOSE_S)
            self._task.cancel()

    def _enter(self, command: _Command) -> None:
        self._waiting[command] = None
        self._rows_waiting += len(command.rows)
        APPEND_QUEUED_ROWS.inc(len(command.rows))
        self._arrived.set()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run(), name="append queue")

    def _leave(self, command: _Command) -> None:
        if command in self._waiting:
            del self._waiting[command]
            self._rows_waiting -= len(command.rows)
            APPEND_QUEUED_ROWS.dec(len(command.rows))

    async def _run(self) -> None:
        while self._waiting or not self._closed:
            await self._arrived.wait()
            await asyncio.sleep(0)  # those whom the last batch woke come back within this turn of the loop
            self._arrived.clear()
            while batch := self._take():
                began = monotonic()
                await self._store(batch)
                seconds = monotonic() - began
                APPEND_SECONDS.observe(seconds)
                self._row_s = seconds / sum(len(command.rows) for command in batch)
                await asyncio.sleep(0)

    def _take(self) -> list[_Command]:
        """The next batch: the oldest commands, the first of each game, up to the size of a batch."""
        batch: dict[str, _Command] = {}
        rows = 0
        for command in self._waiting:
            if command.game_id in batch:
                continue
            rows += len(command.rows)
            if batch and rows > self._rows_batch_max:
                break
            batch[command.game_id] = command
        for command in batch.values():
            self._leave(command)
        return list(batch.values())

    async def _store(self, batch: Sequence[_Command]) -> None:
        """Returns when each command of the batch has its answer or nobody who waits for it."""
        while batch := [command for command in batch if not command.stored.done()]:
            unknown = [command.sent for command in batch]
            try:
                await self._writer.connect()
                for command in batch:
                    command.sent = True
                taken = await self._writer.write([command.rows for command in batch])
            except Unreachable as trouble:
                self._trouble = str(trouble)
                for command, before in zip(batch, unknown, strict=True):
                    command.sent = before or (command.sent and trouble.unknown)
                await asyncio.sleep(RETRY_S)
            except Exception as error:
                # A bug of ours or of the schema. One bad command must not fail its neighbours, so each goes alone.
                if len(batch) == 1:
                    _answer(batch[0], error)
                else:
                    for command in batch:
                        await self._store([command])
            else:
                APPEND_BATCH_ROWS.observe(sum(len(command.rows) for command in batch))
                for command in batch:
                    _answer(
                        command,
                        VersionTaken(command.game_id, command.rows[0].version) if command.game_id in taken else None,
                    )


def _answer(command: _Command, error: Exception | None) -> None:
    if command.stored.done():
        return
    if error is None:
        command.stored.set_result(None)
    else:
        command.stored.set_exception(error)
