"""Arithmetic of fuel: norms, storage, burning, production. No state, no events.

`stock` is units by type, all four types named; `norms` are symbols by kind of plant.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from msgspec import Struct

from domain.card_game.editions import Cards
from domain.card_game.figures import BURNS, FUELS, KINDS
from domain.card_game.messages import CardUnits, Row, Run

OTHER: Final = {"gas": "oil", "oil": "gas"}
"""The two types that share the room of hybrid plants (CG-PLT-05)."""


NO_FUEL: Final = dict.fromkeys(FUELS, 0)


class Burn(NamedTuple):
    """Destinations of a stock's cards: turned face down, to the discard pile, back to the leftover pile."""

    turned: tuple[CardUnits, ...]
    discarded: Row
    leftovers: Row


class FuelCard(Struct, frozen=True):
    card: str
    fuel: str
    units: int


class Plan(Struct, frozen=True):
    """One way to run plants, and what it earns."""

    runs: tuple[Run, ...]
    profit: int

    @property
    def burnt(self) -> dict[str, int]:
        """Units by type, as far as any are burnt."""
        burnt = Counter[str]()
        for run in self.runs:
            burnt.update(run.fuel)
        return dict(burnt)


@lru_cache(maxsize=16_384)  # asked several times a command, about few sets of plants
def norms_of(cards: Cards, plants: Row) -> Mapping[str, int]:
    norms = dict.fromkeys(KINDS, 0)
    for card in plants:
        plant = cards.plants[card]
        norms[plant.fuel] += plant.need
    return norms


def units_of(cards: Cards, stock: Iterable[CardUnits]) -> dict[str, int]:
    units, fuel = NO_FUEL.copy(), cards.fuel
    for card in stock:
        units[fuel[card.card]] += card.units_left
    return units


def burns(norms: Mapping[str, int], fuel: str) -> bool:
    """Return whether a plant of these norms burns the type (CG-RES-03)."""
    return norms[fuel] > 0 or (fuel in OTHER and norms["hybrid"] > 0)


def room(norms: Mapping[str, int], stock: Mapping[str, int], fuel: str, times: int) -> int:
    """Units of the type that still fit when `times` norms may be held: 2 in storage (CG-PLT-05), 1 where only one
    production counts (CG-RES-08), which is then also how many units make the production larger (DEC-CG-13)."""
    own = times * norms[fuel] - stock[fuel]
    if fuel not in OTHER:
        return own if own > 0 else 0
    other = OTHER[fuel]
    beyond, hybrid = stock[other] - times * norms[other], times * norms["hybrid"]
    if beyond > 0:
        hybrid -= beyond
    if own < 0:
        hybrid, own = hybrid + own, 0
    return own + hybrid if hybrid > 0 else own


def discards(norms: Mapping[str, int], stock: Mapping[str, int], times: int) -> tuple[dict[str, int], ...]:
    """Every smallest discard after which the stock fits (CG-PLT-08); more than one where gas and oil compete."""
    beyond = {fuel: units for fuel in FUELS if (units := stock[fuel] - times * norms[fuel]) > 0}
    if not beyond:
        return ({},)
    beyond = NO_FUEL | beyond
    gas_and_oil = max(0, beyond["gas"] + beyond["oil"] - times * norms["hybrid"])
    least_gas, most_gas = max(0, gas_and_oil - beyond["oil"]), min(beyond["gas"], gas_and_oil)
    ways = ({**beyond, "gas": gas, "oil": gas_and_oil - gas} for gas in range(least_gas, most_gas + 1))
    return tuple({fuel: units for fuel, units in way.items() if units} for way in ways)


def burn(cards: Cards, stock: Iterable[CardUnits], units: Mapping[str, int]) -> Burn:
    """Lowers cards by the units of each type: leftover cards first, then fewest units, smaller print, lower id
    (CG-PLT-06)."""
    left, fuel_of, leftover, amount = dict(units), cards.fuel, cards.leftover, cards.amount
    turned: list[CardUnits] = []
    discarded: list[str] = []
    leftovers: list[str] = []
    held = [(each.card not in leftover, each.units_left, amount[each.card], each.card) for each in stock]
    held.sort()
    for is_discarded, there, _, card in held:
        fuel = fuel_of[card]
        wanted = left.get(fuel, 0)
        if not wanted:
            continue
        if wanted < there:
            turned.append(CardUnits(card, there - wanted))
            left[fuel] = 0
        else:
            (discarded if is_discarded else leftovers).append(card)
            left[fuel] = wanted - there
    assert not any(left.values()), "nobody burns what they do not have"
    return Burn(tuple(turned), tuple(discarded), tuple(leftovers))


def taken_off(cards: Cards, stock: Iterable[CardUnits], chosen: Mapping[str, int]) -> Burn:
    """Lowers each card by the units chosen (DEC-CG-20)."""
    turned: list[CardUnits] = []
    discarded: list[str] = []
    leftovers: list[str] = []
    for each in stock:
        units = chosen.get(each.card, 0)
        if not units:
            continue
        if units < each.units_left:
            turned.append(CardUnits(each.card, each.units_left - units))
        else:
            (leftovers if each.card in cards.leftover else discarded).append(each.card)
    return Burn(tuple(turned), tuple(discarded), tuple(leftovers))


def can_run(norms: Mapping[str, int], stock: Mapping[str, int]) -> bool:
    """Return whether the stock suffices for one production of all plants of these norms."""
    gas, oil = stock["gas"] - norms["gas"], stock["oil"] - norms["oil"]
    if gas < 0 or oil < 0 or gas + oil < norms["hybrid"]:
        return False
    return stock["coal"] >= norms["coal"] and stock["uranium"] >= norms["uranium"]


def best_production(cards: Cards, plants: Row, stock: Mapping[str, int]) -> Row:
    """The plants of the most profitable run that the stock allows (CG-END-02)."""
    if can_run(norms_of(cards, plants), stock):
        return plants
    subsets = (chosen for size in range(len(plants) - 1, -1, -1) for chosen in combinations(plants, size))
    possible = (chosen for chosen in subsets if can_run(norms_of(cards, chosen), stock))
    return max(possible, key=lambda chosen: profit_of(cards, chosen))


@lru_cache(maxsize=16_384)
def profit_of(cards: Cards, plants: Row) -> int:
    return sum([cards.plants[card].profit for card in plants])


def plans(cards: Cards, plants: Row, stock: Mapping[str, int]) -> Iterator[Plan]:
    """Every way to run some of the plants, nothing at all first (CG-BUR-02)."""
    for size in range(len(plants) + 1):
        for chosen in combinations(plants, size):
            if can_run(norms_of(cards, chosen), stock):
                profit = profit_of(cards, chosen)
                for fuels in product(*(_mixes(cards, card) for card in chosen)):
                    if all(sum(fuel.get(name, 0) for fuel in fuels) <= stock[name] for name in FUELS):
                        yield Plan(tuple(Run(card, fuel) for card, fuel in zip(chosen, fuels, strict=True)), profit)


def _mixes(cards: Cards, card: str) -> tuple[dict[str, int], ...]:
    plant = cards.plants[card]
    types = BURNS[plant.fuel]
    if len(types) < 2:
        return (dict.fromkeys(types, plant.need),)
    first, second = types
    shares = ({first: units, second: plant.need - units} for units in range(plant.need, -1, -1))
    return tuple({fuel: units for fuel, units in share.items() if units} for share in shares)
