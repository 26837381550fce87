"""Commands to clubs: the only place where the rules of clubs and the store meet."""

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias
from uuid import UUID, uuid5

from msgspec import Struct

from domain import stored
from domain.club.decide import Ruling, begin, decide
from domain.club.founding import NAME_MAX
from domain.club.messages import ChangeClub, ClubCommand, FoundClub, Leave
from domain.club.state import Club, evolve
from domain.history.record import milliseconds
from domain.kernel.dice import SEED_BYTES
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from services.application.streams import Stream, StreamCommands, StreamRequest, Streams
from services.clubs.club_errors import UnknownClub
from services.clubs.club_storage import ClubStorage, Stored
from services.platform.clock import process_clock
from services.platform.confusables import speaks_for_the_house
from services.platform.rate_limiter import TooMany

OWNED_MAX = 5
"""Clubs that are not closed, of one owner who founds another."""
RETRY_S = 60.0
_IDS = UUID("a2c7e2d4-6c3f-5d0e-8a0b-52f6a3f1c9b7")


class Loaded(Struct, frozen=True):
    """A club at a version."""

    club_id: str
    version: int
    club: Club
    founded_at: datetime


ClubRequest: TypeAlias = StreamRequest[ClubCommand]


class Clubs(StreamCommands[Club, ClubCommand, Ruling, Loaded]):
    """All clubs of one store, as one process sees them. Any number of processes may serve the same store."""

    def __init__(
        self,
        storage: ClubStorage,
        clock: Callable[[], datetime] = process_clock,
        draw_secret: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        super().__init__(Streams(storage.load, stored.club_codec(), evolve), clock)
        self.storage, self._draw_secret = storage, draw_secret

    async def found_club(self, command: FoundClub, *, actor: str, request_id: str) -> Loaded:
        """Its id follows from actor and request, so that a repeated request finds the same one. Raises Refused,
        TooMany, RequestReused, Contended, StoreUnavailable."""
        club_id = str(uuid5(_IDS, f"{actor}/{request_id}"))
        own = await self.storage.owned(actor)
        if len(own) >= OWNED_MAX and club_id not in own:
            raise TooMany("TOO_MANY_CLUBS", OWNED_MAX, RETRY_S)
        return await self._command(club_id, command, actor, request_id)

    async def execute(self, club_id: str, command: ClubCommand, *, actor: str, request_id: str) -> Loaded:
        """Gives a command and returns once its events are stored. A repeated request happens once. Raises Refused,
        UnknownClub, RequestReused, Contended, StoreUnavailable."""
        assert not isinstance(command, FoundClub), "a club is founded by found"
        return await self._command(club_id, command, actor, request_id)

    async def load(self, club_id: str) -> Loaded:
        """The club as the store has it now. Raises UnknownClub, StoreUnavailable."""
        held = self._streams.of(club_id)
        async with held.lock:
            await self._streams.catch_up(held)
            return _loaded(held)

    async def leave(self, account: str) -> None:
        """Takes an account that is deleted or banned out of all clubs. Raises StoreUnavailable."""
        for club_id in await self.storage.of(account):
            with suppress(Refused):  # it was put out, or the club closed, meanwhile
                version = (await self.load(club_id)).version
                request_id = str(uuid5(_IDS, f"{club_id}/{account}/leave/{version}"))  # it may be there once more
                await self.execute(club_id, Leave(), actor=account, request_id=request_id)

    async def _find_repeated(self, target: Stream[Club], request: ClubRequest) -> Loaded | None:
        return None if self._streams.events_of(target, request) is None else _loaded(target)

    async def _decide(self, target: Stream[Club], request: ClubRequest, at: datetime) -> Ruling:
        command, actor = request.command, request.actor
        if isinstance(command, FoundClub):
            assert target.state is None, "an id follows from its request"
            ruling = begin(command, actor, target.stream_id, self._draw_secret())
        else:
            ruling = decide(_loaded(target).club, command, actor)
        if isinstance(command, FoundClub | ChangeClub):
            await self._check_name(target.stream_id, command.profile.name)
        return ruling

    async def _check_name(self, club_id: str, name: str) -> None:
        """Raises Refused for a name that speaks for the house, and for another open club's name."""
        if speaks_for_the_house(name):
            raise Refused("CLUB_NAME_INVALID", "CL-FOUND-01", length_max=NAME_MAX)
        if await self.storage.named(name) not in ("", club_id):
            raise Refused("CLUB_NAME_TAKEN", "CL-FOUND-02", name=name)

    async def _append(self, stream: Stream[Club], request: ClubRequest, decision: Ruling, at: datetime) -> bool:
        club = decision.club
        rows = self._streams.sealed(
            stream, decision.events, request, at=at, secret=club.secret, commitment=club.founded.commitment
        )
        owners = {stream.state.owner} if stream.state else set()
        concerns = dict.fromkeys([*_named(decision.events), *owners, club.owner])
        if not await self.storage.append(Stored(rows, club, concerns, milliseconds(at), stream.chain)):
            return False
        self._streams.read(stream, rows)
        return True

    def _result(self, stream: Stream[Club], decision: Ruling) -> Loaded:
        return _loaded(stream)


def _loaded(held: Stream[Club]) -> Loaded:
    """Raises UnknownClub."""
    if held.state is None:
        raise UnknownClub(held.stream_id)
    return Loaded(held.stream_id, held.version, held.state, held.began_at)


def _named(events: Iterable[Event]) -> Iterable[str]:
    """The accounts that events are about."""
    return [event.account for event in events if hasattr(event, "account")]
