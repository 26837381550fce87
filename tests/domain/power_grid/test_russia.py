"""Rules of Russia only (RU). Rules: docs/rules/power_grid.md §13."""

import pytest

from domain.power_grid.messages import (
    BUILDING,
    FLOW_GENERATOR,
    STAGE_3,
    ConnectCity,
    NominatePlant,
    NominationPassed,
    PassBid,
    PassNomination,
    PlaceBid,
    PlantDrawn,
    PlantRemoved,
)  # fmt: skip
from tests.domain.power_grid.positions import position, russia
from tests.kit import names, of_type


def auction(rules_version=2, **changes):
    return position(russia(3, rules_version=rules_version), order=(0, 1, 2), **{"deck": (13, 40, STAGE_3), **changes})


@pytest.mark.rule("RU-03")
def test_when_the_first_in_order_passes_the_cheapest_plant_leaves_and_is_replaced():
    assert auction().when(PassNomination(0)) == [
        NominationPassed(0),
        PlantRemoved(3, "FIRST_PLAYER_PASS", (4, 5, 7), (8, 9)),
        PlantDrawn(13, "FIRST_PLAYER_PASS", (4, 5, 7), (8, 9, 13), 2),
    ]


@pytest.mark.rule("RU-03")
def test_the_pass_of_anybody_else_removes_nothing():
    game = auction().given(PassNomination(0))
    assert game.when(PassNomination(1)) == [NominationPassed(1)]


@pytest.mark.rule("RU-03")
def test_in_the_first_round_no_plant_leaves():
    game = auction(round=1, cash={0: 2})
    assert game.when(PassNomination(0)) == [NominationPassed(0)]


@pytest.mark.rule("DEC-PG-04", "RU-03")
def test_the_pass_of_a_first_player_who_lost_an_auction_before_counts_from_version_2_on():
    lost = NominatePlant(0, 4, 4), PlaceBid(1, 5), PassBid(2), PassBid(0)
    assert auction(rules_version=1).given(*lost).when(PassNomination(0)) == [NominationPassed(0)]
    assert auction().given(*lost).when(PassNomination(0)) == [
        NominationPassed(0),
        PlantRemoved(3, "FIRST_PLAYER_PASS", (5, 7, 8), (9, 13)),
        PlantDrawn(40, "FIRST_PLAYER_PASS", (5, 7, 8), (9, 13, 40), 1),
    ]


@pytest.mark.rule("DEC-PG-04", "RU-03")
@pytest.mark.parametrize("rules_version", [1, 2])
def test_a_later_pass_of_anybody_else_removes_nothing_under_either_version(rules_version):
    game = auction(rules_version).given(NominatePlant(0, 4, 4), PassBid(1), PassBid(2))
    assert game.when(PassNomination(1)) == [NominationPassed(1)]


@pytest.mark.rule("RU-03", "PG-STG-06", "PG-AUC-20")
def test_the_card_drawn_for_it_may_be_the_stage_3_card_or_none():
    events = auction(stage=2, deck=(STAGE_3, 40)).when(PassNomination(0))
    assert names(events) == ["NominationPassed", "PlantRemoved", "Stage3CardDrawn", "DeckShuffled"]
    empty = auction(stage=3, market=(30, 31, 32, 35), deck=()).when(PassNomination(0))
    assert names(empty) == ["NominationPassed", "PlantRemoved"]


@pytest.mark.rule("RU-03", "PG-FLOW-04")
def test_the_card_drawn_for_it_may_be_the_flow_generator():
    game = position(
        russia(3, flow_generator="on"), order=(0, 1, 2), deck=(FLOW_GENERATOR, 40, STAGE_3),
        market=(20, 21, 22, 25, 26, 27),
    )  # fmt: skip
    events = game.when(PassNomination(0))
    assert [event.plant for event in of_type(events, PlantRemoved, PlantDrawn)] == [20, FLOW_GENERATOR, 21, 40]


@pytest.mark.rule("RU-04", "DEC-PG-02")
def test_plants_stay_when_networks_outgrow_them_and_the_pass_still_removes_one():
    cities = ("tomsk", "omsk", "novosibirsk", "barnaul", "kemerovo", "krasnoyarsk")
    building = position(russia(3), BUILDING, order=(2, 1, 0), cities={0: cities[:5]}, cash={0: 99})
    assert names(building.when(ConnectCity(0, cities[5]))) == ["CityConnected"]
    outgrown = auction(cities={1: cities})
    assert of_type(outgrown.when(PassNomination(0)), PlantRemoved)[0].plant == 3
