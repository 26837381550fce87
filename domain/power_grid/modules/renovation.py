"""Renovation with the board game: forced closings are compensated by the top card of a pile (RN-PG-01 to RN-PG-07)."""

from domain.kernel.ids import Seat
from domain.power_grid.messages import CompensationPaid, RenovationCardRemoved
from domain.power_grid.modules.renovation_pile import RenovationPile
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import State
from domain.power_grid.story import Story


def pile_of(state: State) -> RenovationPile:
    return next(part for part in state.modules if isinstance(part, RenovationPile))


def compensate(_rules: Ruleset, story: Story, seat: Seat) -> None:
    """The first closing of the phase gets the first sum, later ones the second (RN-PG-02, RN-PG-03)."""
    pile = pile_of(story.state)
    card = pile.cards[0]
    kind, amount = ("LATER", card.others) if pile.closings else ("FIRST", card.first)
    story.add(CompensationPaid(seat, card.card, kind, amount, story.state.holdings[seat].cash + amount))


def remove_card(_rules: Ruleset, story: Story) -> None:
    """After a phase with a compensated closing the top card leaves; the last one stays (RN-PG-05)."""
    pile = pile_of(story.state)
    if pile.closings and len(pile.cards) > 1:
        story.add(RenovationCardRemoved(pile.cards[0].card, pile.cards[1], len(pile.cards) - 1))
