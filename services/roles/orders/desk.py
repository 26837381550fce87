"""Takes orders and carries them out. Any process may, and several at once: the number of a command's request follows
from its order, so that it is given once; and a request that must not be given any more is answered first."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from weakref import WeakValueDictionary

import structlog
from msgspec import Struct

from domain.history.chain import first_link
from domain.history.order_progress import Followed, done, due, follow_on
from domain.history.record import milliseconds
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.orders import Item, Stop
from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate
from domain.table.messages import FollowOrder, OrderGiven, StandingOrder
from domain.table.standing_orders import (
    SeatOrders,
    cleared,
    ended,
    next_of,
    refused,
    replaced,
    request_of,
)
from domain.table.taking_orders import order, says
from services.application.command_errors import Contended, ExpectedVersionMismatch, RequestReused
from services.application.game_service import TIMEOUT_S, CommandResult, GameService
from services.application.loaded_game import until
from services.application.streams import TRIES_MAX
from services.platform.clock import process_clock
from services.roles.orders.order_storage import OrderStorage, Place, StoredOrders, stream_of

log = structlog.get_logger(__name__)
_BY_ITS_PLAYER = ("ORDER_CLEARED", "ORDER_REPLACED", "OWN_COMMAND", "GAME_OVER")
"""Ends that need no notice."""
HELD_MAX = 10_000
"""Orders whose course this process remembers."""


class OrderRequest(Struct, frozen=True):
    """A player's order. `phase`: empty for the current phase of the game."""

    items: tuple[Item, ...]
    phase: str = ""
    ignore: tuple[str, ...] = ()


class Ended(Struct, frozen=True):
    """An order has ended, and its player was not the one who ended it."""

    aggregate: Aggregate
    seat: Seat
    order: StandingOrder
    stop: Stop
    at_ms: int


class OrderReply(Struct, frozen=True):
    """`done`: the order's events during the call. `followed`: the progress of the active order."""

    seat: Seat
    version: int
    orders: SeatOrders
    followed: Followed | None = None
    done: tuple[CommandResult, ...] = ()


