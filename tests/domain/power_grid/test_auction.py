"""Phase 2 (PG-AUC): nominating, bidding, buying, closing. Rules: docs/rules/power_grid.md §5."""

import pytest
from msgspec import UNSET

from domain.power_grid.messages import (
    BUILDING,
    RESOURCES,
    STAGE_3,
    BidPassed,
    BidPlaced,
    BuyResources,
    ConnectCity,
    NominatePlant,
    NominationPassed,
    PassBid,
    PassNomination,
    PhaseBegan,
    PhaseSkipped,
    PlaceBid,
    PlantBought,
    PlantDrawn,
    PlantNominated,
    PlantRemoved,
    PlantScrapped,
    ScrapPlant,
)  # fmt: skip
from tests.domain.power_grid.positions import MAPS, position, power_grid, russia
from tests.kit import Refusal, names, of_type


def auction(players=3, map_name="russia", **changes):
    return position(power_grid(map_name, players), **changes)


# ---- nominating ----


@pytest.mark.rule("PG-AUC-01", "PG-GEN-02")
def test_the_first_in_order_who_has_neither_bought_nor_passed_nominates():
    game = auction(order=(2, 0, 1))
    assert game.decider.to_act(game.state) == (2,)
    assert game.refusal(NominatePlant(0, 3, 3)) == Refusal("NOT_YOUR_TURN", to_act=2)
    assert game.refusal(PassNomination(1)) == Refusal("NOT_YOUR_TURN", to_act=2)
    game = game.given(PassNomination(2))
    assert game.decider.to_act(game.state) == (0,)


@pytest.mark.rule("PG-AUC-01", "PG-AUC-05")
def test_while_bids_are_open_nobody_nominates_and_without_them_nobody_bids():
    game = auction()
    assert game.refusal(PlaceBid(0, 10)) == Refusal("NO_AUCTION_OPEN", to_act=0)
    assert game.refusal(PassBid(0)) == Refusal("NO_AUCTION_OPEN", to_act=0)
    open_lot = game.given(NominatePlant(0, 4, 4))
    assert open_lot.refusal(NominatePlant(1, 5, 5)) == Refusal("AUCTION_IN_PROGRESS", plant=4, to_act=1)
    assert open_lot.refusal(PassNomination(0)) == Refusal("AUCTION_IN_PROGRESS", plant=4, to_act=1)


@pytest.mark.rule("PG-AUC-02")
def test_who_passes_a_nomination_is_out_of_all_auctions_of_the_round():
    game = auction(order=(0, 1, 2)).given(PassNomination(0))
    assert game.refusal(NominatePlant(0, 4, 4)) == "OUT_OF_AUCTIONS_THIS_ROUND"
    (nominated,) = game.when(NominatePlant(1, game.state.current[0], 20))
    assert nominated.bidders == (2,)
    assert game.given(nominated).refusal(PlaceBid(0, 30)) == "OUT_OF_AUCTIONS_THIS_ROUND"
    assert game.given(nominated).refusal(PassBid(0)) == "OUT_OF_AUCTIONS_THIS_ROUND"


@pytest.mark.rule("PG-AUC-03")
def test_only_a_plant_of_the_current_offer_can_be_nominated():
    game = auction()
    assert game.when(NominatePlant(0, 5, 5)) == [PlantNominated(0, 5, 5, (1, 2))]
    assert game.refusal(NominatePlant(0, 7, 7)) == Refusal("PLANT_NOT_IN_CURRENT_OFFER", plant=7, current=(3, 4, 5))
    assert game.refusal(NominatePlant(0, 13, 13)) == Refusal("PLANT_NOT_IN_MARKET", plant=13, current=(3, 4, 5))
    assert game.refusal(NominatePlant(0, 99, 99)) == Refusal("PLANT_NOT_IN_MARKET", plant=99, current=(3, 4, 5))
    assert game.refusal(NominatePlant(0, STAGE_3, 99)) == Refusal(
        "PLANT_NOT_IN_MARKET", plant="stage_3", current=(3, 4, 5)
    )


