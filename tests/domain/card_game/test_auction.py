"""Phase 1 (CG-AUC), demolitions (CG-PLT-07, -08) and the first-round redo of the row (CG-ORD-02)."""

import pytest

from domain.card_game.figures import LAST
from domain.card_game.messages import (
    BidPassed,
    BidPlaced,
    BuyResourceCard,
    DeckShuffled,
    DiscountPlaced,
    DiscountRemoved,
    FinishBuying,
    LastRoundCardDrawn,
    LastRoundCardRemoved,
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
    ResourceCardsChanged,
    ScrapPlant,
    TurnOrderDetermined,
)
from domain.card_game.options import NominationPass
from domain.card_game.state import BUREAUCRACY, RESOURCES
from tests.domain.card_game.tables import standing
from tests.kit import Refusal

# Their numbers: P14 9, P15 10, P16 11, P18 12, P19 13, P20 14, P21 15, P22 16, and on the deck P25 17, P27 18.
MARKET = ("P14", "P15", "P16", "P18", "P19", "P20", "P21", "P22")
DECK = ("P25", "P27", "P29", "P30")


def auctions(players=3, **position):
    return standing(players, **{"market": MARKET, "deck": DECK, **position})


def bought(game, seat, card, bid):
    """The seat nominates and all others pass."""
    game.when(NominatePlant(seat, card, bid))
    while game.state.auction.lot:
        game.when(PassBid(game.to_act[0]))
    return game


@pytest.mark.rule("CG-AUC-01")
def test_who_has_bought_gets_no_second_plant_this_round():
    game = bought(auctions(), 0, "P15", 10)
    assert game.refusal(NominatePlant(0, "P16", 11)) == "ALREADY_BOUGHT_THIS_ROUND"
    assert game.refusal(PassNomination(0)) == "ALREADY_BOUGHT_THIS_ROUND"
    game.when(NominatePlant(1, "P16", 11))
    assert game.refusal(PlaceBid(0, 12)) == "ALREADY_BOUGHT_THIS_ROUND"
    assert game.refusal(PassBid(0)) == "ALREADY_BOUGHT_THIS_ROUND"
    assert game.state.auction.lot.bidders == (2, 1)


@pytest.mark.rule("CG-AUC-02")
def test_the_token_makes_the_cheapest_plant_cost_one_elektro_at_least():
    game = auctions()
    assert game.refusal(NominatePlant(0, "P15", 9)) == Refusal("BID_BELOW_MINIMUM", bid=9, minimum=10)
    assert game.when(NominatePlant(0, "P14", 1)) == [PlantNominated(0, "P14", 9, 1)]


@pytest.mark.rule("CG-AUC-02", "DEC-CG-19")
def test_the_token_is_put_down_at_the_start_of_every_phase_1_the_last_round_included():
    game = standing(3, phase=BUREAUCRACY, market=MARKET[:7], last="OUT", deck=DECK)
    for seat in (0, 1, 2):
        game.when(game.rules.default(game.state, seat))
    assert game.events_of(DiscountPlaced)[0].card == game.state.plants.offer[0]
    assert game.state.last_round
    for _ in range(3):
        game.when(PassNomination(game.to_act[0]))
    assert [event.cause for event in game.events_of(PlantRemoved)] == ["DISCOUNT_UNSOLD"]


@pytest.mark.rule("CG-AUC-03")
def test_the_first_of_the_row_without_plant_and_without_pass_nominates():
    game = auctions(row=(2, 0, 1))
    assert game.to_act == (2,)
    assert game.refusal(NominatePlant(0, "P15", 10)) == Refusal("NOT_YOUR_TURN", to_act=2)
    game.when(PassNomination(2))
    assert game.to_act == (0,)
    assert game.refusal(PassNomination(2)) == "OUT_OF_AUCTIONS_THIS_ROUND"
    game.when(NominatePlant(0, "P15", 10))
    assert game.refusal(NominatePlant(1, "P16", 11)) == Refusal("AUCTION_IN_PROGRESS", card="P15")
    assert game.refusal(PassNomination(1)) == Refusal("AUCTION_IN_PROGRESS", card="P15")


