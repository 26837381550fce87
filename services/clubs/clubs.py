"""The way of a command to a club: load, check the request, decide, append, answer. As `Games` for games, and the only
place where the rules of clubs and the store meet."""

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from uuid import UUID, uuid5

from msgspec import Struct

from domain import stored
from domain.club.decide import Ruling, begin, decide
from domain.club.messages import ChangeClub, ClubCommand, FoundClub, Leave
from domain.club.state import Club, evolve
from domain.history.codec import canonical_command
from domain.history.record import milliseconds
from domain.kernel.decider import Event
from domain.kernel.dice import SEED_BYTES
from domain.kernel.refused import Refused
from services.application.errors import Contended, RequestReused
from services.application.streams import Stream, Streams
from services.clubs.errors import UnknownClub
from services.clubs.storage import ClubStorage, Stored
from services.platform.clock import process_clock
from services.platform.rate_limiter import TooMany

TRIES_MAX = 8
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


class Clubs:
    """All clubs of one store, as one process sees them. Any number of processes may serve the same store."""

    def __init__(
        self,
        storage: ClubStorage,
        clock: Callable[[], datetime] = process_clock,
        draw_secret: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self.storage, self._streams = storage, Streams(storage.load, stored.club_codec(), evolve)
        self._clock, self._draw_secret = clock, draw_secret

    async def found(self, command: FoundClub, *, actor: str, request_id: str) -> Loaded:
        """Its id follows from actor and request, so that a repeated request finds the same one. Raises Refused,
        TooMany, RequestReused, Contended, StoreAway."""
        club_id = str(uuid5(_IDS, f"{actor}/{request_id}"))
        own = await self.storage.owned(actor)
        if len(own) >= OWNED_MAX and club_id not in own:
            raise TooMany("TOO_MANY_CLUBS", OWNED_MAX, RETRY_S)
        return await self._command(club_id, command, actor, request_id)

    async def give(self, club_id: str, command: ClubCommand, *, actor: str, request_id: str) -> Loaded:
        """Gives a command and returns once its events are stored. A repeated request happens once. Raises Refused,
        UnknownClub, RequestReused, Contended, StoreAway."""
        assert not isinstance(command, FoundClub), "a club is founded by found"
        return await self._command(club_id, command, actor, request_id)

    async def load(self, club_id: str) -> Loaded:
        """The club as the store has it now. Raises UnknownClub, StoreAway."""
        held = self._streams.of(club_id)
        async with held.lock:
            await self._streams.catch_up(held)
            return _loaded(held)

    async def leave(self, account: str) -> None:
        """Takes an account that is deleted or banned out of all clubs. Raises StoreAway."""
        for club_id in await self.storage.of(account):
            with suppress(Refused):  # it was put out, or the club closed, meanwhile
                version = (await self.load(club_id)).version
                request_id = str(uuid5(_IDS, f"{club_id}/{account}/leave/{version}"))  # it may be there once more
                await self.give(club_id, Leave(), actor=account, request_id=request_id)

    async def _command(self, club_id: str, command: ClubCommand, actor: str, request_id: str) -> Loaded:
        held, given = self._streams.of(club_id), canonical_command(command)
        async with held.lock:
            for _ in range(TRIES_MAX):
                await self._streams.catch_up(held)
                if known := held.asked.get((actor, request_id)):
                    if known[0] != self._streams.digest(given):
                        raise RequestReused(club_id, request_id)
                    return _loaded(held)
                ruling = await self._decided(held, command, actor)
                if await self._append(held, ruling, actor, request_id, given):
                    return _loaded(held)
        raise Contended(club_id, TRIES_MAX)

    async def _decided(self, held: Stream[Club], command: ClubCommand, actor: str) -> Ruling:
        if isinstance(command, FoundClub):
            assert held.state is None, "an id follows from its request"
            ruling = begin(command, actor, held.stream_id, self._draw_secret())
        else:
            ruling = decide(_loaded(held).club, command, actor)
        if isinstance(command, FoundClub | ChangeClub):
            await self._check_name(held.stream_id, command.profile.name)
        return ruling

    async def _check_name(self, club_id: str, name: str) -> None:
        if await self.storage.named(name) not in ("", club_id):
            raise Refused("CLUB_NAME_TAKEN", "CL-FOUND-02", name=name)

    async def _append(self, held: Stream[Club], ruling: Ruling, actor: str, request_id: str, given: bytes) -> bool:
        """False where another process was faster."""
        club, at = ruling.club, max(self._clock(), held.at)  # of two processes' clocks one is behind
        rows = self._streams.sealed(
            held,
            ruling.events,
            at=at,
            actor=actor,
            request_id=request_id,
            command=given,
            secret=club.secret,
            commitment=club.founded.commitment,
        )
        owners = {held.state.owner} if held.state else set()
        concerns = dict.fromkeys([*_named(ruling.events), *owners, club.owner])
        if not await self.storage.append(Stored(rows, club, concerns, milliseconds(at))):
            return False
        self._streams.read(held, rows)
        return True


def _loaded(held: Stream[Club]) -> Loaded:
    """Raises UnknownClub."""
    if held.state is None:
        raise UnknownClub(held.stream_id)
    return Loaded(held.stream_id, held.version, held.state, held.began_at)


def _named(events: Iterable[Event]) -> Iterable[str]:
    """The accounts that events are about."""
    return [event.account for event in events if hasattr(event, "account")]
