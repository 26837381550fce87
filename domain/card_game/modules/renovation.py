"""Renovation: the bank pays for demolitions, more with every card that leaves (RN-CG)."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.card_game.editions import Cards
from domain.card_game.messages import CompensationPaid, RenovationCardRemoved
from domain.card_game.state import State
from domain.kernel.ids import Seat
from domain.kernel.messages import Event


@dataclass(frozen=True)
class Renovation:
    cards: Cards

    def pile(self) -> tuple[int, ...]:
        return tuple(card.card for card in self.cards.figures.renovation)

    def paid(self, state: State, owner: Seat) -> Sequence[Event]:
        top = next(card for card in self.cards.figures.renovation if card.card == state.renovation[0])
        first = not state.auction.compensated
        amount = top.first if first else top.later
        cash = state.players[owner].cash + amount
        return (CompensationPaid(owner, top.card, "FIRST" if first else "LATER", amount, cash),)

    def after_auctions(self, state: State) -> Sequence[Event]:
        if not state.auction.compensated or len(state.renovation) == 1:
            return ()
        top, below = state.renovation[:2]
        return (RenovationCardRemoved(top, below),)
