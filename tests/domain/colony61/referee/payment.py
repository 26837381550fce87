"""The referee of stage 1: which cards may be laid, every way of paying for them, and the default.

Everything is found by trying: all groups, all sets of cubes. Small positions only, but nothing to get wrong.
See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from msgspec import Struct

from domain.colony61.messages import Payment
from tests.domain.colony61.referee.figures import Objection, Purse, cost, costs, effects, kind_of


class Yard(Struct, frozen=True):
    """The resources with which one seat builds. `helpers`: its modules from an earlier turn that let two builds be paid
    together (C61-PAY-03, DEC-C61-06)."""

    colony: str
    storage: Purse
    helpers: tuple[str, ...]
    new_ones_help: bool = False


class Paid(Struct, frozen=True):
    """One set of cubes for one card, or for two by a helper."""

    cards: tuple[str, ...]
    cubes: Purse
    by: str | None


class Decision(Struct, frozen=True):
    """Cards to build in card id order, the card to recycle, and one way to pay."""

    build: tuple[str, ...]
    recycle: str | None
    payments: tuple[Paid, ...]


Group = tuple[tuple[str, ...], str | None]


def groupings(cards: Sequence[str], helpers: Sequence[str]) -> Iterator[list[Group]]:
    """Every way to split the cards into builds paid alone and pairs paid by a helper each (C61-PAY-03)."""
    if not cards:
        yield []
        return
    first, others = cards[0], cards[1:]
    for rest in groupings(others, helpers):
        yield [((first,), None), *rest]
    for helper in helpers:
        for partner in others:
            left = [card for card in others if card != partner]
            for rest in groupings(left, [each for each in helpers if each != helper]):
                yield [((first, partner), helper), *rest]


def sets_of_cubes(prices: Sequence[int], held: Purse) -> Iterator[list[Purse]]:
    """Every way to give each price a set of its own, needless cubes and all (C61-PAY-02, DEC-C61-32)."""
    if not prices:
        yield []
        return
    if held.value < sum(prices):
        return
    for paid in held.handfuls():
        if paid.value >= prices[0]:
            for rest in sets_of_cubes(prices[1:], held.minus(paid)):
                yield [paid, *rest]


def ways_to_pay(yard: Yard, build: Sequence[str]) -> Iterator[tuple[Paid, ...]]:
    for groups in groupings(build, [*yard.helpers, *new_helpers(yard, build)]):
        if not in_some_order(groups, yard.helpers):
            continue
        for sets in sets_of_cubes([costs(yard.colony, cards) for cards, _ in groups], yard.storage):
            yield tuple(Paid(cards, cubes, by) for (cards, by), cubes in zip(groups, sets, strict=True))


def new_helpers(yard: Yard, build: Sequence[str]) -> list[str]:
    """The builds that help to pay for others in the same turn, under the other reading of DEC-C61-06."""
    return [card for card in build if yard.new_ones_help and effects(kind_of(card), "pay_together")]


def in_some_order(groups: Sequence[Group], helpers: Sequence[str]) -> bool:
    """Return whether the groups can be paid one after another, each when its helper has been paid for."""
    for order in permutations(groups):
        there = set(helpers)
        for cards, helper in order:
            if helper is not None and helper not in there:
                break
            there |= set(cards)
        else:
            return True
    return False


def payable(yard: Yard, build: Sequence[str]) -> bool:
    return next(ways_to_pay(yard, build), None) is not None


def may_be_laid(yard: Yard, cards: Sequence[str]) -> bool:
    """All but one at most must be payable (C61-BLD-03, DEC-C61-04)."""
    rests = [[card for card in cards if card != recycled] for recycled in cards]
    return any(payable(yard, build) for build in [*rests, list(cards)])


def decisions(yard: Yard, laid: Sequence[str], most_recycled: int = 1) -> list[Decision]:
    """Every legal decision, without the order of the modules (C61-BLD-05, C61-BLD-06). Several cards are recycled only
    under the other reading of DEC-C61-04."""
    found = []
    for size in range(min(most_recycled, len(laid)) + 1):
        for recycled in combinations(sorted(laid), size):
            build = tuple(card for card in sorted(laid) if card not in recycled)
            if size < 2 or could_build_no_more(yard, build, recycled):
                ways = list(ways_to_pay(yard, build))
                found += [Decision(build, first, paid) for first in recycled or (None,) for paid in ways]
    return found


def could_build_no_more(yard: Yard, build: Sequence[str], others: Sequence[str]) -> bool:
    return not any(payable(yard, [*build, card]) for card in others)


def default_decision(yard: Yard, legal: Sequence[Decision]) -> Decision:
    """C61-BLD-10: the first card to recycle that can be, then the best payment."""

    def recycled_last(decision: Decision) -> tuple[int, int, str]:
        card = decision.recycle
        return (0, 0, "") if card is None else (1, -cost(yard.colony, kind_of(card)), card)

    return min(legal, key=lambda decision: (recycled_last(decision), thrift(decision)))


def thrift(decision: Decision) -> tuple[object, ...]:
    """The order of payments in C61-BLD-10, DEC-C61-41: the less the better."""
    payments = decision.payments
    set_of = {card: paid.cubes for paid in payments for card in paid.cards}
    return (
        sum(len(paid.cards) for paid in payments if paid.by),
        sum(paid.cubes.value for paid in payments),
        sum(sum(paid.cubes) for paid in payments),
        -sum(paid.cubes.tens for paid in payments),
        [set_of[card].value for card in decision.build],
        [(-set_of[card].tens, -set_of[card].fives) for card in decision.build],
        [paid.cards for paid in payments],
        [paid.by or "" for paid in payments],
    )


def check_payments(yard: Yard, build: Sequence[str], payments: Sequence[Payment]) -> None:
    """Objects to payments that C61-PAY-02 and C61-PAY-03 do not allow."""
    paid_for = sorted(card for payment in payments for card in payment.cards)
    helpers = [payment.by for payment in payments if payment.by is not None]
    owned = {*yard.helpers, *new_helpers(yard, build)}
    groups = [(payment.cards, payment.by) for payment in payments]
    given = Purse()
    for payment in payments:
        given = given.plus(Purse.of(payment.cubes))
    faults = {
        "C61-PAY-02: every build is paid once": paid_for != sorted(build),
        "C61-PAY-02: the cubes are held": not given.within(yard.storage),
        "C61-PAY-02: a set is worth the cost": any(
            Purse.of(payment.cubes).value < costs(yard.colony, payment.cards) for payment in payments
        ),
        "C61-PAY-03: only a helper lets two builds be paid together": any(
            len(payment.cards) != (1 if payment.by is None else 2) for payment in payments
        ),
        "C61-PAY-03: a helper helps once and is from an earlier turn": (
            len(helpers) > len(set(helpers)) or not set(helpers) <= owned or not in_some_order(groups, yard.helpers)
        ),
    }
    if broken := [rule for rule, is_broken in faults.items() if is_broken]:
        raise Objection(f"{broken} not kept by {payments}")
