"""The same position with its unknown parts drawn again (TB-BRANCH-01): deck order, blind removals, seed.

Known parts are kept: all cards under the Stage 3 card, the printed top card until it is drawn, and the number of top
cards that contain the near-top plants. Pools are sorted before they are shuffled, so nothing hidden shows through.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.kernel.dice import Dice
from domain.power_grid.messages import STAGE_3, Card
from domain.power_grid.rules import Ruleset
from domain.power_grid.setup import shuffled_cards
from domain.power_grid.state import State


def redeal(rules: Ruleset, state: State, dice: Dice) -> State:
    state = replace(state, seed=dice.seed.hex())
    if STAGE_3 not in state.deck:
        return replace(state, deck=dice.roll("branch/deck").shuffle(in_order(state.deck)))
    place = state.deck.index(STAGE_3)
    above, below = state.deck[:place], state.deck[place:]
    figures = rules.deck
    top = tuple(card for card in above[:1] if card == figures.top)
    near = tuple(card for card in above if card in figures.near_top)
    unknown = in_order((*(card for card in above if card not in (*top, *near)), *state.removed_blind))
    blind = len(state.removed_blind)
    dealt = dice.roll("branch/deck").shuffle(unknown)
    removed, pile = dealt[:blind], dealt[blind:]
    if near:
        among = near_top_left(rules, len(above)) - len(top) - len(near)
        pile = (*dice.roll("branch/near_top").shuffle((*pile[:among], *in_order(near))), *pile[among:])
    return replace(state, deck=(*top, *pile, *below), removed_blind=removed)


def near_top_left(rules: Ruleset, above: int) -> int:
    """Among how many cards of the top the near-top plants still lie, the printed top card counted until it is drawn."""
    figures = rules.deck
    at_first = 1 + len(figures.near_top) + len(shuffled_cards(rules)) - rules.limits.removed_blind
    return 1 + len(figures.near_top) + figures.near_top_among - (at_first - above)


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=str))
