"""What a game counts of its seats: what each has, and what it earned and paid. Read after the end, and when
somebody leaves; decides nothing."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.kernel.decider import Event

Amount = Callable[[Any], int]
"""Of an event, what it adds to a figure of its seat (`player`)."""


@dataclass(frozen=True)
class Counting:
    """The figures of a game by name, in capitals: each is a word of the game's texts.

    `stands`: how things stand, of a board and a seat. `sums`: what happened, added up by round. `lead`: the figures of
    `stands` that say who is ahead, the weightiest first.
    """

    stands: Mapping[str, Callable[[Any, int], int]]
    sums: Mapping[str, Mapping[type[Event], Amount]]
    lead: tuple[str, ...]


NOTHING = Counting({}, {}, ())


def not_behind(counting: Counting, board: Any, seat: int, others: Iterable[int]) -> tuple[int, ...]:
    """Those of the others who stand at least as well as the seat; all of them where the game does not say who leads.
    `board`: the spectators'."""

    def worth(each: int) -> tuple[int, ...]:
        return tuple(counting.stands[name](board, each) for name in counting.lead)

    return tuple(each for each in others if worth(each) >= worth(seat))