@pytest.mark.rule("CG-AUC-04", "CG-GEN-03")
@pytest.mark.parametrize(
    ("card", "bid", "said"),
    [
        ("P30", 20, Refusal("PLANT_NOT_IN_MARKET", card="P30")),
        ("P99", 20, Refusal("PLANT_NOT_IN_MARKET", card="P99")),
        (LAST, 20, Refusal("PLANT_NOT_IN_MARKET", card=LAST)),
        ("P19", 13, Refusal("PLANT_NOT_IN_CURRENT_OFFER", card="P19", offer=MARKET[:4])),
        ("P16", 10, Refusal("BID_BELOW_MINIMUM", bid=10, minimum=11)),
        ("P16", 51, Refusal("BID_EXCEEDS_CASH", bid=51, cash=50)),
    ],
)
def test_a_nomination_names_a_plant_of_the_offer_and_a_bid_between_its_number_and_the_cash(card, bid, said):
    assert auctions().refusal(NominatePlant(0, card, bid)) == said


@pytest.mark.rule("CG-AUC-04")
def test_the_last_round_card_is_not_for_sale():
    game = auctions(market=MARKET[:7], last="MARKET")
    assert game.state.plants.outlook[-1] == LAST
    assert game.refusal(NominatePlant(0, LAST, 20)) == "LAST_ROUND_CARD_NOT_FOR_SALE"


@pytest.mark.rule("CG-AUC-04", "CG-END-01")
def test_in_the_last_round_every_plant_of_the_market_is_offer():
    game = auctions(market=MARKET[:6], last="OUT", last_round=True)
    assert game.when(NominatePlant(0, "P20", 14)) == [PlantNominated(0, "P20", 14, 14)]


@pytest.mark.rule("CG-AUC-05", "CG-ORD-01")
def test_bidding_goes_clockwise_from_the_nominator_whatever_the_row():
    game = auctions(players=4, row=(1, 3, 0, 2))
    game.when(NominatePlant(1, "P15", 10))
    assert game.to_act == (2,)
    assert game.when(PlaceBid(2, 11)) == [BidPlaced(2, "P15", 11)]
    assert game.to_act == (3,)
    assert game.when(PassBid(3)) == [BidPassed(3, "P15")]
    game.when(PlaceBid(0, 12), PlaceBid(1, 13))
    assert game.to_act == (2,)


@pytest.mark.rule("CG-AUC-05")
def test_bids_are_refused_for_a_reason():
    game = auctions(players=4)
    assert game.refusal(PlaceBid(0, 9)) == "NO_AUCTION_OPEN"
    assert game.refusal(PassBid(0)) == "NO_AUCTION_OPEN"
    game.when(PassNomination(0), NominatePlant(1, "P15", 10))
    assert game.refusal(PlaceBid(0, 11)) == "OUT_OF_AUCTIONS_THIS_ROUND"
    assert game.refusal(PassBid(1)) == Refusal("HIGH_BIDDER_CANNOT_PASS", bid=10)
    assert game.refusal(PlaceBid(1, 11)) == Refusal("NOT_YOUR_TURN", to_act=2)
    assert game.refusal(PlaceBid(2, 10)) == Refusal("BID_NOT_HIGHER", bid=10, standing=10)
    assert game.refusal(PlaceBid(2, 51)) == Refusal("BID_EXCEEDS_CASH", bid=51, cash=50)
    assert game.refusal(PassBid(3)) == Refusal("NOT_YOUR_TURN", to_act=2)
    game.when(PassBid(2))
    assert game.refusal(PlaceBid(2, 11)) == Refusal("ALREADY_PASSED_AUCTION", card="P15")
    assert game.refusal(PassBid(2)) == Refusal("ALREADY_PASSED_AUCTION", card="P15")


