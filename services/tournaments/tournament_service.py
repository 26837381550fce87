"""Commands to tournaments: the only place where the rules of tournaments and the store meet."""

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
from domain.history.record import milliseconds
from domain.history.spelling import RECORDED, row_fault
from domain.kernel.beacon import Beacon
from domain.kernel.dice import SEED_BYTES
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.table.messages import SERVER_ACTOR
from domain.table.pace import check_idle
from domain.tournament.decide import Ruling, begin, decide
from domain.tournament.messages import (
    GIVEN,
    OpenTournament,
    PlaceOffered,
    PlayerEntered,
    PlayerJoined,
    TournamentCommand,
    TournamentOpened,
    Withdraw,
)
from domain.tournament.state import Tournament, evolve
from services.application.streams import Stream, StreamCommands, StreamRequest, Streams
from services.platform.clock import process_clock
from services.platform.rate_limiter import TooMany
from services.store.interface import StoreUnavailable
from services.store.sql import Statement
from services.tournaments.tournament_errors import UnknownTournament
from services.tournaments.tournament_storage import Stored, TournamentStorage

ORGANISED_MAX = 20
"""Tournaments that are not over, of one organiser."""
RETRY_S = 60.0
log = structlog.get_logger(__name__)
_IDS = UUID("0b6a1b52-8b0e-5c1c-9f44-6a4e2c7d9a10")
_SAID_BY_THE_SERVER = re.compile(rb'"rating":(?:null|-?[0-9]+)')
"""The rating of an entrant, which the server adds to the command."""


class Answer(Struct, frozen=True):
    """The events of a command, and the state after them."""

    tournament_id: str
    version: int
    events: tuple[Event, ...]
    tournament: Tournament


class Loaded(Struct, frozen=True):
    """A tournament at a version."""

    tournament_id: str
    version: int
    tournament: Tournament
    opened_at: datetime


class Happened(Struct, frozen=True):
    """One command before it is stored: its events and the version they lead to. `tournament`: the state after them.
    `at_ms`: milliseconds since 1970 UTC."""

    tournament_id: str
    version: int
    events: tuple[Event, ...]
    tournament: Tournament
    at_ms: int


News: TypeAlias = Callable[[Happened], Awaitable[Sequence[Statement]]]
"""Returns the notices to be stored with it."""


async def no_news(_: Happened) -> Sequence[Statement]:
    return ()


TournamentRequest: TypeAlias = StreamRequest[TournamentCommand]


