"""Renovation with the board game: forced closings are compensated by the top card of a pile (RN-PG-01 to RN-PG-07)."""

from domain.kernel.ids import Seat
from domain.power_grid.messages import CompensationPaid, RenovationCardRemoved
from domain.power_grid.modules.renovation_pile import RenovationPile
from domain.power_grid.rules import Decision
from domain.power_grid.state import State


def pile_of(state: State) -> RenovationPile:
    return next(part for part in state.modules if isinstance(part, RenovationPile))


def compensate(decision: Decision, seat: Seat) -> None:
    """The first closing of the phase gets the first sum, later ones the second (RN-PG-02, RN-PG-03)."""
    pile = pile_of(decision.state)
    card = pile.cards[0]
    kind, amount = ("LATER", card.others) if pile.closings else ("FIRST", card.first)
    decision.record(CompensationPaid(seat, card.card, kind, amount, decision.state.holdings[seat].cash + amount))


def remove_card(decision: Decision) -> None:
    """After a phase with a compensated closing the top card leaves; the last one stays (RN-PG-05)."""
    pile = pile_of(decision.state)
    if pile.closings and len(pile.cards) > 1:
        decision.record(RenovationCardRemoved(pile.cards[0].card, pile.cards[1], len(pile.cards) - 1))
