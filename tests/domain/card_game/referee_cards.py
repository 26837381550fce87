"""The cards as the second referee reads them (`referee.py`), and the arithmetic of fuel by trying all there is."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from domain.card_game.editions import load
from domain.card_game.messages import Run

EDITION = load("2019-1").figures
PLANTS = {plant.id: plant for plant in EDITION.plants}
FUEL_CARDS = {card.id: card for card in (*EDITION.standard, *EDITION.leftover, *EDITION.plus, *EDITION.plus_plus)}
LEFTOVER_CARDS = {card.id for card in EDITION.leftover}
PLUS_PLUS_CARDS = {card.id for card in EDITION.plus_plus}
RENOVATION_CARDS = {card.card: card for card in EDITION.renovation}

FUELS = ("coal", "gas", "oil", "uranium")
"""In the order of the market (CG-SET-09)."""


def number(plant: str) -> int:
    return PLANTS[plant].number


def best_number(plants) -> int:
    """0 without plants (CG-ORD-03)."""
    return max((number(plant) for plant in plants), default=0)


def profit(plants) -> int:
    return sum(PLANTS[plant].profit for plant in plants)


def symbols(plants, kind: str) -> int:
    """The fuel symbols of all plants of a kind together."""
    return sum(PLANTS[plant].need for plant in plants if PLANTS[plant].fuel == kind)


def units_by_fuel(stock: dict[str, int]) -> Counter:
    """Units of each type on the resource cards of a stock."""
    units = Counter()
    for card, left in stock.items():
        units[FUEL_CARDS[card].fuel] += left
    return units


def fits(plants, units) -> bool:
    """CG-PLT-05: twice the symbols of each type; gas and oil beyond their own plants share the hybrids' room."""
    beyond = {fuel: max(0, units[fuel] - 2 * symbols(plants, fuel)) for fuel in FUELS}
    return beyond["coal"] == beyond["uranium"] == 0 and beyond["gas"] + beyond["oil"] <= 2 * symbols(plants, "hybrid")


def usable(plants, units) -> int:
    """CG-RES-08, DEC-CG-13: how many of the units one production of all plants can burn."""
    pure = {fuel: min(units[fuel], symbols(plants, fuel)) for fuel in FUELS}
    for_hybrids = sum(units[fuel] - pure[fuel] for fuel in ("gas", "oil"))
    return sum(pure.values()) + min(for_hybrids, symbols(plants, "hybrid"))


def mixes(plant: str) -> list[dict[str, int]]:
    """CG-PLT-02, CG-PLT-03, CG-PLT-04: every fuel that one run of the plant can burn."""
    kind, need = PLANTS[plant].fuel, PLANTS[plant].need
    if kind == "eco":
        return [{}]
    if kind != "hybrid":
        return [{kind: need}]
    shares = [{"gas": gas, "oil": need - gas} for gas in range(need + 1)]
    return [{fuel: units for fuel, units in share.items() if units} for share in shares]


def productions(plants, units) -> Iterator[tuple[Run, ...]]:
    """CG-BUR-02: every set of plants with every fuel that feeds it from these units."""
    for size in range(len(plants) + 1):
        for chosen in combinations(plants, size):
            for fuels in product(*map(mixes, chosen)):
                burnt = sum((Counter(fuel) for fuel in fuels), Counter())
                if all(burnt[fuel] <= units[fuel] for fuel in FUELS):
                    yield tuple(Run(plant, fuel) for plant, fuel in zip(chosen, fuels, strict=True))


def smallest_discards(plants, units) -> list[dict[str, int]]:
    """CG-PLT-08, DEC-CG-12: of all ways to throw units away, those after which the rest fits, least in total."""
    tried = [dict(zip(FUELS, thrown, strict=True)) for thrown in product(*(range(units[fuel] + 1) for fuel in FUELS))]
    enough = [way for way in tried if fits(plants, {fuel: units[fuel] - way[fuel] for fuel in FUELS})]
    least = min(sum(way.values()) for way in enough)
    return [{fuel: thrown for fuel, thrown in way.items() if thrown} for way in enough if sum(way.values()) == least]


def market_order(card: str) -> tuple[int, int, str]:
    """The order of cards in a column: type, printed units, id (CG-SET-09)."""
    return FUELS.index(FUEL_CARDS[card].fuel), FUEL_CARDS[card].amount, card
