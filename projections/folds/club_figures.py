"""Figures of each club in the view `leaders`: its ladder, games and wins per player, best scores.

They count games at a club's tables alone (CL-LADDER, CL-REC of docs/rules/club.md; docs/decisions/0058). Membership is
not known here: readers leave out accounts that are not members.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.table.messages import GameFinished
from projections.folds.finishers import Finisher, by_place, is_bot
from projections.folds.transitions import Transition
from projections.stores.interface import Change, Put

LADDER_MAX = 2_000
"""The most players of a ladder, members or not; the last one is dropped first."""


class Tally(Struct, frozen=True, gc=False):
    games: int = 0
    wins: int = 0


class Best(Struct, frozen=True, gc=False):
    """`game_id`: empty where the table was private."""

    score: int
    account: str
    game_id: str


class ClubFigures(Struct, frozen=True):
    """`ladder`: accounts, the first one highest. `tallies`: of those on it. `best`: by variant."""

    ladder: tuple[str, ...] = ()
    tallies: dict[str, Tally] = {}
    best: dict[str, Best] = {}


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(ClubFigures).decode


def figures_key(club: str) -> str:
    return f"club.{club}"


def read_figures(stored: bytes | None) -> ClubFigures:
    return _decode(stored) if stored else ClubFigures()


def club_of(transition: Transition) -> str:
    """The club of a game that ends here and counts for it; empty otherwise."""
    return (transition.aggregate.terms.club or "") if players(transition) else ""


def players(transition: Transition) -> tuple[Finisher, ...]:
    """CL-LADDER-01: the people of a game that ends here and may count for a club, best first."""
    event, aggregate = transition.record.event, transition.aggregate
    if type(event) is not GameFinished or not aggregate.terms.club or transition.imported or not event.standings:
        return ()
    opened = aggregate.opened
    if opened.seed or opened.setup is not None or opened.position:
        return ()
    programs = {each.account for each in aggregate.occupants if each.program}
    found = tuple(
        each for each in by_place(event, aggregate) if not is_bot(each.player) and each.player not in programs
    )
    return found if len(found) > 1 else ()


class ClubCounts:
    """The figures of clubs: as they are stored, and as the games of a batch change them."""

    def __init__(self, stored: Mapping[str, bytes]) -> None:
        self._stored = stored
        self._changed: dict[str, ClubFigures] = {}

    def count(self, transition: Transition) -> None:
        game, opened = players(transition), transition.aggregate.opened
        if game:
            key = figures_key(transition.aggregate.terms.club or "")
            before = self._changed.get(key) or read_figures(self._stored.get(key))
            game_id = "" if opened.private else opened.game_id
            self._changed[key] = after_game(before, opened.variant, game, game_id)

    def changes(self) -> Iterator[Change]:
        for key, figures in self._changed.items():
            yield Put(key, _encode(figures))


def after_game(before: ClubFigures, variant: str, game: Sequence[Finisher], game_id: str) -> ClubFigures:
    ladder = climbed(before.ladder, game)[:LADDER_MAX]
    tallies = dict(before.tallies)
    best = dict(before.best)
    for each in game:
        tally = tallies.get(each.player, Tally())
        tallies[each.player] = replace(tally, games=tally.games + 1, wins=tally.wins + each.won)
        if variant not in best or each.score > best[variant].score:
            best[variant] = Best(each.score, each.player, game_id)
    return ClubFigures(ladder, {account: tallies[account] for account in ladder}, best)


def climbed(ladder: Sequence[str], game: Sequence[Finisher]) -> tuple[str, ...]:
    """CL-LADDER-02, CL-LADDER-03."""
    there = set(ladder)
    after = [*ladder, *(each.player for each in game if each.player not in there)]
    rung = {account: number for number, account in enumerate(after)}
    taken = sorted(rung[each.player] for each in game)
    order = sorted(game, key=lambda each: (each.rank, rung[each.player]))
    for number, each in zip(taken, order, strict=True):
        after[number] = each.player
    return tuple(after)
