"""The event store in one SQLite file: the embedded default. One thread writes, another reads; WAL keeps them apart."""

import asyncio
import fcntl
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from domain.history.record import EventRow, LogRow
from services.platform.jitter import pause
from services.platform.private_files import make_file
from services.store.archive import lookups
from services.store.archive.archived_games import ArchivedGame
from services.store.interface import EventStore, RecordedRequest, Request, StoreUnavailable
from services.store.queue import POLL_S, AppendQueue, Head, Unreachable, Write

BUSY_S = 1.0
LEAD_RETRY_S = 0.2
_PLACED, _FINISHED = (each.replace("{position}", "rowid") for each in (lookups.PLACED, lookups.FINISHED))

T = TypeVar("T")


class SqliteStore:
    """See EventStore. The file has been migrated; several processes of one machine may share it."""

    label = ""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._writer = _Writer(path)
        self._queue = AppendQueue(self._writer)
        self._reader = _Thread(path, "sqlite read")
        self._head = Head()
        self._polling: asyncio.Task[None] | None = None

    @property
    def logs(self) -> Sequence[EventStore]:
        return (self,)

    async def log_of(self, game_id: str) -> EventStore:
        return self

    async def append(
        self, rows: Sequence[EventRow], timeout_s: float, request: Request | None = None, link: str = ""
    ) -> None:
        await self._queue.append(rows, timeout_s, request, link)
        self._head.moved_to(self._writer.head)

    async def record_request(self, game_id: str, version: int, request: Request, timeout_s: float) -> None:
        await self._queue.record_request(game_id, version, request, timeout_s)

    async def recorded_requests(self, game_id: str, actor: str) -> Mapping[str, RecordedRequest]:
        query = "SELECT request_id, version, command FROM acknowledged_requests WHERE game_id = ? AND actor = ?"
        return {each[0]: RecordedRequest(*each[1:]) for each in await self._read(query, game_id, actor)}

    async def load(self, game_id: str, after: int = 0, limit: int | None = None) -> Sequence[EventRow]:
        query = (
            "SELECT originator_id, originator_version, topic, state FROM stored_events"
            " WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version LIMIT ?"
        )
        return [EventRow(*found) for found in await self._read(query, game_id, after, -1 if limit is None else limit)]

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]:
        query = (
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events"
            " WHERE rowid > ? ORDER BY rowid LIMIT ?"
        )
        return [LogRow(position, EventRow(*found)) for position, *found in await self._read(query, after, limit)]

    async def read_tables(self, after: int, limit: int) -> Sequence[LogRow]:
        query = (
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events"
            " WHERE rowid > ? AND topic GLOB 'table.*' AND topic NOT GLOB 'table.ClocksSet/*' ORDER BY rowid LIMIT ?"
        )
        return [LogRow(position, EventRow(*found)) for position, *found in await self._read(query, after, limit)]

    async def rows_at(self, positions: Sequence[int]) -> Sequence[LogRow]:
        query = (
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events"
            " WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid"
        )
        found = await self._read(query, msgspec.json.encode(positions).decode())
        return [LogRow(position, EventRow(*rest)) for position, *rest in found]

    async def exists(self, game_id: str) -> bool:
        return bool(await self.load(game_id, 0, 1))

    async def archived(self, game_id: str) -> ArchivedGame | None:
        found = await self._read(lookups.ONE, game_id)
        return ArchivedGame(*found[0]) if found else None

    async def archived_upto(self) -> int:
        ((upto,),) = await self._read(lookups.UPTO)
        return int(upto)

    async def archived_across(self, position: int) -> Sequence[ArchivedGame]:
        return [ArchivedGame(*found) for found in await self._read(lookups.ACROSS, position, position, position)]

    async def archived_after(self, position: int, limit: int) -> Sequence[ArchivedGame]:
        return [ArchivedGame(*found) for found in await self._read(lookups.AFTER, position, limit)]

    async def archived_last(self, games_max: int) -> Sequence[ArchivedGame]:
        return [ArchivedGame(*found) for found in await self._read(lookups.LAST, games_max or lookups.ALL)]

    async def placed(self, game_id: str) -> Sequence[LogRow]:
        return [LogRow(position, EventRow(*rest)) for position, *rest in await self._read(_PLACED, game_id)]

    async def finished(self, after: int, limit: int) -> Sequence[LogRow]:
        return [LogRow(position, EventRow(*rest)) for position, *rest in await self._read(_FINISHED, after, limit)]

    async def hides(self, position: int) -> bool:
        return False

    async def left_out(self, after: int, upto: int) -> Collection[str]:
        return ()

    async def log_head(self) -> int:
        ((head,),) = await self._read("SELECT coalesce(max(rowid), 0) FROM stored_events")
        return int(head)

    async def appended_head(self) -> int:
        return await self.log_head()

    async def wait(self, after: int, timeout_s: float) -> bool:
        if self._polling is None:
            self._polling = asyncio.get_running_loop().create_task(self._poll(), name="poll")
        return await self._head.wait(after, timeout_s)

    @asynccontextmanager
    async def lead(self, name: str) -> AsyncIterator[None]:
        """The lease is the lock of a file next to the database, which the kernel frees when its holder ends."""
        locked = self._path.with_name(f"{self._path.name}.{name}.lead")
        make_file(locked)  # who may open it may hold the lead
        with locked.open("w") as file:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    await pause(LEAD_RETRY_S)
            yield

    async def close(self) -> None:
        await self._queue.close()
        if self._polling is not None:
            self._polling.cancel()
        await self._writer.thread.close()
        await self._reader.close()

    async def _read(self, query: str, *parameters: str | int) -> list[Any]:
        try:
            return await self._reader.run(lambda file: file.execute(query, parameters).fetchall())
        except sqlite3.OperationalError as error:
            raise StoreUnavailable(str(error)) from error

    async def _poll(self) -> None:
        """Poll for rows that other processes write."""
        while True:
            with suppress(StoreUnavailable):  # readers of the log are woken meanwhile
                self._head.moved_to(await self.log_head())
            await pause(POLL_S)


