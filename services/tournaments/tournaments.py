"""The way of a command to a tournament: load, check the request, decide, append, answer. As `Games` for games, and
the only place where the rules of tournaments and the store meet."""

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import TypeAlias
from uuid import UUID, uuid5

import structlog
from msgspec import Struct
from msgspec.structs import replace

from domain import stored
from domain.event.decide import Ruling, begin, decide
from domain.event.messages import (
    OpenTournament,
    PlaceOffered,
    PlayerEntered,
    PlayerJoined,
    TournamentCommand,
    TournamentOpened,
    Withdraw,
)
from domain.event.state import Tournament, evolve
from domain.history.chain import first_link
from domain.history.codec import Codec, canonical_command, link_of
from domain.history.record import Row, milliseconds
from domain.history.spelling import RECORDED, row_fault
from domain.kernel.beacon import Beacon
from domain.kernel.decider import Event
from domain.kernel.dice import SEED_BYTES
from domain.kernel.refused import Refused
from domain.table.messages import SERVER_ACTOR
from domain.table.pace import check_idle
from services.application.errors import Contended, RequestReused
from services.platform.clock import process_clock
from services.platform.rate_limiter import TooMany
from services.store.interface import StoreAway
from services.store.sql import Statement
from services.tournaments.errors import UnknownTournament
from services.tournaments.storage import Stored, TournamentStorage

HELD_MAX = 256
"""Tournaments held in memory by one process; the one unused for longest goes first."""
TRIES_MAX = 8
ORGANISED_MAX = 20
"""Tournaments that are not over, of one organiser."""
RETRY_S = 60.0
log = structlog.get_logger(__name__)
_NEVER = datetime.min.replace(tzinfo=UTC)
_IDS = UUID("0b6a1b52-8b0e-5c1c-9f44-6a4e2c7d9a10")
_SAID_BY_THE_SERVER = re.compile(rb'"rating":(?:null|-?[0-9]+)')
"""Of who enters, at that moment."""


class Answer(Struct, frozen=True):
    """What a command made happen, and how things stand now."""

    event_id: str
    version: int
    events: tuple[Event, ...]
    tournament: Tournament


class Loaded(Struct, frozen=True):
    """A tournament at a version."""

    event_id: str
    version: int
    tournament: Tournament
    opened_at: datetime


class Happened(Struct, frozen=True):
    """What one command makes happen, with the version that it leads to, before it is stored. `tournament`: as it
    stands afterwards. `at_ms`: milliseconds since 1970 UTC."""

    event_id: str
    version: int
    events: tuple[Event, ...]
    tournament: Tournament
    at_ms: int


News: TypeAlias = Callable[[Happened], Awaitable[Sequence[Statement]]]
"""What is to be stored with it, for those whom it concerns."""


async def no_news(_: Happened) -> Sequence[Statement]:
    return ()


class Held:
    """A tournament in memory: changed under its lock, and only by what the store holds."""

    __slots__ = ("_codec", "asked", "at", "chain", "event_id", "lock", "opened_at", "tournament", "version")

    def __init__(self, event_id: str, codec: Codec) -> None:
        self.event_id, self._codec = event_id, codec
        self.lock = asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """Knows nothing of it."""
        self.tournament: Tournament | None = None
        self.version, self.chain, self.at, self.opened_at = 0, "", _NEVER, _NEVER
        self.asked: dict[tuple[str, str], tuple[str, list[Event]]] = {}
        """By actor and request: the digest of the command, and what it made happen."""

    def read(self, rows: Sequence[Row]) -> None:
        """Catches up with rows that follow the last version known."""
        for row in rows:
            record = self._codec.read(row)
            envelope = record.envelope
            assert record.version == self.version + 1, f"{self.event_id}: {record.version} follows {self.version}"
            key = envelope.actor, envelope.request_id
            if envelope.command:
                self.asked[key] = (_digest(envelope.command), [])
            self.asked[key][1].append(record.event)
            self.tournament = evolve(self.tournament, record.event)
            self.version, self.chain, self.at = record.version, envelope.chain, envelope.at
            if record.version == 1:
                self.opened_at = envelope.at


