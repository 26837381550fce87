"""Stage 1, second step: each laid card is built and paid, or recycled; then the markers move (C61-BLD-05…08)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.colony61 import draws, turns
from domain.colony61.cubes import NOTHING
from domain.colony61.markers import raised
from domain.colony61.messages import (
    BuildPaid,
    CardRecycled,
    CardsDecided,
    DecideCards,
    MarkersMoved,
    ModuleBuilt,
    Payment,
)
from domain.colony61.paying import costs_payable, thriftiest_payments
from domain.colony61.rules import Decision, Rules
from domain.colony61.state import BuildChoice, Module, State, chosen, is_new, less, with_corporation
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused


def open_step(decision: Decision) -> None:
    rules, state = decision.rules, decision.state
    turns.open_step(decision, "DECIDE", tuple([seat for seat in state.seats if has_choice(rules, state, seat)]))


def has_choice(rules: Rules, state: State, seat: Seat) -> bool:
    """C61-SIM-01: not with nothing laid, nor with a single card that cannot be paid."""
    corporation = state.corporations[seat]
    match corporation.laid:
        case ():
            return False
        case (card,):
            return rules.cost[card] <= corporation.storage.value
        case _:
            return True


def default(rules: Rules, state: State, seat: Seat) -> DecideCards:
    """C61-BLD-10."""
    corporation = state.corporations[seat]
    laid = tuple(sorted(corporation.laid))
    for recycle in recycle_order(rules, laid):
        build = tuple([card for card in laid if card != recycle])
        payments = thriftiest_payments(rules, build, corporation, state.turn)
        if payments is not None:
            return DecideCards(seat, state.turn, build, recycle, payments)
    raise AssertionError("what was laid can be paid but for one card (C61-BLD-03)")


def recycle_order(rules: Rules, laid: tuple[str, ...]) -> Iterator[str | None]:
    yield None
    yield from rules.dearest_first(laid)


def recyclable(rules: Rules, state: State, seat: Seat) -> tuple[str | None, ...]:
    """Every laid card without which the others can be paid, first None if all can."""
    corporation = state.corporations[seat]
    return tuple(
        recycle
        for recycle in (None, *sorted(corporation.laid))
        if costs_payable(rules, [card for card in corporation.laid if card != recycle], corporation, state.turn)
    )


def choose(decision: Decision, command: DecideCards) -> None:
    rules, state, seat = decision.rules, decision.state, command.player
    by_default = command.accept_default
    if by_default:
        command = default(rules, state, seat)
    build, payments = command.build or (), command.payments or ()
    if not by_default:
        payments = in_order(payments)
        check_cards(state, seat, build, command.recycle)
        check_payments(rules, state, seat, build, payments)
    if is_new(state.corporations[seat], BuildChoice(build, command.recycle, payments), by_default):
        decision.record(CardsDecided(seat, build, command.recycle, payments, by_default, draws.salt(decision, seat)))


def in_order(payments: tuple[Payment, ...]) -> tuple[Payment, ...]:
    """The same payments as one text, whatever order they came in."""
    sorted_cards = (Payment(tuple(sorted(paid.cards)), paid.cubes, paid.by) for paid in payments)
    return tuple(sorted(sorted_cards, key=lambda paid: paid.cards))


def check_cards(state: State, seat: Seat, build: tuple[str, ...], recycle: str | None) -> None:
    laid = state.corporations[seat].laid
    named = build if recycle is None else (*build, recycle)
    for card in named:
        if card not in laid:
            raise Refused("CARD_NOT_LAID", "C61-BLD-05", card=card)
    if len(dict.fromkeys(named)) < len(named):
        raise Refused("DUPLICATE_CARD", "C61-BLD-05")
    if len(named) < len(laid):
        raise Refused("CARD_UNDECIDED", "C61-BLD-05", cards=less(laid, named))


def check_payments(
    rules: Rules, state: State, seat: Seat, build: tuple[str, ...], payments: tuple[Payment, ...]
) -> None:
    corporation = state.corporations[seat]
    if sorted(card for paid in payments for card in paid.cards) != sorted(build):
        raise Refused("PAYMENT_MISSING", "C61-PAY-02", build=build)
    together = rules.together(corporation, state.turn)
    for paid in payments:
        if (len(paid.cards) > 1) != (paid.by is not None):
            raise Refused("PAYMENT_GROUP_INVALID", "C61-PAY-03", cards=paid.cards)
        if paid.by is not None and together.pop(paid.by, 0) < len(paid.cards):
            raise Refused("PAYMENT_GROUP_INVALID", "C61-PAY-03", cards=paid.cards, by=paid.by)
    handed_over = NOTHING
    for paid in payments:
        handed_over += paid.cubes
    if not corporation.storage.holds(handed_over):
        raise Refused("CUBES_NOT_HELD", "C61-PAY-02")
    for paid in payments:
        cost = sum(rules.cost[card] for card in paid.cards)
        if paid.cubes.value < cost:
            raise Refused("PAYMENT_TOO_SMALL", "C61-PAY-02", cards=paid.cards, cost=cost, paid=paid.cubes.value)


def close(decision: Decision) -> None:
    """Payments, built modules and recycled cards by seat, then the markers."""
    supplies: dict[str, int] = {}
    for seat in decision.state.seats:
        corporation = decision.state.corporations[seat]
        if isinstance(corporation.choice, BuildChoice):
            carry_out(decision, seat, corporation.choice)
            for card in corporation.choice.build:
                for name, count in decision.rules.kind_of[card].supplies.items():
                    supplies[name] = supplies.get(name, 0) + count
        elif corporation.laid:
            recycle(decision, seat, corporation.laid[0], forced=True)
    if supplies:
        moves, markers = raised(decision.rules.tracks, decision.state.markers, supplies)
        in_board_order = {name: supplies[name] for name in markers if supplies.get(name)}
        decision.record(MarkersMoved(in_board_order, moves, markers))


def carry_out(decision: Decision, seat: Seat, choice: BuildChoice) -> None:
    rules, storage = decision.rules, decision.state.corporations[seat].storage
    for paid in choice.payments:
        cost = sum([rules.cost[card] for card in paid.cards])
        storage -= paid.cubes
        decision.record(BuildPaid(seat, paid.cards, cost, paid.cubes, paid.cubes.value - cost, paid.by, storage))
    for card in choice.build:
        decision.record(ModuleBuilt(seat, card, rules.kind_of[card].id))
    if choice.recycle is not None:
        recycle(decision, seat, choice.recycle, forced=False)


def recycle(decision: Decision, seat: Seat, card: str, *, forced: bool) -> None:
    decision.record(CardRecycled(seat, card, decision.rules.kind_of[card].id, forced))


# ---- evolve ------------------------------------------------------------------------------------------------------


def after_choice(state: State, event: CardsDecided) -> State:
    assert event.build is not None
    assert event.payments is not None
    return chosen(state, event.player, BuildChoice(event.build, event.recycle, event.payments), event.by_default)


def after_payment(state: State, event: BuildPaid) -> State:
    corporation = replace(state.corporations[event.player], storage=event.storage_after)
    return replace(
        state, corporations=with_corporation(state, event.player, corporation), given_out=state.given_out - event.cubes
    )


def after_build(state: State, event: ModuleBuilt) -> State:
    corporation = state.corporations[event.player]
    corporation = replace(
        corporation,
        laid=less(corporation.laid, (event.card,)),
        modules=(*corporation.modules, Module(event.card, event.kind, event.turn)),
    )
    return replace(state, corporations=with_corporation(state, event.player, corporation))


def after_recycle(state: State, event: CardRecycled) -> State:
    corporation = state.corporations[event.player]
    corporation = replace(corporation, laid=less(corporation.laid, (event.card,)), recycled=event.card)
    return replace(
        state,
        corporations=with_corporation(state, event.player, corporation),
        discard=(*state.discard, event.card),
    )


def after_markers(state: State, event: MarkersMoved) -> State:
    return replace(state, markers=event.markers)
