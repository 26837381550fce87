"""A standing order as a player gives it: whether it is one (TB-ORD-01)."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.orders import Item, Orders
from domain.kernel.refused import Refused
from domain.kernel.text import is_line
from domain.table.aggregate import FINISHED, RUNNING, Aggregate
from domain.table.messages import StandingOrder
from domain.table.running import check_player
from domain.table.standing_orders import SeatOrders, moment, orders_of, place_of, written

ITEMS_MAX = 8
TEXT_MAX, PARTS_MAX = 64, 32
"""Limits of an item: letters of a text, parts of a list."""
GIVEN_MAX = 100
"""Orders of a seat in a game."""


def order(
    orders: SeatOrders,
    aggregate: Aggregate,
    account: str,
    items: Sequence[Item],
    phase: str = "",
    ignore: Sequence[str] = (),
) -> StandingOrder:
    """Return the order as it would be stored, or raise Refused (TB-ORD-01). `phase`: empty for the current phase."""
    if aggregate.status != RUNNING:
        raise Refused("GAME_OVER" if aggregate.status == FINISHED else "GAME_NOT_STARTED", "TB-ORD-01")
    seat = aggregate.seat_of(account)
    if seat is None:
        raise Refused("NOT_A_PLAYER", "TB-ORD-01")
    check_player(aggregate, seat, account)
    if aggregate.terms.signed:
        raise Refused("DEVICE_NEEDED", "TB-SIGN-03", player=seat)
    if not 1 <= len(items) <= ITEMS_MAX:
        raise Refused("TOO_MANY_ITEMS" if items else "NO_ITEMS", "TB-ORD-01", items=len(items), items_max=ITEMS_MAX)
    if orders.given >= GIVEN_MAX:
        raise Refused("TOO_MANY_ORDERS", "TB-ORD-01", given=orders.given, orders_max=GIVEN_MAX)
    known, now = orders_of(aggregate), moment(aggregate)
    _check_items(known, items, phase or now[1], ignore)
    bound = _bound_to(known, now, phase or now[1])
    made = tuple(written(item) for item in items)
    return StandingOrder(orders.given + 1, aggregate.version, *bound, made, tuple(ignore))


def _check_items(known: Orders, items: Sequence[Item], phase: str, ignore: Sequence[str]) -> None:
    reasons = tuple(reason.code for reason in known.reasons)
    unknown = tuple(reason for reason in ignore if reason not in reasons)
    if unknown:
        raise Refused("UNKNOWN_REASON", "TB-ORD-05", unknown=unknown, known=reasons)
    for place, item in enumerate(items):
        if phase not in item.phases:
            raise Refused("NOT_IN_THIS_PHASE", "TB-ORD-01", item=place, phase=phase, phases=item.phases)
        if problem := item.problem() or _oversized(written(item)):
            raise Refused("MALFORMED_COMMAND", "TB-ORD-01", field=f"items[{place}]", problem=problem)


def _oversized(value: Any) -> str:
    """Return the mistake in texts and lists that no rule has checked yet, because they are stored with the first
    command."""
    if isinstance(value, str):
        return "" if len(value) <= TEXT_MAX and is_line(value) else f"texts: up to {TEXT_MAX} printable letters"
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()
    if len(parts) > PARTS_MAX:
        return f"lists: up to {PARTS_MAX} parts"
    return next(filter(None, map(_oversized, parts)), "")


def _bound_to(known: Orders, now: tuple[int, str], phase: str) -> tuple[int, str]:
    """The phase's next time: of this round where it is not over."""
    round_number, current = now
    over = known.phases.index(phase) < place_of(known, current)
    return (round_number + 1, phase) if over else (round_number, phase)


def says(standing: StandingOrder, items: Sequence[Item], ignore: Sequence[str]) -> bool:
    """Return whether the order consists of these items and reasons."""
    return standing.items == tuple(map(written, items)) and standing.ignore == tuple(ignore)
