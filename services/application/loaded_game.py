"""A game held in memory: folded from its stream, caught up by reading what others stored, and the wait for its lock."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import islice

from domain.history.chain import first_link
from domain.history.codec import Codec, read_envelope
from domain.history.record import EventRow
from domain.history.replay import advance
from domain.table.aggregate import Aggregate
from services.application.aggregate_snapshots import EVERY, AggregateSnapshot, LoadedSnapshot
from services.application.requests import EventRange, ProcessedRequest, RequestKey, find_request
from services.store.interface import Request, StoreUnavailable

_NEVER = datetime.min.replace(tzinfo=UTC)
RECENT_MAX = 8
"""Aggregates before the last commands that are kept, for choices made while others chose."""


class LoadedGame:
    """Mutable, one a game and process, changed only under its lock and only by what the store holds."""

    __slots__ = (
        "_asked",
        "_due_at",
        "_earlier",
        "_handed_over",
        "_kept",
        "_recent",
        "aggregate",
        "at",
        "chain",
        "due",
        "game_id",
        "lock",
        "users",
        "version",
    )

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.lock = asyncio.Lock()
        self.users = 0  # holders of the lock and waiters for it
        self.aggregate: Aggregate | None = None
        self.version = 0
        self.at = _NEVER
        """The time of the last event; later ones are not earlier, whichever process decides them."""
        self.chain = ""
        self._asked: dict[RequestKey, ProcessedRequest] = {}
        self._earlier = b""
        """The requests before the snapshot that the game was opened from, packed."""
        self._recent: deque[Aggregate] = deque(maxlen=RECENT_MAX)
        self._kept = 0
        """The version of the last snapshot: of this process, or of another one that read the same stream."""
        self._due_at = EVERY
        self._handed_over = 0  # of what was asked, with snapshots
        self.due: list[AggregateSnapshot] = []
        """Snapshots that were passed and are to be written."""

    @property
    def loaded(self) -> Aggregate:
        """The aggregate of a game that was found: its stream has at least the opening of the table."""
        assert self.aggregate, "loaded"
        return self.aggregate

    def then(self, version: int) -> Aggregate | None:
        """Return the state at a version, after the whole command that made it; None if it is not in memory."""
        known = [*self._recent, self.aggregate] if self.aggregate else []
        for place, aggregate in enumerate(known):
            if aggregate.version >= version:
                return aggregate if place or aggregate.version == version else None
        return None

    def forget(self) -> None:
        """Knows the game no more."""
        self.aggregate, self.version, self.at, self.chain = None, 0, _NEVER, ""
        self._asked.clear()
        self._earlier = b""
        self._recent.clear()
        self._kept, self._due_at, self._handed_over = 0, EVERY, 0
        self.due.clear()

    def answered(self, request: RequestKey) -> EventRange | None:
        """Return the range of a request's events, if there are any."""
        asked = self._asked.get(request)
        if asked:
            return asked.span
        return find_request(self._earlier, *request) if self._earlier else None

    def begin_near(self, near: LoadedSnapshot, asked: bytes, row: EventRow) -> None:
        """Begins with a snapshot and the row of its version, instead of the first one."""
        self.aggregate, self.version, self.chain = near.aggregate, near.aggregate.version, near.chain
        self.at, self._kept, self._due_at = read_envelope(row).at, self.version, _next_due(self.version)
        self._earlier = asked

    def read(self, rows: Sequence[EventRow], codec: Codec) -> None:
        """Catches up with rows that follow the last version known. A game with a row that cannot be read is forgotten:
        it would end inside a command. Raises as the codec and the rules do."""
        try:
            self._read(rows, codec)
        except Exception:
            self.forget()
            raise

    def _read(self, rows: Sequence[EventRow], codec: Codec) -> None:
        asked = next(reversed(self._asked.values()), None)
        for row in rows:
            record = codec.read(row)
            version, envelope = record.version, record.envelope
            assert version == self.version + 1, f"{self.game_id}: {version} follows {self.version}"
            if envelope.command:
                if self.aggregate:
                    self._recent.append(self.aggregate)
                    if self.version >= self._due_at:
                        self._pass(self.aggregate)
                asked = ProcessedRequest(version, version, envelope.command)
                self._asked[envelope.actor, envelope.request_id] = asked
            else:
                assert asked, "what is known ends with a whole command"
                asked.last = version
            self.aggregate = advance(self.aggregate, record)
            self.version, self.at, self.chain = version, envelope.at, envelope.chain
        if self.aggregate and self.version >= self._due_at:
            self._pass(self.aggregate)

    def stored(
        self, aggregate: Aggregate, rows: Sequence[EventRow], at: datetime, chain: str, request: Request
    ) -> None:
        """Takes over what this process has just stored, without decoding it again."""
        asked = ProcessedRequest(self.version + 1, self.version + len(rows), request.command)
        self._asked[request.actor, request.request_id] = asked
        if self.aggregate:
            self._recent.append(self.aggregate)
        self.aggregate, self.at, self.chain = aggregate, at, chain
        self.version += len(rows)
        if self.version >= self._due_at:
            self._pass(aggregate)

    def last_link(self, aggregate: Aggregate) -> str:
        return self.chain or first_link(self.game_id, aggregate.opened.commitment)

    def _pass(self, aggregate: Aggregate) -> None:
        """After a whole command at which a snapshot is due."""
        since = islice(reversed(self._asked.items()), len(self._asked) - self._handed_over)
        self.due.append(AggregateSnapshot(aggregate, self.chain, self._kept, tuple(since)))
        self._kept, self._due_at = aggregate.version, _next_due(aggregate.version)
        self._handed_over = len(self._asked)


def _next_due(version: int) -> int:
    return (version // EVERY + 1) * EVERY


class GameLock:
    """The game's lock. No clock is set where there is nothing to wait for, and no generator made: they would cost more
    than all else here."""

    __slots__ = ("_deadline", "_live")

    def __init__(self, live: LoadedGame, deadline: float) -> None:
        self._live, self._deadline = live, deadline

    async def __aenter__(self) -> None:
        live = self._live
        live.users += 1
        try:
            if live.users == 1:
                await live.lock.acquire()
            else:
                async with until(self._deadline):
                    await live.lock.acquire()
        except BaseException:
            live.users -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._live.lock.release()
        self._live.users -= 1


@asynccontextmanager
async def until(deadline: float) -> AsyncIterator[None]:
    """A time limit for everything in the block, in the loop's time. After it the caller gets StoreUnavailable."""
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError as late:
        raise StoreUnavailable("no answer within the deadline", ambiguous=True) from late
