"""Renovation on the card side (RN-CG)."""

import pytest

from domain.card_game.messages import (
    CompensationPaid,
    NominatePlant,
    PassBid,
    PassNomination,
    PlantDrawn,
    PlantRemoved,
    PlantScrapped,
    RenovationCardRemoved,
    ScrapPlant,
)
from domain.card_game.options import NominationPass, Nominations
from tests.domain.card_game.tables import drawn, standing
from tests.kit import Refusal

MARKET = ("P14", "P15", "P16", "P17", "P19", "P20", "P21", "P22")
PLANTS = {0: ("P01", "P02", "P03"), 1: ("P04", "P05", "P06"), 2: ("P07", "P08", "P09")}


def auctions(**position):
    return standing(3, "on", **{"market": MARKET, "deck": ("P25", "P27", "P29", "P30"), "plants": PLANTS, **position})


def replaces(game, seat, old, new, bid):
    game.when(NominatePlant(seat, new, bid))
    while game.state.auction.lot:
        game.when(PassBid(game.to_act[0]))
    return game.when(ScrapPlant(seat, old))


@pytest.mark.rule("RN-CG-02", "RN-CG-03", "RN-CG-05", "EX-CG-14")
def test_the_first_demolition_pays_1_elektro_the_next_0_and_card_1_leaves():
    game = auctions()
    replaces(game, 0, "P01", "P15", 10)
    assert game.events_of(CompensationPaid) == [CompensationPaid(0, 1, "FIRST", 1, 41)]
    replaces(game, 1, "P04", "P16", 11)
    assert game.events_of(CompensationPaid) == [CompensationPaid(1, 1, "LATER", 0, 39)]
    assert game.events_of(RenovationCardRemoved) == []
    game.when(PassNomination(2))
    assert game.events_of(RenovationCardRemoved) == [RenovationCardRemoved(1, 2)]
    assert game.state.renovation == (2, 3, 4, 5)


@pytest.mark.rule("RN-CG-04", "CG-PLT-07")
def test_the_sum_is_paid_after_the_purchase_and_cannot_help_to_pay_the_bid():
    game = auctions(cash={0: 10})
    assert game.refusal(NominatePlant(0, "P15", 11)) == Refusal("BID_EXCEEDS_CASH", bid=11, cash=10)
    events = replaces(game, 0, "P01", "P15", 10)
    assert [type(event) for event in events] == [PlantScrapped, CompensationPaid, PlantDrawn]
    assert game.state.players[0].cash == 1


@pytest.mark.rule("RN-CG-04")
def test_nobody_demolishes_before_round_4():
    # One plant a round at most: the fourth comes in round 4.
    game = auctions(plants={0: ("P01", "P02")})
    game.when(NominatePlant(0, "P15", 10), PassBid(1), PassBid(2))
    assert game.state.auction.scrap is None


@pytest.mark.rule("RN-CG-05")
def test_without_a_demolition_the_top_card_stays():
    game = auctions()
    game.when(PassNomination(0), PassNomination(1), PassNomination(2))
    assert game.state.renovation == (1, 2, 3, 4, 5)


@pytest.mark.rule("RN-CG-05")
def test_the_last_card_stays_to_the_end():
    game = auctions(renovation_pile=(5,))
    replaces(game, 0, "P01", "P15", 10)
    assert game.events_of(CompensationPaid)[0].card == 5
    game.when(PassNomination(1), PassNomination(2))
    assert game.events_of(RenovationCardRemoved) == []
    assert game.state.renovation == (5,)


@pytest.mark.rule("RN-CG-06")
def test_removals_from_the_market_pay_nothing_and_use_up_nothing():
    game = auctions(deck=("P10", "P25", "P27", "P29"))
    game.when(PassNomination(0))
    replaces(game, 1, "P04", "P16", 11)
    # P10 (number 7) was turned away by the token plant.
    assert game.events_of(PlantRemoved)[0].cause == "BELOW_DISCOUNT"
    assert [event.kind for event in game.events_of(CompensationPaid)] == ["FIRST"]


@pytest.mark.rule("RN-CG-07")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nothing_else_changes_and_two_players_may_use_it_too(players):
    (plain, setup), (rules, same) = drawn(players), drawn(players, "on")
    assert setup == same
    events, others = plain.begin(setup), rules.begin(setup)
    assert events[1:] == others[1:]
    assert others[0].renovation_pile == (1, 2, 3, 4, 5)


@pytest.mark.rule("RN-CG-07", "CG-PLT-07")
def test_without_the_module_a_demolition_pays_nothing():
    game = standing(3, market=MARKET, deck=("P25",), plants=PLANTS)
    replaces(game, 0, "P01", "P15", 10)
    assert game.events_of(CompensationPaid) == []
    assert {type(option) for option in game.rules.options(game.state, 1)} == {Nominations, NominationPass}
