"""The last round and the end (CG-END)."""

import pytest

from domain.card_game.messages import (
    BuyResourceCard,
    FinalProductionScored,
    FinishBuying,
    GameEnded,
    NominatePlant,
    PassNomination,
    PhaseBegan,
    PlaceBid,
    Ranked,
    RunPlants,
)
from domain.card_game.state import RESOURCES
from domain.kernel.decider import Standing
from tests.domain.card_game.tables import standing

MARKET = ("P14", "P15", "P16", "P17", "P19", "P20")


def at_the_end(players=3, **position):
    """The last round's phase 2 is over for all."""
    game = standing(
        players, **{"phase": RESOURCES, "market": MARKET, "last": "OUT", "last_round": True, "in_round": 9, **position}
    )
    while game.rules.to_act(game.state):
        game.when(FinishBuying(game.to_act[0]))
    return game


@pytest.mark.rule("CG-END-01", "CG-GEN-01")
def test_the_last_round_has_no_phase_3_and_no_income():
    game = at_the_end(cash={0: 30})
    assert game.events_of(PhaseBegan) == []
    assert [type(event) for event in game.events[-4:]] == [FinalProductionScored] * 3 + [GameEnded]
    assert game.state.players[0].cash == 30


@pytest.mark.rule("CG-END-01")
def test_sales_of_the_last_round_are_replaced_while_there_is_a_deck():
    game = standing(3, market=MARKET, last="OUT", deck=("P25",), last_round=True)
    game.when(PassNomination(0), PassNomination(1), NominatePlant(2, "P20", 14))
    assert game.state.plants.offer[-1] == "P25"


@pytest.mark.rule("CG-END-02")
def test_a_plant_that_can_run_gives_its_profit_in_points_and_one_without_fuel_none():
    game = at_the_end(plants={0: ("P12", "P02", "P01")}, stock={0: {"R02": 2, "R09": 1}}, cash={0: 0})
    # P12 eco 6, P02 coal 2 for 5; P01 needs 2 gas and has 1.
    assert game.events_of(FinalProductionScored)[0] == FinalProductionScored(0, ("P12", "P02"), 11, 0, 0, 11)


@pytest.mark.rule("CG-END-02", "DEC-CG-14")
def test_the_production_with_most_points_is_taken():
    # 3 gas: P36 (gas 3, 12 points) rather than P09 (gas 1, 6 points); P11 (hybrid 3, 8 points) runs on oil.
    stock = {"R14": 3, "R21": 3}
    game = at_the_end(plants={0: ("P09", "P36", "P11")}, stock={0: stock}, cash={0: 0})
    assert game.events_of(FinalProductionScored)[0] == FinalProductionScored(0, ("P36", "P11"), 20, 0, 0, 20)


@pytest.mark.rule("CG-END-03")
@pytest.mark.parametrize(("cash", "points", "left"), [(0, 0, 0), (9, 0, 9), (10, 1, 0), (39, 3, 9)])
def test_ten_elektro_are_a_point(cash, points, left):
    score = at_the_end(cash={0: cash}).events_of(FinalProductionScored)[0]
    assert (score.money_vp, score.money_left) == (points, left)


@pytest.mark.rule("EX-CG-15", "CG-END-02", "CG-END-03", "CG-END-04")
def test_anna_has_28_points_3_elektro_and_plant_19():
    # Profits 7, 9 and 10: P17 (12, eco), P26 is 17, P29 (19, coal 2).
    game = at_the_end(
        market=("P14", "P15", "P16", "P19", "P20"),
        plants={0: ("P17", "P26", "P29")},
        stock={0: {"R05": 3}},
        cash={0: 23, 1: 0, 2: 0},
    )
    assert game.events_of(FinalProductionScored)[0] == FinalProductionScored(0, ("P17", "P26", "P29"), 26, 2, 3, 28)
    assert game.state.ranking[0] == Ranked(0, 1, 28, 3, 19)


@pytest.mark.rule("CG-END-04")
def test_ties_are_broken_by_money_left_and_then_by_the_highest_plant():
    game = at_the_end(4, plants={1: ("P25",), 2: ("P21",)}, cash={0: 20, 1: 21, 2: 21, 3: 29})
    assert [(place.player, place.rank) for place in game.state.ranking] == [(3, 1), (1, 2), (2, 3), (0, 4)]
    assert game.events_of(GameEnded)[0].winners == (3,)


@pytest.mark.rule("CG-END-04", "DEC-CG-15", "DEC-CG-28")
def test_a_full_tie_shares_the_rank_and_the_next_number_is_left_out():
    game = at_the_end(4, plants={0: ("P22",), 2: ("P23",)}, cash={0: 28, 1: 5, 2: 20, 3: 5})
    # Seat 2 has 8 points of P23 more.
    assert [(place.player, place.rank) for place in game.state.ranking] == [(2, 1), (0, 2), (1, 3), (3, 3)]
    game = at_the_end(cash={0: 25, 1: 25, 2: 15})
    assert [(place.player, place.rank) for place in game.state.ranking] == [(0, 1), (1, 1), (2, 3)]
    assert game.events_of(GameEnded)[0].winners == (0, 1)
    assert game.rules.outcome(game.state).standings == (
        Standing(0, 1, True, 2),
        Standing(1, 1, True, 2),
        Standing(2, 3, False, 1),
    )


@pytest.mark.rule("CG-END-05", "CG-GEN-02")
@pytest.mark.parametrize(
    "command", [PassNomination(0), PlaceBid(0, 5), BuyResourceCard(0, "R01"), FinishBuying(7), RunPlants(0, ())]
)
def test_after_the_end_no_command_is_accepted(command):
    game = at_the_end()
    assert game.refusal(command) == "GAME_OVER"
    assert game.rules.to_act(game.state) == ()
    assert game.rules.options(game.state, 0) == ()
