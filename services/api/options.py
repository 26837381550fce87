"""What a seat may do, in a game held in memory."""

from domain.kernel.decider import AnyDecider, Option
from domain.kernel.ids import Seat
from domain.table.session import RUNNING, Session
from services.api import contract
from turnledger.v1 import play_pb2


def options(session: Session, seat: Seat) -> list[tuple[AnyDecider, Option]]:
    """The seat's options and the rules they belong to; none before and after the game, and while a bot plays it."""
    if session.rules is None or session.play is None or session.status != RUNNING or session.occupants[seat].bot:
        return []
    return [(session.rules, option) for option in session.rules.options(session.play, seat)]


def option_messages(session: Session, seat: Seat) -> list[play_pb2.Option]:
    return [contract.game(rules.name).option_message(option) for rules, option in options(session, seat)]
