"""Hints at a running table, where its terms allow them: how many a seat may take, and that it took one (TB-HINT).

The content of a hint is neither decided here nor stored: it follows from the view (domain/history/hint.py).
"""

from domain.kernel.decider import AnyDecider
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate
from domain.table.messages import HintTaken
from domain.table.running import own_seat
from domain.table.tries import expert_of

HINTS_MAX = 50
"""The most hints of a seat in one game. Each costs the server up to a second of a core."""


def check_hints(rules: AnyDecider, hints: int, rated: bool) -> None:
    """TB-HINT-01, as a term of a table."""
    if not 1 <= hints <= HINTS_MAX:
        raise Refused("MALFORMED_COMMAND", "TB-HINT-01", field="hints", hints_max=HINTS_MAX)
    if rated:
        raise Refused("HINTS_NEED_UNRATED", "TB-HINT-01")
    if expert_of(rules) is None:
        raise Refused("NO_HINTS_HERE", "TB-HINT-01")


def take_hint(aggregate: Aggregate, actor: str) -> tuple[Event, ...]:
    """TB-HINT-02. Nothing where the seat has one for what it is asked now."""
    seat = own_seat(aggregate, actor)
    most = aggregate.terms.hints or 0
    if not most:
        raise Refused("NO_HINTS_HERE", "TB-HINT-02")
    if seat not in aggregate.to_act:
        raise Refused("NOT_YOUR_TURN", "TB-HINT-02", player=seat, to_act=aggregate.to_act)
    if hinted_at(aggregate, seat) is not None:
        return ()
    used = aggregate.hints.count(seat)
    if used >= most:
        raise Refused("HINTS_USED_UP", "TB-HINT-02", used=used, hints=most)
    return (HintTaken(seat),)


def hinted_at(aggregate: Aggregate, seat: Seat) -> int | None:
    """The version at which the seat took a hint for what it is asked now."""
    return next((version for each, version in aggregate.hinted if each == seat), None)
