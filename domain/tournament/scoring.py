"""The points of a place, in 120ths of a point: up to six players share any place exactly (EV-SCORE)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from domain.kernel.decider import Standing
from domain.tournament.messages import PLACES

UNIT = 120


def table_of_points(points: str, seats: int) -> tuple[int, ...]:
    """Return the points of each place at a table of this size, first to last, in 120ths."""
    if points == PLACES:
        return tuple(UNIT * (seats - 1 - place) // (seats - 1) for place in range(seats))
    return tuple(UNIT * int(each) for each in points.split("-")[:seats])


def points_by_seat(points: str, standings: Sequence[Standing]) -> dict[int, int]:
    """EV-SCORE-01…03: who share a place share what it and the places after it are worth."""
    worth = table_of_points(points, len(standings))
    if lost_by_all(standings):
        return {each.player: 0 for each in standings}
    found: dict[int, int] = {}
    for each in standings:
        equals = sum(other.rank == each.rank for other in standings)
        found[each.player] = sum(worth[each.rank - 1 : each.rank - 1 + equals]) // equals
    return found


def of_a_bye(points: str, seats: int) -> int:
    """EV-BYE-02: what the places of a whole table are worth on average."""
    return sum(table_of_points(points, seats)) // seats


def lost_by_all(standings: Iterable[Standing]) -> bool:
    """A result without a winner, without an order and without scores (EV-SCORE-04)."""
    return all(each.rank == 1 and not each.won and not each.score for each in standings)


def shares(standings: Sequence[Standing]) -> Mapping[int, Fraction]:
    """EV-TIE-04: of the winner's score, at most all of it; nothing of a game whose winner has none."""
    best = max((each.score for each in standings if each.rank == 1), default=0)
    if best <= 0:
        return {}
    return {each.player: min(Fraction(max(each.score, 0), best), Fraction(1)) for each in standings}
