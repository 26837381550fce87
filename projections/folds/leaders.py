"""The view `leaders`: each player's figures, of all time and of a season, overall and per variant, and at the tables of
each club; and the figures of all games of a variant.

The rules TB-RATE of docs/rules/table.md define them; docs/decisions/0011-leaderboards.md gives the reasons. All figures
follow from the histories of finished games, in the order in which they ended.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from domain.table.clock import is_slow
from domain.table.messages import GameFinished
from projections.folds.club_figures import ClubCounts, club_of, figures_key
from projections.folds.finishers import Finisher, by_place, has_bots
from projections.folds.game_figures import GameCounts, keys_of
from projections.folds.player_records import (
    ALL_TIME,
    OVERALL,
    Leaderboard,
    Record,
    measured,
    ranking_key,
    read_record,
    record_key,
    variants_key,
    write_record,
)
from projections.folds.rating_history import history_key, rated_game
from projections.folds.ratings import at_season, rate
from projections.folds.seasons import season_of
from projections.folds.transitions import Transition
from projections.folds.weights import Encounters, weight_keys
from projections.stores.interface import SHARED, Append, Change, Changes, Put, SetRank, Unrank


class Leaders:
    name, schema, by_game, ends_only = "leaders", 13, False, True

    def wants(self, transitions: Sequence[Transition]) -> Sequence[str]:
        keys: dict[str, None] = {}
        for transition in transitions:
            game = finishers(transition)
            for board in boards(transition) if game else ():
                keys |= dict.fromkeys(record_key(board, each.player) for each in game)
            keys |= dict.fromkeys(weight_keys([each.player for each in game]))
            keys |= dict.fromkeys(keys_of(transition))
            club = club_of(transition)
            keys |= {figures_key(club): None} if club else {}
        return tuple(keys)

    def fold(self, transitions: Sequence[Transition], known: Mapping[str, bytes]) -> Changes:
        records = Records(known)
        encounters = Encounters(known)
        played: dict[tuple[str, str], None] = {}
        clubs, all_games = ClubCounts(known), GameCounts(known)
        for transition in transitions:
            clubs.count(transition)
            all_games.count(transition)
            game = finishers(transition)
            if not game:
                continue
            players, on, month = [each.player for each in game], boards(transition), ended_in(transition)
            settled = [each for each in players if not records.before(on[0], each, month).rating.provisional]
            weights = encounters.meet(players, month, settled)
            records.count(on, game, weights, transition)
            variant = transition.aggregate.opened.variant
            played.update(((variants_key(each, bots=on[0].bots, live=on[0].live), variant), None) for each in players)
        ranked = (SetRank(key, variant) for key, variant in played)
        changes = [*records.changes(), *encounters.changes(), *ranked, *clubs.changes(), *all_games.changes()]
        return {SHARED: changes} if changes else {}


class Records:
    """The records of all boards: as they are stored, and as the games of a batch change them."""

    def __init__(self, stored: Mapping[str, bytes]) -> None:
        self._stored = stored
        self._changed: dict[tuple[Leaderboard, str], Record] = {}
        self._programs: set[str] = set()
        self._rated: list[Append] = []

    def of(self, board: Leaderboard, player: str) -> Record:
        return self._changed.get((board, player)) or read_record(self._stored.get(record_key(board, player)))

    def before(self, board: Leaderboard, player: str, month: str) -> Record:
        """Return the player's rating before a game that ends in this month. Idle players, and players who begin a
        season, have more doubt (TB-RATE-11, TB-RATE-12)."""
        record = self.of(board, player)
        if board.season and not record.games:
            rating = at_season(self.before(replace(board, season=ALL_TIME), player, month).rating)
        else:
            rating = record.rating_in(month)
        return replace(record, rating=rating)

    def count(
        self, on: Sequence[Leaderboard], game: Sequence[Finisher], weights: Sequence[float], end: Transition
    ) -> None:
        month = ended_in(end)
        self._programs |= {each.player for each in game if each.program}
        before = {board: [self.before(board, each.player, month) for each in game] for board in on}
        for board in on:
            after = after_game(before[board], game, weights, month)
            self._changed.update(((board, each.player), record) for each, record in zip(game, after, strict=True))
            if board.season == ALL_TIME:
                self._rated += _histories(board, game, after, end)

    def changes(self) -> Iterator[Change]:
        yield from self._rated
        for (board, player), record in self._changed.items():
            yield from _written(board, player, record, (False, True) if player in self._programs else (False,))


def _histories(
    board: Leaderboard, game: Sequence[Finisher], after: Sequence[Record], end: Transition
) -> Iterator[Append]:
    for each, record in zip(game, after, strict=True):
        yield Append(history_key(board.key, each.player), record.games - 1, (rated_game(end, record.rating),))


def ended_in(transition: Transition) -> str:
    """Return the season in which the game ended."""
    return season_of(transition.record.envelope.at)


def boards(transition: Transition) -> tuple[Leaderboard, ...]:
    """Return all boards that a game counts on, the board of all variants first."""
    variant, season = transition.aggregate.opened.variant, ended_in(transition)
    bots = has_bots(transition.aggregate)
    live = not is_slow(transition.aggregate.terms.clock)
    return tuple(Leaderboard(each, when, bots, live) for each in (OVERALL, variant) for when in (ALL_TIME, season))


def finishers(transition: Transition) -> tuple[Finisher, ...]:
    """Return the players of a game that ends here and counts, best first; empty where it counts for no player
    (TB-RATE-01, TB-RATE-03, TB-RATE-06, TB-RATE-07, TB-RATE-10)."""
    event, aggregate = transition.record.event, transition.aggregate
    if type(event) is not GameFinished or not aggregate.opened.rated or transition.imported:
        return ()
    if not event.standings or any(occupant.guest for occupant in aggregate.occupants):
        return ()
    best = by_place(event, aggregate)
    return best if len(best) > 1 else ()


def after_game(
    before: Sequence[Record], game: Sequence[Finisher], weights: Sequence[float], month: str
) -> list[Record]:
    ratings = rate([record.rating for record in before], [each.rank for each in game], weights)
    return [
        Record(
            rating=rating,
            games=record.games + 1,
            wins=record.wins + each.won,
            best_score=max(record.best_score, each.score) if record.games else each.score,
            streak=record.streak + 1 if each.won else 0,
            month=month,
        )
        for record, each, rating in zip(before, game, ratings, strict=True)
    ]


def _written(board: Leaderboard, player: str, record: Record, rankings: Sequence[bool]) -> Iterator[Change]:
    """A provisional record is stored, but is on no board (TB-RATE-05). `rankings`: for that of programs true."""
    yield Put(record_key(board, player), write_record(record))
    for measure, value in measured(record).items():
        for programs in rankings:
            key = ranking_key(board, measure, programs=programs)
            yield Unrank(key, player) if record.rating.provisional else SetRank(key, player, value)
