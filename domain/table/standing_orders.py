"""Standing orders: choices that a player leaves while away, and how the table carries them out (TB-ORD).

A seat's orders are a private stream of their own (OrderGiven, OrderEnded). An event in the game's stream would take a
version: all players would see that an order was given, and their commands would conflict with it. An order acts through
FollowOrder, a command of its seat in the game's stream that holds the whole order. The rules make the move from it, and
no viewer sees a command before the end of the game (docs/decisions/0028).
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias, Union

import msgspec
from msgspec import Struct

from domain.kernel.ids import Seat
from domain.kernel.mac import mac
from domain.kernel.messages import Command, Event
from domain.kernel.orders import Give, Item, ItemContext, Orders, Stop
from domain.kernel.refused import Refused
from domain.table.aggregate import RUNNING, Aggregate, options
from domain.table.messages import (
    TABLE_EVENTS,
    CommandsUndone,
    DrawAwaited,
    FollowOrder,
    GameFinished,
    OrderEnded,
    OrderGiven,
    SeatHanded,
    SeatResigned,
    StandingOrder,
    TimeRanOut,
)
from domain.table.running import check_player

ORDER, PLAYER, SOMEBODY = "ORDER", "PLAYER", "SOMEBODY"


class SeatOrders(Struct, frozen=True):
    """The standing orders of a seat. `given`: the number of orders. `ended`: the ends, in their order."""

    given: int = 0
    standing: StandingOrder | None = None
    ended: tuple[OrderEnded, ...] = ()


class Progress(Struct, frozen=True):
    """The progress of an order: `item` is the next item, `given` its progress, `followed` the number of commands
    given."""

    item: int = 0
    given: int = 0
    followed: int = 0


Next: TypeAlias = FollowOrder | Stop | None
"""The next step of an order: a command, the end, or nothing yet."""


def evolve(orders: SeatOrders, event: OrderGiven | OrderEnded) -> SeatOrders:
    if isinstance(event, OrderGiven):
        assert event.order, "as it is stored"
        return SeatOrders(event.order.number, event.order, orders.ended)
    return SeatOrders(orders.given, None, (*orders.ended, event))


def orders_of(aggregate: Aggregate) -> Orders:
    """Return the game's part of standing orders."""
    assert aggregate.rules, "the game has begun"
    return aggregate.rules.orders


def followed(aggregate: Aggregate, command: FollowOrder, actor: str) -> Command:
    """Return the game command that the order gives at this point (TB-ORD-03). An audit of the history computes it
    again."""
    seat = Seat(command.place)
    check_player(aggregate, seat, actor)
    found = next_of(aggregate, seat, command.order, Progress(command.item, command.given))
    if found is None or isinstance(found, Stop) or found[0] != command:
        raise Refused("ORDER_DOES_NOT_APPLY", "TB-ORD-03", number=command.order.number)
    return found[1].command


def next_step(aggregate: Aggregate, seat: Seat, standing: StandingOrder, progress: Progress) -> Next:
    found = next_of(aggregate, seat, standing, progress)
    return found[0] if isinstance(found, tuple) else found


def next_of(
    aggregate: Aggregate, seat: Seat, standing: StandingOrder, progress: Progress
) -> tuple[FollowOrder, Give] | Stop | None:
    """Return the order's step in this state: one of the seat's options, or its end; None while it waits."""
    if aggregate.status != RUNNING or aggregate.rules is None:
        return Stop("GAME_OVER")
    if aggregate.occupants[seat].bot:
        return Stop("SEAT_IS_HANDED")
    known = orders_of(aggregate)
    items = items_of(known, standing)
    left = _left(items, progress)
    if not left:
        return Stop("ORDER_DONE")
    ahead = _ahead(known, moment(aggregate), standing)
    if ahead:
        return Stop("PHASE_OVER", {"phase": standing.phase}) if ahead > 0 else None
    if seat not in aggregate.to_act:
        return None
    board, listed = aggregate.rules.view(aggregate.play, seat), options(aggregate, seat)
    for at, item in enumerate(left, len(items) - len(left)):
        given = progress.given if at == progress.item else 0
        answer = item.answer(ItemContext(board, listed, seat, given))
        if isinstance(answer, Stop):
            return answer
        if answer:
            return FollowOrder(seat, standing, at, given), answer
    return Stop("ORDER_DONE")


def _left(items: Sequence[Item], progress: Progress) -> Sequence[Item]:
    """The items that are not done."""
    over = progress.item < len(items) and items[progress.item].is_done(progress.given)
    return items[progress.item + over :]


