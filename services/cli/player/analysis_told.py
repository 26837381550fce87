"""An explanation as a server tells it, as the program has it."""

from domain.history.analysis import Analysis, Decided, Luck, Point
from domain.kernel.decider import Moment
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from turnledger.v1 import history_pb2

_PERMILLE = 1_000


def analysis_of(told: history_pb2.Analysis, game_id: str) -> Analysis:
    """Without the texts of commands and phases, which the sentences do not need: the server has sent them."""
    return Analysis(
        game_id,
        told.tries,
        tuple([_decided(each) for each in told.decisions]),
        tuple([_point(each) for each in told.line]),
        tuple(told.mattered),
        tuple([_luck(each) for each in told.luck]),
    )


def _decided(told: history_pb2.WeighedDecision) -> Decided:
    seat = Seat(told.seat)
    return Decided(
        told.version,
        seat,
        Moment(told.round, ""),
        Command(seat),
        told.chance_permille / _PERMILLE,
        Command(seat),
        told.best_chance_permille / _PERMILLE,
        told.error_permille / _PERMILLE,
        told.tries,
    )


def _point(told: history_pb2.RoundChances) -> Point:
    chances = tuple([each / _PERMILLE for each in told.chances_permille])
    return Point(told.version, Moment(told.round, ""), chances)


def _luck(told: history_pb2.SeatLuck) -> Luck:
    return Luck(
        Seat(told.seat),
        told.as_dealt_permille / _PERMILLE,
        told.anew_permille / _PERMILLE,
        told.error_permille / _PERMILLE,
        told.deals,
    )