@pytest.mark.rule("PG-AUC-03", "PG-STG-06")
def test_the_stage_3_card_lying_in_the_market_is_not_for_sale():
    game = auction(market=(30, STAGE_3), deck=(), stage=2, stage_3_drawn=True)
    assert game.state.current == (30, STAGE_3)
    assert game.refusal(NominatePlant(0, STAGE_3, 50)) == "STAGE3_CARD_NOT_FOR_SALE"


@pytest.mark.rule("PG-AUC-03")
def test_in_stage_3_the_whole_market_is_the_current_offer():
    game = auction(market=(30, 31, 32, 34), stage=3)
    assert game.legal(NominatePlant(0, 34, 34))


@pytest.mark.rule("EX-PG-06", "PG-AUC-04")
def test_plant_14_cannot_be_had_for_13():
    game = position(power_grid("japan", 3), market=(13, 14, 15, 16, 17, 18, 19, 20))
    assert game.refusal(NominatePlant(0, 14, 13)) == Refusal("BID_BELOW_MINIMUM", bid=13, minimum=14)
    assert game.legal(NominatePlant(0, 14, 14))


@pytest.mark.rule("PG-AUC-04", "PG-GEN-02", "PG-GEN-03")
def test_an_opening_bid_is_from_the_number_to_the_own_cash():
    game = auction(cash={0: 20})
    assert game.refusal(NominatePlant(0, 5, 4)) == Refusal("BID_BELOW_MINIMUM", bid=4, minimum=5)
    assert game.refusal(NominatePlant(0, 5, 21)) == Refusal("BID_EXCEEDS_CASH", bid=21, cash=20)
    assert game.refusal(NominatePlant(0, 5, 0)) == Refusal("MALFORMED_COMMAND", command="NominatePlant")
    assert game.refusal(PlaceBid(0, -1)) == Refusal("MALFORMED_COMMAND", command="PlaceBid")
    assert game.legal(NominatePlant(0, 5, 20))


# ---- bidding ----


@pytest.mark.rule("PG-AUC-05")
def test_a_bid_says_whom_it_outbids_from_version_2_of_the_rules_on():
    given = NominatePlant(0, 4, 4), PlaceBid(1, 5), PlaceBid(2, 8)
    for rules_version, outbid in ((1, UNSET), (2, 2)):
        game = position(russia(3, rules_version=rules_version), order=(0, 1, 2)).given(*given)
        assert game.when(PlaceBid(0, 9)) == [BidPlaced(0, 4, 9, outbid)]


@pytest.mark.rule("PG-AUC-05", "PG-ORD-05")
def test_bidding_goes_clockwise_from_the_nominator_and_every_bid_is_higher():
    game = auction(4, order=(2, 1, 0, 3)).given(NominatePlant(2, 4, 6))
    assert game.state.lot.bidders == (3, 0, 1, 2)
    assert game.refusal(PlaceBid(0, 9)) == Refusal("NOT_YOUR_TURN", to_act=3)
    assert game.refusal(PlaceBid(3, 6)) == Refusal("BID_NOT_HIGHER", bid=6, standing=6)
    assert game.refusal(PlaceBid(3, 51)) == Refusal("BID_EXCEEDS_CASH", bid=51, cash=50)
    assert game.when(PlaceBid(3, 7)) == [BidPlaced(3, 4, 7, outbid=2)]
    game = game.given(PlaceBid(3, 7), PassBid(0), PlaceBid(1, 9))
    assert game.state.lot.bidders == (2, 3, 1)


@pytest.mark.rule("PG-AUC-06")
def test_who_passes_a_bid_is_out_of_this_auction_only():
    game = auction(order=(0, 1, 2)).given(NominatePlant(0, 4, 4))
    assert game.when(PassBid(1)) == [BidPassed(1, 4)]
    game = game.given(PassBid(1))
    assert game.refusal(PlaceBid(1, 9)) == Refusal("ALREADY_PASSED_AUCTION", plant=4)
    assert game.refusal(PassBid(1)) == Refusal("ALREADY_PASSED_AUCTION", plant=4)
    assert game.refusal(PassBid(0)) == Refusal("HIGH_BIDDER_CANNOT_PASS", bid=4)
    game = game.given(PassBid(2))
    assert game.legal(NominatePlant(1, 3, 3))


