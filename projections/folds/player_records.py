"""What a player achieved on a leaderboard, and where the view `leaders` keeps it."""

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
    """Which games a figure is about. `variant`: OVERALL or a name. `season`: ALL_TIME or a month of UTC, `2026-11`.
    `bots`: games with bots, else those among people (TB-RATE-02). `live`: live games, else slow ones (TB-RATE-09)."""

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
        """With the doubt that came with the months since the last game (TB-RATE-12)."""
        return after_idle(self.rating, _months(month) - _months(self.month) - 1) if self.games else self.rating

    @property
    def points(self) -> int:
        """The rating as people read it: 1000 for somebody who has not played."""
        return points(self.rating)

    @property
    def deviation(self) -> int:
        """How uncertain the rating is, on the scale of the points."""
        return deviation(self.rating)

    @property
    def win_rate(self) -> int:
        """In ten-thousandths."""
        return self.wins * 10_000 // self.games if self.games else 0


_encode = msgspec.json.Encoder(order="deterministic").encode
_record = msgspec.json.Decoder(Record).decode


def record_key(board: Leaderboard, player: str) -> str:
    return f"record.{board.key}.{player}"


def ranking_key(board: Leaderboard, measure: Measure) -> str:
    return f"top.{measure}.{board.key}"


def variants_key(player: str, *, bots: bool, live: bool) -> str:
    """The variants in which the player has a record."""
    return f"variants.{_list(bots=bots, live=live)}.{player}"


def _list(*, bots: bool, live: bool) -> str:
    """The four that no game joins: whoever stands on one of them has its figures from these games alone."""
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
    """Since the year 0."""
    year, _, number = month.partition("-")
    return int(year) * 12 + int(number)
