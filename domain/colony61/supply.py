"""Stage 3: hands are filled up again (C61-SUP)."""

from functools import partial

from msgspec.structs import replace

from domain.colony61 import draws
from domain.colony61.messages import DeckReshuffled, SupplyDrawn, SupplyShort
from domain.colony61.rules import Decision
from domain.colony61.state import State, with_corporation
from domain.kernel.ids import Seat


def supply(decision: Decision) -> None:
    for seat in decision.state.seats:
        wanted = decision.state.hand_target - len(decision.state.corporations[seat].hand)
        if wanted and (missing := draws.draw(decision, wanted, partial(take, decision, seat))):
            decision.record(SupplyShort(seat, missing))


def take(decision: Decision, seat: Seat, cards: tuple[str, ...]) -> None:
    in_hand = len(decision.state.corporations[seat].hand) + len(cards)
    decision.record(SupplyDrawn(seat, len(cards), cards, in_hand, len(decision.state.draw) - len(cards)))


# ---- evolve ------------------------------------------------------------------------------------------------------


def after_draw(state: State, event: SupplyDrawn) -> State:
    assert event.cards is not None
    corporation = state.corporations[event.player]
    corporation = replace(corporation, hand=corporation.hand + event.cards)
    return replace(
        state, corporations=with_corporation(state, event.player, corporation), draw=state.draw[event.count :]
    )


def after_short(state: State, _event: SupplyShort) -> State:
    return state


def after_reshuffle(state: State, event: DeckReshuffled) -> State:
    assert event.order is not None
    return replace(state, draw=event.order, discard=(), shuffles=state.shuffles + 1)
