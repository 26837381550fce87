"""Forced moves: the server plays them for a seat where the table's terms ask for it."""

from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate, options
from domain.table.messages import PlayForced
from domain.table.running import check_player
from domain.table.standing_orders import orders_of, request_number


def forced(aggregate: Aggregate, command: PlayForced, actor: str) -> Command:
    """TB-ORD-07."""
    seat = Seat(command.place)
    check_player(aggregate, seat, actor)
    only = only_command(aggregate, seat)
    if only is None:
        raise Refused("NOT_FORCED", "TB-ORD-07", player=seat)
    return only


def only_command(aggregate: Aggregate, seat: Seat) -> Command | None:
    """Return the only command that the seat has. None where it has a choice, or where the table does not use forced
    moves."""
    if not aggregate.terms.forced_moves or seat not in aggregate.thinking:
        return None
    return orders_of(aggregate).only_command(options(aggregate, seat))


def forced_request(aggregate: Aggregate, seat: Seat) -> str:
    """Return the request id of the only command that the seat has at this version."""
    return request_number(aggregate, f"forced/1\0{aggregate.opened.game_id}\0{seat}\0{aggregate.version}")
