"""Sums of fuel against laying out every unit in every way: storage (CG-PLT-05), discards, running."""

from functools import lru_cache
from itertools import product

import pytest

from domain.card_game import fuel
from domain.card_game.figures import BURNS, FUELS, KINDS

NORMS = [dict(zip(KINDS, numbers, strict=True)) for numbers in product(range(3), repeat=len(KINDS))]
STOCKS = [dict(zip(FUELS, numbers, strict=True)) for numbers in product((0, 1, 3), (0, 1, 2, 4), (0, 1, 2, 4), (0, 2))]


@lru_cache(None)
def most_laid_out(places, units):
    """The most units that can be laid out, one on each place at most. A place is the types that it takes."""
    if not places:
        return 0
    first, *others = places
    ways = [most_laid_out(tuple(others), units)]
    for number, fuel_type in enumerate(FUELS):
        if units[number] and fuel_type in first:
            less = tuple(n - (place == number) for place, n in enumerate(units))
            ways.append(1 + most_laid_out(tuple(others), less))
    return max(ways)


def places(norms, times):
    return tuple(BURNS[kind] for kind in KINDS if BURNS[kind] for _ in range(times * norms[kind]))


def units_placed(norms, stock, times):
    """Return the number of units of the stock that have a place."""
    return most_laid_out(places(norms, times), tuple(stock[name] for name in FUELS))


def small():
    """Norms and stocks: gas, oil and hybrids in all ways, the types that share no room in a few."""
    for norms in NORMS:
        if norms["coal"] + norms["uranium"] <= 1:
            yield from ((norms, stock) for stock in STOCKS if stock["coal"] <= 1 and stock["uranium"] <= 2)


@pytest.mark.rule("CG-PLT-05", "CG-RES-08", "DEC-CG-13")
@pytest.mark.parametrize("times", [1, 2])
def test_room_is_how_many_more_units_find_a_place(times):
    for norms, stock in small():
        for name in FUELS:
            before, more = units_placed(norms, stock, times), 0
            while units_placed(norms, {**stock, name: stock[name] + more + 1}, times) == before + more + 1:
                more += 1
            assert fuel.room(norms, stock, name, times) == more, (norms, stock, name)


@pytest.mark.rule("CG-PLT-08", "DEC-CG-12")
def test_discards_are_all_smallest_ones_after_which_every_unit_has_a_place():
    for norms, stock in small():
        least = sum(stock.values()) - units_placed(norms, stock, 2)
        expected = [
            {name: n for name, n in zip(FUELS, numbers, strict=True) if n}
            for numbers in product(*(range(n + 1) for n in stock.values()))
            if sum(numbers) == least
            and units_placed(norms, {name: stock[name] - n for name, n in zip(FUELS, numbers, strict=True)}, 2)
            == sum(stock.values()) - least
        ]
        found = [dict(way) for way in fuel.discards(norms, stock, 2)]
        assert sorted(map(sorted_items, found)) == sorted(map(sorted_items, expected)), (norms, stock)


@pytest.mark.rule("CG-BUR-02", "CG-PLT-03")
def test_plants_can_run_exactly_where_each_symbol_finds_a_unit():
    for norms, stock in small():
        symbols = places(norms, 1)
        assert fuel.can_run(norms, stock) == (units_placed(norms, stock, 1) == len(symbols)), (norms, stock)


def sorted_items(amounts):
    return sorted(amounts.items())