@pytest.mark.rule("CG-AUC-05", "DEC-CG-10")
def test_nobody_passes_without_a_command_even_without_money():
    game = auctions(cash={1: 0})
    game.when(NominatePlant(0, "P15", 10))
    assert game.to_act == (1,)
    assert [option.count() for option in game.rules.options(game.state, 1)] == [1]
    assert game.when(PassBid(1)) == [BidPassed(1, "P15")]


@pytest.mark.rule("CG-AUC-06", "CG-GEN-03")
def test_the_winner_pays_the_last_bid_and_takes_the_plant():
    game = auctions()
    game.when(NominatePlant(0, "P15", 10), PlaceBid(1, 17), PassBid(2))
    first, second = game.when(PassBid(0))[:2]
    assert first == BidPassed(0, "P15")
    assert second == PlantBought(
        player=1,
        card="P15",
        number=10,
        price=17,
        cash_after=33,
        scrap_required=False,
        offer=("P14", "P16", "P18", "P19"),
        outlook=("P20", "P21", "P22"),
    )
    assert (game.state.players[1].cash, game.state.players[1].plants) == (33, ("P15",))


@pytest.mark.rule("CG-AUC-07")
def test_after_a_won_auction_the_next_of_the_row_nominates():
    assert bought(auctions(row=(0, 2, 1)), 0, "P15", 10).to_act == (2,)


@pytest.mark.rule("CG-AUC-07")
def test_a_nominator_who_loses_the_plant_chooses_again():
    game = auctions(row=(0, 2, 1))
    game.when(NominatePlant(0, "P15", 10), PlaceBid(1, 11), PassBid(2), PassBid(0))
    assert game.state.auction.bought == (1,)
    assert game.to_act == (0,)


@pytest.mark.rule("CG-AUC-08")
def test_who_passes_the_nomination_is_out_of_all_auctions_of_the_phase():
    game = auctions()
    assert game.when(PassNomination(0)) == [NominationPassed(0)]
    game.when(NominatePlant(1, "P15", 10))
    assert game.state.auction.lot.bidders == (2, 1)


@pytest.mark.rule("CG-AUC-09", "CG-AUC-08")
def test_in_the_first_round_everybody_must_buy():
    game = auctions(in_round=1, cash={0: 12, 1: 12, 2: 12})
    assert game.refusal(PassNomination(0)) == "MUST_BUY_IN_FIRST_ROUND"
    assert game.options(NominationPass) == []


@pytest.mark.rule("CG-AUC-09", "DEC-CG-01")
def test_who_cannot_pay_for_any_plant_of_the_offer_may_pass_even_in_the_first_round():
    game = auctions(in_round=1, cash={0: 12, 1: 9, 2: 10})
    bought(game, 0, "P14", 1)
    assert game.state.plants.offer == ("P15", "P16", "P18", "P19")
    assert game.refusal(NominatePlant(1, "P15", 10)) == Refusal("BID_EXCEEDS_CASH", bid=10, cash=9)
    assert game.when(PassNomination(1)) == [NominationPassed(1)]
    # 10 E pay for plant 10.
    assert game.refusal(PassNomination(2)) == "MUST_BUY_IN_FIRST_ROUND"


@pytest.mark.rule("CG-AUC-10", "EX-CG-18")
def test_the_last_player_wins_at_once_with_the_number():
    game = auctions()
    game.when(PassNomination(0), PassNomination(1))
    events = game.when(NominatePlant(2, "P16", 11))
    assert events[:2] == [
        PlantNominated(2, "P16", 11, 11),
        PlantBought(2, "P16", 11, 11, 39, False, ("P14", "P15", "P18", "P19"), ("P20", "P21", "P22")),
    ]


@pytest.mark.rule("CG-AUC-10", "DEC-CG-09")
def test_a_nominator_without_rivals_pays_what_was_bid():
    game = auctions()
    game.when(PassNomination(0), PassNomination(1), NominatePlant(2, "P16", 40))
    assert game.events_of(PlantBought)[0].price == 40
    assert game.state.players[2].cash == 10


