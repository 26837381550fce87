"""Standing orders over the wire: decoded, left at the desk, told."""

from itertools import takewhile

from google.protobuf.struct_pb2 import Struct as AnyObject
from msgspec.structs import replace

from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.table.aggregate import FINISHED, Aggregate
from domain.table.messages import OrderEnded, StandingOrder
from domain.table.standing_orders import ends_turn, items_of, orders_of
from services.api.gate.gate import Call
from services.api.messages import contract
from services.roles.orders.desk import OrderReply, OrderRequest, StandingOrderService
from services.texts.error_texts import localized
from turnledger.v1 import play_pb2


class OrdersOfSeats:
    """`aggregate`: the game, which has begun."""

    def __init__(self, desk: StandingOrderService) -> None:
        self._desk = desk

    async def set(self, request: play_pb2.SetOrdersRequest, aggregate: Aggregate, call: Call) -> OrderReply:
        game_id, account, wanted = request.game_id, call.account, _orders_in(request, aggregate)
        if request.validate_only:
            if not wanted.items:
                return await self._desk.of(game_id, _own_seat(aggregate, account), call.timeout_s)
            told = await self._desk.preview(game_id, account, wanted, call.timeout_s)
            return replace(told, done=tuple(replace(each, events=_telling_nothing(each.events)) for each in told.done))
        if not wanted.items:
            return await self._desk.clear(game_id, account, request_id=request.request_id, timeout_s=call.timeout_s)
        return await self._desk.set(
            game_id,
            account,
            wanted,
            request_id=request.request_id,
            expected_version=request.expected_version if request.HasField("expected_version") else None,
            timeout_s=call.timeout_s,
        )

    async def of(self, request: play_pb2.GetOrdersRequest, aggregate: Aggregate, call: Call) -> OrderReply:
        """One's own orders; of a finished game all players' (TB-ORD-02)."""
        if not request.HasField("seat"):
            return await self._desk.of(request.game_id, _own_seat(aggregate, call.account), call.timeout_s)
        seat = Seat(request.seat)
        if not 0 <= seat < len(aggregate.occupants):
            raise Refused("UNKNOWN_PLAYER", "TB-PLAY-01", player=seat, seats=len(aggregate.occupants))
        if aggregate.status != FINISHED and seat != aggregate.seat_of(call.account):
            raise Refused("NOT_YOUR_SEAT", "TB-PLAY-01", player=seat)
        return await self._desk.of(request.game_id, seat, call.timeout_s)


def orders_message(told: OrderReply, aggregate: Aggregate, languages: str) -> play_pb2.SeatOrders:
    assert aggregate.rules, "the game has begun"
    game, standing = aggregate.rules.name, told.orders.standing
    return play_pb2.SeatOrders(
        seat=told.seat,
        version=told.version,
        standing=_standing(standing, told, aggregate, game) if standing else None,
        ended=[_ended(each, game, languages) for each in told.orders.ended],
    )


def _standing(standing: StandingOrder, told: OrderReply, aggregate: Aggregate, game: str) -> play_pb2.StandingOrder:
    known, spoken = orders_of(aggregate), contract.game(game)
    assert told.followed, "of an order that stands"
    progress = told.followed.progress
    return play_pb2.StandingOrder(
        number=standing.number,
        after_version=standing.after,
        round=standing.round,
        phase=standing.phase.upper(),
        items=[spoken.item_message(item) for item in items_of(known, standing)],
        ignore=standing.ignore,
        item=progress.item,
        given=progress.given,
        commands=progress.followed,
        ends_turn=ends_turn(known, standing),
    )


def _ended(end: OrderEnded, game: str, languages: str) -> play_pb2.EndedOrder:
    facts = AnyObject()
    facts.update(end.facts)
    says = localized(end.reason, end.facts, languages, game)
    return play_pb2.EndedOrder(
        number=end.number or 0,
        reason=end.reason,
        says=says.message if says else "",
        facts=facts,
        version=end.version or 0,
    )


def _orders_in(request: play_pb2.SetOrdersRequest, aggregate: Aggregate) -> OrderRequest:
    """Raises MalformedMessage."""
    assert aggregate.rules, "the game has begun"
    spoken, phases = contract.game(aggregate.rules.name), orders_of(aggregate).phases
    phase = next((each for each in phases if each.upper() == request.phase), request.phase)
    return OrderRequest(tuple(map(spoken.item, request.items)), phase, tuple(dict.fromkeys(request.ignore)))


def _own_seat(aggregate: Aggregate, account: str) -> Seat:
    seat = aggregate.seat_of(account)
    if seat is None:
        raise Refused("NOT_A_PLAYER", "TB-ORD-01")
    return seat


def _telling_nothing(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return tuple(takewhile(lambda event: not event.reveals, events))
