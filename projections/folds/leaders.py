"""The view `leaders`: what every player achieved, all time and a season, overall and in each variant.

What counts, and how much, are the rules TB-RATE of docs/rules/table.md; docs/decisions/0011-leaderboards.md has why.
All of it follows from what the histories of finished games hold, taken in the order in which they ended.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations

import msgspec
from msgspec import Struct

from domain.table.messages import BOT_ACTOR, GameFinished
from projections.folds.ratings import NEW, Rating, deviation, points, rate
from projections.folds.transitions import Transition
from projections.stores.interface import SHARED, Change, Changes, Put, SetRank, Unrank

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
    `bots`: games with bots, else those among people (TB-RATE-02)."""

    variant: str = OVERALL
    season: str = ALL_TIME
    bots: bool = False

    @property
    def key(self) -> str:
        return f"{'bots' if self.bots else 'people'}.{self.variant}.{self.season}"


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


class Meetings(Struct, frozen=True):
    """How many games that count two players have ended together in a month of UTC."""

    month: str = ""
    games: int = 0


_encode = msgspec.json.Encoder(order="deterministic").encode
_record = msgspec.json.Decoder(Record).decode
_meetings = msgspec.json.Decoder(Meetings).decode


def record_key(board: Leaderboard, player: str) -> str:
    return f"record.{board.key}.{player}"


def ranking_key(board: Leaderboard, measure: Measure) -> str:
    return f"top.{measure}.{board.key}"


def variants_key(player: str, *, bots: bool) -> str:
    """The variants in which the player has a record."""
    return f"variants.{'bots' if bots else 'people'}.{player}"


def meetings_key(pair: tuple[str, str]) -> str:
    """`pair`: in the order of their names."""
    return f"met.{pair[0]}.{pair[1]}"


def read_record(stored: bytes | None) -> Record:
    return _record(stored) if stored else Record()


class Leaders:
    name, schema, by_game = "leaders", 5, False

    def wants(self, transitions: Sequence[Transition]) -> Sequence[str]:
        wanted: dict[str, None] = {}
        for transition in transitions:
            game = finishers(transition)
            for board in boards(transition) if game else ():
                wanted |= dict.fromkeys(record_key(board, each.player) for each in game)
            wanted |= dict.fromkeys(map(meetings_key, pairs(game)))
        return tuple(wanted)

    def fold(self, transitions: Sequence[Transition], known: Mapping[str, bytes]) -> Changes:
        records: dict[tuple[Leaderboard, str], Record] = {}
        met: dict[tuple[str, str], Meetings] = {}
        played: dict[tuple[str, str], None] = {}
        for transition in transitions:
            game = finishers(transition)
            weights = _meet(game, f"{transition.record.envelope.at:%Y-%m}", met, known)
            for board in boards(transition) if game else ():
                before = [
                    records.get((board, each.player)) or read_record(known.get(record_key(board, each.player)))
                    for each in game
                ]
                after = after_game(before, game, weights)
                records.update(((board, each.player), one) for each, one in zip(game, after, strict=True))
                played.update(
                    ((variants_key(each.player, bots=board.bots), transition.aggregate.opened.variant), None)
                    for each in game
                )
        changes = [change for (board, player), record in records.items() for change in _written(board, player, record)]
        changes += [Put(meetings_key(pair), _encode(meetings)) for pair, meetings in met.items()]
        changes += [SetRank(key, variant) for key, variant in played]
        return {SHARED: changes} if changes else {}


def boards(transition: Transition) -> tuple[Leaderboard, ...]:
    """All boards that a game which ends here counts on."""
    variant, season = transition.aggregate.opened.variant, f"{transition.record.envelope.at:%Y-%m}"
    bots = any(not occupant.account for occupant in transition.aggregate.occupants)
    return tuple(Leaderboard(each, when, bots) for each in (OVERALL, variant) for when in (ALL_TIME, season))


def finishers(transition: Transition) -> tuple[Finisher, ...]:
    """The players of a game that ends here and counts, best first; empty where it counts for nobody (TB-RATE-01,
    TB-RATE-03, TB-RATE-06). Who holds several seats counts once, with the best."""
    event, aggregate = transition.record.event, transition.aggregate
    if type(event) is not GameFinished or not aggregate.opened.rated or transition.imported:
        return ()
    best: dict[str, Finisher] = {}
    for standing in sorted(event.standings, key=lambda standing: (standing.rank, standing.player)):
        seat = standing.player
        if seat in aggregate.resigned and seat not in aggregate.moved:
            continue
        occupant = aggregate.occupants[seat]
        player = occupant.account or BOT_ACTOR + occupant.bot
        best.setdefault(player, Finisher(player, standing.rank, standing.won, standing.score))
    return tuple(best.values()) if len(best) > 1 else ()


def pairs(game: Sequence[Finisher]) -> list[tuple[str, str]]:
    """The pairs of players who met, each in the order of their names."""
    return list(combinations(sorted(each.player for each in game), 2))


def _meet(
    game: Sequence[Finisher], month: str, met: dict[tuple[str, str], Meetings], known: Mapping[str, bytes]
) -> list[float]:
    """Counts who met whom in `met`, and says how much the game counts for each: the mean over the opponents, of whom
    the n-th game of the month counts 1/n (TB-RATE-04)."""
    shares: defaultdict[str, list[float]] = defaultdict(list)
    for pair in pairs(game):
        stored = known.get(meetings_key(pair))
        before = met.get(pair) or (_meetings(stored) if stored else Meetings())
        met[pair] = Meetings(month, before.games + 1 if before.month == month else 1)
        for player in pair:
            shares[player].append(1 / met[pair].games)
    return [sum(shares[each.player]) / len(shares[each.player]) for each in game]


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
