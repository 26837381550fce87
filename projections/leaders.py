"""The view `leaders`: what every player achieved, all time and a season, overall and in each variant.

Rated games count when they end; a game that is given up or unrated never does. A bot plays under the name of its
strategy, is rated like anybody, and listed apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct

from domain.table.messages import BOT_ACTOR, GameFinished
from projections.contract import SHARED, Change, Changes, Put, Rank
from projections.ratings import NEW, Rating, points, rate
from projections.steps import Step

OVERALL = ""
ALL_TIME = ""
GAMES_FOR_WIN_RATE = 5
"""Fewer say little: one lucky game would lead the list."""


class Measure(StrEnum):
    RATING = "rating"
    GAMES = "games"
    WINS = "wins"
    WIN_RATE = "win_rate"
    BEST_SCORE = "best_score"
    STREAK = "streak"


class Board(Struct, frozen=True):
    """Which games a figure is about. `variant`: OVERALL or a name. `season`: ALL_TIME or a month of UTC, `2026-11`."""

    variant: str = OVERALL
    season: str = ALL_TIME


class Record(Struct, frozen=True):
    """A player's figures on one board. `best_score` in the game's own measure (overall: of any game). `streak`: games
    won in a row up to now."""

    rating: Rating = NEW
    games: int = 0
    wins: int = 0
    best_score: int = 0
    streak: int = 0

    @property
    def points(self) -> int:
        """The rating as people read it: 1000 for who has not played."""
        return points(self.rating)

    @property
    def win_rate(self) -> int:
        """In ten-thousandths."""
        return self.wins * 10_000 // self.games if self.games else 0


class Finisher(Struct, frozen=True):
    """One player's part in a finished game."""

    player: str
    rank: int
    won: bool
    score: int


_encode = msgspec.json.Encoder(order="deterministic").encode
_record = msgspec.json.Decoder(Record).decode


def record_key(board: Board, player: str) -> str:
    return f"record.{board.variant}.{board.season}.{player}"


def ranking_key(board: Board, measure: Measure, *, bots: bool) -> str:
    return f"top.{measure}.{'bots' if bots else 'people'}.{board.variant}.{board.season}"


def variants_key(player: str) -> str:
    """The variants in which the player has a record."""
    return f"variants.{player}"


def read_record(stored: bytes | None) -> Record:
    return _record(stored) if stored else Record()


class Leaders:
    name = "leaders"

    def wants(self, steps: Sequence[Step]) -> Sequence[str]:
        players = ((step, each.player) for step in steps for each in finishers(step))
        return tuple({record_key(board, player): None for step, player in players for board in boards(step)})

    def fold(self, steps: Sequence[Step], known: Mapping[str, bytes]) -> Changes:
        records: dict[tuple[Board, str], Record] = {}
        played: dict[tuple[str, str], None] = {}
        for step in steps:
            game = finishers(step)
            for board in boards(step) if game else ():
                before = [
                    records.get((board, each.player)) or read_record(known.get(record_key(board, each.player)))
                    for each in game
                ]
                after = after_game(before, game)
                records.update(((board, each.player), one) for each, one in zip(game, after, strict=True))
            played.update(((each.player, step.session.opened.variant), None) for each in game)
        changes = [change for (board, player), record in records.items() for change in _written(board, player, record)]
        changes += [Rank(variants_key(player), variant) for player, variant in played]
        return {SHARED: changes} if changes else {}


def boards(step: Step) -> tuple[Board, ...]:
    """All boards that a game which ends here counts on."""
    variant, season = step.session.opened.variant, step.record.envelope.at.strftime("%Y-%m")
    return (Board(), Board(variant), Board(OVERALL, season), Board(variant, season))


def finishers(step: Step) -> tuple[Finisher, ...]:
    """Who took part in a rated game that ends here, best first. Who holds several seats counts once, with the best;
    nobody counts when only one player took part."""
    event = step.record.event
    if type(event) is not GameFinished or not step.session.opened.rated:
        return ()
    best: dict[str, Finisher] = {}
    for standing in sorted(event.standings, key=lambda standing: (standing.rank, standing.player)):
        occupant = step.session.occupants[standing.player]
        player = occupant.account or BOT_ACTOR + occupant.bot
        best.setdefault(player, Finisher(player, standing.rank, standing.won, standing.score))
    return tuple(best.values()) if len(best) > 1 else ()


def after_game(before: Sequence[Record], game: Sequence[Finisher]) -> list[Record]:
    ratings = rate([record.rating for record in before], [each.rank for each in game])
    return [
        Record(
            rating=rating,
            games=record.games + 1,
            wins=record.wins + each.won,
            best_score=max(record.best_score, each.score) if record.games else each.score,
            streak=record.streak + 1 if each.won else 0,
        )
        for record, each, rating in zip(before, game, ratings, strict=True)
    ]


def _written(board: Board, player: str, record: Record) -> Iterator[Change]:
    yield Put(record_key(board, player), _encode(record))
    for measure, value in measured(record).items():
        yield Rank(ranking_key(board, measure, bots=is_bot(player)), player, value)


def measured(record: Record) -> dict[Measure, int]:
    figures = {
        Measure.RATING: record.points,
        Measure.GAMES: record.games,
        Measure.WINS: record.wins,
        Measure.BEST_SCORE: record.best_score,
        Measure.STREAK: record.streak,
    }
    if record.games >= GAMES_FOR_WIN_RATE:
        figures[Measure.WIN_RATE] = record.win_rate
    return figures


def is_bot(player: str) -> bool:
    return player.startswith(BOT_ACTOR)
