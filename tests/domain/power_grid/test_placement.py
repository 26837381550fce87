"""Fuel is on plants that burn it (PG-FUEL-11), checked against laying out every token in every way."""

import random
from functools import lru_cache
from itertools import combinations, product

import pytest

from domain.power_grid import fuel
from domain.power_grid.cards import BURNABLE, Plant
from domain.power_grid.messages import FUELS

KINDS = ("coal", "oil", "garbage", "uranium", "hybrid", "hybrid", "any")
POSITIONS = 100_000


@lru_cache(None)
def ways(fuels, size, most):
    """Every way to take up to `size` tokens of these fuels, at most so many of each."""
    ranges = [range(min(n, size) + 1 if name in fuels else 1) for name, n in zip(FUELS, most, strict=True)]
    return tuple(laid for laid in product(*ranges) if sum(laid) <= size)


@lru_cache(None)
def can_be_laid_out(plants, stock):
    """Return whether every token can be put on a plant. A plant is its fuels, its room, and the tokens it must hold."""
    if not plants:
        return not any(stock)
    (fuels, stores, burnt), *others = plants
    return any(
        all(n >= least for n, least in zip(laid, burnt, strict=True))
        and can_be_laid_out(tuple(others), tuple(n - taken for n, taken in zip(stock, laid, strict=True)))
        for laid in ways(fuels, stores, stock)
    )


def random_position(chance):
    """Two to four plants, a stock that fits on them or nearly, and what some of them are to burn."""
    plants = []
    for number in range(chance.randint(2, 4)):
        kind, need = chance.choice(KINDS), chance.randint(1, 2)
        burns = min(need + (kind == "garbage" and chance.random() < 0.3), 2 * need)  # India burns one more
        plants.append(Plant(number, number, number, kind, BURNABLE[kind], burns, 2 * need, chance.randint(1, 4)))
    stock = [0] * len(FUELS)
    for plant in plants:
        for _ in range(chance.randint(0, plant.stores)):
            stock[FUELS.index(chance.choice(plant.fuels))] += 1
    plan = []
    for plant in plants:
        if chance.random() < 0.6:
            mix = [0] * len(FUELS)
            for _ in range(plant.burns):
                mix[FUELS.index(chance.choice(plant.fuels))] += 1
            plan.append((plant, tuple(mix)))
    return plants, tuple(stock), plan


def must_hold(plants, plan):
    burnt = {plant.card: mix for plant, mix in plan}
    return tuple((plant.fuels, plant.stores, burnt.get(plant.card, (0,) * len(FUELS))) for plant in plants)


def sums_allow(plants, stock, plan):
    """The product's answer."""
    left = [n - sum(mix[place] for _, mix in plan) for place, n in enumerate(stock)]
    room = fuel.room_beside(fuel.storage(plants), [(plant.kind, plant.burns) for plant, _ in plan])
    fits = fuel.fits(room, dict(zip(FUELS, left, strict=True)))
    stored = fuel.fits(fuel.storage(plants), dict(zip(FUELS, stock, strict=True)))
    assert fits or not stored or min(left) < 0 or fuel.elsewhere([plant for plant, _ in plan]), (plants, stock, plan)
    return min(left) >= 0 and fits


@pytest.mark.slow
@pytest.mark.rule("PG-FUEL-07", "PG-FUEL-11")
def test_sums_allow_a_plan_exactly_where_every_token_can_be_laid_out():
    chance, allowed, pooled = random.Random("placement"), 0, 0
    for _ in range(POSITIONS):
        plants, stock, plan = random_position(chance)
        expected = can_be_laid_out(must_hold(plants, plan), stock)
        assert sums_allow(plants, stock, plan) == expected, (plants, stock, plan)
        allowed += expected
        there = all(sum(mix[place] for _, mix in plan) <= n for place, n in enumerate(stock))
        pooled += there and not expected and can_be_laid_out(must_hold(plants, []), stock)
    assert allowed > POSITIONS / 10
    assert pooled > 100, "positions in which one pooled stock would allow too much"


@lru_cache(None)
def mixes(fuels, burns):
    return tuple(mix for mix in ways(fuels, burns, (burns,) * len(FUELS)) if sum(mix) == burns)


def most_powered(plants, stock):
    """The most that any plants power on any fuel that can lie on them."""
    best = 0
    for size in range(1, len(plants) + 1):
        for chosen in combinations(plants, size):
            output = sum(plant.powers for plant in chosen)
            if output > best and any(
                can_be_laid_out(must_hold(plants, zip(chosen, burnt, strict=True)), stock)
                for burnt in product(*(mixes(plant.fuels, plant.burns) for plant in chosen))
            ):
                best = output
    return best


@pytest.mark.slow
@pytest.mark.rule("PG-END-03", "PG-FUEL-11", "IN-09")
def test_the_most_that_can_be_powered_is_the_same_with_the_fuel_laid_out():
    """If all the fuel has room, and plants are fed by it, it can be moved so that they hold what they burn."""
    chance, compared = random.Random("most powered"), 0
    while compared < POSITIONS // 50:
        plants, stock, _ = random_position(chance)
        if can_be_laid_out(must_hold(plants, []), stock):
            held = dict(zip(FUELS, stock, strict=True))
            assert fuel.best_output(plants, held, 99) == most_powered(plants, stock), (plants, stock)
            compared += 1
