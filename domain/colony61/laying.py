"""Stage 1, first step: cards are laid face down, then all are turned up together (C61-BLD-01…04)."""

from itertools import combinations

from msgspec.structs import replace

from domain.colony61 import draws, turns
from domain.colony61.messages import CardFace, CardsLaid, CardsRevealed, LaidCards, LayCards
from domain.colony61.paying import costs_payable
from domain.colony61.rules import Decision, Rules
from domain.colony61.state import CardsChoice, State, chosen, is_new, less
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused


def open_step(decision: Decision) -> None:
    state = decision.state
    turns.open_step(decision, "LAY", tuple([seat for seat in state.seats if state.corporations[seat].hand]))


def default(rules: Rules, state: State, seat: Seat) -> LayCards:
    """C61-BLD-09."""
    corporation = state.corporations[seat]
    dearest = rules.dearest_first(corporation.hand)
    affordable = [card for card in dearest if rules.cost[card] <= corporation.storage.value]
    return LayCards(seat, state.turn, tuple(affordable[:1]) or rules.cheapest(corporation.hand, 1))


def layable(rules: Rules, state: State, seat: Seat) -> tuple[tuple[str, ...], ...]:
    """Every set of cards that the seat may lay."""
    hand = sorted(state.corporations[seat].hand)
    return tuple(
        cards
        for size in range(1, min(state.slots, len(hand)) + 1)
        for cards in combinations(hand, size)
        if may_be_laid(rules, state, seat, cards)
    )


def all_but_one_payable(rules: Rules, state: State, seat: Seat, cards: tuple[str, ...]) -> bool:
    """A payment for an expensive card also pays for a cheaper one, so it suffices to leave out the most expensive card
    (C61-BLD-03)."""
    if len(cards) == 1:
        return True
    corporation = state.corporations[seat]
    if rules.together_when_built(cards):  # the dearest may help to pay for the others
        rests = ([card for card in cards if card != recycled] for recycled in cards)
        return any(costs_payable(rules, rest, corporation, state.turn) for rest in rests)
    return costs_payable(rules, rules.dearest_first(cards)[1:], corporation, state.turn)


def may_be_laid(rules: Rules, state: State, seat: Seat, cards: tuple[str, ...]) -> bool:
    """Return whether the cards can be built or recycled; under the other reading of DEC-C61-04 any can."""
    return rules.recycles_unpayable or all_but_one_payable(rules, state, seat, cards)


def choose(decision: Decision, command: LayCards) -> None:
    rules, state, seat = decision.rules, decision.state, command.player
    by_default = command.accept_default
    if by_default:
        command = default(rules, state, seat)
    cards = tuple(sorted(command.cards or ()))
    if not by_default:
        check(rules, state, seat, cards)
    if is_new(state.corporations[seat], CardsChoice(cards), by_default):
        decision.record(CardsLaid(seat, cards, by_default, draws.salt(decision, seat)))


def check(rules: Rules, state: State, seat: Seat, cards: tuple[str, ...]) -> None:
    if not cards:
        raise Refused("NO_CARD_LAID", "C61-BLD-02")
    hand = state.corporations[seat].hand
    for card in cards:
        if card not in hand:
            raise Refused("CARD_NOT_IN_HAND", "C61-BLD-02", card=card)
    if len(dict.fromkeys(cards)) < len(cards):
        raise Refused("DUPLICATE_CARD", "C61-BLD-02")
    if len(cards) > state.slots:
        raise Refused("TOO_MANY_CARDS", "C61-BLD-02", cards=len(cards), slots=state.slots)
    if not may_be_laid(rules, state, seat, cards):
        raise Refused("LAID_CARDS_NOT_PAYABLE", "C61-BLD-03", cards=cards)


def close(decision: Decision) -> None:
    """C61-BLD-04."""
    rules, laid = decision.rules, []
    for seat, corporation in enumerate(decision.state.corporations):
        if isinstance(corporation.choice, CardsChoice):
            faces = tuple([CardFace(card, rules.kind_of[card].id) for card in corporation.choice.cards])
            laid.append(LaidCards(Seat(seat), faces, corporation.by_default))
    decision.record(CardsRevealed(tuple(laid)))


# ---- evolve ------------------------------------------------------------------------------------------------------


def after_choice(state: State, event: CardsLaid) -> State:
    assert event.cards is not None
    return chosen(state, event.player, CardsChoice(event.cards), event.by_default)


def after_reveal(state: State, event: CardsRevealed) -> State:
    corporations = list(state.corporations)
    for laid in event.laid:
        cards, corporation = tuple([face.card for face in laid.cards]), corporations[laid.player]
        corporations[laid.player] = replace(corporation, hand=less(corporation.hand, cards), laid=cards)
    return replace(state, corporations=tuple(corporations))
