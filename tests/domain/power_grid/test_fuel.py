"""Plants, storage and fuel (PG-FUEL). Figures: docs/rules/power_grid.md §6 and §18."""

from itertools import combinations, product

import pytest

from domain.power_grid import fuel
from domain.power_grid.cards import Plant, plants
from domain.power_grid.editions import load, published
from domain.power_grid.figures import BaseEdition
from domain.power_grid.messages import BUREAUCRACY, FUELS, RESOURCES, BuyResources, Run, RunPlants
from tests.domain.power_grid.positions import position, power_grid, russia
from tests.kit import Refusal

BASE = next(found for found in published() if found.kind == "base")
CARDS = plants(load(BASE.data, BaseEdition), flow_generator=True)


def stock(**amounts):
    return {name: amounts.get(name, 0) for name in FUELS}


def owner(*cards, fuel_held=None, phase=BUREAUCRACY, map_name="russia", cities=(), rules_version=None, **options):
    """Seat 0 is on turn and owns these plants."""
    order = (0, 1, 2) if phase == BUREAUCRACY else (2, 1, 0)
    game = power_grid(map_name, 3, rules_version=rules_version, **options)
    return position(
        game, phase, order=order, plants={0: cards}, fuel={0: fuel_held or {}}, cities={0: cities}, cash={0: 500},
        market=(30, 31, 32, 35, 36, 37),
    )  # fmt: skip


def run(*runs):
    return RunPlants(0, tuple(Run(plant, burnt) for plant, burnt in runs))


@pytest.mark.rule("PG-FUEL-01")
@pytest.mark.parametrize(("number", "kind", "burns", "powers"), [
    (3, "oil", 2, 1), (5, "hybrid", 2, 1), (7, "oil", 3, 2), (10, "coal", 2, 2), (13, "eco", 0, 1),
    (14, "garbage", 2, 2), (15, "coal", 2, 3), (23, "uranium", 1, 3), (24, "garbage", 2, 4), (50, "fusion", 0, 6),
])  # fmt: skip
def test_a_plant_card_has_a_number_a_kind_a_need_and_an_output(number, kind, burns, powers):
    plant = CARDS[number]
    assert (plant.bid_min, plant.kind, plant.burns, plant.powers) == (number, kind, burns, powers)


@pytest.mark.rule("EX-PG-07", "PG-FUEL-02", "PG-FUEL-03")
def test_a_plant_stores_twice_its_need_and_burns_exactly_its_need():
    game = owner(19, fuel_held={"garbage": 4})
    for n in (1, 3, 4):
        assert game.refusal(run((19, {"garbage": n}))) == Refusal("FUEL_AMOUNT_INVALID", plant=19, burns=2)
    powered = owner(19, fuel_held={"garbage": 4}, cities=("tomsk", "omsk", "surgut", "tyumen"))
    assert powered.when(run((19, {"garbage": 2})))[1].cities == 3
    buying = position(
        russia(3), RESOURCES, order=(2, 1, 0), plants={0: (19,)}, fuel={0: {"garbage": 3}},
        tokens={"garbage": {7: 3, 8: 3}}, cash={0: 100},
    )  # fmt: skip
    assert buying.legal(BuyResources(0, {"garbage": 1}))
    assert buying.refusal(BuyResources(0, {"garbage": 2})) == Refusal(
        "FUEL_EXCEEDS_STORAGE", stock={"coal": 0, "oil": 0, "garbage": 3, "uranium": 0}
    )


@pytest.mark.rule("EX-PG-07")
def test_plant_14_burns_two_garbage_for_exactly_two_cities_and_stores_four():
    area = ("nagano", "saitama", "tokyo")
    game = position(
        power_grid("japan", 3), BUREAUCRACY, plants={0: (14,)}, fuel={0: {"garbage": 4}}, cities={0: area},
    )  # fmt: skip
    assert game.when(run((14, {"garbage": 2})))[1].cities == 2
    assert game.refusal(run((14, {"garbage": 1}))) == Refusal("FUEL_AMOUNT_INVALID", plant=14, burns=2)
    assert game.refusal(run((14, {"garbage": 4}))) == Refusal("FUEL_AMOUNT_INVALID", plant=14, burns=2)
    full = position(
        power_grid("japan", 3), RESOURCES, order=(2, 1, 0), plants={0: (14,)}, fuel={0: {"garbage": 4}}, cash={0: 50},
    )  # fmt: skip
    assert full.refusal(BuyResources(0, {"garbage": 1})) == Refusal(
        "FUEL_EXCEEDS_STORAGE", stock={"coal": 0, "oil": 0, "garbage": 4, "uranium": 0}
    )


@pytest.mark.rule("PG-FUEL-02")
def test_no_plant_runs_twice():
    game = owner(3, fuel_held={"oil": 4})
    assert game.refusal(run((3, {"oil": 2}), (3, {"oil": 2}))) == Refusal("PLANT_RUN_TWICE", plant=3)


