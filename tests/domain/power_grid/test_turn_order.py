"""Phase 1 (PG-ORD). Example and figures: docs/rules/power_grid.md §4 and §18."""

import pytest

from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    FinishBuying,
    NominatePlant,
    PassBid,
    PhaseBegan,
    RunPlants,
    TurnOrderDetermined,
)  # fmt: skip
from tests.domain.power_grid.positions import position, russia
from tests.kit import of_type

RED = ("chita", "bratsk", "krasnoyarsk", "kemerovo", "novokuznetsk", "irkutsk")
YELLOW = ("norilsk", "surgut", "tyumen", "tomsk", "novosibirsk")
PURPLE = ("chelyabinsk", "ufa", "perm", "yekaterinburg", "orenburg")
GREEN = ("murmansk", "arkhangelsk", "syktyvkar", "kirov")


def events_to_the_next_round(game):
    """No seat runs a plant; the consequences of the last command."""
    for _ in game.state.holdings:
        events = game.when(RunPlants(game.state.waiting[0]))
        game = game.given(*events)
    return events


@pytest.mark.rule("EX-PG-05", "PG-ORD-01", "PG-ORD-02")
def test_the_largest_network_comes_first_and_the_dearer_plant_breaks_a_tie():
    game = position(
        russia(4), BUREAUCRACY, order=(3, 2, 1, 0),
        cities={0: RED, 1: YELLOW, 2: PURPLE, 3: GREEN}, plants={0: (3,), 1: (17,), 2: (15,), 3: (4,)},
    )  # fmt: skip
    (found,) = of_type(events_to_the_next_round(game), TurnOrderDetermined)
    assert (found.reason, found.order) == ("ROUND_START", (0, 1, 2, 3))
    assert [(key.cities, key.best_plant) for key in found.keys] == [(6, 3), (5, 17), (5, 15), (4, 4)]


@pytest.mark.rule("PG-ORD-02", "PG-FLOW-03")
def test_the_flow_generator_ranks_between_33_and_34_in_ties():
    game = position(
        russia(3, flow_generator="on"), BUREAUCRACY, plants={0: (33,), 1: ("flow_generator",), 2: (34,)},
        cities={0: RED[:1], 1: YELLOW[:1], 2: PURPLE[:1]},
    )  # fmt: skip
    (found,) = of_type(events_to_the_next_round(game), TurnOrderDetermined)
    assert found.order == (2, 1, 0)


@pytest.mark.rule("PG-ORD-02", "DEC-PG-48")
def test_without_plants_the_previous_order_stands():
    game = position(russia(3), BUREAUCRACY, order=(1, 2, 0))
    (found,) = of_type(events_to_the_next_round(game), TurnOrderDetermined)
    assert found.order == (1, 2, 0)


@pytest.mark.rule("PG-ORD-03", "PG-ORD-04", "PG-ORD-05")
def test_after_the_first_auction_the_order_is_set_again_by_the_best_plants():
    game = position(russia(2), round=1, order=(0, 1))
    game = game.given(NominatePlant(0, 4, 4), PassBid(1))
    events = game.when(NominatePlant(1, 5, 5))
    (redo,) = of_type(events, TurnOrderDetermined)
    assert (redo.reason, redo.order) == ("FIRST_ROUND_REDO", (1, 0))
    after = game.given(*events).state
    assert (after.phase, after.waiting) == (RESOURCES, (0, 1))


@pytest.mark.rule("PG-ORD-04", "PG-ORD-06")
def test_from_the_second_round_the_order_stays_as_it_is_until_the_next_round():
    game = position(russia(2), round=2, order=(0, 1))
    events = game.given(NominatePlant(0, 4, 4), PassBid(1)).when(NominatePlant(1, 5, 5))
    assert of_type(events, TurnOrderDetermined) == []
    assert of_type(events, PhaseBegan) == [PhaseBegan(RESOURCES)]


@pytest.mark.rule("PG-ORD-05", "PG-RES-01", "PG-BLD-01")
def test_buying_and_building_go_in_reverse_order_and_income_forward():
    buying = position(russia(3), RESOURCES, order=(2, 0, 1))
    assert buying.state.waiting == (1, 0, 2)
    building = buying.given(FinishBuying(1), FinishBuying(0), FinishBuying(2))
    assert (building.state.phase, building.state.waiting) == (BUILDING, (1, 0, 2))
    income = building.given(PhaseBegan(BUREAUCRACY))
    assert income.state.waiting == (2, 0, 1)
    assert income.given(PhaseBegan("auction")).state.waiting == (2, 0, 1)
