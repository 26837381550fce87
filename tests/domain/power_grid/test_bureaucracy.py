"""Phase 5 (PG-BUR). Examples and figures: docs/rules/power_grid.md §9 and §18."""

import pytest

from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    STAGE_3,
    CitiesPowered,
    FinishBuilding,
    IncomePaid,
    PhaseBegan,
    PlantDrawn,
    PlantPutUnderDeck,
    PlantRemoved,
    PlantsRun,
    ResourcesResupplied,
    RoundBegan,
    Run,
    RunPlants,
    Space,
    TurnOrderDetermined,
)  # fmt: skip
from tests.domain.power_grid.positions import MAPS, position, power_grid, priced, russia
from tests.kit import Refusal, decider, names, of_type

SIX = ("tomsk", "omsk", "novosibirsk", "barnaul", "kemerovo", "krasnoyarsk")


def idle(game):
    """The last seat's command of the income step, when no seat has run a plant before."""
    for _ in range(len(game.state.waiting) - 1):
        game = game.given(RunPlants(game.state.waiting[0]))
    return game, RunPlants(game.state.waiting[0])


def end_of_round(**changes):
    game, last = idle(position(russia(2), BUREAUCRACY, order=(0, 1), **changes))
    return game.when(last)


@pytest.mark.rule("EX-PG-16", "PG-BUR-02", "PG-BUR-03", "PG-BUR-04", "PG-BUR-05", "PG-BUR-06", "PG-GEN-03")
def test_anna_runs_three_plants_for_seven_and_is_paid_for_six_cities():
    game = position(
        russia(3), BUREAUCRACY, plants={0: (7, 10, 15)}, fuel={0: {"oil": 6, "coal": 8}}, cities={0: SIX},
    )  # fmt: skip
    reserve = game.state.reserve
    runs = (Run(7, {"oil": 3}), Run(10, {"coal": 2}), Run(15, {"coal": 2}))
    assert game.when(RunPlants(0, runs)) == [
        PlantsRun(
            0, runs, {"oil": 3, "coal": 4}, 7, {"coal": 4, "oil": 3, "garbage": 0, "uranium": 0},
            {**reserve, "oil": reserve["oil"] + 3, "coal": reserve["coal"] + 4},
        ),
        CitiesPowered(0, 6, 6, False),
        IncomePaid(0, 6, 73, 0, 73, 123, False),
    ]  # fmt: skip


@pytest.mark.rule("EX-PG-18", "PG-BUR-03", "PG-BUR-04", "DEC-PG-20")
def test_what_each_number_of_cities_pays():
    rules = decider("power_grid/russia", 3).rules
    assert [rules.payment(cities) for cities in range(21)] == [
        10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150]  # fmt: skip
    assert rules.payment(21) == rules.payment(30) == 150


@pytest.mark.rule("PG-BUR-02", "PG-BUR-04", "DEC-PG-47")
def test_a_player_may_power_nothing_or_burn_fuel_for_nothing():
    game = position(russia(3), BUREAUCRACY, plants={0: (3,)}, fuel={0: {"oil": 2}})
    assert of_type(game.when(RunPlants(0)), IncomePaid)[0].net == 10
    wasted = game.when(RunPlants(0, (Run(3, {"oil": 2}),)))
    assert (wasted[0].output, wasted[1].cities, wasted[2].net) == (1, 0, 10)


@pytest.mark.rule("PG-BUR-02", "TB-CLOCK-04")
def test_whose_time_is_up_powers_the_most_cities_and_burns_nothing_for_nothing():
    """The plants 15 (2 coal, 3 cities), 7 (3 oil, 2) and 13 (free, 1) are full: 15 and 13 suffice for four cities."""
    game = position(
        russia(3), BUREAUCRACY, plants={0: (7, 13, 15)}, fuel={0: {"oil": 6, "coal": 4}}, cities={0: SIX[:4]}
    )
    assert game.decider.default(game.state, 0) == RunPlants(0, (Run(13), Run(15, {"coal": 2})))


@pytest.mark.rule("PG-BUR-02", "PG-GEN-02")
def test_players_report_once_and_in_order():
    game = position(russia(3), BUREAUCRACY, order=(1, 0, 2))
    assert game.refusal(RunPlants(0)) == Refusal("NOT_YOUR_TURN", to_act=1)
    game = game.given(RunPlants(1))
    assert game.refusal(RunPlants(1)) == "ALREADY_REPORTED"
    assert game.refusal(FinishBuilding(0)) == Refusal("WRONG_PHASE", phase="bureaucracy", needed="building")
    assert position(russia(3), BUILDING).refusal(RunPlants(0)) == Refusal(
        "WRONG_PHASE", phase="building", needed="bureaucracy", step="income"
    )


@pytest.mark.rule("PG-BUR-01", "PG-GEN-01", "DEC-PG-38")
def test_after_the_income_come_resupply_plant_market_and_the_next_round():
    assert names(end_of_round()) == [
        "PlantsRun", "CitiesPowered", "IncomePaid", "ResourcesResupplied", "PlantPutUnderDeck", "PlantDrawn",
        "RoundBegan", "PhaseBegan", "TurnOrderDetermined", "PhaseBegan"]  # fmt: skip
    assert end_of_round()[6:8] == [RoundBegan(3), PhaseBegan("turn_order")]
    assert of_type(end_of_round(), TurnOrderDetermined)[0].reason == "ROUND_START"


