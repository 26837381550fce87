"""The way of a command to any stream, and the cached aggregates of tournaments and clubs in one process: each is
changed under its lock, and only by stored events."""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

import structlog
from msgspec import Struct

from domain.history.chain import first_link
from domain.history.codec import Codec, canonical_command, link_of
from domain.history.record import EventRow
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from services.application.command_errors import Contended, ExpectedVersionMismatch, RequestReused

TRIES_MAX = 8
"""How often a command is decided again because another process was faster."""
HELD_MAX = 256
"""Streams held in memory by one process; the one unused for longest goes first."""
log = structlog.get_logger(__name__)
_NEVER = datetime.min.replace(tzinfo=UTC)


class _HasTime(Protocol):
    at: datetime
    """The time of the last event."""


State = TypeVar("State")
AnyCommand = TypeVar("AnyCommand", bound=Struct)
Target = TypeVar("Target", bound=_HasTime)
Request = TypeVar("Request")
Decision = TypeVar("Decision")
Result = TypeVar("Result")


class CommandPipeline(ABC, Generic[Target, Request, Decision, Result]):
    """The way of a command to a game, a tournament or a club: load, find the repeated request, decide, append, and
    decide again after a conflict. Each kind of aggregate fills in the steps."""

    _clock: Callable[[], datetime]

    async def _run(self, stream_id: str, target: Target, request: Request) -> Result:
        """Carry out a request under the lock of its target. Raises Contended, and what the steps raise."""
        await self._load(target, request)
        for _ in range(TRIES_MAX):
            answer = await self._find_repeated(target, request)
            if answer is not None:
                return answer
            at = max(self._clock(), target.at)  # of two processes' clocks one is behind
            try:
                decision = await self._decide(target, request, at)
            except (Refused, ExpectedVersionMismatch):
                if await self._read_on(target, request):
                    continue
                if answer := await self._find_recorded(target, request):
                    return answer
                raise
            answer = await self._save(target, request, decision, at)
            if answer is not None:
                return answer
        raise Contended(stream_id, TRIES_MAX)

    @abstractmethod
    async def _load(self, target: Target, request: Request) -> None:
        """Read the stream, unless the process has read it before and may decide on what it knows."""

    @abstractmethod
    async def _find_repeated(self, target: Target, request: Request) -> Result | None:
        """Return the first result of a request that was made before. Raises RequestReused."""

    @abstractmethod
    async def _decide(self, target: Target, request: Request, at: datetime) -> Decision:
        """Apply the rules. Raises Refused, ExpectedVersionMismatch."""

    async def _read_on(self, target: Target, request: Request) -> bool:
        """Read on after a refusal; return whether it was decided on an old state."""
        return False

    async def _find_recorded(self, target: Target, request: Request) -> Result | None:
        """Return the result of a refused request that was recorded before."""
        return None

    @abstractmethod
    async def _save(self, target: Target, request: Request, decision: Decision, at: datetime) -> Result | None:
        """Append the events. Return None after a conflict, with the target as the store has it."""


class Stream(Generic[State]):
    """`state`: None before the first event. `at`, `began_at`: when its last and its first event were stored."""

    __slots__ = ("asked", "at", "began_at", "chain", "lock", "state", "stream_id", "version")

    def __init__(self, stream_id: str) -> None:
        self.stream_id, self.lock = stream_id, asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """Knows nothing of it."""
        self.state: State | None = None
        self.version, self.chain, self.at, self.began_at = 0, "", _NEVER, _NEVER
        self.asked: dict[tuple[str, str], tuple[str, list[Event]]] = {}
        """By actor and request: the digest of the command, and its events."""


class StreamRequest(Struct, Generic[AnyCommand], frozen=True):
    """A command to a tournament or club. `stored`: its canonical bytes."""

    command: AnyCommand
    stored: bytes
    actor: str
    request_id: str


