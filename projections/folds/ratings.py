"""Ratings by the Plackett-Luce model of Weng and Lin (openskill): a mean and a doubt, moved by the order of finish.

The parameters are published in docs/decisions/0011-leaderboards.md: with the histories anybody can compute them again.
"""

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct
from openskill.models import PlackettLuce

DIGITS = 6
"""Kept after the point. What machines differ in lies far below, so that a rebuild elsewhere gives the same bytes."""
POINTS_A_UNIT = 40
POINTS_AT_START = 1000
SETTLED_DOUBT = 6.5
"""Up to this doubt a rating says something: after 9 games of two, 12 of four or 19 of six, each with new opponents who
play as many."""

IDLE_VARIANCE = 1.0
"""By which the square of a doubt grows with each month without a game: a player whose doubt was 4 is provisional again
after two years and three months."""
SEASON_VARIANCE = 25.0
"""By which the square of a doubt grows with a season: with a doubt of 4 one more game makes it settled."""


class Rating(Struct, frozen=True):
    """`mean`: the strength believed in; `doubt`: its standard deviation."""

    mean: float
    doubt: float

    @property
    def provisional(self) -> bool:
        """Too few games to tell."""
        return self.doubt > SETTLED_DOUBT


_model = PlackettLuce()
NEW = Rating(25.0, round(25 / 3, DIGITS))


def rate(before: Sequence[Rating], ranks: Sequence[int], weights: Sequence[float]) -> list[Rating]:
    """The ratings after a game that ended in these ranks; 1 is best, equal ranks are a tie. `weights`: how much of
    their change counts for each, from 0 to 1."""
    teams = [[_model.create_rating([rating.mean, rating.doubt])] for rating in before]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Rating(_moved(old.mean, team[0].mu, weight), _moved(old.doubt, team[0].sigma, weight))
        for old, team, weight in zip(before, rated, weights, strict=True)
    ]


def _moved(old: float, new: float, weight: float) -> float:
    return round(old + weight * (new - old), DIGITS)


def after_idle(rating: Rating, months: int) -> Rating:
    """`months`: whole ones that passed without a game (TB-RATE-12)."""
    return _widened(rating, months * IDLE_VARIANCE) if months > 0 else rating


def at_season(rating: Rating) -> Rating:
    """What a season begins with for who came with this rating (TB-RATE-11)."""
    return _widened(rating, SEASON_VARIANCE)


def _widened(rating: Rating, variance: float) -> Rating:
    """Never more uncertain than somebody who has not played."""
    doubt = min(round(sqrt(rating.doubt**2 + variance), DIGITS), NEW.doubt)
    return Rating(rating.mean, max(doubt, rating.doubt))


def points(rating: Rating) -> int:
    """A careful estimate (mean less three doubts) on a scale on which everybody starts at 1000."""
    return POINTS_AT_START + round(POINTS_A_UNIT * (rating.mean - 3 * rating.doubt))


def deviation(rating: Rating) -> int:
    """The doubt on the scale of the points; 333 for somebody who has not played."""
    return round(POINTS_A_UNIT * rating.doubt)
