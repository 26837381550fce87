"""Commands of operators at any table: stop it, unless it is their own, and remove banned players."""

from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.table.aggregate import CLOSED, FINISHED, RUNNING, STARTING, Aggregate
from domain.table.lobby import emptied
from domain.table.messages import OPERATOR_ACTOR, PutOut, TableClosed
from domain.table.running import finish, resigned


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


def put_out(aggregate: Aggregate, command: PutOut, actor: str) -> tuple[Event, ...]:
    """TB-CLOSE-04. Nothing where the account has nothing to do with the table, or has left it."""
    if not actor.startswith(OPERATOR_ACTOR):
        raise Refused("NOT_AN_OPERATOR", "TB-CLOSE-04")
    if aggregate.status == CLOSED:
        raise Refused("TABLE_CLOSED", "TB-CLOSE-04")
    if aggregate.status == FINISHED:
        raise Refused("GAME_OVER", "TB-CLOSE-04")
    if aggregate.status == STARTING:
        raise Refused("GAME_NOT_STARTED", "TB-CLOSE-04")
    seat = aggregate.seat_of(command.account)
    if aggregate.status == RUNNING:
        return () if seat is None else resigned(aggregate, seat, "OPERATOR")
    if aggregate.opened.host == command.account:
        return (TableClosed("OPERATOR"),)
    return () if seat is None else emptied(aggregate, seat, "OPERATOR")
