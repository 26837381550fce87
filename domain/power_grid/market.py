"""Arithmetic of the resource market: cheapest tokens leave first, dearest spaces fill first. No state, no rules."""

from collections.abc import Sequence
from typing import TypeAlias

from domain.power_grid.messages import Space

Prices: TypeAlias = dict[str, tuple[int, ...]]
"""The price of each token, by fuel, cheapest first."""


def tokens(spaces: Sequence[Space]) -> int:
    return sum([space.n for space in spaces])


def prices(spaces: Sequence[Space], most: int) -> tuple[int, ...]:
    """The prices of the next tokens, cheapest first, at most so many."""
    found: list[int] = []
    for space in spaces:
        if len(found) >= most:
            break
        found += [space.price] * space.n
    return tuple(found[:most])


def bought(spaces: tuple[Space, ...], n: int) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """The spaces after n tokens were bought, and the price of each; all tokens if there are fewer."""
    after = list(spaces)
    paid: list[int] = []
    for place, space in enumerate(spaces):
        if space.n:
            take = min(space.n, n - len(paid))
            paid += [space.price] * take
            after[place] = Space(space.price, space.n - take)
            if len(paid) == n:
                break
    return tuple(after), tuple(paid)


def placed(spaces: tuple[Space, ...], capacities: Sequence[int], n: int) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """The spaces after up to n tokens came, dearest first, and what came where (dearest first)."""
    after = list(spaces)
    came: list[Space] = []
    for place in range(len(spaces) - 1, -1, -1):
        if n <= 0:
            break
        space = spaces[place]
        free = capacities[place] - space.n
        if free > 0:
            put = min(free, n)
            n -= put
            after[place] = Space(space.price, space.n + put)
            came.append(Space(space.price, put))
    return tuple(after), tuple(came)