@pytest.mark.rule("DEC-PG-12", "PG-AUC-05")
def test_nobody_is_passed_automatically_even_without_the_money_to_bid():
    game = auction(cash={1: 3}).given(NominatePlant(0, 4, 4))
    assert game.decider.to_act(game.state) == (1,)
    assert game.refusal(PlaceBid(1, 5)) == Refusal("BID_EXCEEDS_CASH", bid=5, cash=3)
    assert game.when(PassBid(1)) == [BidPassed(1, 4)]


@pytest.mark.rule("PG-AUC-07", "PG-AUC-14", "PG-GEN-03")
def test_the_last_bidder_left_pays_the_own_bid_and_the_plant_is_replaced():
    game = auction(2, deck=(13, 40, STAGE_3)).given(NominatePlant(0, 4, 4), PlaceBid(1, 11))
    assert game.when(PassBid(0)) == [
        BidPassed(0, 4),
        PlantBought(1, 4, 11, 39, False, (3, 5, 7), (8, 9)),
        PlantDrawn(13, "SALE", (3, 5, 7), (8, 9, 13), 2),
    ]
    after = game.given(PassBid(0)).state
    assert (after.holdings[1].cash, after.holdings[1].plants) == (39, (4,))


@pytest.mark.rule("PG-AUC-08", "PG-AUC-01")
def test_a_buyer_neither_bids_nor_nominates_again_in_the_round():
    game = auction(order=(0, 1, 2)).given(NominatePlant(0, 4, 4), PassBid(1), PassBid(2))
    for command in (NominatePlant(0, 3, 3), PassNomination(0)):
        assert game.refusal(command) == "ALREADY_BOUGHT_THIS_ROUND"
    game = game.given(NominatePlant(1, 3, 3))
    for command in (PlaceBid(0, 30), PassBid(0)):
        assert game.refusal(command) == "ALREADY_BOUGHT_THIS_ROUND"
    assert game.state.lot.bidders == (2, 1)


@pytest.mark.rule("PG-AUC-09")
def test_a_nominator_who_loses_nominates_again_and_one_who_wins_hands_the_turn_on():
    game = auction(order=(0, 1, 2)).given(NominatePlant(0, 4, 4), PlaceBid(1, 5), PassBid(2), PassBid(0))
    assert game.decider.to_act(game.state) == (0,)
    game = game.given(NominatePlant(0, 3, 3), PassBid(2))
    assert game.decider.to_act(game.state) == (2,)


@pytest.mark.rule("EX-PG-20", "PG-AUC-10")
def test_the_last_player_without_rivals_gets_the_plant_for_its_number():
    game = auction(2).given(PassNomination(0))
    plant = game.state.current[0]
    events = game.when(NominatePlant(1, plant, plant))
    assert events[:2] == [
        PlantNominated(1, plant, plant, ()),
        PlantBought(1, plant, plant, 50 - plant, False, events[1].current, events[1].future),
    ]


@pytest.mark.rule("DEC-PG-11", "PG-AUC-10")
def test_a_higher_opening_bid_without_rivals_is_the_price():
    game = auction(2).given(PassNomination(0))
    events = game.when(NominatePlant(1, game.state.current[0], 40))
    assert (events[1].price, events[1].cash_after) == (40, 10)


@pytest.mark.rule("PG-AUC-11", "PG-AUC-09")
def test_in_the_first_round_everybody_must_buy_also_after_losing_an_auction():
    game = auction(round=1, order=(0, 1, 2))
    assert game.refusal(PassNomination(0)) == Refusal("MUST_BUY_IN_FIRST_ROUND", current=(3, 4, 5))
    game = game.given(NominatePlant(0, 4, 4), PlaceBid(1, 5), PassBid(2), PassBid(0))
    assert game.refusal(PassNomination(0)) == Refusal("MUST_BUY_IN_FIRST_ROUND", current=(3, 5, 7))


@pytest.mark.rule("PG-AUC-11")
def test_the_first_round_pass_is_accepted_if_no_plant_of_the_offer_can_be_paid():
    game = auction(round=1, cash={0: 2})
    assert game.when(PassNomination(0)) == [NominationPassed(0)]


# ---- the limit, closing a plant ----


