"""What every event store does. The contract tests in tests/contracts/ hold each implementation to it."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from typing import Protocol

from msgspec import Struct

from domain.history.record import LogRow, Row


class VersionTaken(Exception):
    """Another command of the same game was stored first. Catch up and decide again."""

    def __init__(self, game_id: str, version: int) -> None:
        super().__init__(game_id, version)
        self.game_id, self.version = game_id, version


class StoreAway(Exception):
    """The store did not answer in time. Whether the rows are stored is settled before this is raised: they are not,
    or nobody can say (`ambiguous`): then the same request may be sent again and is answered once."""

    def __init__(self, reason: str, *, ambiguous: bool = False) -> None:
        super().__init__(reason)
        self.ambiguous = ambiguous


class Unfit(StoreAway):
    """There is a store, but none that this program may work on: to its callers it is away."""


class SchemaMismatch(Unfit):
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
    """What somebody asks of a game, once. `command`: its bytes, as far as they are the asker's."""

    actor: str
    request_id: str
    command: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of the command, in hexadecimal."""
        return sha256(self.command).hexdigest()


class Acknowledged(Struct, frozen=True, gc=False):
    """A request that was answered at a version of its game: it made nothing happen. `digest`: of its command."""

    version: int
    digest: str


class EventStore(Protocol):
    """Reads raise StoreAway when the store stays away for some seconds. Connections come back by themselves."""

    @property
    def logs(self) -> Sequence["EventStore"]:
        """What it is made of: each with games, positions and leads of its own. Itself, where it is one log."""
        ...

    @property
    def label(self) -> str:
        """How metrics name it: the number of a log that is one of several, else empty."""
        ...

    async def log_of(self, game_id: str) -> "EventStore":
        """Which of `logs` holds the game, if there is such a game."""
        ...

    async def append(self, rows: Sequence[Row], timeout_s: float, request: Request | None = None) -> None:
        """Stores the rows of one command, all or none, durably before it returns. Commands that wait at the same
        moment share one transaction. Raises VersionTaken (also where the request was acknowledged), StoreAway or
        QueueFull; a loss of the reply is settled by reading the stream again (equal bytes at the same versions are our
        own rows)."""
        ...

    async def acknowledge(self, game_id: str, version: int, request: Request, timeout_s: float) -> None:
        """Remembers, as durably as events, that the request made nothing happen at the newest version of a game.
        Raises what `append` raises: VersionTaken where the game has another newest version, or the request was
        acknowledged before, in another way."""
        ...

    async def acknowledged(self, game_id: str, actor: str) -> Mapping[str, Acknowledged]:
        """By their ids, what an actor asked of a game that made nothing happen."""
        ...

    async def load(self, game_id: str, after: int = 0, limit: int | None = None) -> Sequence[Row]:
        """The stream of a game with versions above `after`, in order; empty for an unknown game. `limit`: at most so
        many rows, None for all."""
        ...

    async def stands(self, game_id: str) -> bool:
        """Whether there is a game of that id; nothing is read from the archive for it."""
        ...

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]:
        """Rows of all games in the order of the store, positions above `after`. A position once passed never gets
        an earlier neighbour: a reader that goes on from the last position misses nothing."""
        ...

    async def read_tables(self, after: int, limit: int) -> Sequence[LogRow]:
        """Of the log only what became of tables: who opened them, sat down, began, left, and how they ended. Some ten
        rows a game, however long it lasts; neither what was played nor the clocks, which are set at every move."""
        ...

    async def rows_at(self, positions: Sequence[int]) -> Sequence[LogRow]:
        """The rows of the log at these positions, in their order."""
        ...

    async def log_head(self) -> int:
        """The last position, 0 for an empty store."""
        ...

    async def wait(self, after: int, timeout_s: float) -> None:
        """Returns when rows after that position may be there, or after the time-out: a hint, never a promise."""
        ...

    def lead(self, name: str) -> AbstractAsyncContextManager[None]:
        """Holds the named role for as long as the block runs; others wait for it. Released within five seconds when its
        holder dies or (PostgreSQL) stands still; a holder that finds out too late gets StoreAway."""
        ...

    async def close(self) -> None: ...
