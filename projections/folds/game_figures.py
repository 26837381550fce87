"""Figures of all games of a variant in the view `leaders`: who wins from which seat, how long games last, how many end.

They count finished games with a result at public tables of this server, and name no account. Games that continue a
given position, set-up or seed are left out, because it may favour a seat.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.table.aggregate import Aggregate
from domain.table.messages import GameFinished
from projections.folds.club_figures import Tally
from projections.folds.finishers import has_bots
from projections.folds.player_records import OVERALL
from projections.folds.seasons import season_of
from projections.folds.transitions import Transition
from projections.stores.interface import Change, Put

DURATIONS = tuple(timedelta(hours=hours) for hours in (0, 0.5, 1, 2, 6, 24, 72, 168))
"""The least duration of each class of games, from the opening of the table to the end."""
MONTHS_MAX = 120
"""The most months that are counted; the oldest ones are dropped first."""


class SeatFigures(Struct, frozen=True, gc=False):
    """Games of one number of players. `wins`: by seat; a shared win counts for each. `scores`: of the best seats,
    `leads`: over the second best, both in sum."""

    games: int
    wins: tuple[int, ...]
    scores: int
    leads: int


class GameFigures(Struct, frozen=True):
    """`tables`: by number of players, ascending. `strategies`: seats and wins of each bot by its name; an empty name is
    of people and programs. `durations`: games by their class of DURATIONS. `months`: games by the month of their end,
    `2026-11`."""

    tables: tuple[SeatFigures, ...] = ()
    strategies: dict[str, Tally] = {}
    durations: tuple[int, ...] = (0,) * len(DURATIONS)
    months: dict[str, int] = {}


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(GameFigures).decode


def game_figures_key(variant: str, *, bots: bool) -> str:
    """`variant`: OVERALL or a name. `bots`: games with bots or programs, else those among people."""
    return f"games.{'bots' if bots else 'people'}.{variant}"


def read_game_figures(stored: bytes | None) -> GameFigures:
    return _decode(stored) if stored else GameFigures()


def keys_of(transition: Transition) -> tuple[str, ...]:
    """Return the keys of the figures that a game counts for, none where it counts for none."""
    event, aggregate = transition.record.event, transition.aggregate
    opened = aggregate.opened
    given = opened.seed or opened.setup is not None or opened.position
    if type(event) is not GameFinished or not event.standings or opened.private or given or transition.imported:
        return ()
    bots = has_bots(aggregate)
    return tuple(game_figures_key(variant, bots=bots) for variant in (OVERALL, opened.variant))


class GameCounts:
    """The figures of variants: as they are stored, and as the games of a batch change them."""

    def __init__(self, stored: Mapping[str, bytes]) -> None:
        self._stored = stored
        self._changed: dict[str, GameFigures] = {}

    def count(self, transition: Transition) -> None:
        for key in keys_of(transition):
            before = self._changed.get(key) or read_game_figures(self._stored.get(key))
            self._changed[key] = counted(before, transition)

    def changes(self) -> Iterator[Change]:
        for key, figures in self._changed.items():
            yield Put(key, _encode(figures))


def counted(before: GameFigures, end: Transition) -> GameFigures:
    """Return the figures with one more game."""
    event, aggregate, at = end.record.event, end.aggregate, end.record.envelope.at
    assert isinstance(event, GameFinished)
    month = season_of(at)
    won = {each.player for each in event.standings if each.won}
    months = before.months | {month: before.months.get(month, 0) + 1}
    return GameFigures(
        _with_game(before.tables, event, len(aggregate.occupants)),
        _with_players(before.strategies, aggregate, won),
        _with_duration(before.durations, at - end.opened_at),
        {each: months[each] for each in sorted(months)[-MONTHS_MAX:]},
    )


def _with_game(before: Sequence[SeatFigures], event: GameFinished, seats: int) -> tuple[SeatFigures, ...]:
    by_seats = {len(each.wins): each for each in before}
    old = by_seats.get(seats) or SeatFigures(0, (0,) * seats, 0, 0)
    wins = list(old.wins)
    for each in event.standings:
        wins[each.player] += each.won
    best, *others = sorted((each.score for each in event.standings), reverse=True)
    lead = best - others[0] if others else 0
    by_seats[seats] = SeatFigures(old.games + 1, tuple(wins), old.scores + best, old.leads + lead)
    return tuple(by_seats[each] for each in sorted(by_seats))


def _with_players(before: Mapping[str, Tally], aggregate: Aggregate, won: Collection[int]) -> dict[str, Tally]:
    strategies = dict(before)
    for seat, occupant in enumerate(aggregate.occupants):
        tally = strategies.get(occupant.bot, Tally())
        strategies[occupant.bot] = replace(tally, games=tally.games + 1, wins=tally.wins + (seat in won))
    return strategies


def _with_duration(before: tuple[int, ...], duration: timedelta) -> tuple[int, ...]:
    bounds = [*DURATIONS, timedelta.max]
    return tuple(
        games + (least <= duration < bound) for games, (least, bound) in zip(before, pairwise(bounds), strict=True)
    )
