"""A player's record on a leaderboard, and its place in the view `leaders`."""

from enum import StrEnum

import msgspec
from msgspec import Struct

from projections.folds.ratings import NEW, Rating, after_idle, deviation, points

OVERALL = ""
ALL_TIME = ""


class Measure(StrEnum):
    RATING = "rating"
    GAMES = "games"
    WINS = "wins"
    WIN_RATE = "win_rate"
    BEST_SCORE = "best_score"
    STREAK = "streak"


class Leaderboard(Struct, frozen=True):
    """The games that a figure counts. `variant`: OVERALL or a name. `season`: ALL_TIME or a month of UTC, `2026-11`.
    `bots`: games with bots, else games among people (TB-RATE-02). `live`: live games, else games over days
    (TB-RATE-09)."""

    variant: str = OVERALL
    season: str = ALL_TIME
    bots: bool = False
    live: bool = False

    @property
    def key(self) -> str:
        return f"{_list(bots=self.bots, live=self.live)}.{self.variant}.{self.season}"


class Record(Struct, frozen=True):
    """A player's figures on one board. `best_score` in the game's own measure (overall: of any game). `streak`: games
    won in a row up to now. `rating`: after the last game, which ended in `month` (of UTC, `2026-11`)."""

    rating: Rating = NEW
    games: int = 0
    wins: int = 0
    best_score: int = 0
    streak: int = 0
    month: str = ""

    def rating_in(self, month: str) -> Rating:
        """The rating with the doubt added for the months since the last game (TB-RATE-12)."""
        return after_idle(self.rating, _months(month) - _months(self.month) - 1) if self.games else self.rating

    @property
    def points(self) -> int:
        """The rating as shown to people: 1000 for a player without games."""
        return points(self.rating)

    @property
    def deviation(self) -> int:
        """The uncertainty of the rating, on the scale of the points."""
        return deviation(self.rating)

    @property
    def win_rate(self) -> int:
        """The completion rate in ten-thousandths."""
        return self.wins * 10_000 // self.games if self.games else 0


_encode = msgspec.json.Encoder(order="deterministic").encode
_record = msgspec.json.Decoder(Record).decode


def record_key(board: Leaderboard, player: str) -> str:
    return f"record.{board.key}.{player}"


def ranking_key(board: Leaderboard, measure: Measure, *, programs: bool = False) -> str:
    """`programs`: the ranking of the accounts of programs alone, by the same records (TB-PROG-04)."""
    return f"top.{measure}.programs.{board.key}" if programs else f"top.{measure}.{board.key}"


def variants_key(player: str, *, bots: bool, live: bool) -> str:
    """The variants in which the player has a record."""
    return f"variants.{_list(bots=bots, live=live)}.{player}"


def _list(*, bots: bool, live: bool) -> str:
    """The four most specific boards, which share no game: figures on one of them come from its games alone."""
    return f"{'bots' if bots else 'people'}.{'live' if live else 'slow'}"


def read_record(stored: bytes | None) -> Record:
    return _record(stored) if stored else Record()


def write_record(record: Record) -> bytes:
    return _encode(record)


def measured(record: Record) -> dict[Measure, int]:
    return {
        Measure.RATING: record.points,
        Measure.GAMES: record.games,
        Measure.WINS: record.wins,
        Measure.WIN_RATE: record.win_rate,
        Measure.BEST_SCORE: record.best_score,
        Measure.STREAK: record.streak,
    }


def _months(month: str) -> int:
    """The month as a number since the year 0."""
    year, _, number = month.partition("-")
    return int(year) * 12 + int(number)
