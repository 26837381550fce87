"""Stages (PG-STG). Rules and examples: docs/rules/power_grid.md §10 and §18."""

import pytest

from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    RESOURCES,
    STAGE_3,
    ConnectCity,
    DeckShuffled,
    FinishBuilding,
    NominatePlant,
    PassBid,
    PassNomination,
    PhaseBegan,
    PhaseOfRound,
    PlantBought,
    PlantDrawn,
    PlantRemoved,
    ResourcesResupplied,
    RoundBegan,
    RunPlants,
    Stage3CardDrawn,
    Stage3CardRemoved,
    StageBegan,
)  # fmt: skip
from tests.domain.power_grid.positions import position, power_grid, russia
from tests.kit import names, of_type

SEVEN = ("tomsk", "omsk", "novosibirsk", "barnaul", "kemerovo", "krasnoyarsk", "novokuznetsk")
JAPAN_SEVEN = ("nagano", "saitama", "tokyo", "chiba", "niigata", "koriyama", "kofu")


def last_builder(map_name="russia", cities=SEVEN, **changes):
    """All but the last of three players have finished building."""
    game = position(power_grid(map_name, 3), BUILDING, order=(0, 1, 2), waiting=(0,), cities={0: cities}, **changes)
    return game.when(FinishBuilding(0))


@pytest.mark.rule("PG-STG-01", "PG-STG-02")
def test_stage_1_lasts_until_a_network_has_the_size_of_the_table_at_the_end_of_phase_4():
    assert of_type(last_builder(cities=SEVEN[:6]), StageBegan) == []
    assert of_type(last_builder(), StageBegan) == [StageBegan(2, 1, "NETWORK_SIZE")]
    game = position(russia(3), BUILDING, order=(0, 1, 2), waiting=(0,), cities={0: SEVEN[:6]}, cash={0: 99})
    built = game.given(ConnectCity(0, SEVEN[6]))
    assert built.state.stage == 1, "checked when the phase ends, not during it"


@pytest.mark.rule("PG-STG-03", "PG-STG-02", "PG-BLD-13")
def test_stage_2_removes_the_cheapest_plant_before_phase_5_begins():
    assert last_builder(deck=(13, STAGE_3))[1:] == [
        StageBegan(2, 1, "NETWORK_SIZE"),
        PlantRemoved(3, "STAGE_2", (4, 5, 7), (8, 9)),
        PlantDrawn(13, "STAGE_2", (4, 5, 7), (8, 9, 13), 1),
        PhaseBegan(BUREAUCRACY),
    ]


@pytest.mark.rule("PG-STG-03", "PG-BUR-07")
def test_the_round_of_the_stage_2_entry_is_resupplied_by_row_2():
    game = position(russia(3), BUILDING, order=(0, 1, 2), waiting=(0,), cities={0: SEVEN}).given(FinishBuilding(0))
    game = game.given(RunPlants(0), RunPlants(1))
    (resupplied,) = of_type(game.when(RunPlants(2)), ResourcesResupplied)
    assert (resupplied.stage, resupplied.wanted["coal"], resupplied.wanted["oil"]) == (2, 3, 4)


@pytest.mark.rule("DEC-PG-14", "PG-STG-03", "PG-STG-07")
def test_the_stage_3_card_at_the_stage_2_entry_starts_stage_3_with_the_same_phase_5():
    events = last_builder(deck=(STAGE_3, 40, 42))
    assert events[1:] == [
        StageBegan(2, 1, "NETWORK_SIZE"),
        PlantRemoved(3, "STAGE_2", (4, 5, 7), (8, 9)),
        Stage3CardDrawn(BUILDING, PhaseOfRound(2, BUREAUCRACY), False, (4, 5, 7), (8, 9), 2),
        Stage3CardRemoved((4, 5, 7, 8, 9), ()),
        PlantRemoved(4, "STAGE_3", (5, 7, 8, 9), ()),
        DeckShuffled(2, events[6].order),
        StageBegan(3, 2, "STAGE_3_CARD"),
        PhaseBegan(BUREAUCRACY),
    ]
    assert sorted(events[6].order) == [40, 42]