@pytest.mark.rule("CG-AUC-11", "EX-CG-04")
def test_a_sold_plant_is_replaced_and_the_four_cheapest_are_the_offer():
    game = auctions(deck=("P17", "P27"))
    bought(game, 0, "P16", 11)
    # P17 also has number 12 and came later: right of P18.
    assert game.events_of(PlantDrawn) == [
        PlantDrawn("P17", 12, "SALE", True, ("P14", "P15", "P18", "P17"), ("P19", "P20", "P21", "P22"), 2, "LARGE")
    ]


@pytest.mark.rule("CG-AUC-12")
def test_a_sold_token_plant_leaves_no_discount_for_the_rest_of_the_round():
    game = bought(auctions(), 0, "P14", 1)
    assert game.events_of(DiscountRemoved) == [DiscountRemoved("P14", "SOLD")]
    assert game.state.plants.discount is None
    assert game.refusal(NominatePlant(1, "P15", 9)) == Refusal("BID_BELOW_MINIMUM", bid=9, minimum=10)


@pytest.mark.rule("CG-AUC-13", "EX-CG-05")
def test_a_card_cheaper_than_the_token_plant_leaves_with_the_token_and_another_is_drawn():
    game = bought(auctions(deck=("P01", "P25")), 0, "P16", 11)
    rows = (("P14", "P15", "P18", "P19"), ("P20", "P21", "P22"))
    assert game.events[2:] == [
        PlantDrawn("P01", 3, "SALE", False, *rows, 2, "LARGE"),
        PlantRemoved("P01", "BELOW_DISCOUNT", *rows),
        DiscountRemoved("P14", "LOWER_CARD"),
        PlantDrawn("P25", 17, "LOWER_CARD", True, rows[0], ("P20", "P21", "P22", "P25"), 1, "LAST_ROUND"),
    ]
    assert "P01" in game.state.plants.out


@pytest.mark.rule("CG-AUC-13")
def test_the_second_card_is_placed_whatever_its_number_and_it_happens_once_a_round():
    game = bought(auctions(deck=("P01", "P02", "P03")), 0, "P16", 11)
    assert game.state.plants.offer == ("P02", "P14", "P15", "P18")
    bought(game, 1, "P15", 10)
    assert [event.placed for event in game.events_of(PlantDrawn)] == [True]
    assert game.state.plants.offer == ("P02", "P03", "P14", "P18")


@pytest.mark.rule("CG-AUC-13")
def test_an_equal_number_does_not_touch_the_token():
    game = bought(auctions(deck=("P13",)), 0, "P16", 11)
    # P13 and P14 both have number 9.
    assert game.state.plants.offer[:2] == ("P14", "P13")
    assert game.state.plants.discount == "P14"


@pytest.mark.rule("CG-AUC-13", "CG-AUC-15")
def test_the_second_card_may_be_the_last_round_card():
    game = bought(auctions(deck=("P01",)), 0, "P16", 11)
    assert [type(event) for event in game.events[2:]] == [
        PlantDrawn,
        PlantRemoved,
        DiscountRemoved,
        LastRoundCardDrawn,
        DeckShuffled,
    ]


@pytest.mark.rule("CG-AUC-14")
def test_an_unsold_token_plant_leaves_at_the_end_of_the_phase_and_is_replaced():
    game = auctions()
    game.when(PassNomination(0), PassNomination(1))
    rows = (("P15", "P16", "P18", "P19"), ("P20", "P21", "P22"))
    assert game.when(PassNomination(2)) == [
        NominationPassed(2),
        DiscountRemoved("P14", "UNSOLD"),
        PlantRemoved("P14", "DISCOUNT_UNSOLD", *rows),
        PlantDrawn("P25", 17, "DISCOUNT_UNSOLD", True, rows[0], ("P20", "P21", "P22", "P25"), 4, "LARGE"),
        PhaseBegan(RESOURCES),
    ]