class Tournaments(StreamCommands[Tournament, TournamentCommand, Ruling, Answer]):
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
        super().__init__(Streams(storage.load, stored.tournament_codec(), evolve, _said_by_the_caller), clock)
        self.storage = storage
        self._draw_secret, self._news, self._beacon = draw_secret, news, beacon

    async def open(self, command: OpenTournament, *, actor: str, request_id: str) -> Answer:
        """Its id follows from actor and request, so that a repeated request finds the same one. Raises Refused,
        TooMany, RequestReused, StoreUnavailable."""
        tournament_id = str(uuid5(_IDS, f"{actor}/{request_id}"))
        own = await self.storage.not_ended(actor)
        if len(own) >= ORGANISED_MAX and tournament_id not in own:
            raise TooMany("TOO_MANY_TOURNAMENTS", ORGANISED_MAX, RETRY_S)
        if self._beacon and not command.seed and command.terms.form != GIVEN:  # nothing but seeds is drawn
            command = replace(command, beacon=self._beacon)
        return await self._command(tournament_id, command, actor, request_id)

    async def execute(self, tournament_id: str, command: TournamentCommand, *, actor: str, request_id: str) -> Answer:
        """Gives a command and returns once its events are stored. A repeated request gets what it made happen the first
        time. Raises Refused, UnknownTournament, RequestReused, Contended, StoreUnavailable."""
        assert not isinstance(command, OpenTournament), "a tournament is opened by open"
        return await self._command(tournament_id, command, actor, request_id)

    async def load(self, tournament_id: str) -> Loaded:
        """The tournament as the store has it now. Raises UnknownTournament, StoreUnavailable."""
        held = self._streams.of(tournament_id)
        async with held.lock:
            tournament = await self._streams.catch_up(held)
            if tournament is None:
                raise UnknownTournament(tournament_id)
            return Loaded(tournament_id, held.version, tournament, held.began_at)

    async def leave(self, account: str) -> None:
        """Withdraw a deleted account from all unfinished tournaments. A tournament that waits for its beacon cannot be
        left and raises StoreUnavailable: try again later."""
        for tournament_id in await self.storage.not_over(account):
            request_id = str(uuid5(_IDS, f"{tournament_id}/{account}/leave"))
            try:
                await self.execute(tournament_id, Withdraw(), actor=account, request_id=request_id)
            except Refused as refused:
                if refused.code == "EVENT_STARTING":
                    raise StoreUnavailable(
                        f"tournament {tournament_id} waits for its beacon, and cannot be left"
                    ) from refused
                log.info("it only organised that tournament, or has left it", tournament_id=tournament_id)

    async def _find_repeated(self, target: Stream[Tournament], request: TournamentRequest) -> Answer | None:
        """The requests that made nothing happen are recorded next to the stream."""
        if not target.state:
            return None
        events = self._streams.events_of(target, request)
        if events is None and request.actor != SERVER_ACTOR:
            recorded = await self.storage.recorded_requests(target.stream_id, request.actor)
            if digest := recorded.get(request.request_id):
                self._streams.check_same(digest, target, request)
                events = ()
        return None if events is None else Answer(target.stream_id, target.version, tuple(events), target.state)

    async def _decide(self, target: Stream[Tournament], request: TournamentRequest, at: datetime) -> Ruling:
        """Runs in a thread: pairing a thousand players takes seconds."""
        command, actor = request.command, request.actor
        if isinstance(command, OpenTournament):
            assert target.state is None, "an id follows from its request"
            return await asyncio.to_thread(begin, command, actor, target.stream_id, self._draw_secret())
        if target.state is None:
            raise UnknownTournament(target.stream_id)
        return await asyncio.to_thread(decide, target.state, command, actor, milliseconds(at))

    async def _append(
        self, stream: Stream[Tournament], request: TournamentRequest, decision: Ruling, at: datetime
    ) -> bool:
        if not decision.events:
            return await self._recorded_without_events(stream, request)
        tournament, now_ms = decision.tournament, milliseconds(at)
        rows = self._streams.sealed(
            stream,
            decision.events,
            request,
            at=at,
            secret=tournament.secret,
            commitment=tournament.opened.commitment,
        )
        for row in rows:
            odd = row_fault(row, RECORDED)
            assert odd is None, f"no export could prove it: {odd}"
        notices = await self._news(Happened(stream.stream_id, rows[-1].version, decision.events, tournament, now_ms))
        concerns = _concerns(decision.events)
        if not await self.storage.append(Stored(rows, tournament, concerns, now_ms, notices, stream.chain)):
            return False
        self._streams.read(stream, rows)
        return True

    async def _recorded_without_events(self, stream: Stream[Tournament], request: TournamentRequest) -> bool:
        """Record a request that made nothing happen, except those of the server. Raises Refused for too many."""
        actor = request.actor
        if actor == SERVER_ACTOR:
            return True
        check_idle(len(await self.storage.recorded_requests(stream.stream_id, actor)))
        digest = self._streams.digest(request.stored)
        return await self.storage.record_request(stream.stream_id, actor, request.request_id, digest)

    def _result(self, stream: Stream[Tournament], decision: Ruling) -> Answer:
        return Answer(stream.stream_id, stream.version, decision.events, decision.tournament)


def _concerns(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the accounts whose list of tournaments contains this one from now on, and its club."""
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