class StandingOrderService:
    """`tell`: called with ends before they are stored; perhaps more than once."""

    def __init__(
        self,
        games: GameService,
        storage: OrderStorage,
        tell: Callable[[Ended], Awaitable[None]] | None = None,
        clock: Callable[[], datetime] = process_clock,
    ) -> None:
        self._games, self._storage, self._tell, self._clock = games, storage, tell, clock
        self._locks: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self._held: OrderedDict[tuple[str, int, int], Followed] = OrderedDict()

    async def of(self, game_id: str, seat: Seat, timeout_s: float = TIMEOUT_S) -> OrderReply:
        """Return the active order and those that have ended."""
        aggregate = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        kept = await self._storage.read(game_id, seat)
        standing = kept.orders.standing
        followed = await self._followed(game_id, seat, standing) if standing else None
        return OrderReply(seat, aggregate.version, kept.orders, followed)

    async def set(
        self,
        game_id: str,
        account: str,
        wanted: OrderRequest,
        *,
        request_id: str,
        expected_version: int | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> OrderReply:
        """Set an order in place of the active one, and carry out the part that applies now. Raises Refused,
        ExpectedVersionMismatch, RequestReused, Contended, StoreUnavailable."""
        seat = await self._seat(game_id, account, timeout_s)
        async with until(asyncio.get_running_loop().time() + timeout_s), self._lock(game_id, seat):
            for _ in range(TRIES_MAX):
                kept = await self._storage.read(game_id, seat)
                if before := kept.requests.get(request_id):
                    self._check_same(game_id, request_id, before, wanted)
                    return await self._now(game_id, seat)
                if await self._add(game_id, account, seat, kept, wanted, request_id, expected_version):
                    return await self._now(game_id, seat)
        raise Contended(game_id, TRIES_MAX)

    async def preview(
        self, game_id: str, account: str, wanted: OrderRequest, timeout_s: float = TIMEOUT_S
    ) -> OrderReply:
        """Return the order as it would be stored, and its first step. Raises Refused."""
        seat = await self._seat(game_id, account, timeout_s)
        aggregate = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        ends = (await self._storage.read(game_id, seat)).orders
        standing = order(ends, aggregate, account, wanted.items, wanted.phase, wanted.ignore)
        followed = Followed(aggregate)
        what = due(followed, seat, standing)
        if isinstance(what, Stop):
            end = ended(seat, standing, what, aggregate.version)
            return OrderReply(seat, aggregate.version, SeatOrders(standing.number, None, (*ends.ended, end)))
        stands = SeatOrders(standing.number, standing, ends.ended)
        if what is None:
            return OrderReply(seat, aggregate.version, stands, followed)
        number = request_of(aggregate, seat, standing, 0)
        would = await self._games.execute(
            game_id,
            what,
            actor=account,
            request_id=number,
            validate_only=True,
            timeout_s=timeout_s,
            counted_as=_command_kind(followed, seat, standing),
        )
        return OrderReply(seat, aggregate.version, stands, followed, (would,))

    async def clear(self, game_id: str, account: str, *, request_id: str, timeout_s: float = TIMEOUT_S) -> OrderReply:
        """Cancel the active order, if there is one: it does nothing any more once this returns."""
        seat = await self._seat(game_id, account, timeout_s)
        async with until(asyncio.get_running_loop().time() + timeout_s), self._lock(game_id, seat):
            for _ in range(TRIES_MAX):
                kept = await self._storage.read(game_id, seat)
                standing = kept.orders.standing
                if standing is None:
                    return OrderReply(seat, (await self._games.load(game_id)).loaded.version, kept.orders)
                aggregate = await self._silence(game_id, seat, standing)
                end = ended(seat, standing, cleared(), aggregate.version)
                if await self._keep(aggregate, account, seat, kept, request_id, [end]):
                    continue
        raise Contended(game_id, TRIES_MAX)

    async def settle(self, game_id: str, seat: Seat) -> tuple[CommandResult, ...]:
        """Gives what is due of the seat's order, one command after the other, and ends it where it does not apply."""
        async with self._lock(game_id, seat):
            return await self._settle(game_id, seat)

    async def _now(self, game_id: str, seat: Seat) -> OrderReply:
        done = await self._settle(game_id, seat)
        told = await self.of(game_id, seat)
        return OrderReply(seat, told.version, told.orders, told.followed, done)

    async def _add(
        self,
        game_id: str,
        account: str,
        seat: Seat,
        kept: StoredOrders,
        wanted: OrderRequest,
        request_id: str,
        expected_version: int | None,
    ) -> bool:
        live = await self._games.load(game_id)
        if expected_version is not None and expected_version != live.version:
            raise ExpectedVersionMismatch(game_id, expected_version, live.version)
        order(kept.orders, live.loaded, account, wanted.items, wanted.phase, wanted.ignore)  # or refused, as all was
        events: list[Event] = []
        aggregate, before = live.loaded, kept.orders.standing
        if before:
            aggregate = await self._silence(game_id, seat, before)
            events.append(ended(seat, before, replaced(), aggregate.version))
        made = order(kept.orders, aggregate, account, wanted.items, wanted.phase, wanted.ignore)
        self._hold(game_id, seat, made, Followed(aggregate))
        return await self._keep(aggregate, account, seat, kept, request_id, [*events, OrderGiven(seat, made)])

    async def _settle(self, game_id: str, seat: Seat) -> tuple[CommandResult, ...]:
        given: list[CommandResult] = []
        kept, followed = await self._storage.read(game_id, seat), None
        while standing := kept.orders.standing:
            followed = followed or await self._followed(game_id, seat, standing)
            what = due(followed, seat, standing)
            if what is None:
                break
            if isinstance(what, Stop):
                await self._end(seat, kept, standing, followed.aggregate, what)
                break
            try:
                answer = await self._give(game_id, seat, standing, followed, what)
            except RequestReused:  # another process has cancelled it, and may have died then
                await self._end(seat, await self._storage.read(game_id, seat), standing, followed.aggregate, cleared())
                break
            except ExpectedVersionMismatch:
                kept, followed = await self._storage.read(game_id, seat), None
            except Refused as said:
                await self._end(seat, kept, standing, followed.aggregate, refused(said.code))
                break
            else:
                given.append(answer)
                followed = self._after(game_id, seat, standing, followed, what, answer)
        return tuple(given)

    def _after(
        self,
        game_id: str,
        seat: Seat,
        standing: StandingOrder,
        followed: Followed,
        what: FollowOrder,
        answer: CommandResult,
    ) -> Followed | None:
        """Return the state that this process knows; None if the game has moved on."""
        now = self._games.cached_at(game_id, answer.version)
        if now is None:
            return None
        after = done(followed, seat, standing, what, answer.events, now)
        self._hold(game_id, seat, standing, after)
        return after

    async def _give(
        self, game_id: str, seat: Seat, standing: StandingOrder, followed: Followed, what: FollowOrder
    ) -> CommandResult:
        aggregate = followed.aggregate
        return await self._games.execute(
            game_id,
            what,
            actor=aggregate.occupants[seat].account,
            request_id=request_of(aggregate, seat, standing, followed.progress.followed),
            expected_version=aggregate.version,
            counted_as=_command_kind(followed, seat, standing),
        )

    async def _end(
        self, seat: Seat, kept: StoredOrders, standing: StandingOrder, aggregate: Aggregate, stop: Stop
    ) -> None:
        at_ms, game_id = milliseconds(self._clock()), aggregate.opened.game_id
        if self._tell and stop.reason not in _BY_ITS_PLAYER:
            await self._tell(Ended(aggregate, seat, standing, stop, at_ms))
        if kept.orders.standing != standing:
            return  # another has ended it
        end, account = ended(seat, standing, stop, aggregate.version), aggregate.occupants[seat].account
        number = request_of(aggregate, seat, standing, -1)
        await self._keep(aggregate, account, seat, kept, number, [end])
        self._held.pop((game_id, seat, standing.number), None)
        log.info("an order has ended", game_id=game_id, seat=seat, reason=stop.reason)

    async def _silence(self, game_id: str, seat: Seat, standing: StandingOrder) -> Aggregate:
        """Return the game after the order's last command. From then on its next one cannot be given."""
        for _ in range(TRIES_MAX):
            followed = await self._followed(game_id, seat, standing)
            aggregate = followed.aggregate
            number = request_of(aggregate, seat, standing, followed.progress.followed)
            if await self._games.reject_request(game_id, actor=aggregate.occupants[seat].account, request_id=number):
                return aggregate
        raise Contended(game_id, TRIES_MAX)

    async def _followed(self, game_id: str, seat: Seat, standing: StandingOrder) -> Followed:
        """The order as far as the game has come."""
        live, key = await self._games.load(game_id), (game_id, int(seat), standing.number)
        held = self._held.get(key)
        if held is None or held.aggregate.version > live.version:
            held = Followed(live.then(standing.after) or await self._games.load_at_version(game_id, standing.after))
        if held.aggregate.version < live.version:
            parts = self._games.records(game_id, held.aggregate.version)
            held = follow_on(held, seat, standing, [record async for part in parts for record in part])
        self._hold(game_id, seat, standing, held)
        return held

    def _hold(self, game_id: str, seat: Seat, standing: StandingOrder, followed: Followed) -> None:
        key = (game_id, int(seat), standing.number)
        self._held[key] = followed
        self._held.move_to_end(key)
        if len(self._held) > HELD_MAX:
            self._held.popitem(last=False)

    async def _keep(
        self,
        aggregate: Aggregate,
        account: str,
        seat: Seat,
        kept: StoredOrders,
        request_id: str,
        events: Sequence[Event],
    ) -> bool:
        opened, at = aggregate.opened, self._clock()
        stream = stream_of(opened.game_id, seat)
        rows, _ = self._storage.codec.seal(
            stream,
            kept.version + 1,
            events,
            at=at,
            actor=account,
            request_id=request_id,
            command=b"",
            secret=aggregate.secret,
            chain=kept.chain or first_link(stream, opened.commitment),
            rules_version=aggregate.rules_version,
        )
        stands = isinstance(events[-1], OrderGiven)
        return await self._storage.append(opened.game_id, seat, rows, kept.chain, stands=stands, at_ms=milliseconds(at))

    async def _seat(self, game_id: str, account: str, timeout_s: float) -> Seat:
        seat = (await self._games.load(game_id, timeout_s=timeout_s)).loaded.seat_of(account)
        if seat is None:
            raise Refused("NOT_A_PLAYER", "TB-ORD-01")
        return seat

    def _lock(self, game_id: str, seat: int) -> asyncio.Lock:
        return self._locks.setdefault((game_id, int(seat)), asyncio.Lock())

    def _check_same(self, game_id: str, request_id: str, before: StandingOrder, wanted: OrderRequest) -> None:
        if not says(before, wanted.items, wanted.ignore):
            raise RequestReused(game_id, request_id)


def _command_kind(followed: Followed, seat: Seat, standing: StandingOrder) -> str:
    """Return the kind of the command that the order gives now: metrics must not tell opponents who has an order."""
    found = next_of(followed.aggregate, seat, standing, followed.progress)
    assert isinstance(found, tuple), "the order was due"
    return type(found[1].command).__name__
