"""The interface of event stores. The contract tests in tests/contracts/ test each implementation."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from typing import Protocol

from msgspec import Struct

from domain.history.record import EventRow, LogRow


class VersionConflict(Exception):
    """Another command of the same game was stored first. Catch up and decide again."""

    def __init__(self, game_id: str, version: int) -> None:
        super().__init__(game_id, version)
        self.game_id, self.version = game_id, version


class StoreUnavailable(Exception):
    """The store did not answer in time. Before this is raised it is settled whether the rows are stored: they are not,
    or it cannot be known (`ambiguous`). In that case the same request may be sent again and is answered once."""

    def __init__(self, reason: str, *, ambiguous: bool = False) -> None:
        super().__init__(reason)
        self.ambiguous = ambiguous


class IncompatibleStore(StoreUnavailable):
    """There is a store, but none that this program may work on: to its callers it is away."""


class SchemaMismatch(IncompatibleStore):
    """The tables are not those of this program."""

    def __init__(self, found: int, wanted: int) -> None:
        what = "run `turnledger migrate`" if found < wanted else "a newer program made it; update this one"
        super().__init__(f"the store has schema {found}, this program needs {wanted}: {what}", ambiguous=True)
        self.found, self.wanted = found, wanted


class QueueFull(Exception):
    """Too many commands wait already. Nothing was stored; try again after `retry_after_s`."""

    def __init__(self, retry_after_s: float) -> None:
        super().__init__(retry_after_s)
        self.retry_after_s = retry_after_s


class Request(Struct, frozen=True, gc=False):
    """A request of an actor to a game, carried out once. `command`: its bytes, without the parts that the server
    adds."""

    actor: str
    request_id: str
    command: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of the command, in hexadecimal."""
        return sha256(self.command).hexdigest()


class RecordedRequest(Struct, frozen=True, gc=False):
    """A request that was answered at a version of its game: it made nothing happen. `digest`: of its command."""

    version: int
    digest: str


class EventStore(Protocol):
    """Reads raise StoreUnavailable when the store stays away for some seconds. Connections come back by themselves."""

    @property
    def logs(self) -> Sequence["EventStore"]:
        """The logs of this store, each with its own games, positions and leases. A store with one log contains
        itself."""
        ...

    @property
    def label(self) -> str:
        """The label in metrics: the number of a log that is one of several, else empty."""
        ...

    async def log_of(self, game_id: str) -> "EventStore":
        """Return which of `logs` holds the game; any of them if the game does not exist."""
        ...

    async def append(
        self, rows: Sequence[EventRow], timeout_s: float, request: Request | None = None, link: str = ""
    ) -> None:
        """Stores the rows of one command, all or none, durably before it returns. Commands that wait at the same
        moment share one transaction. `link`: of the event that the rows follow, if the caller knows it: after a
        failover that lost events another one may be in its place. Raises VersionConflict (also where the request was
        acknowledged), StoreUnavailable or QueueFull; a loss of the reply is settled by reading the stream again (equal
        bytes at the same versions are our own rows)."""
        ...

    async def record_request(self, game_id: str, version: int, request: Request, timeout_s: float) -> None:
        """Remembers, as durably as events, that the request made nothing happen at the newest version of a game.
        Raises what `append` raises: VersionConflict where the game has another newest version, or the request was
        acknowledged before, in another way."""
        ...

    async def recorded_requests(self, game_id: str, actor: str) -> Mapping[str, RecordedRequest]:
        """Return the actor's requests to a game that made no event, by id."""
        ...

    async def load(self, game_id: str, after: int = 0, limit: int | None = None) -> Sequence[EventRow]:
        """The stream of a game with versions above `after`, in order; empty for an unknown game. `limit`: at most so
        many rows, None for all."""
        ...

    async def exists(self, game_id: str) -> bool:
        """Return whether the game exists, without reading the archive."""
        ...

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]:
        """Return rows of all games in the order of the store, with positions above `after`. No row ever appears before
        a position that was read: a reader that continues from its last position misses nothing."""
        ...

    async def read_tables(self, after: int, limit: int) -> Sequence[LogRow]:
        """Return only the rows about tables: opened, seats taken, begun, left, ended. There are some ten rows per game,
        however long it lasts; moves and clocks are left out."""
        ...

    async def rows_at(self, positions: Sequence[int]) -> Sequence[LogRow]:
        """The rows of the log at these positions, in their order."""
        ...

    async def hides(self, position: int) -> bool:
        """Return whether an event at the position may belong to a stream that cannot be read at the moment. `read_log`,
        `read_tables` and `rows_at` pass over such streams."""
        ...

    async def left_out(self, after: int, upto: int) -> Collection[str]:
        """Return the games with events after a position and up to another one that reads of a moment ago may have
        passed over."""
        ...

    async def log_head(self) -> int:
        """The last position, 0 for an empty store."""
        ...

    async def appended_head(self) -> int:
        """The same as writers see it: a reader that is connected to a stale server does not notice that it is."""
        ...

    async def wait(self, after: int, timeout_s: float) -> bool:
        """Return when rows after that position may exist, or after the time-out: a hint, never a promise. False: no row
        was announced, so that a reader need not look."""
        ...

    def lead(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold the lease of the named role while the block runs; other processes wait for it. It is released within
        five seconds when its holder dies or (PostgreSQL) hangs; a holder that notices too late gets StoreUnavailable.
        """
        ...

    async def close(self) -> None: ...
