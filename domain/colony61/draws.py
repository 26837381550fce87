"""Draws during the game: cards from the draw pile, and salts for secret choices."""

from collections.abc import Callable
from hashlib import sha256

from domain.colony61.messages import DeckReshuffled
from domain.colony61.rules import Decision
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat


def salt(decision: Decision, seat: Seat) -> str:
    """128 bits that cannot be guessed, different for each choice of the game (C61-VIS-04)."""
    state = decision.state
    source = f"{state.seed}/salt/{state.turn}/{state.step}/{seat}/{state.corporations[seat].choices}"
    return sha256(source.encode()).hexdigest()[:32]


def draw(decision: Decision, count: int, take: Callable[[tuple[str, ...]], None]) -> int:
    """Draws from the front of the pile, reshuffling where it is empty (C61-SUP-02). `take` records each part.

    How many could not be drawn, because both piles are empty.
    """
    while count:
        if not decision.state.draw:
            if not decision.state.discard:
                return count
            reshuffle(decision)
        drawn = decision.state.draw[:count]
        take(drawn)
        count -= len(drawn)
    return 0


def reshuffle(decision: Decision) -> None:
    """Shuffle from card id order, with the dice of this shuffle's number (C61-GEN-04)."""
    state = decision.state
    roll = Dice(bytes.fromhex(state.seed)).roll(f"shuffle/{state.shuffles}")
    order = roll.shuffle(sorted(state.discard))
    decision.record(DeckReshuffled(len(order), order))
