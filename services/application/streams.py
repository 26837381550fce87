"""Aggregates beside the games (tournaments, clubs) as one process holds them: each is changed under its lock, and only
by what the store holds."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Generic, TypeVar

import structlog

from domain.history.chain import first_link
from domain.history.codec import Codec, link_of
from domain.history.record import Row
from domain.kernel.decider import Event

HELD_MAX = 256
"""Streams held in memory by one process; the one unused for longest goes first."""
log = structlog.get_logger(__name__)
_NEVER = datetime.min.replace(tzinfo=UTC)
State = TypeVar("State")


class Stream(Generic[State]):
    """`state`: None where there is none yet. `at`, `began_at`: when its last and its first event were stored."""

    __slots__ = ("asked", "at", "began_at", "chain", "lock", "state", "stream_id", "version")

    def __init__(self, stream_id: str) -> None:
        self.stream_id, self.lock = stream_id, asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """Knows nothing of it."""
        self.state: State | None = None
        self.version, self.chain, self.at, self.began_at = 0, "", _NEVER, _NEVER
        self.asked: dict[tuple[str, str], tuple[str, list[Event]]] = {}
        """By actor and request: the digest of the command, and what it made happen."""


class Streams(Generic[State]):
    """`load`: the rows of a stream after a version, as the store has them. `evolve`: the state after an event.
    `compared`: what of a command makes it the same as another."""

    def __init__(
        self,
        load: Callable[[str, int], Awaitable[Sequence[Row]]],
        codec: Codec,
        evolve: Callable[[State | None, Event], State],
        compared: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self._load, self._codec, self._evolve, self._compared = load, codec, evolve, compared
        self._held: OrderedDict[str, Stream[State]] = OrderedDict()

    def of(self, stream_id: str) -> Stream[State]:
        stream = self._held.get(stream_id)
        if stream is None:
            stream = self._held[stream_id] = Stream(stream_id)
            while len(self._held) > HELD_MAX:
                self._held.popitem(last=False)
        self._held.move_to_end(stream_id)
        return stream

    async def catch_up(self, stream: Stream[State]) -> State | None:
        """The state as the store has it now; None where there is none, which is not held. Raises StoreAway."""
        rows = await self._load(stream.stream_id, max(stream.version - 1, 0))
        if stream.version and (not rows or link_of(rows[0]) != stream.chain):
            log.critical("the store has lost events: the stream is read again", stream_id=stream.stream_id)
            stream.forget()
            rows = await self._load(stream.stream_id, 0)
        self.read(stream, rows[1:] if stream.version else rows)
        if stream.state is None:
            self._held.pop(stream.stream_id, None)
        return stream.state

    def read(self, stream: Stream[State], rows: Sequence[Row]) -> None:
        """Catches up with rows that follow the last version known."""
        for row in rows:
            record = self._codec.read(row)
            envelope = record.envelope
            assert record.version == stream.version + 1, (
                f"{stream.stream_id}: {record.version} follows {stream.version}"
            )
            key = envelope.actor, envelope.request_id
            if envelope.command:
                stream.asked[key] = (self.digest(envelope.command), [])
            stream.asked[key][1].append(record.event)
            stream.state = self._evolve(stream.state, record.event)
            stream.version, stream.chain, stream.at = record.version, envelope.chain, envelope.at
            if record.version == 1:
                stream.began_at = envelope.at

    def sealed(
        self,
        stream: Stream[State],
        events: Sequence[Event],
        *,
        at: datetime,
        actor: str,
        request_id: str,
        command: bytes,
        secret: bytes,
        commitment: str,
    ) -> tuple[Row, ...]:
        """The events as the next rows of the stream."""
        rows, _ = self._codec.seal(
            stream.stream_id,
            stream.version + 1,
            events,
            at=at,
            actor=actor,
            request_id=request_id,
            command=command,
            secret=secret,
            chain=stream.chain or first_link(stream.stream_id, commitment),
            rules_version=None,
        )
        return rows

    def digest(self, command: bytes) -> str:
        return sha256(self._compared(command)).hexdigest()
