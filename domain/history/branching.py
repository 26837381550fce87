"""Positions from which other tables continue, and whether they belong to the game that they name."""

from collections.abc import Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.history.adjudicate import Fault
from domain.history.codec import Codec, link_of
from domain.history.record import EventRow
from domain.history.replay import aggregate_after
from domain.kernel.decider import digest
from domain.kernel.dice import Dice
from domain.kernel.ids import Viewer
from domain.table.aggregate import Aggregate, position_json
from domain.table.messages import GameOpened, Lineage, Position

BRANCH, IMPORT = "BRANCH", "IMPORT"
FIXED = Dice.from_text("turnledger/branch")
"""Puts what a player could not know in an order that says nothing: pools are sorted before they are shuffled."""


def position_of(aggregate: Aggregate, play: object, lineage: Lineage) -> Position:
    """A state of a game as another table's beginning."""
    assert aggregate.rules, "the game has begun"
    colours = tuple(occupant.colour for occupant in aggregate.occupants)
    return Position(position_json(play), colours, aggregate.editions, lineage, aggregate.rules.rules_version)


def branched(aggregate: Aggregate, viewer: Viewer, lineage: Lineage) -> Position:
    """Return a viewer's knowledge of a game as the beginning of another table. The rest is dealt at its start, by its
    own seed."""
    assert aggregate.rules, "the game has begun"
    position = position_of(aggregate, aggregate.rules.redeal(aggregate.play, viewer, FIXED), lineage)
    return replace(position, known_to=-1 if viewer is None else viewer)


class OriginCheck(Struct, frozen=True):
    """The result of holding a branch to the game that it names. `proven`: its position is the one its host knew."""

    fault: Fault | None = None
    proven: bool = False


def check_origin(parent: Sequence[EventRow], child: Sequence[EventRow], codec: Codec) -> OriginCheck:
    """Compare a branch with the game that it names; both have been proven. The position stays unproven where the
    parent's file is shorter, or where the position names no viewer or no state: it may be any other one then."""
    opened = codec.read(child[0]).event
    assert isinstance(opened, GameOpened), "a stream begins with the opening of a table"
    assert opened.position, "it goes on from another"
    origin = opened.position.lineage
    if origin.version > len(parent):
        return OriginCheck()
    if link_of(parent[origin.version - 1]) != origin.chain:
        return _fault(f"version {origin.version} of {origin.game_id}, which it goes on from, has another link")
    then = aggregate_after([codec.read(row) for row in parent[: origin.version]])
    if then.rules is None or opened.position.known_to is UNSET or not opened.position.state:
        return OriginCheck()  # dealt before it came here, or a file for one viewer
    known = branched(then, then.seat_of(opened.host), origin)
    if digest(opened.position) != digest(known):
        return _fault("not the position that its host knew")
    return OriginCheck(proven=True)


def _fault(says: str) -> OriginCheck:
    return OriginCheck(Fault("CONTRADICTION", "TB-BRANCH-01", says))
