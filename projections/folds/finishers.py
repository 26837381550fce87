"""Finishers of a game with their places, for all figures of finished games."""

from msgspec import Struct

from domain.kernel.ids import Seat
from domain.table.aggregate import Aggregate
from domain.table.messages import BOT_ACTOR, GameFinished
from projections.folds.places import Leaver, places


class Finisher(Struct, frozen=True):
    """One player's part in a finished game. `program`: an account of a program."""

    player: str
    rank: int
    won: bool
    score: int
    program: bool = False


def by_place(event: GameFinished, aggregate: Aggregate) -> tuple[Finisher, ...]:
    """Return all players except those who left before their first move, best first. A player with several seats counts
    once, with the best one."""
    best: dict[str, Finisher] = {}
    standings = {standing.player: standing for standing in event.standings}
    ranks = _rated_by(event, aggregate)
    for seat in sorted(ranks, key=lambda seat: (ranks[seat], seat)):
        occupant, standing = aggregate.occupants[seat], standings[Seat(seat)]
        player = occupant.account or BOT_ACTOR + occupant.bot
        best.setdefault(player, Finisher(player, ranks[seat], standing.won, standing.score, bool(occupant.program)))
    return tuple(best.values())


def _rated_by(event: GameFinished, aggregate: Aggregate) -> dict[int, int]:
    """The places of all seats but of those who left before having moved (TB-RATE-03, TB-RATE-10)."""
    stayed: dict[int, int] = {
        each.player: each.rank for each in event.standings if each.player not in aggregate.resigned
    }
    gone = zip(aggregate.resigned, aggregate.not_behind, aggregate.lost_at, strict=True)
    return places(stayed, [Leaver(*each) for each in gone if each[0] in aggregate.moved])


def has_bots(aggregate: Aggregate) -> bool:
    """Return whether a bot or a program plays, so that the game counts among games with bots (TB-RATE-02)."""
    return any(not occupant.account or occupant.program for occupant in aggregate.occupants)


def is_bot(player: str) -> bool:
    return player.startswith(BOT_ACTOR)
