"""The same position with its unknown parts drawn again (TB-BRANCH-01): deck orders, blind removals, seed.

Known parts are kept: the cards under the last-round card, the back of the top card, and the number of small and large
plants that were removed. Pools are sorted before they are shuffled, so nothing hidden shows through.
"""

from msgspec.structs import replace

from domain.card_game.figures import LAST
from domain.card_game.messages import Row
from domain.card_game.rules import Rules
from domain.card_game.state import Plants, State
from domain.kernel.dice import Dice


def redeal(rules: Rules, state: State, dice: Dice) -> State:
    fuel = replace(state.fuel, deck=dice.roll("branch/resource deck").shuffle(sorted(state.fuel.deck)))
    return replace(state, seed=dice.seed.hex(), plants=plants_anew(rules, state.plants, dice), fuel=fuel)


def plants_anew(rules: Rules, plants: Plants, dice: Dice) -> Plants:
    roll = dice.roll("branch/plant deck")
    if LAST not in plants.deck:
        return replace(plants, deck=with_back(rules, plants.deck, roll.shuffle(sorted(plants.deck))))
    place = plants.deck.index(LAST)
    above, below = plants.deck[:place], plants.deck[place:]
    small = set(rules.cards.small())
    removed: Row = ()
    left: Row = ()
    for is_small in (True, False):
        kind = sorted(card for card in (*above, *plants.removed_blind) if (card in small) == is_small)
        out = sum((card in small) == is_small for card in plants.removed_blind)
        dealt = roll.shuffle(kind)
        removed, left = (*removed, *dealt[:out]), (*left, *dealt[out:])
    pile = with_back(rules, above, roll.shuffle(left))
    return replace(plants, deck=(*pile, *below), removed_blind=removed)


def with_back(rules: Rules, known: Row, pile: Row) -> Row:
    """The pile with the first card on top that has the same back as the known top card."""
    back = rules.cards.back(known[:1])
    top = next((card for card in pile if rules.cards.back((card,)) == back), None)
    return pile if top is None else (top, *(card for card in pile if card != top))