def over_the_limit(fuel=None, plants=(3, 5, 10), buys=15):
    """Seat 0 owns three plants and has just bought a fourth."""
    game = position(
        russia(3), order=(0, 1, 2), market=(buys, *(card for card in (40, 42, 44, 46, 50) if card > buys)),
        plants={0: plants}, fuel={0: fuel or {}}, cash={0: 100}, deck=(33, STAGE_3),
    )  # fmt: skip
    return game.given(NominatePlant(0, buys, buys), PassBid(1), PassBid(2))


@pytest.mark.rule("PG-AUC-12", "DEC-PG-09")
def test_a_plant_beyond_the_limit_forces_the_buyer_to_close_one_before_anything_else():
    game = over_the_limit()
    assert game.state.scrap.player == 0
    assert game.state.deck == (33, STAGE_3), "the replacement is drawn after the closing"
    assert game.decider.to_act(game.state) == (0,)
    assert game.refusal(NominatePlant(1, 40, 40)) == Refusal("DECISION_PENDING", decision="ScrapPlant", to_act=0)
    assert game.refusal(PlaceBid(1, 40)) == Refusal("DECISION_PENDING", decision="ScrapPlant", to_act=0)
    assert game.refusal(ScrapPlant(1, 3)) == Refusal("DECISION_PENDING", decision="ScrapPlant", to_act=0)
    events = game.when(ScrapPlant(0, 3))
    assert names(events) == ["PlantScrapped", "PlantDrawn"]
    after = game.given(*events).state
    assert after.holdings[0].plants == (5, 10, 15)
    assert 3 in after.removed


@pytest.mark.rule("PG-AUC-12", "PG-CNT-01")
def test_with_two_players_the_fifth_plant_is_one_too_many():
    four = {0: (3, 4, 5, 7)}
    game = position(russia(2), order=(0, 1), market=(8, 9, 10, 11, 12, 13), plants=four)
    events = game.given(NominatePlant(0, 8, 8)).when(PassBid(1))
    assert of_type(events, PlantBought)[0].scrap_required
    three = position(russia(2), order=(0, 1), market=(8, 9, 10, 11, 12, 13), plants={0: (3, 4, 5)})
    assert not of_type(three.given(NominatePlant(0, 8, 8)).when(PassBid(1)), PlantBought)[0].scrap_required


@pytest.mark.rule("PG-AUC-12")
def test_only_an_own_plant_of_before_can_be_closed_and_only_when_it_must():
    assert auction().refusal(ScrapPlant(0, 3)) == "NO_SCRAP_PENDING"
    game = over_the_limit()
    assert game.refusal(ScrapPlant(0, 4)) == Refusal("PLANT_NOT_OWNED", plant=4)
    assert game.refusal(ScrapPlant(0, 15)) == Refusal("CANNOT_SCRAP_NEW_PLANT", plant=15)
    assert position(russia(3), BUILDING).refusal(ScrapPlant(0, 3)) == Refusal(
        "WRONG_PHASE", phase="building", needed="auction"
    )


@pytest.mark.rule("PG-AUC-13", "PG-FUEL-09")
def test_fuel_of_a_closed_plant_moves_to_plants_that_burn_it_and_the_rest_goes_to_the_reserve():
    game = over_the_limit({"oil": 6, "coal": 4}, plants=(3, 7, 10), buys=5)
    (scrapped, _) = game.when(ScrapPlant(0, 3))
    assert scrapped == PlantScrapped(
        0, 3, {}, game.state.holdings[0].fuel, game.state.reserve
    ), "plants 7 and 5 have room for the six oil"  # fmt: skip
    no_room = over_the_limit({"oil": 4}, plants=(3, 10, 13), buys=15)
    (scrapped, _) = no_room.when(ScrapPlant(0, 3))
    assert scrapped.fuel_returned == {"oil": 4}
    assert scrapped.fuel_after["oil"] == 0
    assert scrapped.reserve_after["oil"] == no_room.state.reserve["oil"] + 4


