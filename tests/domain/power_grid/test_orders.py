"""An item of a standing order of Power Grid answers the options of its phase."""

import pytest

from domain.kernel.ids import Seat
from domain.kernel.orders import Give, ItemContext, Stop
from domain.power_grid.fuel import Storage
from domain.power_grid.messages import BuyResources
from domain.power_grid.options import BuyResourcesOption
from domain.power_grid.orders import BuyFuel

ME = Seat(1)


def answer(item, tokens_max=None, **prices):
    option = BuyResourcesOption(ME, prices, 50, dict.fromkeys(prices, 0), Storage(any=9), tokens_max)
    return item.answer(ItemContext(None, (option,), ME, 0))


@pytest.mark.rule("TB-ORD-03")
def test_buy_fuel_takes_as_many_tokens_as_are_cheap_enough():
    assert answer(BuyFuel("coal", 3, 4), coal=(3, 4, 5)) == Give(BuyResources(ME, {"coal": 2}), 2)
    assert answer(BuyFuel("coal", 3, 9), coal=(3, 4, 5, 6)) == Give(BuyResources(ME, {"coal": 3}), 3)
    assert answer(BuyFuel("coal", 3, 9), tokens_max=1, coal=(3, 4, 5)) == Give(BuyResources(ME, {"coal": 1}), 1)


@pytest.mark.rule("TB-ORD-03")
def test_buy_fuel_reports_the_price_of_the_cheapest_token_or_that_none_is_sold():
    assert answer(BuyFuel("coal", 3, 4), coal=(5, 6)) == Stop("PRICE_ABOVE", {"price": 5, "most": 4})
    assert answer(BuyFuel("oil", 3, 4), coal=(5, 6)) == Stop("NOT_FOR_SALE", {"resource": "oil"})
