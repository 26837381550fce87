"""The expert of the card game chooses the commands that it tries: at an auction, and where fuel is sold."""

from domain.card_game.expert import CARDS_TRIED, at_auction, fuel
from domain.card_game.messages import (
    BuyResourceCard,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    ScrapPlant,
)
from domain.card_game.options import BidPass, Bids, BuyingEnd, Demolition, NominationPass, Nominations, ResourcePurchase
from domain.kernel.ids import Seat

ME = Seat(1)
OVER = BuyingEnd(ME)


def sold(card, price, kept):
    return ResourcePurchase(ME, card, "coal", 1, price, kept + 1, kept)


def test_at_an_auction_it_tries_each_plant_at_its_lowest_bid_and_passing():
    opening = (Nominations(ME, "P03", 3, 3, 20), Nominations(ME, "P05", 5, 5, 20), NominationPass(ME), OVER)
    assert list(at_auction(opening)) == [
        NominatePlant(ME, "P03", 3),
        NominatePlant(ME, "P05", 5),
        PassNomination(ME),
    ]
    assert list(at_auction((Bids(ME, "P03", 4, 20), BidPass(ME, "P03")))) == [PlaceBid(ME, 4), PassBid(ME)]
    assert list(at_auction((Demolition(ME, "P03", 3, ({"coal": 1}, {"coal": 2})),))) == [
        ScrapPlant(ME, "P03", {"coal": 1})
    ]


def test_fuel_is_tried_from_the_cheapest_units_on_and_so_is_buying_none():
    cards = [sold(f"R{units}", 6, units) for units in range(1, CARDS_TRIED + 2)]
    dearest = cards[0]
    tried = list(fuel((*cards, OVER)))
    assert tried == [*(BuyResourceCard(ME, each.card) for each in reversed(cards[1:])), FinishBuying(ME)]
    assert BuyResourceCard(ME, dearest.card) not in tried
