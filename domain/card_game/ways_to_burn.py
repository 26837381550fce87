"""Every choice of the resource cards that are burnt, by number (DEC-CG-20)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod

from domain.card_game.fuel import FuelCard


def count_choices(stock: Sequence[FuelCard], burnt: Mapping[str, int]) -> int:
    return prod(ways(units_on(stock, fuel), units) for fuel, units in burnt.items())


def nth_choice(stock: Sequence[FuelCard], burnt: Mapping[str, int], index: int) -> dict[str, int]:
    chosen: dict[str, int] = {}
    for fuel, units in burnt.items():
        caps = units_on(stock, fuel)
        index, number = divmod(index, ways(caps, units))
        cards = [card.card for card in stock if card.fuel == fuel]
        chosen |= {card: taken for card, taken in zip(cards, shares(caps, units, number), strict=True) if taken}
    return chosen


def units_on(stock: Sequence[FuelCard], fuel: str) -> tuple[int, ...]:
    return tuple(card.units for card in stock if card.fuel == fuel)


@lru_cache(maxsize=16_384)
def ways(caps: tuple[int, ...], units: int) -> int:
    """Return how many ways there are to take units off cards that hold `caps`."""
    if not caps:
        return int(units == 0)
    return sum(ways(caps[1:], units - taken) for taken in range(min(caps[0], units) + 1))


def shares(caps: tuple[int, ...], units: int, number: int) -> tuple[int, ...]:
    """Return way `number`, most units off the first card first."""
    if not caps:
        return ()
    for taken in range(min(caps[0], units), -1, -1):
        others = ways(caps[1:], units - taken)
        if number < others:
            return (taken, *shares(caps[1:], units - taken, number))
        number -= others
    raise IndexError(number)
