"""Standing orders of Colony-61: what a seat may want done while its player is away (TB-ORD-03).

A choice that an order makes is as secret as any other: the others see that it was made, and when.
"""

from typing import ClassVar

from domain.colony61.messages import ChooseSwap, EndConditionMet, LayCards
from domain.colony61.options import AcceptDefault, LayOption, StandingOption, SwapOption
from domain.colony61.steps import STEPS
from domain.kernel.orders import SOMETHING_ELSE, Answer, Give, Item, ItemContext, Orders, Reason, Stop

END_CONDITION_MET = "END_CONDITION_MET"


class TakeDefault(Item, frozen=True):
    """Takes what the server would choose."""

    phases: ClassVar = STEPS
    stops_for: ClassVar = (END_CONDITION_MET,)
    ends_turn: ClassVar = True

    def answer(self, asked: ItemContext) -> Answer:
        return asked.take(AcceptDefault)


class LayThese(Item, frozen=True):
    """Lays these cards of the hand."""

    phases: ClassVar = ("LAY",)
    stops_for: ClassVar = (END_CONDITION_MET,)
    ends_turn: ClassVar = True
    cards: tuple[str, ...]

    def answer(self, asked: ItemContext) -> Answer:
        option, cards = asked.offered(LayOption), tuple(sorted(self.cards))
        if option is None:
            return SOMETHING_ELSE
        if cards in option.sets:
            return Give(LayCards(asked.seat, option.turn, cards))
        return Stop("CARDS_NOT_PLAYABLE", {"cards": cards})


class SwapThese(Item, frozen=True):
    """Gives up these cards of the hand for new ones; none, to keep all."""

    phases: ClassVar = ("SWAP",)
    stops_for: ClassVar = (END_CONDITION_MET,)
    ends_turn: ClassVar = True
    cards: tuple[str, ...]

    def answer(self, asked: ItemContext) -> Answer:
        option, cards = asked.offered(SwapOption), tuple(sorted(self.cards))
        if option is None:
            return SOMETHING_ELSE
        if len(set(cards)) == len(cards) <= option.most and set(cards) <= set(option.cards):
            return Give(ChooseSwap(asked.seat, option.turn, cards))
        return Stop("CARDS_NOT_PLAYABLE", {"cards": cards})


ORDERS = Orders(
    items=(TakeDefault, LayThese, SwapThese),
    phases=STEPS,
    reasons=(Reason(END_CONDITION_MET, (EndConditionMet,)),),
    settings=(StandingOption,),
    same=(AcceptDefault,),
)