class _Thread:
    """A connection that only its own thread touches."""

    def __init__(self, path: str, name: str) -> None:
        self._path = path
        self._executor = ThreadPoolExecutor(1, name)
        self._file: sqlite3.Connection | None = None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._run, work)

    async def close(self) -> None:
        def close() -> None:
            if self._file is not None:
                self._file.close()

        await asyncio.get_running_loop().run_in_executor(self._executor, close)
        self._executor.shutdown()

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._file is None:
            self._file = sqlite3.connect(self._path, timeout=BUSY_S, isolation_level=None)
            self._file.execute("PRAGMA synchronous = FULL")  # an acknowledged commit survives the loss of power
        return work(self._file)


class _Writer:
    """The Writer of the queue."""

    def __init__(self, path: str) -> None:
        self.thread = _Thread(path, "sqlite append")
        self.head = 0
        """The last position when this process stored something last."""

    async def connect(self) -> None:
        """The file is opened with the first write."""

    async def write(self, commands: Sequence[Write]) -> Collection[str]:
        return await self.thread.run(lambda file: self._write(file, commands))

    def _write(self, file: sqlite3.Connection, commands: Sequence[Write]) -> Collection[str]:
        committing = False
        try:
            file.execute("BEGIN IMMEDIATE")
            taken = {command.game_id for command in commands if not _insert(file, command)}
            (head,) = file.execute("SELECT coalesce(max(rowid), 0) FROM stored_events").fetchone()
            committing = True
            file.execute("COMMIT")
            self.head = head
        except sqlite3.OperationalError as error:
            # After a failed COMMIT only the file can tell, and it will: the same rows are sent again.
            raise Unreachable(str(error), unknown=committing) from error
        finally:
            if file.in_transaction:
                file.execute("ROLLBACK")
        return taken


def _insert(file: sqlite3.Connection, command: Write) -> bool:
    """Return whether the command is stored now. It is not if the head of its game is elsewhere or its request is
    recorded, unless the command is stored already."""
    (head,) = file.execute(
        "SELECT coalesce(max(originator_version), 0) FROM stored_events WHERE originator_id = ?", (command.game_id,)
    ).fetchone()
    before = _answer(file, command)
    if not command.rows:
        assert command.request, "a command without rows is its request"
        if head == command.after and before is None:
            asked = command.request
            file.execute(
                "INSERT INTO acknowledged_requests VALUES (?, ?, ?, ?, ?)",
                (command.game_id, asked.actor, asked.request_id, asked.digest, command.after),
            )
            return True
        return before == (command.request.digest, command.after)
    given = [(row.stream_id, row.version, row.topic, row.body) for row in command.rows]
    if command.after == head and before is None:
        file.executemany("INSERT INTO stored_events VALUES (?, ?, ?, ?)", given)
        return True
    stored = file.execute(
        "SELECT * FROM stored_events WHERE originator_id = ? AND originator_version BETWEEN ? AND ?"
        " ORDER BY originator_version",
        (command.game_id, command.after + 1, command.after + len(given)),
    )
    return bool(stored.fetchall() == given)


def _answer(file: sqlite3.Connection, command: Write) -> tuple[str, int] | None:
    """Return the recorded request, if there is one."""
    if command.request is None:
        return None
    found: tuple[str, int] | None = file.execute(
        "SELECT command, version FROM acknowledged_requests WHERE game_id = ? AND actor = ? AND request_id = ?",
        (command.game_id, command.request.actor, command.request.request_id),
    ).fetchone()
    return found