@pytest.mark.rule("CG-AUC-14", "DEC-CG-04")
def test_nothing_is_removed_when_the_token_left_earlier():
    game = bought(auctions(), 0, "P14", 1)
    game.when(PassNomination(1), PassNomination(2))
    assert game.events_of(PlantRemoved) == []
    assert game.events[-1] == PhaseBegan(RESOURCES)


@pytest.mark.rule("CG-AUC-15", "EX-CG-06")
def test_the_last_round_card_waits_in_the_outlook_and_leaves_with_the_cheapest_plant():
    game = bought(auctions(deck=(), under=("P25", "P27")), 0, "P14", 1)
    rows = (("P15", "P16", "P18", "P19"), ("P20", "P21", "P22", LAST))
    drawn, shuffled = game.events[-2:]
    assert drawn == LastRoundCardDrawn("AUCTION", *rows, 2)
    assert (shuffled.deck_left, sorted(shuffled.order)) == (2, ["P25", "P27"])
    game.when(PassNomination(1), PassNomination(2))
    seven = ("P15", "P16", "P18", "P19", "P20", "P21", "P22")
    assert game.events[1:] == [
        LastRoundCardRemoved(seven, ()),
        PlantRemoved("P15", "LAST_ROUND", seven[1:], ()),
        PhaseBegan(RESOURCES),
    ]
    assert (game.state.plants.offer, game.state.plants.outlook) == (seven[1:], ())
    # Phases 2 and 3 of this round are still played.
    assert not game.state.last_round


@pytest.mark.rule("CG-AUC-15")
def test_the_auction_goes_on_beside_the_last_round_card():
    game = bought(auctions(deck=(), under=("P25", "P27")), 0, "P14", 1)
    bought(game, 1, "P15", 10)
    drawn = game.events_of(PlantDrawn)[0]
    assert drawn.card in {"P25", "P27"}
    assert drawn.outlook == ("P21", "P22", drawn.card, LAST)


@pytest.mark.rule("CG-AUC-15", "CG-AUC-14")
def test_a_last_round_card_drawn_for_the_unsold_token_plant_leaves_at_once():
    game = auctions(deck=())
    game.when(PassNomination(0), PassNomination(1))
    assert [type(event) for event in game.when(PassNomination(2))] == [
        NominationPassed,
        DiscountRemoved,
        PlantRemoved,
        LastRoundCardDrawn,
        DeckShuffled,
        LastRoundCardRemoved,
        PlantRemoved,
        PhaseBegan,
    ]
    assert game.state.plants.offer == ("P16", "P18", "P19", "P20", "P21", "P22")


@pytest.mark.rule("CG-AUC-16")
def test_the_phase_ends_in_order_token_plant_last_round_card_renovation_row():
    game = auctions(
        renovation="on",
        in_round=1,
        market=MARKET[:7],
        last="MARKET",
        deck=("P25",),
        plants={0: ("P01", "P02", "P03")},
    )
    game.when(NominatePlant(0, "P16", 11), PassBid(1), PassBid(2), ScrapPlant(0, "P01"))
    bought(game, 1, "P15", 10)
    game.when(NominatePlant(2, "P18", 12))
    kinds = [type(event).__name__ for event in game.events]
    assert kinds[-7:] == [
        "DiscountRemoved",
        "PlantRemoved",
        "LastRoundCardRemoved",
        "PlantRemoved",
        "RenovationCardRemoved",
        "TurnOrderDetermined",
        "PhaseBegan",
    ]


@pytest.mark.rule("CG-AUC-17")
def test_the_phase_ends_when_no_plant_is_left():
    game = standing(3, market=("P14",), last="OUT", deck=(), last_round=True)
    bought(game, 0, "P14", 1)
    assert game.events[-2:] == [PhaseSkipped("NO_PLANTS"), PhaseBegan(RESOURCES)]
    assert game.state.auction.passed == ()