@pytest.mark.rule("EX-PG-17", "PG-BUR-05", "PG-BUR-07", "PG-BUR-08", "PG-BUR-10", "PG-BUR-11")
def test_five_players_get_the_printed_resupply_in_round_1():
    game = position(
        russia(5), BUREAUCRACY, round=1, order=(0, 1, 2, 3, 4), plants={0: (7,), 1: (8,), 2: (9, 10)},
        fuel={0: {"oil": 6}, 1: {"coal": 2}, 2: {"oil": 2, "coal": 2}},
        tokens={
            "oil": {3: 1, **dict.fromkeys(range(4, 9), 3)}, "coal": {4: 2, **dict.fromkeys(range(5, 9), 3)},
            "uranium": dict.fromkeys((6, 7, 8, 10, 12, 14, 16), 1), "garbage": {},
        },
    )  # fmt: skip
    game = game.given(
        RunPlants(0, (Run(7, {"oil": 3}),)), RunPlants(1), RunPlants(2, (Run(9, {"oil": 1}),)), RunPlants(3)
    )
    assert game.state.reserve["oil"] == 4
    (resupplied,) = of_type(game.when(RunPlants(4)), ResourcesResupplied)
    assert resupplied.wanted == {"coal": 4, "oil": 5, "garbage": 4, "uranium": 2}
    placed = {fuel: priced(spaces) for fuel, spaces in resupplied.placed.items()}
    assert placed == {"oil": {3: 2, 2: 2}, "coal": {4: 1, 3: 3}, "garbage": {8: 3, 7: 1}, "uranium": {5: 1, 4: 1}}
    cheapest = {fuel: min(priced(spaces)) for fuel, spaces in resupplied.market_after.items()}
    assert cheapest == {"coal": 3, "oil": 2, "garbage": 7, "uranium": 4}
    assert resupplied.reserve_after["oil"] == 0


@pytest.mark.rule("PG-BUR-07")
@pytest.mark.parametrize(("stage", "coal"), [(1, 4), (2, 5), (3, 6)])
def test_the_row_of_the_stage_in_force_counts(stage, coal):
    game = position(
        russia(5), BUREAUCRACY, stage=stage, order=range(5), tokens={"coal": {}, "oil": {}},
        market=(30, 31, 32, 35) if stage == 3 else None,
    )  # fmt: skip
    game, last = idle(game)
    assert of_type(game.when(last), ResourcesResupplied)[0].wanted["coal"] == coal


@pytest.mark.rule("PG-BUR-09", "PG-GEN-05")
def test_tokens_without_room_stay_in_the_reserve():
    full = {"oil": {1: 2, **dict.fromkeys(range(2, 9), 3)}}
    game, last = idle(position(russia(5), BUREAUCRACY, order=range(5), tokens=full))
    assert game.state.reserve["oil"] == 1
    (resupplied,) = of_type(game.when(last), ResourcesResupplied)
    assert resupplied.placed["oil"] == (Space(1, 1),)
    two_out = {
        "oil": {1: 1, **dict.fromkeys(range(2, 9), 3)},
        "uranium": dict.fromkeys((2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16), 1),
    }
    game, last = idle(position(russia(5), BUREAUCRACY, order=range(5), tokens=two_out))
    after = game.given(last).state
    assert priced(after.market["uranium"])[1] == 1
    assert after.reserve["uranium"] == 0


@pytest.mark.rule("PG-BUR-12")
def test_in_stages_1_and_2_the_dearest_plant_goes_under_the_deck():
    events = end_of_round(deck=(13, STAGE_3, 40))
    assert of_type(events, PlantPutUnderDeck, PlantDrawn) == [
        PlantPutUnderDeck(9, (3, 4, 5), (7, 8), 4),
        PlantDrawn(13, "BUREAUCRACY", (3, 4, 5), (7, 8, 13), 3),
    ]
    game, last = idle(position(russia(2), BUREAUCRACY, order=(0, 1), deck=(13, STAGE_3, 40)))
    assert game.given(last).state.deck == (STAGE_3, 40, 9)


@pytest.mark.rule("PG-BUR-13")
def test_in_stage_3_the_cheapest_plant_leaves_the_game():
    events = end_of_round(stage=3, market=(30, 31, 32, 35), deck=(33, 40))
    assert of_type(events, PlantRemoved, PlantDrawn) == [
        PlantRemoved(30, "STAGE_3_BUREAUCRACY", (31, 32, 35), ()),
        PlantDrawn(33, "STAGE_3_BUREAUCRACY", (31, 32, 33, 35), (), 1),
    ]
    assert names(end_of_round(stage=3, market=(30, 31), deck=()))[3:6] == [
        "ResourcesResupplied", "PlantRemoved", "RoundBegan"]  # fmt: skip


@pytest.mark.rule("PG-BUR-13", "PG-AUC-18")
def test_with_an_empty_market_nothing_happens_in_stage_3():
    game = position(russia(2), BUREAUCRACY, order=(0, 1), stage=3, market=(30,), deck=())
    game, last = idle(game)
    assert of_type(game.when(last), PlantRemoved) == [PlantRemoved(30, "STAGE_3_BUREAUCRACY", (), ())]
    game, last = idle(game.given(last).given(PhaseBegan(BUREAUCRACY)))
    assert of_type(game.when(last), PlantRemoved, PlantDrawn) == []


@pytest.mark.rule("PG-GEN-05")
@pytest.mark.parametrize("map_name", MAPS)
def test_there_are_24_tokens_of_three_fuels_and_12_of_uranium_on_india_8(map_name):
    state = power_grid(map_name).state
    there = {
        fuel: state.reserve[fuel] + sum(space.n for space in state.market.get(fuel, ()))
        for fuel in ("coal", "oil", "garbage", "uranium")
    }
    uranium = {"india": 8, "australia": 0}.get(map_name, 12)
    assert there == {"coal": 24, "oil": 24, "garbage": 24, "uranium": uranium}
    if map_name == "australia":
        (track,) = state.modules
        assert sum(space.n for space in track.spaces) + track.store == 12
