"""The way of a command to a club: load, check the request, decide, append, answer. As `Games` for games, and the only
place where the rules of clubs and the store meet."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from uuid import UUID, uuid5

import structlog
from msgspec import Struct

from domain import stored
from domain.club.decide import Ruling, begin, decide
from domain.club.messages import ChangeClub, ClubCommand, FoundClub, Leave
from domain.club.state import Club, evolve
from domain.history.chain import first_link
from domain.history.codec import Codec, canonical_command, link_of
from domain.history.record import Row, milliseconds
from domain.kernel.decider import Event
from domain.kernel.dice import SEED_BYTES
from domain.kernel.refused import Refused
from services.application.errors import Contended, RequestReused
from services.clubs.errors import UnknownClub
from services.clubs.storage import ClubStorage, Stored
from services.platform.clock import process_clock
from services.platform.rate_limiter import TooMany

HELD_MAX = 256
"""Clubs held in memory by one process; the one unused for longest goes first."""
TRIES_MAX = 8
OWNED_MAX = 5
"""Clubs that are not closed, of one owner who founds another."""
RETRY_S = 60.0
log = structlog.get_logger(__name__)
_NEVER = datetime.min.replace(tzinfo=UTC)
_IDS = UUID("a2c7e2d4-6c3f-5d0e-8a0b-52f6a3f1c9b7")


class Loaded(Struct, frozen=True):
    """A club at a version."""

    club_id: str
    version: int
    club: Club
    founded_at: datetime


class Held:
    """A club in memory: changed under its lock, and only by what the store holds."""

    __slots__ = ("_codec", "asked", "at", "chain", "club", "club_id", "founded_at", "lock", "version")

    def __init__(self, club_id: str, codec: Codec) -> None:
        self.club_id, self._codec = club_id, codec
        self.lock = asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """Knows nothing of it."""
        self.club: Club | None = None
        self.version, self.chain, self.at, self.founded_at = 0, "", _NEVER, _NEVER
        self.asked: dict[tuple[str, str], str] = {}
        """By actor and request: the digest of the command."""

    def read(self, rows: Sequence[Row]) -> None:
        """Catches up with rows that follow the last version known."""
        for row in rows:
            record = self._codec.read(row)
            envelope = record.envelope
            assert record.version == self.version + 1, f"{self.club_id}: {record.version} follows {self.version}"
            if envelope.command:
                self.asked[envelope.actor, envelope.request_id] = _digest(envelope.command)
            self.club = evolve(self.club, record.event)
            self.version, self.chain, self.at = record.version, envelope.chain, envelope.at
            if record.version == 1:
                self.founded_at = envelope.at

    @property
    def loaded(self) -> Loaded:
        """Raises UnknownClub."""
        if self.club is None:
            raise UnknownClub(self.club_id)
        return Loaded(self.club_id, self.version, self.club, self.founded_at)


class Clubs:
    """All clubs of one store, as one process sees them. Any number of processes may serve the same store."""

    def __init__(
        self,
        storage: ClubStorage,
        clock: Callable[[], datetime] = process_clock,
        draw_secret: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self.storage, self._codec = storage, stored.club_codec()
        self._clock, self._draw_secret = clock, draw_secret
        self._cache: OrderedDict[str, Held] = OrderedDict()

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
        held = self._held(club_id)
        async with held.lock:
            return await self._caught_up(held)

    async def leave(self, account: str) -> None:
        """Takes an account that is deleted or banned out of all clubs. Raises StoreAway."""
        for club_id in await self.storage.of(account):
            with suppress(Refused):  # it was put out, or the club closed, meanwhile
                version = (await self.load(club_id)).version
                request_id = str(uuid5(_IDS, f"{club_id}/{account}/leave/{version}"))  # it may be there once more
                await self.give(club_id, Leave(), actor=account, request_id=request_id)

    async def _command(self, club_id: str, command: ClubCommand, actor: str, request_id: str) -> Loaded:
        held, given = self._held(club_id), canonical_command(command)
        async with held.lock:
            for _ in range(TRIES_MAX):
                with suppress(UnknownClub):
                    await self._caught_up(held)
                if known := held.asked.get((actor, request_id)):
                    if known != _digest(given):
                        raise RequestReused(club_id, request_id)
                    return held.loaded
                ruling = await self._decided(held, command, actor)
                if await self._append(held, ruling, actor, request_id, given):
                    return held.loaded
        raise Contended(club_id, TRIES_MAX)

    async def _decided(self, held: Held, command: ClubCommand, actor: str) -> Ruling:
        if isinstance(command, FoundClub):
            assert held.club is None, "an id follows from its request"
            ruling = begin(command, actor, held.club_id, self._draw_secret())
        else:
            ruling = decide(held.loaded.club, command, actor)
        if isinstance(command, FoundClub | ChangeClub):
            await self._check_name(held.club_id, command.profile.name)
        return ruling

    async def _check_name(self, club_id: str, name: str) -> None:
        if await self.storage.named(name) not in ("", club_id):
            raise Refused("CLUB_NAME_TAKEN", "CL-FOUND-02", name=name)

    async def _append(self, held: Held, ruling: Ruling, actor: str, request_id: str, given: bytes) -> bool:
        """False where another process was faster."""
        club, at = ruling.club, max(self._clock(), held.at)  # of two processes' clocks one is behind
        rows, _ = self._codec.seal(
            held.club_id,
            held.version + 1,
            ruling.events,
            at=at,
            actor=actor,
            request_id=request_id,
            command=given,
            secret=club.secret,
            chain=held.chain or first_link(held.club_id, club.founded.commitment),
            rules_version=None,
        )
        owners = {held.club.owner} if held.club else set()
        concerns = dict.fromkeys([*_named(ruling.events), *owners, club.owner])
        if not await self.storage.append(Stored(rows, club, concerns, milliseconds(at))):
            return False
        held.read(rows)
        return True

    async def _caught_up(self, held: Held) -> Loaded:
        """Raises UnknownClub, StoreAway."""
        rows = await self.storage.load(held.club_id, max(held.version - 1, 0))
        if held.version and (not rows or link_of(rows[0]) != held.chain):
            log.critical("the store has lost events: the club is read again", club_id=held.club_id)
            held.forget()
            rows = await self.storage.load(held.club_id)
        held.read(rows[1:] if held.version else rows)
        if held.club is None:
            self._cache.pop(held.club_id, None)
        return held.loaded

    def _held(self, club_id: str) -> Held:
        held = self._cache.get(club_id)
        if held is None:
            held = self._cache[club_id] = Held(club_id, self._codec)
            while len(self._cache) > HELD_MAX:
                self._cache.popitem(last=False)
        self._cache.move_to_end(club_id)
        return held


def _named(events: Iterable[Event]) -> Iterable[str]:
    """The accounts that events are about."""
    return [event.account for event in events if hasattr(event, "account")]


def _digest(command: bytes) -> str:
    return sha256(command).hexdigest()
