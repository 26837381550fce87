"""The values that planning bots use. `planner` has the defaults; its moves are pinned by them."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Values are in influence unless stated otherwise."""

    influence_a_credit: float = 0.4
    """The value of $ while they can still be spent, about the yield of expensive modules."""
    dear: float = 20.0
    """$ that a module costs which gives much influence."""
    expected: float = 0.6
    """The expected share of today's income in later turns: prices fall, cells are few."""
    monopoly_likely: float = 0.4
    """The chance that a resource that no other seat supplies now is still unsupplied by others at the end."""
    growth: int = 3
    """Positions that a marker is thought to go up until the end."""
    danger: int = 3
    """Positions above the colony's defeat at which a module that saves it is worth more."""
    saved: float = 12.0
    """The value of one position of distance from defeat."""
    held: float = 0.2
    """The share of a card's value that is lost by recycling it; a new card replaces it."""


PLANNERS = Weights()
EXPERTS = Weights(expected=0.8, dear=17)
