"""Positions that other tables go on from, and whether they are those of the game that they name."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from domain.history.adjudicate import Fault
from domain.history.codec import Codec, link_of
from domain.history.record import Row
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
    """What a viewer knows of a game, as another table's beginning: the rest is dealt at its start, by its own seed."""
    assert aggregate.rules, "the game has begun"
    position = position_of(aggregate, aggregate.rules.deal_anew(aggregate.play, viewer, FIXED), lineage)
    return replace(position, known_to=-1 if viewer is None else viewer)


def false_origin(parent: Sequence[Row], child: Sequence[Row], codec: Codec) -> Fault | None:
    """Whether the game that another says it goes on from tells something else. Both have been proven."""
    opened = codec.read(child[0]).event
    assert isinstance(opened, GameOpened), "a stream begins with the opening of a table"
    assert opened.position, "it goes on from another"
    origin = opened.position.lineage
    if origin.version > len(parent):
        return None
    if link_of(parent[origin.version - 1]) != origin.chain:
        return _fault(f"version {origin.version} of {origin.game_id}, which it goes on from, has another link")
    then = aggregate_after([codec.read(row) for row in parent[: origin.version]])
    if then.rules is None or opened.position.known_to is UNSET or not opened.position.state:
        return None  # dealt before it came here, or a file for one viewer
    known = branched(then, then.seat_of(opened.host), origin)
    return None if digest(opened.position) == digest(known) else _fault("not the position that its host knew")


def _fault(says: str) -> Fault:
    return Fault("CONTRADICTION", "TB-BRANCH-01", says)
