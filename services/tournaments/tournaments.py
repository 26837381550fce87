"""The way of a command to a tournament: load, check the request, decide, append, answer. As `Games` for games, and
the only place where the rules of tournaments and the store meet."""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
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
from domain.history.codec import canonical_command
from domain.history.record import milliseconds
from domain.history.spelling import RECORDED, row_fault
from domain.kernel.beacon import Beacon
from domain.kernel.decider import Event
from domain.kernel.dice import SEED_BYTES
from domain.kernel.refused import Refused
from domain.table.messages import SERVER_ACTOR
from domain.table.pace import check_idle
from services.application.errors import Contended, RequestReused
from services.application.streams import Stream, Streams
from services.platform.clock import process_clock
from services.platform.rate_limiter import TooMany
from services.store.interface import StoreAway
from services.store.sql import Statement
from services.tournaments.errors import UnknownTournament
from services.tournaments.storage import Stored, TournamentStorage

TRIES_MAX = 8
ORGANISED_MAX = 20
"""Tournaments that are not over, of one organiser."""
RETRY_S = 60.0
log = structlog.get_logger(__name__)
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
        self.storage = storage
        self._streams = Streams(storage.load, stored.tournament_codec(), evolve, _said_by_the_caller)
        self._clock, self._draw_secret, self._news, self._beacon = clock, draw_secret, news, beacon

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
        held = self._streams.of(event_id)
        async with held.lock:
            tournament = await self._streams.catch_up(held)
            if tournament is None:
                raise UnknownTournament(event_id)
            return Loaded(event_id, held.version, tournament, held.began_at)

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
        held, given = self._streams.of(event_id), canonical_command(command)
        async with held.lock:
            for _ in range(TRIES_MAX):
                await self._streams.catch_up(held)
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

    async def _decided(self, held: Stream[Tournament], command: TournamentCommand, actor: str, at: datetime) -> Ruling:
        """Beside the loop: to pair a thousand players takes seconds."""
        if isinstance(command, OpenTournament):
            assert held.state is None, "an id follows from its request"
            return await asyncio.to_thread(begin, command, actor, held.stream_id, self._draw_secret())
        if held.state is None:
            raise UnknownTournament(held.stream_id)
        return await asyncio.to_thread(decide, held.state, command, actor, milliseconds(at))

    async def _answered(self, held: Stream[Tournament], actor: str, request_id: str, given: bytes) -> Answer | None:
        """What the request made happen, if it was made before. Raises RequestReused."""
        if not held.state:
            return None
        known = held.asked.get((actor, request_id))
        if known is None and actor != SERVER_ACTOR:
            digest = (await self.storage.acknowledged(held.stream_id, actor)).get(request_id)
            known = (digest, []) if digest else None
        if known is None:
            return None
        if known[0] != self._streams.digest(given):
            raise RequestReused(held.stream_id, request_id)
        return Answer(held.stream_id, held.version, tuple(known[1]), held.state)

    async def _acknowledged(self, held: Stream[Tournament], actor: str, request_id: str, given: bytes) -> bool:
        """Remembers that a request made nothing happen; the server's own do so however often. Refuses who asks for
        nothing too often."""
        if actor == SERVER_ACTOR:
            return True
        check_idle(len(await self.storage.acknowledged(held.stream_id, actor)))
        return await self.storage.acknowledge(held.stream_id, actor, request_id, self._streams.digest(given))

    async def _append(
        self, held: Stream[Tournament], ruling: Ruling, at: datetime, actor: str, request_id: str, given: bytes
    ) -> bool:
        """False where another process was faster."""
        rows = self._streams.sealed(
            held,
            ruling.events,
            at=at,
            actor=actor,
            request_id=request_id,
            command=given,
            secret=ruling.tournament.secret,
            commitment=ruling.tournament.opened.commitment,
        )
        for row in rows:
            odd = row_fault(row, RECORDED)
            assert odd is None, f"no export could prove it: {odd}"
        now_ms, tournament = milliseconds(at), ruling.tournament
        told = await self._news(Happened(held.stream_id, rows[-1].version, ruling.events, tournament, now_ms))
        if not await self.storage.append(Stored(rows, tournament, _concerns(ruling.events), now_ms, told)):
            return False
        self._streams.read(held, rows)
        return True


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


def _said_by_the_caller(command: bytes) -> bytes:
    return _SAID_BY_THE_SERVER.sub(b"", command)