@pytest.mark.rule("CG-AUC-17")
def test_no_phase_is_skipped_when_the_last_plant_goes_to_the_last_player():
    game = standing(3, market=("P14",), last="OUT", deck=(), last_round=True)
    game.when(PassNomination(0), PassNomination(1), NominatePlant(2, "P14", 1))
    assert game.events_of(PhaseSkipped) == []


@pytest.mark.rule("CG-AUC-18", "DEC-CG-25")
def test_an_empty_deck_gives_no_card_but_sales_and_removals_happen():
    game = auctions(market=MARKET[:7], last="MARKET", deck=())
    bought(game, 0, "P15", 10)
    assert game.events_of(PlantDrawn) == []
    assert game.state.plants.offer == ("P14", "P16", "P18", "P19")
    game.when(PassNomination(1), PassNomination(2))
    assert [event.card for event in game.events_of(PlantRemoved)] == ["P14", "P16"]
    assert game.state.plants.offer == ("P18", "P19", "P20", "P21")


@pytest.mark.rule("CG-ORD-01")
def test_nominations_go_forward_and_purchases_of_resources_in_reverse():
    game = auctions(row=(2, 0, 1))
    for seat in (2, 0, 1):
        assert game.to_act == (seat,)
        game.when(PassNomination(seat))
    for seat in (1, 0, 2):
        assert game.to_act == (seat,)
        game.when(FinishBuying(seat))
    for seat in (2, 0, 1):
        assert game.to_act == (seat,)
        game.when(game.rules.default(game.state, seat))


@pytest.mark.rule("CG-ORD-02")
def test_after_the_first_auctions_the_dearer_plant_goes_first():
    game = auctions(in_round=1)
    bought(bought(game, 0, "P14", 9), 1, "P18", 12)
    game.when(NominatePlant(2, "P15", 10))
    assert [(event.order, event.reason) for event in game.events_of(TurnOrderDetermined)] == [
        ((1, 2, 0), "FIRST_ROUND_REDO")
    ]
    keys = game.events_of(TurnOrderDetermined)[0].keys
    assert [(key.player, key.income, key.best_plant) for key in keys] == [(1, None, 12), (2, None, 10), (0, None, 9)]


@pytest.mark.rule("CG-ORD-02", "DEC-CG-08")
@pytest.mark.parametrize(
    ("market", "row_after"),
    [
        # Numbers 3, 3, 6, 7: two swap. 5, 5, 5, 6: the outer two swap, the middle one stays. 6, 6, 4, 4: both pairs.
        (("P01", "P02", "P08", "P10"), (3, 2, 1, 0)),
        (("P05", "P06", "P07", "P08"), (3, 2, 1, 0)),
        (("P08", "P09", "P03", "P04"), (1, 0, 3, 2)),
    ],
)
def test_equal_numbers_take_the_reverse_of_the_present_order(market, row_after):
    rest = ("P26", "P27", "P28", "P29")
    bids = sorted(market, key=market.index)
    game = standing(4, in_round=1, market=(*market, *rest), deck=("P30", "P31", "P32", "P33"))
    for seat, card in enumerate(bids):
        bought(game, seat, card, game.rules.rules.cards.number[card])
    assert game.state.row == row_after


@pytest.mark.rule("CG-ORD-02")
def test_later_rounds_keep_the_row():
    game = auctions(in_round=2)
    for seat in (0, 1, 2):
        game.when(PassNomination(seat))
    assert game.events_of(TurnOrderDetermined) == []


@pytest.mark.rule("CG-ORD-03", "CG-ORD-02", "DEC-CG-01")
def test_a_player_without_plants_has_best_number_0():
    game = auctions(in_round=1, cash={0: 12, 1: 0, 2: 12})
    bought(game, 0, "P14", 1)
    game.when(PassNomination(1), NominatePlant(2, "P15", 10))
    assert game.state.row == (2, 0, 1)


# Demolitions


THREE = {0: ("P01", "P02", "P03")}  # gas 2, coal 2, oil 1


