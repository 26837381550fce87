"""The view `leaders`: what every player achieved, all time and a season, overall and in each variant.

What counts, and how much, are the rules TB-RATE of docs/rules/table.md; docs/decisions/0011-leaderboards.md has why.
All of it follows from what the histories of finished games hold, taken in the order in which they ended.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct

from domain.kernel.ids import Seat
from domain.table.aggregate import Aggregate
from domain.table.clock import is_slow
from domain.table.messages import BOT_ACTOR, GameFinished
from projections.folds.places import Leaver, places
from projections.folds.rating_history import history_key, rated_game
from projections.folds.ratings import NEW, Rating, deviation, points, rate
from projections.folds.transitions import Transition
from projections.folds.weights import Encounters, wanted
from projections.stores.interface import SHARED, Append, Change, Changes, Put, SetRank, Unrank

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
    won in a row up to now."""

    rating: Rating = NEW
    games: int = 0
    wins: int = 0
    best_score: int = 0
    streak: int = 0

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


class Finisher(Struct, frozen=True):
    """One player's part in a finished game."""

    player: str
    rank: int
    won: bool
    score: int


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


class Leaders:
    name, schema, by_game = "leaders", 9, False

    def wants(self, transitions: Sequence[Transition]) -> Sequence[str]:
        keys: dict[str, None] = {}
        for transition in transitions:
            game = finishers(transition)
            for board in boards(transition) if game else ():
                keys |= dict.fromkeys(record_key(board, each.player) for each in game)
            keys |= dict.fromkeys(wanted([each.player for each in game]))
        return tuple(keys)

    def fold(self, transitions: Sequence[Transition], known: Mapping[str, bytes]) -> Changes:
        records = Records(known)
        encounters = Encounters(known)
        played: dict[tuple[str, str], None] = {}
        for transition in transitions:
            game = finishers(transition)
            if not game:
                continue
            players, on = [each.player for each in game], boards(transition)
            settled = [each for each in players if not records.of(on[0], each).rating.provisional]
            weights = encounters.meet(players, f"{transition.record.envelope.at:%Y-%m}", settled)
            for board in on:
                records.count(board, game, weights, transition)
            variant = transition.aggregate.opened.variant
            played.update(((variants_key(each, bots=on[0].bots, live=on[0].live), variant), None) for each in players)
        changes = [*records.changes(), *encounters.changes(), *(SetRank(key, variant) for key, variant in played)]
        return {SHARED: changes} if changes else {}


class Records:
    """The records of all boards: as they are stored, and as the games of a batch change them."""

    def __init__(self, stored: Mapping[str, bytes]) -> None:
        self._stored = stored
        self._changed: dict[tuple[Leaderboard, str], Record] = {}
        self._rated: list[Append] = []

    def of(self, board: Leaderboard, player: str) -> Record:
        return self._changed.get((board, player)) or read_record(self._stored.get(record_key(board, player)))

    def count(self, board: Leaderboard, game: Sequence[Finisher], weights: Sequence[float], end: Transition) -> None:
        after = after_game([self.of(board, each.player) for each in game], game, weights)
        for each, record in zip(game, after, strict=True):
            self._changed[board, each.player] = record
            if board.season == ALL_TIME:
                key, rated = history_key(board.key, each.player), rated_game(end, record.rating)
                self._rated.append(Append(key, record.games - 1, (rated,)))

    def changes(self) -> Iterator[Change]:
        yield from self._rated
        for (board, player), record in self._changed.items():
            yield from _written(board, player, record)


def boards(transition: Transition) -> tuple[Leaderboard, ...]:
    """All boards that a game which ends here counts on, that of all variants first."""
    variant, season = transition.aggregate.opened.variant, f"{transition.record.envelope.at:%Y-%m}"
    bots = any(not occupant.account for occupant in transition.aggregate.occupants)
    live = not is_slow(transition.aggregate.terms.clock)
    return tuple(Leaderboard(each, when, bots, live) for each in (OVERALL, variant) for when in (ALL_TIME, season))


def finishers(transition: Transition) -> tuple[Finisher, ...]:
    """The players of a game that ends here and counts, best first; empty where it counts for nobody (TB-RATE-01,
    TB-RATE-03, TB-RATE-06, TB-RATE-07, TB-RATE-10). Who holds several seats counts once, with the best."""
    event, aggregate = transition.record.event, transition.aggregate
    if type(event) is not GameFinished or not aggregate.opened.rated or transition.imported:
        return ()
    if not event.standings or any(occupant.guest for occupant in aggregate.occupants):
        return ()
    best: dict[str, Finisher] = {}
    standings = {standing.player: standing for standing in event.standings}
    ranks = _rated_by(event, aggregate)
    for seat in sorted(ranks, key=lambda seat: (ranks[seat], seat)):
        occupant, standing = aggregate.occupants[seat], standings[Seat(seat)]
        player = occupant.account or BOT_ACTOR + occupant.bot
        best.setdefault(player, Finisher(player, ranks[seat], standing.won, standing.score))
    return tuple(best.values()) if len(best) > 1 else ()


def _rated_by(event: GameFinished, aggregate: Aggregate) -> dict[int, int]:
    """The places of all seats but of those who left before having moved (TB-RATE-03, TB-RATE-10)."""
    stayed: dict[int, int] = {
        each.player: each.rank for each in event.standings if each.player not in aggregate.resigned
    }
    gone = zip(aggregate.resigned, aggregate.not_behind, aggregate.lost_at, strict=True)
    return places(stayed, [Leaver(*each) for each in gone if each[0] in aggregate.moved])


def after_game(before: Sequence[Record], game: Sequence[Finisher], weights: Sequence[float]) -> list[Record]:
    ratings = rate([record.rating for record in before], [each.rank for each in game], weights)
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


def _written(board: Leaderboard, player: str, record: Record) -> Iterator[Change]:
    """A provisional record is kept, and stands on no board (TB-RATE-05)."""
    yield Put(record_key(board, player), _encode(record))
    for measure, value in measured(record).items():
        key = ranking_key(board, measure)
        yield Unrank(key, player) if record.rating.provisional else SetRank(key, player, value)


def measured(record: Record) -> dict[Measure, int]:
    return {
        Measure.RATING: record.points,
        Measure.GAMES: record.games,
        Measure.WINS: record.wins,
        Measure.WIN_RATE: record.win_rate,
        Measure.BEST_SCORE: record.best_score,
        Measure.STREAK: record.streak,
    }


def is_bot(player: str) -> bool:
    return player.startswith(BOT_ACTOR)
