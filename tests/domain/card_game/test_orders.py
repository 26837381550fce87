"""Standing orders of the card game: an item gives an option of its phase, or reports why it cannot."""

import pytest

from domain.card_game.options import BuyingEnd, ResourcePurchase
from domain.card_game.orders import BuyFuel
from domain.kernel.ids import Seat
from domain.kernel.orders import SOMETHING_ELSE, Give, ItemContext, Stop

ME = Seat(1)


def card(name, price, units, fuel="coal"):
    return ResourcePurchase(ME, name, fuel, 1, price, units, units)


def answer(item, *options):
    return item.answer(ItemContext(None, options, ME, 0))


OIL = card("oil-1", 1, 9, "oil")


@pytest.mark.rule("TB-ORD-03")
@pytest.mark.parametrize(
    ("cards", "bought"),
    [
        ((card("dear", 4, 9), card("cheap", 3, 1)), "cheap"),
        ((card("few", 3, 1), card("many", 3, 2)), "many"),
        ((card("b", 3, 2), card("a", 3, 2)), "a"),
    ],
)
def test_buy_fuel_takes_the_cheapest_card_of_its_fuel_and_of_equals_the_one_with_most_units(cards, bought):
    chosen = next(each for each in cards if each.card == bought)
    assert answer(BuyFuel("coal", 1, 5), OIL, *cards, BuyingEnd(ME)) == Give(chosen.nth(0))


@pytest.mark.rule("TB-ORD-03")
def test_buy_fuel_stops_where_its_fuel_is_not_sold_or_too_dear():
    assert answer(BuyFuel("coal", 1, 5), OIL, BuyingEnd(ME)) == Stop("NOT_FOR_SALE", {"resource": "coal"})
    assert answer(BuyFuel("coal", 1, 5), OIL, card("c", 6, 2)) == Stop("PRICE_ABOVE", {"price": 6, "most": 5})
    assert answer(BuyFuel("coal", 1, 6), OIL, card("c", 6, 2)) == Give(card("c", 6, 2).nth(0))
    assert answer(BuyFuel("coal", 1, 5)) == SOMETHING_ELSE


@pytest.mark.rule("TB-ORD-03")
def test_an_order_for_fuel_names_a_fuel_of_the_game_and_at_least_one_card():
    assert BuyFuel("coal", 1, 5).problem() == ""
    assert BuyFuel("coal", 0, 5).problem() == "at least one card"
    assert "uranium" in BuyFuel("garbage", 1, 5).problem()
