"""Stage 4: hand cards are given up for a choice among new ones (C61-EXC)."""

from functools import partial

from msgspec.structs import replace

from domain.colony61 import draws, turns
from domain.colony61.messages import (
    CardsExchanged,
    CardsGivenUp,
    CardsOffered,
    ChooseSwap,
    KeepCards,
    KeepChosen,
    SwapChosen,
)
from domain.colony61.rules import Decision, Rules
from domain.colony61.state import CardsChoice, State, chosen, is_new, less, with_corporation
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused

# ---- giving up ---------------------------------------------------------------------------------------------------


def open_swap(decision: Decision) -> None:
    corporations = decision.state.corporations
    seats = [seat for seat in decision.state.seats if corporations[seat].hand]
    turns.open_step(decision, "SWAP", tuple([seat for seat in seats if not corporations[seat].exchange_default]))


def default_swap(_rules: Rules, state: State, seat: Seat) -> ChooseSwap:
    """C61-EXC-06."""
    return ChooseSwap(seat, state.turn, ())


def choose_swap(decision: Decision, command: ChooseSwap) -> None:
    """C61-EXC-02."""
    rules, state, seat = decision.rules, decision.state, command.player
    corporation = state.corporations[seat]
    cards = tuple(sorted(command.cards or ()))
    for card in cards:
        if card not in corporation.hand:
            raise Refused("CARD_NOT_IN_HAND", "C61-EXC-02", card=card)
    if len(dict.fromkeys(cards)) < len(cards):
        raise Refused("DUPLICATE_CARD", "C61-EXC-02")
    if cards and len(cards) > (most := rules.view_row(state, corporation).swap):
        raise Refused("TOO_MANY_CARDS", "C61-EXC-02", cards=len(cards), swap=most)
    if is_new(corporation, CardsChoice(cards), command.accept_default):
        decision.record(SwapChosen(seat, cards, command.accept_default, draws.salt(decision, seat)))


def close_swap(decision: Decision) -> None:
    """C61-EXC-03, -04: cards given up go away, then two rounds of new cards to look at."""
    given_up: dict[Seat, int] = {}
    for seat in decision.state.seats:
        corporation = decision.state.corporations[seat]
        if isinstance(corporation.choice, CardsChoice) and (cards := corporation.choice.cards):
            given_up[seat] = len(cards)
            decision.record(CardsGivenUp(seat, cards, len(corporation.hand) - len(cards)))
    for seat, count in given_up.items():
        short = draws.draw(decision, count, partial(offer, decision, seat, count))
        assert not short, "the cards given up are in the piles"
    for seat, count in given_up.items():
        look = decision.rules.view_row(decision.state, decision.state.corporations[seat]).look
        if look > count:
            draws.draw(decision, look - count, partial(offer, decision, seat, count))


def offer(decision: Decision, seat: Seat, keep_count: int, cards: tuple[str, ...]) -> None:
    decision.record(CardsOffered(seat, len(cards), keep_count, cards, len(decision.state.draw) - len(cards)))


# ---- keeping -----------------------------------------------------------------------------------------------------


def open_keep(decision: Decision) -> None:
    corporations = decision.state.corporations
    owing = [seat for seat in decision.state.seats if len(corporations[seat].offer) > corporations[seat].keep_count]
    turns.open_step(decision, "KEEP", tuple(owing))


def default_keep(rules: Rules, state: State, seat: Seat) -> KeepCards:
    """C61-EXC-06."""
    corporation = state.corporations[seat]
    return KeepCards(seat, state.turn, rules.cheapest(corporation.offer, corporation.keep_count))


def choose_keep(decision: Decision, command: KeepCards) -> None:
    """C61-EXC-05."""
    state, seat = decision.state, command.player
    corporation = state.corporations[seat]
    by_default = command.accept_default
    if by_default:
        command = default_keep(decision.rules, state, seat)
    keep = tuple(sorted(command.keep or ()))
    for card in keep:
        if card not in corporation.offer:
            raise Refused("CARD_NOT_OFFERED", "C61-EXC-05", card=card)
    if len(dict.fromkeys(keep)) < len(keep):
        raise Refused("DUPLICATE_CARD", "C61-EXC-05")
    if len(keep) != corporation.keep_count:
        raise Refused("KEEP_COUNT_WRONG", "C61-EXC-05", cards=len(keep), keep=corporation.keep_count)
    if is_new(corporation, CardsChoice(keep), by_default):
        decision.record(KeepChosen(seat, keep, by_default, draws.salt(decision, seat)))


def close_keep(decision: Decision) -> None:
    for seat in decision.state.seats:
        corporation = decision.state.corporations[seat]
        if not corporation.offer:
            continue
        choice = corporation.choice
        kept = choice.cards if isinstance(choice, CardsChoice) else corporation.offer
        decision.record(
            CardsExchanged(
                player=seat,
                kept=kept,
                hand_count=len(corporation.hand) + len(kept),
                discarded=less(corporation.offer, kept),
                by_default=corporation.by_default or choice is None,
            )
        )


# ---- evolve ------------------------------------------------------------------------------------------------------


def after_swap_choice(state: State, event: SwapChosen) -> State:
    assert event.cards is not None
    return chosen(state, event.player, CardsChoice(event.cards), event.by_default)


def after_giving_up(state: State, event: CardsGivenUp) -> State:
    corporation = state.corporations[event.player]
    corporation = replace(corporation, hand=less(corporation.hand, event.cards))
    return replace(
        state,
        corporations=with_corporation(state, event.player, corporation),
        discard=state.discard + event.cards,
    )


def after_offer(state: State, event: CardsOffered) -> State:
    assert event.cards is not None
    corporation = state.corporations[event.player]
    corporation = replace(corporation, offer=corporation.offer + event.cards, keep_count=event.keep_count)
    return replace(
        state, corporations=with_corporation(state, event.player, corporation), draw=state.draw[event.count :]
    )


def after_keep_choice(state: State, event: KeepChosen) -> State:
    assert event.keep is not None
    return chosen(state, event.player, CardsChoice(event.keep), event.by_default)


def after_exchange(state: State, event: CardsExchanged) -> State:
    assert event.kept is not None
    corporation = state.corporations[event.player]
    corporation = replace(corporation, hand=corporation.hand + event.kept, offer=(), keep_count=0)
    return replace(
        state,
        corporations=with_corporation(state, event.player, corporation),
        discard=state.discard + event.discarded,
    )
