"""Draws as chance nodes: what a command takes from chance is dealt again before the command happens."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.kernel.decider import AnyDecider
from domain.kernel.dice import Dice
from domain.kernel.messages import Event


def are_drawn(rules: AnyDecider, before: Any, after: Any, events: Iterable[Event]) -> bool:
    """Return whether a command took something from chance."""
    if rules.public_draws:
        return any(event.reveals for event in events)
    return bool(before.draw != after.draw)  # Colony-61: cards are drawn in secret


def undrawn_again(rules: AnyDecider, state: Any, dice: Dice) -> Any:
    """Return the state with everything that was not drawn yet in another order. Cards in hands stay."""
    if rules.public_draws:
        return rules.redeal(state, None, dice)
    return replace(state, seed=dice.seed.hex(), draw=dice.roll("draw").shuffle(sorted(state.draw)))
