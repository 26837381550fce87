"""Sums of cubes against laying out every cube: what a storage keeps, and whether builds can be paid."""

from functools import lru_cache
from itertools import combinations_with_replacement, product

import pytest

from domain.colony61.cubes import Cubes, most_valuable, payable

HELD = [Cubes(*numbers) for numbers in product(range(5), range(3), range(3))]


def sets_of(held):
    return [Cubes(*numbers) for numbers in product(range(held.ones + 1), range(held.fives + 1), range(held.tens + 1))]


@lru_cache(None)
def can_pay(costs, held):
    """Return whether each cost gets a set of its own, by trying every set."""
    if not costs:
        return True
    return any(paid.value >= costs[0] and can_pay(costs[1:], held - paid) for paid in sets_of(held))


@pytest.mark.rule("C61-PAY-02")
def test_builds_are_payable_exactly_where_some_choice_of_sets_pays_them():
    for held in HELD:
        for number in (1, 2, 3):
            for costs in combinations_with_replacement((1, 2, 3, 4, 6, 8, 11, 13), number):
                dearest_first = costs[::-1]
                assert payable(dearest_first, held) == can_pay(dearest_first, held), (costs, held)


@pytest.mark.rule("C61-STO-01", "C61-STO-03")
def test_the_most_valuable_cubes_that_fit_are_worth_as_much_as_any_that_fit():
    for held in HELD:
        for cells in range(10):
            kept = most_valuable(held, cells)
            assert held.holds(kept)
            assert kept.count <= cells
            assert kept.value == max(each.value for each in sets_of(held) if each.count <= cells)