@pytest.mark.rule("PG-AUC-13")
def test_when_coal_and_oil_compete_for_room_the_choice_is_required():
    game = over_the_limit({"coal": 4, "oil": 4}, plants=(5, 12, 13), buys=44)
    assert game.refusal(ScrapPlant(0, 5)) == Refusal("FUEL_CHOICE_REQUIRED", fewest=4)
    (scrapped, _) = game.when(ScrapPlant(0, 5, {"coal": 1, "oil": 3}))
    assert (scrapped.fuel_after["coal"], scrapped.fuel_after["oil"]) == (3, 1)


@pytest.mark.rule("PG-AUC-13")
def test_what_cannot_be_returned_is_refused_in_order():
    game = over_the_limit({"oil": 4, "coal": 4}, plants=(3, 10, 13), buys=15)
    assert game.refusal(ScrapPlant(0, 3, {"oil": 5})) == Refusal(
        "FUEL_RETURN_NOT_HELD", held={"coal": 4, "oil": 4, "garbage": 0, "uranium": 0}
    )
    assert game.refusal(ScrapPlant(0, 3, {"gas": 1})) == Refusal(
        "FUEL_RETURN_NOT_HELD", held={"coal": 4, "oil": 4, "garbage": 0, "uranium": 0}
    )
    assert game.refusal(ScrapPlant(0, 3, {"oil": 4, "coal": 1})) == Refusal(
        "FUEL_RETURN_NOT_ON_PLANT", fuels=("oil",), stores=4
    )
    assert game.refusal(ScrapPlant(0, 3, {"coal": 4})) == Refusal(
        "FUEL_RETURN_NOT_ON_PLANT", fuels=("oil",), stores=4
    ), "of another kind"
    two = over_the_limit({"oil": 6}, plants=(3, 7, 13), buys=16)
    assert two.refusal(ScrapPlant(0, 3, {"oil": 5})) == Refusal("FUEL_RETURN_NOT_ON_PLANT", fuels=("oil",), stores=4), (
        "more than it stores"
    )
    assert game.refusal(ScrapPlant(0, 3, {"oil": 3})) == Refusal("FUEL_EXCEEDS_STORAGE", fewest=4)
    assert game.refusal(ScrapPlant(0, 3, {"oil": 0})) == Refusal("MALFORMED_COMMAND", command="ScrapPlant")
    assert game.refusal(ScrapPlant(0, 3, {})) == Refusal("FUEL_EXCEEDS_STORAGE", fewest=4)
    assert game.legal(ScrapPlant(0, 3, {"oil": 4}))


@pytest.mark.rule("DEC-PG-10", "PG-AUC-13")
def test_more_than_necessary_may_be_returned_as_far_as_it_lay_on_the_closed_plant():
    game = over_the_limit({"coal": 4}, plants=(4, 8, 13), buys=15)
    assert game.when(ScrapPlant(0, 4))[0].fuel_returned == {}
    assert game.when(ScrapPlant(0, 4, {"coal": 4}))[0].fuel_after["coal"] == 0


# ---- the market ----


@pytest.mark.rule("PG-AUC-14", "PG-AUC-20")
def test_after_a_sale_the_current_offer_holds_the_lowest_numbers():
    game = auction(2, market=(13, 15, 16, 20, 25, 30), deck=(10, STAGE_3)).given(NominatePlant(0, 15, 15))
    drawn = game.when(PassBid(1))[-1]
    assert drawn == PlantDrawn(10, "SALE", (10, 13, 16), (20, 25, 30), 1)


@pytest.mark.rule("PG-AUC-15", "PG-AUC-19", "DEC-PG-07")
@pytest.mark.parametrize("map_name", [name for name in MAPS if name != "russia"])
def test_without_a_sale_the_cheapest_plant_leaves_and_is_replaced(map_name):
    game = auction(2, map_name, deck=(13, STAGE_3)).given(PassNomination(0))
    events = game.when(PassNomination(1))
    assert events == [
        NominationPassed(1),
        PlantRemoved(3, "NO_SALE", (4, 5, 6, 7), (8, 9, 10)),
        PlantDrawn(13, "NO_SALE", (4, 5, 6, 7), (8, 9, 10, 13), 1),
        PhaseBegan(RESOURCES),
    ]


@pytest.mark.rule("RU-05", "PG-AUC-15")
def test_on_russia_no_plant_leaves_for_want_of_a_sale():
    game = auction(2, order=(0, 1), deck=(13, 40, STAGE_3)).given(PassNomination(0))
    assert game.when(PassNomination(1)) == [NominationPassed(1), PhaseBegan(RESOURCES)]