@pytest.mark.rule("CG-PLT-07", "DEC-CG-11")
def test_a_fourth_plant_forces_a_demolition_before_anything_else():
    game = bought(auctions(plants=THREE), 0, "P16", 11)
    assert game.events[-1] == PlantBought(
        0, "P16", 11, 11, 39, True, ("P14", "P15", "P18", "P19"), ("P20", "P21", "P22")
    )
    assert game.to_act == (0,)
    events = game.when(ScrapPlant(0, "P02"))
    assert [type(event) for event in events] == [PlantScrapped, PlantDrawn]
    assert game.state.players[0].plants == ("P01", "P03", "P16")
    assert "P02" in game.state.plants.out


@pytest.mark.rule("CG-PLT-07", "DEC-CG-32")
def test_while_a_demolition_is_pending_only_its_owner_may_decide_it():
    game = auctions(plants=THREE)
    assert game.refusal(ScrapPlant(0, "P01")) == "NO_SCRAP_PENDING"
    bought(game, 0, "P16", 11)
    for command in (
        ScrapPlant(1, "P01"),
        NominatePlant(1, "P15", 10),
        PassNomination(1),
        PlaceBid(1, 20),
        PassBid(1),
        NominatePlant(0, "P15", 10),
    ):
        assert game.refusal(command) == Refusal("DECISION_PENDING", player=0)
    assert game.refusal(BuyResourceCard(1, "R01")) == Refusal("WRONG_PHASE", phase="AUCTION", expected="RESOURCES")
    assert game.refusal(ScrapPlant(0, "P05")) == Refusal("PLANT_NOT_OWNED", card="P05")
    assert game.refusal(ScrapPlant(0, "P16")) == Refusal("CANNOT_SCRAP_NEW_PLANT", card="P16")
    assert standing(3, phase=RESOURCES).refusal(ScrapPlant(0, "P01")) == Refusal(
        "WRONG_PHASE", phase="RESOURCES", expected="AUCTION"
    )


@pytest.mark.rule("CG-PLT-08")
def test_fuel_that_no_plant_holds_any_more_is_discarded():
    # P02 burns coal: its 4 units go. R02 shows 2 of 2, R05 2 of 3; S1 is a leftover card.
    stock = {0: {"R02": 1, "R05": 2, "S1": 1, "R11": 2}}
    game = bought(auctions(plants=THREE, stock=stock), 0, "P16", 11)
    events = game.when(ScrapPlant(0, "P02"))
    assert events[:2] == [
        PlantScrapped(0, "P02", {"coal": 4}),
        ResourceCardsChanged(0, (), ("R02", "R05"), ("S1",)),
    ]
    assert [card.card for card in game.state.players[0].stock] == ["R11"]
    assert "S1" in game.state.fuel.leftovers
    assert game.state.fuel.columns[0] == ()


@pytest.mark.rule("CG-PLT-08")
def test_fuel_stays_as_far_as_the_remaining_plants_and_the_new_one_hold_it():
    # 5 coal: P18 (coal 3) is new and holds 6.
    game = bought(auctions(plants=THREE, stock={0: {"R05": 3, "R02": 1}}), 0, "P18", 12)
    assert game.when(ScrapPlant(0, "P02"))[0] == PlantScrapped(0, "P02", {})
    assert game.events_of(ResourceCardsChanged) == []


@pytest.mark.rule("CG-PLT-08", "CG-PLT-06")
def test_a_card_partly_in_excess_is_turned_down_to_what_is_kept():
    # Coal 3 + 1; without P02, P04 holds 2. Fewest units first: R01 goes, R05 then shows 2.
    game = bought(auctions(plants={0: ("P01", "P02", "P04")}, stock={0: {"R05": 3, "R01": 1}}), 0, "P16", 11)
    events = game.when(ScrapPlant(0, "P02"))
    assert events[0].fuel_discarded == {"coal": 2}
    assert events[1].discarded == ("R01",)
    assert [(card.card, card.units_left) for card in events[1].cards] == [("R05", 2)]