def progressed(aggregate: Aggregate, command: FollowOrder, progress: Progress) -> Progress:
    """Return the progress of an order after one of its commands, given in this state."""
    found = next_of(aggregate, Seat(command.place), command.order, Progress(command.item, command.given))
    amount = found[1].amount if isinstance(found, tuple) else 1
    return Progress(command.item, command.given + amount, progress.followed + 1)


def stopped_by(
    before: Aggregate,
    seat: Seat,
    standing: StandingOrder,
    progress: Progress,
    events: Sequence[Event],
    by: str,
) -> Stop | None:
    """Return why an event after the order was given ends it (TB-ORD-04, TB-ORD-05). `events`: of one command, given
    in the state `before`, `by` the ORDER itself, the seat's PLAYER or SOMEBODY else."""
    for event in events:
        if isinstance(event, CommandsUndone):
            return Stop("UNDONE", {"to_version": event.to_version})
        if isinstance(event, GameFinished):
            return Stop("GAME_OVER")
        if isinstance(event, SeatHanded | SeatResigned | TimeRanOut) and event.place == seat:
            return Stop("TIME_RAN_OUT") if isinstance(event, TimeRanOut) else Stop("SEAT_IS_HANDED")
    known = orders_of(before)
    moved = isinstance(events[0], DrawAwaited) or not isinstance(events[0], TABLE_EVENTS)
    if by == PLAYER and moment(before) == (standing.round, standing.phase) and moved:
        return Stop("OWN_COMMAND")
    return None if by == ORDER else _reason(known, standing, progress, events)


def _reason(known: Orders, standing: StandingOrder, progress: Progress, events: Sequence[Event]) -> Stop | None:
    left = _left(items_of(known, standing), progress)
    heeded = left[0].stops_for if left else ()
    for reason in known.reasons:
        stops = reason.code in heeded and reason.code not in standing.ignore
        if stops and any(isinstance(event, reason.events) for event in events):
            return Stop(reason.code)
    return None


def request_of(aggregate: Aggregate, seat: Seat, standing: StandingOrder, followed: int) -> str:
    """Return the request id of an order's command. It has the form of a UUID of version 4 and follows from the table's
    secret. So a command is never given twice, and the order stays invisible before the end."""
    return request_number(aggregate, f"order/1\0{aggregate.opened.game_id}\0{seat}\0{standing.number}\0{followed}")


def request_number(aggregate: Aggregate, label: str) -> str:
    """Return a number that follows from the table's secret."""
    digits = bytearray(mac(aggregate.secret, f"turnledger/{label}".encode())[:16])
    digits[6], digits[8] = digits[6] & 0x0F | 0x40, digits[8] & 0x3F | 0x80
    text = digits.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def ended(seat: Seat, standing: StandingOrder, stop: Stop, version: int) -> OrderEnded:
    return OrderEnded(seat, standing.number, stop.reason, dict(stop.facts), version)


def cleared() -> Stop:
    return Stop("ORDER_CLEARED")


def replaced() -> Stop:
    return Stop("ORDER_REPLACED")


def refused(code: str) -> Stop:
    """Check the items by the rules of the game."""
    return Stop("ORDER_REFUSED", {"code": code})


def items_of(known: Orders, standing: StandingOrder) -> tuple[Item, ...]:
    """Read a list of the game's items. Raises Refused for an invalid list and for other spellings than the stored
    one."""
    try:
        items = tuple(_reader(known.items)(each) for each in standing.items)
    except msgspec.ValidationError as error:
        raise Refused("MALFORMED_COMMAND", "TB-ORD-01", field="items", problem=str(error)) from error
    if not items or tuple(map(written, items)) != standing.items:
        raise Refused("MALFORMED_COMMAND", "TB-ORD-01", field="items", problem="all members, each once")
    return items


def ends_turn(known: Orders, standing: StandingOrder) -> bool:
    return any(item.ends_turn for item in items_of(known, standing))


def written(item: Item) -> dict[str, Any]:
    """Return the items as they are read from storage: lists in place of tuples."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(item))
    return found


@cache
def _reader(items: tuple[type[Item], ...]) -> Callable[[Any], Item]:
    one_of: Any = Union[items]  # noqa: UP007
    return lambda item: msgspec.convert(item, one_of)


def moment(aggregate: Aggregate) -> tuple[int, str]:
    assert aggregate.rules, "the game has begun"
    moment = aggregate.rules.moment(aggregate.play)
    return moment.round, moment.phase


def place_of(known: Orders, phase: str) -> int:
    return known.phases.index(phase) if phase in known.phases else -1


def _ahead(known: Orders, now: tuple[int, str], standing: StandingOrder) -> int:
    """Above 0 when the order's phase is over, below while it has not begun."""
    there, here = (standing.round, place_of(known, standing.phase)), (now[0], place_of(known, now[1]))
    return (here > there) - (here < there)
