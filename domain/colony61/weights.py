"""What those who plan think things are worth. `planner` has the defaults; its moves are pinned by them."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """In influence, where nothing else is said."""

    influence_a_credit: float = 0.4
    """What $ are worth while they can still be spent: dear modules give about that."""
    dear: float = 20.0
    """$ that a module costs which gives much influence."""
    expected: float = 0.6
    """How much of today's income is thought to come in later turns: prices fall, cells are few."""
    monopoly_likely: float = 0.4
    """How likely nobody else supplies, by the end, what nobody else supplies now."""
    growth: int = 3
    """Positions that a marker is thought to go up until the end."""
    danger: int = 3
    """Positions above the colony's defeat at which a module that saves it is worth more."""
    saved: float = 12.0
    """What a position away from defeat is worth there."""
    held: float = 0.2
    """How much of what a card is worth is lost when it is recycled, since a new one comes for it."""


PLANNERS = Weights()
EXPERTS = Weights(expected=0.8, dear=17)