HYBRIDS = {0: ("P11", "P02", "P34")}  # hybrid 3 and hybrid 2: room for 10 units of gas and oil
GAS_AND_OIL = {0: {"R14": 3, "R15": 2, "R21": 3}}  # 5 gas, 3 oil


@pytest.mark.rule("CG-PLT-08", "DEC-CG-12")
def test_where_gas_and_oil_compete_the_owner_chooses_a_smallest_discard():
    game = bought(auctions(plants=HYBRIDS, stock=GAS_AND_OIL), 0, "P16", 11)
    # P34 stays and holds 4: 4 of the 8 units go.
    assert game.refusal(ScrapPlant(0, "P11")) == Refusal(
        "FUEL_CHOICE_REQUIRED", ways=({"gas": 1, "oil": 3}, {"gas": 2, "oil": 2}, {"gas": 3, "oil": 1}, {"gas": 4})
    )
    assert game.refusal(ScrapPlant(0, "P11", {"gas": 3, "oil": 2})) == Refusal(
        "FUEL_DISCARD_NOT_MINIMAL",
        discarded={"gas": 3, "oil": 2},
        ways=({"gas": 1, "oil": 3}, {"gas": 2, "oil": 2}, {"gas": 3, "oil": 1}, {"gas": 4}),
    )
    events = game.when(ScrapPlant(0, "P11", {"gas": 2, "oil": 2}))
    assert events[0] == PlantScrapped(0, "P11", {"gas": 2, "oil": 2})
    kept = {card.card: card.units_left for card in game.state.players[0].stock}
    assert kept == {"R14": 3, "R21": 1}


@pytest.mark.rule("CG-PLT-08", "DEC-CG-12")
def test_every_smallest_discard_is_an_option_and_no_other():
    game = bought(auctions(plants=HYBRIDS, stock=GAS_AND_OIL), 0, "P16", 11)
    offered = {option.card: option.discards for option in game.rules.options(game.state, 0)}
    assert offered["P02"] == ({},)
    # 5 gas and 3 oil: all of one may stay, never more than 4.
    assert offered["P11"] == (
        {"gas": 1, "oil": 3},
        {"gas": 2, "oil": 2},
        {"gas": 3, "oil": 1},
        {"gas": 4},
    )


@pytest.mark.rule("DEC-CG-31")
@pytest.mark.parametrize(
    ("discarded", "code"),
    [
        ({"gas": 5}, "FUEL_DISCARD_NOT_MINIMAL"),
        ({"gas": 3}, "FUEL_EXCEEDS_STORAGE"),
        ({"coal": 4}, "FUEL_EXCEEDS_STORAGE"),
        ({"oil": 4}, "FUEL_EXCEEDS_STORAGE"),
    ],
)
def test_a_wrong_discard_is_refused_by_its_fault(discarded, code):
    game = bought(auctions(plants=HYBRIDS, stock=GAS_AND_OIL), 0, "P16", 11)
    ways = ({"gas": 1, "oil": 3}, {"gas": 2, "oil": 2}, {"gas": 3, "oil": 1}, {"gas": 4})
    assert game.refusal(ScrapPlant(0, "P11", discarded)) == Refusal(code, discarded=discarded, ways=ways)


@pytest.mark.rule("DEC-CG-33", "CG-GEN-02")
@pytest.mark.parametrize("figure", [0, -1])
def test_a_bid_or_discard_of_zero_or_below_is_malformed(figure):
    game = auctions(plants=THREE)
    for command in (NominatePlant(0, "P14", figure), PlaceBid(0, figure), ScrapPlant(0, "P01", {"coal": figure})):
        assert game.refusal(command) == Refusal("MALFORMED_COMMAND", count=figure)


@pytest.mark.rule("DEC-CG-05")
def test_the_unsold_token_plant_has_no_token_when_it_is_replaced():
    game = auctions(deck=("P01",))
    game.when(PassNomination(0), PassNomination(1), PassNomination(2))
    assert [event.placed for event in game.events_of(PlantDrawn)] == [True]
    assert game.state.plants.offer[0] == "P01"