class Tournaments:
    """All tournaments of one store, as one process sees them. Any number of processes may serve the same store."""

    def __init__(
        self,
        storage: TournamentStorage,
        clock: Callable[[], datetime] = process_clock,
        draw_secret: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
        news: News = no_news,
        beacon: Beacon | None = None,
    ) -> None:
        """`beacon`: whose rounds take part in the draws of new ones that have no given seed."""
        self.storage, self._codec = storage, stored.tournament_codec()
        self._clock, self._draw_secret, self._news, self._beacon = clock, draw_secret, news, beacon
        self._cache: OrderedDict[str, Held] = OrderedDict()

    async def open(self, command: OpenTournament, *, actor: str, request_id: str) -> Answer:
        """Its id follows from actor and request, so that a repeated request finds the same one. Raises Refused,
        TooMany, RequestReused, StoreAway."""
        event_id = str(uuid5(_IDS, f"{actor}/{request_id}"))
        own = await self.storage.not_ended(actor)
        if len(own) >= ORGANISED_MAX and event_id not in own:
            raise TooMany("TOO_MANY_TOURNAMENTS", ORGANISED_MAX, RETRY_S)
        if self._beacon and not command.seed:
            command = replace(command, beacon=self._beacon)
        return await self._command(event_id, command, actor, request_id)

    async def give(self, event_id: str, command: TournamentCommand, *, actor: str, request_id: str) -> Answer:
        """Gives a command and returns once its events are stored. A repeated request gets what it made happen the first
        time. Raises Refused, UnknownTournament, RequestReused, Contended, StoreAway."""
        assert not isinstance(command, OpenTournament), "a tournament is opened by open"
        return await self._command(event_id, command, actor, request_id)

    async def load(self, event_id: str) -> Loaded:
        """The tournament as the store has it now. Raises UnknownTournament, StoreAway."""
        held = self._held(event_id)
        async with held.lock:
            await self._catch_up(held)
            if held.tournament is None:
                self._cache.pop(event_id, None)
                raise UnknownTournament(event_id)
            return Loaded(event_id, held.version, held.tournament, held.opened_at)

    async def leave(self, account: str) -> None:
        """Withdraws an account that is deleted from all that is not over. One that waits for its beacon, which nobody
        can leave, raises StoreAway: try again later."""
        for event_id in await self.storage.not_over(account):
            request_id = str(uuid5(_IDS, f"{event_id}/{account}/leave"))
            try:
                await self.give(event_id, Withdraw(), actor=account, request_id=request_id)
            except Refused as refused:
                if refused.code == "EVENT_STARTING":
                    raise StoreAway(f"tournament {event_id} waits for its beacon, and cannot be left") from refused
                log.info("it only organised that tournament, or has left it", event_id=event_id)

    async def _command(self, event_id: str, command: TournamentCommand, actor: str, request_id: str) -> Answer:
        held, given = self._held(event_id), canonical_command(command)
        async with held.lock:
            for _ in range(TRIES_MAX):
                await self._catch_up(held)
                if before := await self._answered(held, actor, request_id, given):
                    return before
                at = max(self._clock(), held.at)  # of two processes' clocks one is behind
                ruling = await self._decided(held, command, actor, at)
                if not ruling.events:
                    if await self._acknowledged(held, actor, request_id, given):
                        return Answer(event_id, held.version, (), ruling.tournament)
                elif await self._append(held, ruling, at, actor, request_id, given):
                    return Answer(event_id, held.version, ruling.events, ruling.tournament)
        raise Contended(event_id, TRIES_MAX)

    async def _decided(self, held: Held, command: TournamentCommand, actor: str, at: datetime) -> Ruling:
        """Beside the loop: to pair a thousand players takes seconds."""
        if isinstance(command, OpenTournament):
            assert held.tournament is None, "an id follows from its request"
            return await asyncio.to_thread(begin, command, actor, held.event_id, self._draw_secret())
        if held.tournament is None:
            self._cache.pop(held.event_id, None)
            raise UnknownTournament(held.event_id)
        return await asyncio.to_thread(decide, held.tournament, command, actor, milliseconds(at))

    async def _answered(self, held: Held, actor: str, request_id: str, given: bytes) -> Answer | None:
        """What the request made happen, if it was made before. Raises RequestReused."""
        if not held.tournament:
            return None
        known = held.asked.get((actor, request_id))
        if known is None and actor != SERVER_ACTOR:
            digest = (await self.storage.acknowledged(held.event_id, actor)).get(request_id)
            known = (digest, []) if digest else None
        if known is None:
            return None
        if known[0] != _digest(given):
            raise RequestReused(held.event_id, request_id)
        return Answer(held.event_id, held.version, tuple(known[1]), held.tournament)

    async def _acknowledged(self, held: Held, actor: str, request_id: str, given: bytes) -> bool:
        """Remembers that a request made nothing happen; the server's own do so however often. Refuses who asks for
        nothing too often."""
        if actor == SERVER_ACTOR:
            return True
        check_idle(len(await self.storage.acknowledged(held.event_id, actor)))
        return await self.storage.acknowledge(held.event_id, actor, request_id, _digest(given))

    async def _append(
        self, held: Held, ruling: Ruling, at: datetime, actor: str, request_id: str, given: bytes
    ) -> bool:
        """False where another process was faster."""
        opened = ruling.tournament.opened
        rows, _ = self._codec.seal(
            held.event_id,
            held.version + 1,
            ruling.events,
            at=at,
            actor=actor,
            request_id=request_id,
            command=given,
            secret=ruling.tournament.secret,
            chain=held.chain or first_link(held.event_id, opened.commitment),
            rules_version=None,
        )
        for row in rows:
            odd = row_fault(row, RECORDED)
            assert odd is None, f"no export could prove it: {odd}"
        now_ms, tournament = milliseconds(at), ruling.tournament
        told = await self._news(Happened(held.event_id, rows[-1].version, ruling.events, tournament, now_ms))
        if not await self.storage.append(Stored(rows, tournament, _concerns(ruling.events), now_ms, told)):
            return False
        held.read(rows)
        return True

    async def _catch_up(self, held: Held) -> None:
        rows = await self.storage.load(held.event_id, max(held.version - 1, 0))
        if held.version and (not rows or link_of(rows[0]) != held.chain):
            log.critical("the store has lost events: the tournament is read again", event_id=held.event_id)
            held.forget()
            rows = await self.storage.load(held.event_id)
        held.read(rows[1:] if held.version else rows)

    def _held(self, event_id: str) -> Held:
        held = self._cache.get(event_id)
        if held is None:
            held = self._cache[event_id] = Held(event_id, self._codec)
            while len(self._cache) > HELD_MAX:
                self._cache.popitem(last=False)
        self._cache.move_to_end(event_id)
        return held


def _concerns(events: Sequence[Event]) -> tuple[str, ...]:
    """Whose list of tournaments this one belongs to from now on: accounts, and the club that it is of."""
    found: list[str] = []
    for event in events:
        if isinstance(event, TournamentOpened):
            found += [event.organiser, *event.terms.officials]
            found += [event.terms.club] if event.terms.club else []
        elif isinstance(event, PlayerEntered | PlayerJoined | PlaceOffered):
            found.append(event.account)
    return tuple(dict.fromkeys(found))


def _digest(command: bytes) -> str:
    return sha256(_SAID_BY_THE_SERVER.sub(b"", command)).hexdigest()