@pytest.mark.rule("PG-STG-05", "PG-STG-06", "EX-PG-24", "PG-STG-09", "RU-07", "PG-AUC-19", "PG-AUC-20")
def test_on_russia_the_card_drawn_in_phase_2_leaves_four_plants_and_stage_3_begins_with_phase_3():
    game = position(russia(2), order=(0, 1), stage=2, market=(20, 21, 22, 25, 26, 27), deck=(STAGE_3, 40, 42))
    events = game.given(NominatePlant(0, 21, 21)).when(PassBid(1))
    assert events[1:] == [
        PlantBought(0, 21, 21, 29, False, (20, 22, 25), (26, 27)),
        Stage3CardDrawn(AUCTION, PhaseOfRound(2, RESOURCES), True, (20, 22, 25), (26, 27, STAGE_3), 2),
        DeckShuffled(2, events[3].order),
    ]
    game = game.given(NominatePlant(0, 21, 21), PassBid(1))
    end = game.when(PassNomination(1))
    assert end[1:] == [
        PlantRemoved(20, "STAGE_3", (22, 25, 26), (27, STAGE_3)),
        Stage3CardRemoved((22, 25, 26, 27), ()),
        StageBegan(3, 2, "STAGE_3_CARD"),
        PhaseBegan(RESOURCES),
    ]


@pytest.mark.rule("PG-STG-06", "PG-AUC-17")
def test_after_the_card_the_auction_goes_on_from_the_shuffled_deck():
    game = position(
        russia(3), order=(0, 1, 2), stage=2, market=(20, 21, 22, 25, 26, 27), deck=(STAGE_3, 40), cash={1: 60}
    )
    game = game.given(NominatePlant(0, 21, 21), PassBid(1), PassBid(2))
    events = game.given(NominatePlant(1, 22, 22)).when(PassBid(2))
    assert events[-1] == PlantDrawn(40, "SALE", (20, 25, 26), (27, 40, STAGE_3), 0)
    game = game.given(NominatePlant(1, 22, 22), PassBid(2))
    events = game.when(NominatePlant(2, 25, 25))
    assert names(events) == [
        "PlantNominated", "PlantBought", "PlantRemoved", "Stage3CardRemoved", "StageBegan", "PhaseBegan"]  # fmt: skip


@pytest.mark.rule("EX-PG-24", "PG-STG-09", "JP-12")
def test_on_japan_the_card_drawn_in_phase_2_leaves_six_plants():
    game = position(
        power_grid("japan", 2), order=(0, 1), stage=2, market=(20, 21, 22, 25, 26, 27, 28, 29), deck=(STAGE_3, 40, 42)
    )
    end = game.given(NominatePlant(0, 21, 21), PassBid(1)).given(PassNomination(1)).state
    assert (end.current, end.future, end.stage, end.phase) == ((22, 25, 26, 27, 28, 29), (), 3, RESOURCES)


@pytest.mark.rule("DEC-PG-15", "PG-STG-06", "PG-AUC-15")
def test_the_card_drawn_by_the_no_sale_rule_is_cleaned_up_at_once_so_two_plants_leave():
    game = position(
        power_grid("japan", 2), order=(0, 1), stage=2, market=(20, 21, 22, 25, 26, 27, 28, 29), deck=(STAGE_3, 40)
    )
    events = game.given(PassNomination(0)).when(PassNomination(1))
    assert names(events) == [
        "NominationPassed", "PlantRemoved", "Stage3CardDrawn", "DeckShuffled", "PlantRemoved", "Stage3CardRemoved",
        "StageBegan", "PhaseBegan"]  # fmt: skip
    assert [event.plant for event in of_type(events, PlantRemoved)] == [20, 21]


@pytest.mark.rule("EX-PG-25", "PG-STG-07", "PG-STG-05")
def test_the_card_drawn_in_phase_4_leaves_at_once_and_stage_3_begins_with_phase_5():
    game = position(
        power_grid("japan", 3), BUILDING, order=(2, 1, 0), stage=2, cities={0: JAPAN_SEVEN[:6]}, cash={0: 200},
        market=(7, 21, 22, 25, 26, 27, 28, 29), deck=(STAGE_3, 40, 42),
    )  # fmt: skip
    events = game.when(ConnectCity(0, "kofu"))
    assert names(events) == [
        "CityConnected", "PlantRemoved", "Stage3CardDrawn", "Stage3CardRemoved", "PlantRemoved",
        "DeckShuffled"]  # fmt: skip
    assert events[2].starts_with == PhaseOfRound(2, BUREAUCRACY)
    game = game.given(*events)
    assert game.state.current == (22, 25, 26, 27, 28, 29)
    assert game.state.stage == 2, "the rest of the phase follows the old stage"
    game = game.given(FinishBuilding(0), FinishBuilding(1))
    assert game.when(FinishBuilding(2))[1:] == [StageBegan(3, 2, "STAGE_3_CARD"), PhaseBegan(BUREAUCRACY)]


