"""The same position with what the viewer cannot know drawn again (TB-BRANCH-01).

Hidden are the draw pile, the seed, and of the other seats hands, offers and open choices. Their fixed start cards are
known as long as they are in hand; once discards were shuffled in, a position does not tell whether one came back, and
they count as hidden. A secret choice of another seat is taken back: it may name cards that are gone.
Pools are sorted before they are shuffled, so nothing hidden shows through.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.colony61.rules import Rules
from domain.colony61.start import fixed_cards
from domain.colony61.state import Corporation, State, less
from domain.kernel.dice import Dice
from domain.kernel.ids import Viewer


def redeal(rules: Rules, state: State, viewer: Viewer, dice: Dice) -> State:
    others = [seat for seat in state.seats if seat != viewer]
    known = fixed_cards(rules, len(state.corporations))[1] if state.shuffles == 1 else ((),) * len(state.corporations)
    unknown = [*state.draw]
    for seat in others:
        corporation = state.corporations[seat]
        unknown += [*less(corporation.hand, known[seat]), *corporation.offer]
    cards = iter(dice.roll("branch").shuffle(sorted(unknown)))
    corporations = tuple(
        with_hidden(corporation, known[seat], cards) if seat != viewer else corporation
        for seat, corporation in enumerate(state.corporations)
    )
    taken_back = [seat for seat in others if state.corporations[seat].choice is not None]
    return replace(
        state,
        seed=dice.seed.hex(),
        corporations=corporations,
        draw=tuple(cards),
        waiting=tuple(seat for seat in state.owing if seat in state.waiting or seat in taken_back),
    )


def with_hidden(corporation: Corporation, known: tuple[str, ...], cards: Iterator[str]) -> Corporation:
    """The same number of cards in hand and in the offer as before, and no choices."""
    kept = tuple(card for card in known if card in corporation.hand)
    drawn = tuple(next(cards) for _ in range(len(corporation.hand) - len(kept)))
    offer = tuple(next(cards) for _ in corporation.offer)
    return replace(corporation, hand=(*kept, *drawn), offer=offer, choice=None, by_default=False, choices=0)
