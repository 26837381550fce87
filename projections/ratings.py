"""Ratings by the Plackett-Luce model of Weng and Lin (openskill): a mean and a doubt, moved by the order of finish."""

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

DIGITS = 6
"""Kept after the point. What machines differ in lies far below, so that a rebuild elsewhere gives the same bytes."""
POINTS_A_UNIT = 40
POINTS_AT_START = 1000


class Rating(Struct, frozen=True):
    """`mean`: the strength believed in; `doubt`: its standard deviation."""

    mean: float
    doubt: float


_model = PlackettLuce()
NEW = Rating(25.0, round(25 / 3, DIGITS))


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game that ended in these ranks; 1 is best, equal ranks are a tie."""
    teams = [[_model.create_rating([rating.mean, rating.doubt])] for rating in before]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(round(team[0].mu, DIGITS), round(team[0].sigma, DIGITS)) for team in rated]


def points(rating: Rating) -> int:
    """A careful estimate (mean less three doubts) on a scale on which everybody starts at 1000."""
    return POINTS_AT_START + round(POINTS_A_UNIT * (rating.mean - 3 * rating.doubt))
