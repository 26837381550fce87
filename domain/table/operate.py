"""What operators of a service may do at any table but their own."""

from domain.kernel.decider import Event
from domain.kernel.refused import Refused
from domain.table.aggregate import CLOSED, FINISHED, RUNNING, Aggregate
from domain.table.messages import OPERATOR_ACTOR, TableClosed
from domain.table.running import finish


def stop(aggregate: Aggregate, actor: str) -> tuple[Event, ...]:
    """TB-CLOSE-03: the history names the operator as it names every actor."""
    if not actor.startswith(OPERATOR_ACTOR):
        raise Refused("NOT_AN_OPERATOR", "TB-CLOSE-03")
    if aggregate.seat_of(actor.removeprefix(OPERATOR_ACTOR)) is not None:
        raise Refused("OPERATOR_SITS_HERE", "TB-CLOSE-03")
    if aggregate.status == CLOSED:
        raise Refused("TABLE_CLOSED", "TB-CLOSE-03")
    if aggregate.status == FINISHED:
        raise Refused("GAME_OVER", "TB-CLOSE-03")
    return finish(aggregate, "STOPPED", ()) if aggregate.status == RUNNING else (TableClosed("OPERATOR"),)
