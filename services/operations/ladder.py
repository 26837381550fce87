"""Rated series of bots: tables on given seeds, each played once with every rotation of its seats.

The games are those of `simulate`, so each is a history that verifies. Ratings are those of the leaderboards, without
the weights for players who meet often: bots have no second accounts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from random import Random

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain import catalogue, stored
from domain.kernel.decider import Standing
from domain.kernel.refused import Refused
from domain.table.tries import check_tries
from projections.folds.ratings import NEW, POINTS_A_UNIT, POINTS_AT_START, Rating, points, rate
from services.operations.simulate import Played, SimulationPlan, play_one

SURE = 1.96
"""Standard deviations to either side of a mean that contain 95 of 100 values."""


class Series(Struct, frozen=True):
    """`variants`: each is played with `players` seats. `series`: how often each bot is seated in each variant. `tries`:
    tries of `expert` per move; 0 for its default."""

    variants: tuple[str, ...]
    bots: tuple[str, ...]
    players: int
    series: int
    seed: str
    tries: int = 0


class LadderTable(Struct, frozen=True):
    """One game to play. `bots`: in seat order. `seed`: of the deal, shared by all rotations of a table."""

    variant: str
    bots: tuple[str, ...]
    seed: str
    tries: int

    @property
    def deal(self) -> str:
        """The seed as a table is opened with it."""
        return f"{self.seed}/0"

    def play(self) -> Played:
        """Return the game with its outcome, and without its rules and play: they cannot go to another process."""
        tries = self.tries or UNSET
        plan = SimulationPlan(self.variant, len(self.bots), 1, self.seed, self.bots, tries=tries)
        played = play_one(plan, 0, stored.codec(), checked=False)
        return replace(played, aggregate=replace(played.aggregate, rules=None, play=None, undo_points=()))


class EndedGame(Struct, frozen=True):
    """A game of the ladder. `standings` is empty for a game that did not end."""

    table: LadderTable
    game_id: str
    standings: tuple[Standing, ...]


class Place(Struct, frozen=True):
    """A bot on the ladder. `rating` is the mean, `low` and `high` contain the strength in 95 of 100 cases, all on the
    scale of points. `points`: as on leaderboards."""

    bot: str
    rating: int
    low: int
    high: int
    points: int
    games: int
    won: float
    """Games won; a shared win in parts."""


class Ladder(Struct, frozen=True):
    """`places`: the best first. `unfinished`: games that did not end, and count for no bot."""

    places: tuple[Place, ...]
    games: int
    unfinished: tuple[str, ...]


Run = Callable[[Sequence[LadderTable]], Iterable[Played]]
"""Plays tables somewhere and gives the games in the order of the tables."""


def check(series: Series, accounts: Collection[str] = ()) -> None:
    """Raises Refused or ValueError for a series that cannot be played. `accounts`: of programs, among its bots."""
    if len(set(series.bots)) < len(series.bots) or not 2 <= series.players <= len(series.bots):
        raise ValueError(f"{series.players} different bots sit at a table, and {', '.join(series.bots)} are given")
    for name in series.variants:
        rules = catalogue.find(name).decider({}, series.players)
        for bot in series.bots:
            if bot not in rules.bots and bot not in accounts:
                raise Refused("UNKNOWN_BOT", "TB-BOT-01", bot=bot, known=tuple(rules.bots))
        if series.tries:
            check_tries(rules, series.tries)


def tables(series: Series) -> Iterator[LadderTable]:
    """Yield the games in their order. In each series every bot sits at as many tables as every other: tables are a
    window that moves around a circle of bots, which is shuffled by the seed."""
    for variant in series.variants:
        for number in range(series.series):
            circle = list(series.bots)
            Random(f"{series.seed}/{variant}/{number}").shuffle(circle)  # noqa: S311  # no secret depends on it
            for first in range(len(circle)) if len(circle) > series.players else (0,):
                seated = tuple(circle[(first + seat) % len(circle)] for seat in range(series.players))
                seed = f"{series.seed}/{number}/{first}"
                for turn in range(series.players):
                    yield LadderTable(variant, (*seated[turn:], *seated[:turn]), seed, series.tries)


@contextmanager
def workers(number: int) -> Iterator[Run]:
    """Give a function that plays tables in so many processes."""
    with ProcessPoolExecutor(number, mp_context=get_context("spawn")) as pool:
        yield partial(pool.map, LadderTable.play)


def climb(series: Series, run: Run, keep: Callable[[Played], None] = lambda _: None) -> Ladder:
    """Play the series. `keep` gets each game in turn, also an unfinished one."""

    def ended() -> Iterator[EndedGame]:
        planned = list(tables(series))
        for table, played in zip(planned, run(planned), strict=True):
            keep(played)
            outcome = None if played.problems else played.aggregate.outcome
            yield EndedGame(table, played.game_id, outcome.standings if outcome else ())

    return rated(series.bots, ended())


def rated(bots: Sequence[str], games: Iterable[EndedGame]) -> Ladder:
    """Rate the bots by their games, which count in this order."""
    ratings, played = dict.fromkeys(bots, NEW), dict.fromkeys(bots, 0)
    won, unfinished, count = dict.fromkeys(bots, 0.0), list[str](), 0
    for game in games:
        count += 1
        if not game.standings:
            unfinished.append(game.game_id)
            continue
        results = sorted(game.standings, key=lambda each: each.player)
        ratings |= _after(ratings, game.table.bots, results)
        winners = sum(each.won for each in results)
        for bot, result in zip(game.table.bots, results, strict=True):
            played[bot] += 1
            won[bot] += 1 / winners if result.won else 0
    places = [_place(bot, ratings[bot], played[bot], won[bot]) for bot in bots]
    return Ladder(tuple(sorted(places, key=lambda each: -each.rating)), count, tuple(unfinished))


def _after(ratings: dict[str, Rating], bots: Sequence[str], results: Sequence[Standing]) -> dict[str, Rating]:
    after = rate([ratings[bot] for bot in bots], [each.rank for each in results], [1.0] * len(bots))
    return dict(zip(bots, after, strict=True))


def _place(bot: str, rating: Rating, games: int, won: float) -> Place:
    spread = SURE * rating.doubt
    mean, low, high = (_on_scale(rating.mean + each) for each in (0, -spread, spread))
    return Place(bot, mean, low, high, points(rating), games, round(won, 2))


def _on_scale(strength: float) -> int:
    return POINTS_AT_START + round(POINTS_A_UNIT * strength)
