"""Standing orders of Colony-61: each item gives an option of its step, or says why it cannot."""

import pytest

from domain.colony61.messages import ChooseSwap, LayCards
from domain.colony61.options import LayOption, SwapOption
from domain.colony61.orders import LayThese, SwapThese
from domain.kernel.ids import Seat
from domain.kernel.orders import SOMETHING_ELSE, Give, ItemContext, Stop

ME = Seat(1)
SWAP = SwapOption(ME, 3, ("greenhouse-1", "mine-1", "mine-2"), 2)
LAY = LayOption(ME, 3, (("greenhouse-1",), ("greenhouse-1", "mine-1")))


def answer(item, *options):
    return item.answer(ItemContext(None, options, ME, 0))


@pytest.mark.rule("TB-ORD-03")
@pytest.mark.parametrize(
    ("cards", "given"),
    [
        ((), ()),
        (("mine-2",), ("mine-2",)),
        (("mine-1", "greenhouse-1"), ("greenhouse-1", "mine-1")),
    ],
)
def test_swap_these_gives_up_cards_of_the_hand_in_sorted_order(cards, given):
    assert answer(SwapThese(cards), LAY, SWAP) == Give(ChooseSwap(ME, 3, given))


@pytest.mark.rule("TB-ORD-03")
@pytest.mark.parametrize(
    "cards", [("mine-1", "mine-1"), ("greenhouse-1", "mine-1", "mine-2"), ("mine-1", "warehouse-1")]
)
def test_swap_these_stops_for_a_repeated_card_too_many_cards_and_a_card_of_another(cards):
    assert answer(SwapThese(cards), SWAP) == Stop("CARDS_NOT_PLAYABLE", {"cards": tuple(sorted(cards))})


@pytest.mark.rule("TB-ORD-03")
def test_lay_these_gives_a_listed_set_and_stops_for_any_other():
    assert answer(LayThese(("mine-1", "greenhouse-1")), LAY) == Give(LayCards(ME, 3, ("greenhouse-1", "mine-1")))
    assert answer(LayThese(("mine-1",)), LAY) == Stop("CARDS_NOT_PLAYABLE", {"cards": ("mine-1",)})


@pytest.mark.rule("TB-ORD-03")
def test_an_item_of_another_step_says_that_something_else_is_asked():
    assert answer(SwapThese(()), LAY) == answer(LayThese(("mine-1",)), SWAP) == SOMETHING_ELSE
