"""Stage 1, second step: each laid card is built and paid, or recycled; then the markers move (C61-BLD-05…08)."""

from collections.abc import Iterator
from itertools import combinations

from msgspec import UNSET
from msgspec.structs import replace

from domain.colony61 import draws, turns
from domain.colony61.cubes import NOTHING
from domain.colony61.markers import BY_SUPPLY
from domain.colony61.messages import (
    BuildPaid,
    CardRecycled,
    CardsDecided,
    DecideCards,
    MarkersMoved,
    ModuleBuilt,
    Payment,
)
from domain.colony61.paying import costs_payable, is_payable_in_order, thriftiest_payments
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
    for recycled in recycle_order(rules, laid):
        build = less(laid, recycled)
        payments = thriftiest_payments(rules, build, corporation, state.turn)
        if payments is not None:
            return DecideCards(seat, state.turn, build, recycled[0] if recycled else None, payments)
    raise AssertionError("what was laid can be paid but for one card (C61-BLD-03)")


def recycle_order(rules: Rules, laid: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """No card, each card, then as many as cannot be paid (DEC-C61-04): the dearest first."""
    most = len(laid) if rules.recycles_unpayable else 1
    dearest = rules.dearest_first(laid)
    for size in range(most + 1):
        yield from combinations(dearest, size)


def decidable(rules: Rules, state: State, seat: Seat) -> tuple[tuple[tuple[str, ...], str | None], ...]:
    """Every set of cards that may be built, and a card to recycle with it; all cards first if all can be built."""
    laid = tuple(sorted(state.corporations[seat].laid))
    most = len(laid) if rules.recycles_unpayable else 1
    return tuple(
        (build, recycle)
        for size in range(min(most, len(laid)) + 1)
        for unbuilt in combinations(laid, size)
        if may_be_built(rules, state, seat, build := less(laid, unbuilt))
        for recycle in (unbuilt or (None,))
    )


def may_be_built(rules: Rules, state: State, seat: Seat, build: tuple[str, ...]) -> bool:
    """Return whether the builds can be paid, and none of several other cards could be paid too (DEC-C61-04)."""
    corporation = state.corporations[seat]
    unbuilt = less(corporation.laid, build)
    return costs_payable(rules, build, corporation, state.turn) and (
        len(unbuilt) < 2 or not any(costs_payable(rules, (*build, card), corporation, state.turn) for card in unbuilt)
    )


def choose(decision: Decision, command: DecideCards) -> None:
    rules, state, seat = decision.rules, decision.state, command.player
    by_default = command.accept_default
    if by_default:
        command = default(rules, state, seat)
    build, payments = command.build or (), command.payments or ()
    if not by_default:
        payments = in_order(payments)
        check_cards(rules, state, seat, build, command.recycle)
        check_payments(rules, state, seat, build, payments)
    if is_new(state.corporations[seat], BuildChoice(build, command.recycle, payments), by_default):
        decision.record(CardsDecided(seat, build, command.recycle, payments, by_default, draws.salt(decision, seat)))


def in_order(payments: tuple[Payment, ...]) -> tuple[Payment, ...]:
    """The same payments as one text, whatever order they came in."""
    sorted_cards = (Payment(tuple(sorted(paid.cards)), paid.cubes, paid.by) for paid in payments)
    return tuple(sorted(sorted_cards, key=lambda paid: paid.cards))


def check_cards(rules: Rules, state: State, seat: Seat, build: tuple[str, ...], recycle: str | None) -> None:
    laid = state.corporations[seat].laid
    named = build if recycle is None else (*build, recycle)
    for card in named:
        if card not in laid:
            raise Refused("CARD_NOT_LAID", "C61-BLD-05", card=card)
    if len(dict.fromkeys(named)) < len(named):
        raise Refused("DUPLICATE_CARD", "C61-BLD-05")
    if len(named) < len(laid) and not leaves_unpayable(rules, state, seat, build, recycle):
        raise Refused("CARD_UNDECIDED", "C61-BLD-05", cards=less(laid, named))


def leaves_unpayable(rules: Rules, state: State, seat: Seat, build: tuple[str, ...], recycle: str | None) -> bool:
    """Return whether the cards not named are recycled too, because none can be paid with the builds (DEC-C61-04)."""
    return rules.recycles_unpayable and recycle is not None and may_be_built(rules, state, seat, build)


def check_payments(
    rules: Rules, state: State, seat: Seat, build: tuple[str, ...], payments: tuple[Payment, ...]
) -> None:
    corporation = state.corporations[seat]
    if sorted(card for paid in payments for card in paid.cards) != sorted(build):
        raise Refused("PAYMENT_MISSING", "C61-PAY-02", build=build)
    together = rules.together(corporation, state.turn, build)
    for paid in payments:
        if (len(paid.cards) > 1) != (paid.by is not None):
            raise Refused("PAYMENT_GROUP_INVALID", "C61-PAY-03", cards=paid.cards)
        if paid.by is not None and together.pop(paid.by, 0) < len(paid.cards):
            raise Refused("PAYMENT_GROUP_INVALID", "C61-PAY-03", cards=paid.cards, by=paid.by)
    if not is_payable_in_order([(paid.cards, paid.by) for paid in payments]):
        circular = next(paid for paid in payments if paid.by in build)
        raise Refused("PAYMENT_GROUP_INVALID", "C61-PAY-03", cards=circular.cards, by=circular.by)
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
        moves, markers = decision.rules.raised(decision.state, supplies)
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
    for card in decision.state.corporations[seat].laid:
        if card != choice.recycle:
            recycle(decision, seat, card, forced=True)
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
    if state.reached is UNSET:
        return replace(state, markers=event.markers)
    reached = dict(state.reached)
    for move in event.moves:
        if move.by == BY_SUPPLY:
            reached[move.resource] = max(move.end, reached.get(move.resource, move.end))
    return replace(state, markers=event.markers, reached=reached)
