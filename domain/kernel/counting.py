"""The figures that a game counts per seat: holdings, income and spending.

They are read after the end and when a player leaves. They decide nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.messages import Event

Amount = Callable[[Any], int]
"""Return the amount that an event adds to a figure of its seat (`player`)."""


@dataclass(frozen=True)
class Counting:
    """The figures of a game by name, in capitals: each is a word of the game's texts.

    `stands`: current values, computed from the decider, a state and a seat, without a board: a dataset asks for them at
    each decision. Every viewer may know them. `sums`: amounts of events, added up by round. `lead`:
    the figures of `stands` that decide who is ahead, the most important first.
    """

    stands: Mapping[str, Callable[[Any, Any, int], int]]
    sums: Mapping[str, Mapping[type[Event], Amount]]
    lead: tuple[str, ...]


NOTHING = Counting({}, {}, ())


def not_behind(rules: Any, state: Any, seat: int, others: Iterable[int]) -> tuple[int, ...]:
    """Return the other seats that rank at least as well as this seat, or all of them where the game has no lead.
    `rules`: the decider of the game."""
    counting: Counting = rules.counting

    def worth(each: int) -> tuple[int, ...]:
        return tuple(counting.stands[name](rules, state, each) for name in counting.lead)

    return tuple(each for each in others if worth(each) >= worth(seat))
