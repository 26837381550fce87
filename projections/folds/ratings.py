"""Ratings by the Plackett-Luce model of Weng and Lin (openskill): a mean and a doubt, updated by the order of finish.

The parameters are published in docs/decisions/0011-leaderboards.md, so any reader of the histories can compute the
ratings again.
"""

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct
from openskill.models import PlackettLuce

DIGITS = 6
"""Decimal places that are stored. Differences between machines are far smaller, so a rebuild elsewhere gives the same
bytes."""
POINTS_A_UNIT = 40
POINTS_AT_START = 1000
SETTLED_DOUBT = 6.5
"""Up to this doubt a rating says something: after 9 games of two, 12 of four or 19 of six, each with new opponents who
play as many."""

IDLE_VARIANCE = 1.0
"""Growth of the square of a doubt per month without a game: a player with a doubt of 4 is provisional again after two
years and three months."""
SEASON_VARIANCE = 25.0
"""Growth of the square of a doubt per season: with a doubt of 4 one more game makes a rating settled."""


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
    """Return the rating with which a season begins for a player who had this rating (TB-RATE-11)."""
    return _widened(rating, SEASON_VARIANCE)


def _widened(rating: Rating, variance: float) -> Rating:
    """Limit the doubt to that of a player without games."""
    doubt = min(round(sqrt(rating.doubt**2 + variance), DIGITS), NEW.doubt)
    return Rating(rating.mean, max(doubt, rating.doubt))


def points(rating: Rating) -> int:
    """Return a careful estimate (mean less three doubts) on a scale on which all players start at 1000."""
    return POINTS_AT_START + round(POINTS_A_UNIT * (rating.mean - 3 * rating.doubt))


def deviation(rating: Rating) -> int:
    """Return the doubt on the scale of the points; 333 for a player without games."""
    return round(POINTS_A_UNIT * rating.doubt)
