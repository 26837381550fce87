"""The Flow Generator (PG-FLOW). Rules: docs/rules/power_grid.md §12."""

import pytest

from domain.power_grid.messages import (
    BUREAUCRACY,
    FLOW_GENERATOR,
    RESOURCES,
    STAGE_3,
    BuyResources,
    NominatePlant,
    PassBid,
    PlantDrawn,
    PlantRemoved,
    Run,
    RunPlants,
)  # fmt: skip
from tests.domain.power_grid.positions import position, power_grid
from tests.kit import Refusal, decider, names, of_type


def owner(phase=BUREAUCRACY, map_name="russia", **changes):
    order = (0, 1, 2) if phase == BUREAUCRACY else (2, 1, 0)
    game = power_grid(map_name, 3, flow_generator="on")
    return position(game, phase, order=order, plants={0: (FLOW_GENERATOR,)}, cash={0: 200}, **changes)


def drawn(market, deck=(FLOW_GENERATOR, 50, STAGE_3), **changes):
    """The consequences of the sale of the second plant of the market."""
    game = position(
        power_grid("russia", 3, flow_generator="on"), order=(0, 1, 2), market=market, deck=deck, cash={0: 99}, **changes
    )
    plant = market[1]
    events = game.given(NominatePlant(0, plant, plant), PassBid(1)).when(PassBid(2))
    return [(type(event).__name__, event.plant) for event in of_type(events, PlantDrawn, PlantRemoved)], events


@pytest.mark.rule("PG-FLOW-02", "PG-FUEL-03")
def test_it_burns_any_three_tokens_for_six_cities_and_stores_six():
    fuel = {"coal": 1, "oil": 2, "garbage": 2, "uranium": 1}
    game = owner(fuel={0: fuel})
    for mix in ({"coal": 1, "oil": 1, "uranium": 1}, {"garbage": 2, "oil": 1}):
        assert game.when(RunPlants(0, (Run(FLOW_GENERATOR, mix),)))[0].output == 6
    for mix in ({"oil": 2}, {"oil": 2, "garbage": 2}, {}):
        assert game.refusal(RunPlants(0, (Run(FLOW_GENERATOR, mix),))) == Refusal(
            "FUEL_AMOUNT_INVALID", plant="flow_generator", burns=3
        )
    buying = owner(RESOURCES)
    assert buying.legal(BuyResources(0, {"coal": 3, "oil": 2, "uranium": 1}))
    assert buying.refusal(BuyResources(0, {"coal": 3, "oil": 3, "uranium": 1})) == Refusal(
        "FUEL_EXCEEDS_STORAGE", stock={"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    )


@pytest.mark.rule("PG-FLOW-03", "PG-FLOW-05", "EX-PG-23")
def test_it_lies_between_33_and_34_and_costs_at_least_33():
    game = position(
        power_grid("russia", 3, flow_generator="on"), order=(0, 1, 2), market=(32, 33, FLOW_GENERATOR, 34, 35, 36)
    )
    assert game.state.current == (32, 33, FLOW_GENERATOR)
    assert game.refusal(NominatePlant(0, FLOW_GENERATOR, 32)) == Refusal("BID_BELOW_MINIMUM", bid=32, minimum=33)
    assert game.legal(NominatePlant(0, FLOW_GENERATOR, 33))
    assert decider("power_grid/russia", 3, {"flow_generator": "on"}).rules.cards[FLOW_GENERATOR].rank3 == 100


@pytest.mark.rule("PG-FLOW-04", "EX-PG-21", "PG-AUC-20")
def test_placed_on_the_market_it_drives_out_the_lowest_plant():
    moves, _ = drawn((25, 26, 27, 30, 31, 32))
    assert moves == [("PlantDrawn", FLOW_GENERATOR), ("PlantRemoved", 25), ("PlantDrawn", 50)]


@pytest.mark.rule("PG-FLOW-04", "EX-PG-22")
def test_if_it_is_the_lowest_itself_it_leaves():
    moves, events = drawn((34, 35, 36, 37, 38, 39))
    assert moves == [("PlantDrawn", FLOW_GENERATOR), ("PlantRemoved", FLOW_GENERATOR), ("PlantDrawn", 50)]
    assert of_type(events, PlantRemoved)[0].cause == "FLOW_GENERATOR"


@pytest.mark.rule("PG-FLOW-04", "PG-AUC-20", "PG-STG-06")
def test_the_further_card_may_be_the_stage_3_card_or_none():
    moves, events = drawn((25, 26, 27, 30, 31, 32), deck=(FLOW_GENERATOR, STAGE_3), stage=2)
    assert moves == [("PlantDrawn", FLOW_GENERATOR), ("PlantRemoved", 25)]
    assert "Stage3CardDrawn" in names(events)
    moves, _ = drawn((25, 26, 27, 30), deck=(FLOW_GENERATOR,), stage=3)
    assert moves == [("PlantDrawn", FLOW_GENERATOR), ("PlantRemoved", 25)]


@pytest.mark.rule("DEC-PG-26", "PG-FLOW-04")
def test_it_drives_out_a_plant_each_time_it_enters_also_in_stage_3():
    moves, _ = drawn((25, 26, 27, 30), deck=(FLOW_GENERATOR, 50), stage=3)
    assert moves == [("PlantDrawn", FLOW_GENERATOR), ("PlantRemoved", 25), ("PlantDrawn", 50)]
    put_under = position(
        power_grid("russia", 2, flow_generator="on"), BUREAUCRACY, order=(0, 1), deck=(13, STAGE_3, FLOW_GENERATOR),
        market=(20, 21, 22, 23, 24, 25),
    )  # fmt: skip
    assert put_under.decider.view(put_under.state, None).under_deck == (FLOW_GENERATOR,)


@pytest.mark.rule("DEC-PG-27", "PG-FLOW-06")
def test_on_india_it_burns_three_and_on_australia_it_is_a_plant_without_uranium():
    assert decider("power_grid/india", 3, {"flow_generator": "on"}).rules.cards[FLOW_GENERATOR].burns == 3
    game = owner(RESOURCES, "australia")
    assert game.refusal(BuyResources(0, {"uranium": 1})) == "URANIUM_NOT_FOR_SALE"
    assert game.legal(BuyResources(0, {"coal": 2, "oil": 2, "garbage": 2}))
    assert not game.decider.rules.cards[FLOW_GENERATOR].is_mine
    (family, _) = game.decider.options(game.state, 0)
    assert set(family.prices) == {"coal", "oil", "garbage"}