class Streams(Generic[State]):
    """`load`: the rows of a stream after a version, as the store has them. `evolve`: the state after an event.
    `compared`: what of a command makes it the same as another."""

    def __init__(
        self,
        load: Callable[[str, int], Awaitable[Sequence[EventRow]]],
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
        """Return the state as the store has it now; None for an empty stream, which is not cached. Raises
        StoreUnavailable."""
        rows = await self._load(stream.stream_id, max(stream.version - 1, 0))
        if stream.version and (not rows or link_of(rows[0]) != stream.chain):
            log.critical("the store has lost events: the stream is read again", stream_id=stream.stream_id)
            stream.forget()
            rows = await self._load(stream.stream_id, 0)
        self.read(stream, rows[1:] if stream.version else rows)
        if stream.state is None:
            self._held.pop(stream.stream_id, None)
        return stream.state

    def read(self, stream: Stream[State], rows: Sequence[EventRow]) -> None:
        """Catches up with rows that follow the last version known. A stream with a row that cannot be read is
        forgotten: it would end inside a command. Raises as the codec and the rules do."""
        try:
            self._read(stream, rows)
        except Exception:
            stream.forget()
            raise

    def _read(self, stream: Stream[State], rows: Sequence[EventRow]) -> None:
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
        request: StreamRequest[Any],
        *,
        at: datetime,
        secret: bytes,
        commitment: str,
    ) -> tuple[EventRow, ...]:
        """Return the events as the next rows of the stream."""
        rows, _ = self._codec.seal(
            stream.stream_id,
            stream.version + 1,
            events,
            at=at,
            actor=request.actor,
            request_id=request.request_id,
            command=request.stored,
            secret=secret,
            chain=stream.chain or first_link(stream.stream_id, commitment),
            rules_version=None,
        )
        return rows

    def events_of(self, stream: Stream[State], request: StreamRequest[Any]) -> Sequence[Event] | None:
        """Return the events of a request that is in the stream; None if it is not. Raises RequestReused."""
        known = stream.asked.get((request.actor, request.request_id))
        if known is None:
            return None
        self.check_same(known[0], stream, request)
        return known[1]

    def check_same(self, digest: str, stream: Stream[State], request: StreamRequest[Any]) -> None:
        """Raise RequestReused if the request was made before, for another command."""
        if digest != self.digest(request.stored):
            raise RequestReused(stream.stream_id, request.request_id)

    def digest(self, command: bytes) -> str:
        return sha256(self._compared(command)).hexdigest()


class StreamCommands(
    CommandPipeline[Stream[State], StreamRequest[AnyCommand], Decision, Result],
    Generic[State, AnyCommand, Decision, Result],
):
    """The pipeline of tournaments and clubs: they read their stream before each decision."""

    def __init__(self, streams: Streams[State], clock: Callable[[], datetime]) -> None:
        self._streams, self._clock = streams, clock

    async def _command(self, stream_id: str, command: AnyCommand, actor: str, request_id: str) -> Result:
        stream = self._streams.of(stream_id)
        request = StreamRequest(command, canonical_command(command), actor, request_id)
        async with stream.lock:
            return await self._run(stream_id, stream, request)

    async def _load(self, target: Stream[State], _: StreamRequest[AnyCommand]) -> None:
        await self._streams.catch_up(target)

    async def _save(
        self, target: Stream[State], request: StreamRequest[AnyCommand], decision: Decision, at: datetime
    ) -> Result | None:
        if await self._append(target, request, decision, at):
            return self._result(target, decision)
        await self._streams.catch_up(target)
        return None

    @abstractmethod
    async def _append(
        self, stream: Stream[State], request: StreamRequest[AnyCommand], decision: Decision, at: datetime
    ) -> bool:
        """Store what was decided. Return False if another process was faster."""

    @abstractmethod
    def _result(self, stream: Stream[State], decision: Decision) -> Result:
        """Return the result of a command that is stored."""
