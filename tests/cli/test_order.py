"""A typed standing order, as the message that is sent."""

import pytest

from services.cli.player.order import WrongItem, item, typed
from turnledger.v1 import card_game_pb2, colony61_pb2, games_pb2, power_grid_pb2

Grid, Cards, Colony = power_grid_pb2.PowerGridOrder, card_game_pb2.CardGameOrder, colony61_pb2.Colony61Order


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("bid_up_to plant=20 most=34 then_pass", Grid(bid_up_to=Grid.BidUpTo(plant="20", most=34, then_pass=True))),
        ("bid_up_to plant=20 most=34 then_pass=false", Grid(bid_up_to=Grid.BidUpTo(plant="20", most=34))),
        ("pass_auctions", Grid(pass_auctions=Grid.PassAuctions())),
        ("buy_fuel fuel=coal tokens=2 price_most=3", Grid(buy_fuel=Grid.BuyFuel(fuel="coal", tokens=2, price_most=3))),
        ("finish", Grid(finish=Grid.Finish())),
    ],
)
def test_an_item_is_its_name_and_its_fields(text, wanted):
    assert item("power_grid", text) == games_pb2.Order(power_grid=wanted)
    assert item("power_grid", typed(item("power_grid", text))) == item("power_grid", text)


def test_lists_have_commas_and_games_have_items_of_their_own():
    swap = Colony(swap_these=Colony.SwapThese(cards=["a", "b"]))
    assert item("colony61", "swap_these cards=a,b") == games_pb2.Order(colony61=swap)
    most = Cards(run_most=Cards.RunMost())
    assert item("card_game", "run_most") == games_pb2.Order(card_game=most)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tea", "tea: no item of this game; there are bid_up_to, pass_auctions"),
        ("finish cups=2", "cups: finish has no fields"),
        ("bid_up_to plant=20 most=many", "many"),
    ],
)
def test_what_is_no_item_is_said_so(text, says):
    with pytest.raises(WrongItem) as wrong:
        item("power_grid", text)
    assert says in str(wrong.value)