@pytest.mark.rule("EX-PG-26", "PG-STG-08", "PG-BUR-12")
def test_the_card_drawn_in_phase_5_starts_stage_3_with_the_next_round():
    game = position(
        russia(2), BUREAUCRACY, order=(0, 1), stage=2, market=(20, 21, 22, 25, 26, 27), deck=(STAGE_3, 40, 42)
    )
    events = game.given(RunPlants(0)).when(RunPlants(1))[3:]
    assert names(events) == [
        "ResourcesResupplied", "PlantPutUnderDeck", "Stage3CardDrawn", "Stage3CardRemoved", "PlantRemoved",
        "DeckShuffled", "RoundBegan", "StageBegan", "PhaseBegan", "TurnOrderDetermined", "PhaseBegan"]  # fmt: skip
    assert events[0].stage == 2
    assert events[2].starts_with == PhaseOfRound(3, "turn_order")
    assert sorted(events[5].order) == [27, 40, 42], "the plant put under the deck takes part in the shuffle"
    assert events[6:9] == [RoundBegan(3), StageBegan(3, 2, "STAGE_3_CARD"), PhaseBegan("turn_order")]
    assert game.given(RunPlants(0), RunPlants(1)).state.current == (21, 22, 25, 26)


@pytest.mark.rule("PG-STG-09")
def test_in_stage_3_every_sale_is_replaced_while_the_deck_lasts():
    game = position(russia(2), order=(0, 1), stage=3, market=(30, 31, 32, 35), deck=(33,))
    assert game.given(NominatePlant(0, 31, 31)).when(PassBid(1))[-1] == PlantDrawn(33, "SALE", (30, 32, 33, 35), (), 0)


@pytest.mark.rule("DEC-PG-13", "PG-STG-11")
def test_the_card_in_stage_1_skips_stage_2():
    game = position(russia(3), BUREAUCRACY, order=(0, 1, 2), stage=1, deck=(STAGE_3, 40))
    events = game.given(RunPlants(0), RunPlants(1)).when(RunPlants(2))
    assert of_type(events, ResourcesResupplied)[0].stage == 1
    assert of_type(events, StageBegan) == [StageBegan(3, 1, "STAGE_3_CARD")]
    waiting_for_phase_5 = position(
        power_grid("japan", 3), BUILDING, order=(0, 1, 2), waiting=(0,), stage=1, stage_3_drawn=True, deck=(40,),
        cities={0: JAPAN_SEVEN}, market=(22, 25, 26, 27, 28, 29),
    )  # fmt: skip
    assert waiting_for_phase_5.when(FinishBuilding(0))[1:] == [
        StageBegan(3, 1, "STAGE_3_CARD"),
        PhaseBegan(BUREAUCRACY),
    ]


@pytest.mark.rule("PG-GEN-04")
def test_the_shuffle_is_decided_once_by_the_seed_of_the_game():
    game = position(
        russia(2), BUREAUCRACY, order=(0, 1), stage=2, deck=(STAGE_3, *range(30, 41)), market=(20, 21, 22, 25, 26, 27)
    )
    game = game.given(RunPlants(0))
    (one,) = of_type(game.when(RunPlants(1)), DeckShuffled)
    assert of_type(game.when(RunPlants(1)), DeckShuffled) == [one]
    other = position(
        russia(2, seed="other"), BUREAUCRACY, order=(0, 1), stage=2, deck=(STAGE_3, *range(30, 41)),
        market=(20, 21, 22, 25, 26, 27),
    ).given(RunPlants(0))  # fmt: skip
    assert of_type(other.when(RunPlants(1)), DeckShuffled)[0].order != one.order