@pytest.mark.rule("EX-PG-08", "PG-FUEL-04")
@pytest.mark.parametrize("mix", [{"coal": 2}, {"oil": 2}, {"coal": 1, "oil": 1}])
def test_a_hybrid_burns_any_mix_of_coal_and_oil(mix):
    game = owner(5, fuel_held={"coal": 2, "oil": 2})
    assert game.when(run((5, mix)))[0].fuel_burnt == mix
    assert game.refusal(run((5, {"coal": 2, "oil": 1}))) == Refusal("FUEL_AMOUNT_INVALID", plant=5, burns=2)
    assert game.refusal(run((5, {"garbage": 2}))) == Refusal("FUEL_TYPE_INVALID", plant=5, burns=("coal", "oil"))


@pytest.mark.rule("EX-PG-09", "PG-FUEL-03", "PG-FUEL-04", "PG-FUEL-05", "PG-RES-04", "PG-RES-05")
def test_what_plants_3_5_and_13_alone_let_a_player_buy():
    oil = owner(3, phase=RESOURCES)
    assert oil.legal(BuyResources(0, {"oil": 4}))
    assert oil.refusal(BuyResources(0, {"oil": 5})) == Refusal(
        "FUEL_EXCEEDS_STORAGE", stock={"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    )
    assert oil.refusal(BuyResources(0, {"coal": 1})) == Refusal(
        "RESOURCE_NOT_USABLE", not_usable=("coal",), usable=("oil",)
    )
    hybrid = owner(5, phase=RESOURCES)
    for coal in range(5):
        items = {name: n for name, n in (("coal", coal), ("oil", 4 - coal)) if n}
        assert hybrid.legal(BuyResources(0, items))
        assert hybrid.refusal(BuyResources(0, {**items, "oil": 5 - coal})) == Refusal(
            "FUEL_EXCEEDS_STORAGE", stock={"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
        )
    eco = owner(13, phase=RESOURCES)
    for name in FUELS:
        assert eco.refusal(BuyResources(0, {name: 1})) == Refusal("RESOURCE_NOT_USABLE", not_usable=(name,), usable=())


@pytest.mark.rule("PG-FUEL-05")
def test_eco_and_fusion_plants_run_for_free():
    game = owner(13, 50)
    assert game.when(run((13, {}), (50, {})))[0].output == 7
    assert game.refusal(run((13, {"coal": 1}))) == Refusal("FUEL_TYPE_INVALID", plant=13, burns=())


@pytest.mark.rule("PG-FUEL-06")
def test_plants_of_one_kind_burn_what_another_of_them_stored():
    game = owner(4, 8, fuel_held={"coal": 6})
    assert game.legal(run((4, {"coal": 2}), (8, {"coal": 3})))


ELSEWHERE = [
    # 29 stores 2 coal, so the 2 oil are on 35
    ("hybrid full of coal", (29, 35), {"coal": 2, "oil": 2}, [(29, {"oil": 1})], 1),
    # 5 stores 4 coal; the 2 oil on 3 would all have to be on 5
    ("two plants on one's oil", (5, 3), {"coal": 4, "oil": 4}, [(5, {"oil": 2}), (3, {"oil": 2})], 2),
    # the Flow Generator stores 6 coal, so the garbage is on 19
    ("flow generator", ("flow_generator", 19), {"coal": 6, "garbage": 3}, [("flow_generator", {"garbage": 3})], 3),
    # 5 and 12 store 8 coal, so the oil is on 7
    ("mixed in a hybrid", (5, 12, 7), {"coal": 8, "oil": 6}, [(12, {"coal": 1, "oil": 1})], 1),
]
"""Name, plants, stock, a plan on fuel that is stored elsewhere, tokens that find no room."""


@pytest.mark.rule("PG-FUEL-11", "DEC-PG-54")
@pytest.mark.parametrize(
    ("cards", "held", "plan", "over"), [case[1:] for case in ELSEWHERE], ids=[c[0] for c in ELSEWHERE]
)
def test_no_plant_runs_on_fuel_that_is_stored_on_another(cards, held, plan, over):
    options = {"flow_generator": "on"} if "flow_generator" in cards else {}
    game = owner(*cards, fuel_held=held, **options)
    burnt = {}
    for _, fuels in plan:
        burnt = fuel.added(stock(**burnt), fuels)
    burnt = {name: n for name, n in burnt.items() if n}
    kept = fuel.subtract(stock(**held), burnt)
    assert game.refusal(run(*plan)) == Refusal("FUEL_ON_OTHER_PLANT", burns=burnt, kept=kept, without_room=over)
    assert run(*plan).runs not in list(game.decider.options(game.state, 0)[0].plans())
    before = owner(*cards, fuel_held=held, rules_version=2, **options)
    assert before.legal(run(*plan))


@pytest.mark.rule("PG-FUEL-06", "PG-FUEL-11")
def test_fuel_moves_between_plants_as_far_as_there_is_room():
    game = owner(29, 35, fuel_held={"coal": 1, "oil": 2})
    assert game.legal(run((29, {"oil": 1})))
    assert game.legal(run((29, {"oil": 1}), (35, {"oil": 1})))
    full = owner(29, 35, fuel_held={"coal": 2, "oil": 2})
    assert full.legal(run((29, {"coal": 1}), (35, {"oil": 1})))
    (offer,) = full.decider.options(full.state, 0)
    assert [runnable.burns for runnable in offer.plants] == [({"coal": 1},), ({"oil": 1},)]


@pytest.mark.slow
@pytest.mark.rule("PG-FUEL-07")
def test_what_fits_is_what_can_be_laid_out_token_by_token():
    """Checked against trying every way to place the tokens."""
    for cards in combinations((4, 5, 3, 6, 11, "flow_generator", 13), 3):
        owned = [CARDS[card] for card in cards]
        room = fuel.storage(owned)
        for numbers in product((0, 3, 5, 8), (0, 2, 5), (0, 3), (0, 2, 5)):
            amounts = dict(zip(FUELS, numbers, strict=True))
            assert fuel.fits(room, amounts) == can_be_laid_out(owned, amounts), (cards, amounts)


@pytest.mark.rule("PG-FUEL-07")
def test_the_space_left_is_what_can_still_be_laid_out():
    for cards in ((4, 5, 3), (6, 11, "flow_generator"), (5, 6, "flow_generator"), (13, "flow_generator")):
        room = fuel.storage([CARDS[card] for card in cards])
        for numbers in product((0, 3, 6), (0, 4), (0, 1, 3), (0, 1, 3)):
            held = dict(zip(FUELS, numbers, strict=True))
            if fuel.fits(room, held):
                for name in FUELS:
                    left = fuel.space(room, held, name)
                    assert fuel.fits(room, {**held, name: held[name] + left})
                    assert not fuel.fits(room, {**held, name: held[name] + left + 1})


def can_be_laid_out(owned: list[Plant], amounts) -> bool:
    if not owned:
        return not any(amounts.values())
    plant, *others = owned
    ranges = [range(min(amounts[name], plant.stores if name in plant.fuels else 0) + 1) for name in FUELS]
    return any(
        sum(laid) <= plant.stores
        and can_be_laid_out(others, {name: amounts[name] - n for name, n in zip(FUELS, laid, strict=True)})
        for laid in product(*ranges)
    )


@pytest.mark.rule("PG-FUEL-08")
def test_what_is_wrong_with_a_plan_is_named_in_order():
    game = owner(3, 10, fuel_held={"oil": 2, "coal": 1})
    assert game.refusal(run((4, {"coal": 2}), (3, {"gas": 9}))) == Refusal("PLANT_NOT_OWNED", plant=4)
    assert game.refusal(run((3, {"coal": 1}), (3, {"oil": 2}))) == Refusal("PLANT_RUN_TWICE", plant=3)
    assert game.refusal(run((3, {"oil": 1}), (10, {"oil": 1}))) == Refusal(
        "FUEL_TYPE_INVALID", plant=10, burns=("coal",)
    )
    assert game.refusal(run((3, {"oil": 1}), (10, {"coal": 2}))) == Refusal("FUEL_AMOUNT_INVALID", plant=3, burns=2)
    assert game.refusal(run((3, {"oil": 2}), (10, {"coal": 2}))) == Refusal(
        "INSUFFICIENT_FUEL", burns={"oil": 2, "coal": 2}, stock={"coal": 1, "oil": 2, "garbage": 0, "uranium": 0}
    )
    assert game.refusal(run((3, {"oil": 0}))) == Refusal("MALFORMED_COMMAND", command="RunPlants")
    assert game.legal(run((3, {"oil": 2})))
    assert game.legal(run())


@pytest.mark.rule("PG-FUEL-10", "PG-FUEL-09")
def test_fuel_is_burnt_or_returned_and_no_command_gives_it_away():
    kinds = {kind.__name__ for kind in russia().decider.command_types}
    assert kinds == {
        "NominatePlant", "PassNomination", "PlaceBid", "PassBid", "ScrapPlant", "BuyResources", "FinishBuying",
        "ConnectCity", "FinishBuilding", "RunPlants", "SellUranium", "DeclineUraniumSale", "ChooseRegion", "BarCity",
        "NameCity", "PassNaming",
    }  # fmt: skip


def test_best_output_agrees_with_trying_every_plan():
    for cards in combinations((5, 12, 20, 7, 38, 23, "flow_generator"), 3):
        owned = [CARDS[card] for card in cards]
        for numbers in product((0, 2, 5), (0, 1, 3), (0, 3), (0, 1)):
            amounts = dict(zip(FUELS, numbers, strict=True))
            plans = [sum(p.powers for p, _ in plan) for plan in every_plan(owned, amounts)]
            assert fuel.best_output(owned, amounts, 99) == max(plans)
            assert fuel.best_output(owned, amounts, 6) == min(6, max(plans))


def every_plan(owned, amounts):
    if not owned:
        yield ()
        return
    plant, *others = owned
    yield from every_plan(others, amounts)
    for burnt in fuel.mixes(plant.fuels, plant.burns, amounts):
        for rest in every_plan(others, fuel.subtract(amounts, burnt)):
            yield ((plant, burnt), *rest)


def test_the_stock_of_a_position_is_checked():
    with pytest.raises(AssertionError, match="storage"):
        owner(3, fuel_held=stock(oil=5))
