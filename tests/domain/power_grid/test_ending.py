"""End and scoring (PG-END). Rules: docs/rules/power_grid.md §11."""

import pytest

from domain.power_grid.messages import (
    BUILDING,
    CitiesPowered,
    ConnectCity,
    FinishBuilding,
    FinishBuying,
    GameEnded,
    GameEndTriggered,
    NominatePlant,
    PassNomination,
    Rank,
    RunPlants,
    SellUranium,
)  # fmt: skip
from tests.domain.power_grid.positions import position, russia
from tests.kit import Refusal, names, of_type


def towns(count, skip=0):
    game = russia(3)
    return tuple(game.decider.rules.atlas.area(game.state.regions).cities)[skip : skip + count]


def last_builder(stage=3, cities=None, **changes):
    """Every seat but 0 has finished; seat 0 has 17 cities."""
    return position(
        russia(3), BUILDING, order=(0, 1, 2), waiting=(0,), stage=stage, cities=cities or {0: towns(17)},
        market=(30, 31, 32, 35) if stage == 3 else None, **changes,
    )  # fmt: skip


@pytest.mark.rule("PG-END-01", "PG-END-05")
@pytest.mark.parametrize("stage", [1, 2, 3])
def test_a_network_of_17_at_the_end_of_phase_4_ends_the_game_in_any_stage(stage):
    events = last_builder(stage).when(FinishBuilding(0))
    assert events[1] == GameEndTriggered((0,), 17)
    assert names(events)[2:] == ["CitiesPowered", "CitiesPowered", "CitiesPowered", "GameEnded"]
    assert of_type(last_builder(stage, {0: towns(16)}).when(FinishBuilding(0)), GameEndTriggered) == []


@pytest.mark.rule("PG-END-01")
def test_all_players_complete_the_last_phase_4():
    game = position(
        russia(3), BUILDING, order=(2, 1, 0), stage=3, market=(30, 31, 32, 35), cities={0: towns(16)}, cash={0: 99}
    )
    game = game.given(ConnectCity(0, towns(17)[-1]), FinishBuilding(0))
    assert game.decider.to_act(game.state) == (1,)
    assert not game.state.ending
    assert names(game.given(FinishBuilding(1)).when(FinishBuilding(2)))[1] == "GameEndTriggered"


@pytest.mark.rule("PG-END-02", "PG-GEN-02")
def test_after_the_trigger_nothing_else_happens_and_nothing_is_accepted():
    game = last_builder().given(FinishBuilding(0))
    for command in (
        NominatePlant(0, 30, 30), PassNomination(0), FinishBuying(0), FinishBuilding(0), RunPlants(0), SellUranium(0),
    ):  # fmt: skip
        assert game.refusal(command) == "GAME_OVER"
    assert game.decider.to_act(game.state) == ()
    assert game.decider.options(game.state, 0) == ()
    assert game.refusal(NominatePlant(0, 30, 0)) == Refusal("MALFORMED_COMMAND", command="NominatePlant")


@pytest.mark.rule("PG-END-03", "DEC-PG-21")
def test_the_final_powering_is_the_best_payable_plan_and_takes_no_fuel():
    """26 burns 2 oil for 5, 16 burns 2 oil for 3, 12 burns 2 of coal and oil for 2: with 3 oil and 1 coal 26 and 12."""
    game = last_builder(plants={0: (26, 16, 12)}, fuel={0: {"oil": 3, "coal": 1}})
    events = game.when(FinishBuilding(0))
    assert of_type(events, CitiesPowered)[0] == CitiesPowered(0, 7, 17, True)
    assert game.given(*events).state.holdings[0].fuel["oil"] == 3
    few = last_builder(cities={0: towns(17), 1: towns(3)}, plants={1: (26,)}, fuel={1: {"oil": 2}})
    assert of_type(few.when(FinishBuilding(0)), CitiesPowered)[1] == CitiesPowered(1, 3, 3, True)


@pytest.mark.rule("PG-END-04")
def test_most_cities_powered_wins_then_cash_then_network():
    cities = {0: towns(17), 1: towns(5, 2), 2: towns(6, 1)}
    powered = last_builder(cities=cities, plants={1: (13,)}, cash={0: 99, 1: 1, 2: 98}).when(FinishBuilding(0))
    assert powered[-1] == GameEnded(
        (Rank(1, 1, 1, 1, 5), Rank(0, 2, 0, 99, 17), Rank(2, 3, 0, 98, 6)), (1,)
    )  # fmt: skip
    cash = last_builder(cities=cities, cash={0: 5, 1: 7, 2: 7}).when(FinishBuilding(0))
    assert [rank.player for rank in cash[-1].ranking] == [2, 1, 0]


@pytest.mark.rule("DEC-PG-22", "PG-END-04")
def test_who_is_equal_in_all_shares_the_rank_and_the_next_number_is_left_out():
    cities = {0: towns(17), 1: towns(5, 2), 2: towns(5, 1)}
    game = last_builder(cities=cities, cash={0: 1, 1: 7, 2: 7})
    ended = game.when(FinishBuilding(0))[-1]
    assert [(rank.player, rank.rank) for rank in ended.ranking] == [(1, 1), (2, 1), (0, 3)]
    assert ended.winners == (1, 2)
    outcome = game.decider.outcome(game.given(FinishBuilding(0)).state)
    assert outcome.reason == "NETWORK_SIZE_REACHED"
    assert [(s.player, s.rank, s.won) for s in outcome.standings] == [(1, 1, True), (2, 1, True), (0, 3, False)]
    assert game.decider.outcome(game.state) is None
