"""The values that planning bots use. `planner` has the defaults; its moves are pinned by them."""

from collections.abc import Mapping

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
    view: float = 0.0
    """The value of seeing one more card, in each turn left."""
    choosy: float = 0.0
    """How much better than the mean of the deck a card must be to be kept in a swap."""
    kinds: Mapping[str, float] = {}
    """Corrections of what modules are worth, by kind."""


PLANNERS = Weights()
EXPERTS = Weights(
    expected=0.9,
    dear=18,
    view=0.45,
    choosy=1.8,
    kinds={
        "autoclave": -0.6,
        "biomass": -0.7,
        "cooling_tower": -0.8,
        "factory": 0.3,
        "greenhouse": -0.5,
        "homeostatic_dome": 1.2,
        "mine": -1.2,
        "molecular_sieve": 0.7,
        "superdeep_borehole": 0.5,
    },
)