@pytest.mark.rule("PG-AUC-17")
def test_with_an_empty_deck_the_market_shrinks():
    game = auction(2, stage=3, market=(30, 31, 32, 34), deck=()).given(NominatePlant(0, 31, 31))
    events = game.when(PassBid(1))
    assert names(events) == ["BidPassed", "PlantBought"]
    assert game.given(*events).state.current == (30, 32, 34)


@pytest.mark.rule("PG-AUC-18", "DEC-PG-16")
def test_an_empty_market_ends_the_auction_for_everybody():
    game = auction(3, stage=3, market=(30,), deck=(), order=(0, 1, 2)).given(NominatePlant(0, 30, 30), PassBid(1))
    events = game.when(PassBid(2))
    assert events[1:] == [PlantBought(0, 30, 30, 20, False, (), ()), PhaseSkipped("NO_PLANTS"), PhaseBegan(RESOURCES)]


@pytest.mark.rule("PG-AUC-16", "EX-PG-15", "DEC-PG-03")
def test_a_plant_not_above_the_largest_network_leaves_the_current_offer_and_so_may_its_replacement():
    five = ("nagano", "saitama", "tokyo", "chiba", "niigata")
    game = position(
        power_grid("japan", 3), BUILDING, order=(1, 2, 0), stage=2, market=(6, 7, 8, 9, 10, 11, 12, 13),
        deck=(4, 20, STAGE_3),
        plants={0: (3,), 1: (5,)}, cities={0: five}, cash={0: 100},
    )  # fmt: skip
    events = game.when(ConnectCity(0, "kofu"))
    assert events[1:] == [
        PlantRemoved(6, "OBSOLETE", (7, 8, 9, 10), (11, 12, 13)),
        PlantDrawn(4, "OBSOLETE", (4, 7, 8, 9), (10, 11, 12, 13), 2),
        PlantRemoved(4, "OBSOLETE", (7, 8, 9, 10), (11, 12, 13)),
        PlantDrawn(20, "OBSOLETE", (7, 8, 9, 10), (11, 12, 13, 20), 1),
    ]
    assert game.given(*events).state.holdings[0].plants == (3,)


@pytest.mark.rule("DEC-PG-49", "PG-AUC-16")
def test_only_the_current_offer_is_checked_but_again_after_rearranging():
    game = auction(2, "japan", market=(5, 20, 21, 22, 23, 24, 25, 26), deck=(6, 7, 30, STAGE_3), stage=2,
                   cities={1: ("nagano", "saitama", "tokyo", "chiba", "niigata", "kofu")}, order=(0, 1))  # fmt: skip
    events = game.given(NominatePlant(0, 20, 20)).when(PassBid(1))
    assert [type(e).__name__ + str(e.plant) for e in of_type(events, PlantDrawn, PlantRemoved)] == [
        "PlantDrawn6", "PlantRemoved5", "PlantDrawn7", "PlantRemoved6", "PlantDrawn30"]  # fmt: skip


# ---- commands of other phases ----


@pytest.mark.rule("PG-GEN-02", "PG-GEN-01")
def test_commands_of_another_phase_are_refused_before_anything_else_is_looked_at():
    game = auction()
    assert game.refusal(BuyResources(2, {"gas": 99})) == Refusal("WRONG_PHASE", phase="auction", needed="resources")
    assert game.refusal(BuyResources(2, {})) == Refusal("MALFORMED_COMMAND", command="BuyResources")
    assert game.refusal(NominatePlant(3, 3, 3)) == Refusal("UNKNOWN_PLAYER", player=3), "three players are seats 0 to 2"
    assert game.refusal(NominatePlant(-1, 3, 3)) == Refusal("UNKNOWN_PLAYER", player=-1)
    building = position(russia(3), BUILDING)
    for command in (NominatePlant(0, 3, 3), PassNomination(0), PlaceBid(0, 3), PassBid(0), ScrapPlant(0, 3)):
        assert building.refusal(command) == Refusal("WRONG_PHASE", phase="building", needed="auction")
