"""Combined payments for builds (C61-PAY-03), and the cheapest payment (C61-BLD-10)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from domain.colony61.cubes import Cubes, payable, thriftiest
from domain.colony61.messages import Payment
from domain.colony61.rules import Rules
from domain.colony61.state import Corporation

Group = tuple[tuple[str, ...], str | None]
"""Cards paid with one set, and the module that allows it where they are several."""
Grouping = tuple[Group, ...]
Order = tuple[int, int, int, tuple[int, ...], tuple[tuple[int, int], ...], tuple[tuple[str, ...], ...], tuple[str, ...]]


def groupings(cards: Sequence[str], together: Mapping[str, int]) -> Iterator[Grouping]:
    """Every way to put the cards into groups. Groups stand in the order of their first cards."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for others in groupings(rest, together):
        yield (((first,), None), *others)
    for module, most in together.items():
        unused = {other: builds for other, builds in together.items() if other != module}
        for size in range(1, most):
            for partners in combinations(rest, size):
                left = [card for card in rest if card not in partners]
                for others in groupings(left, unused):
                    yield (((first, *partners), module), *others)


def legal_groupings(cards: Sequence[str], together: Mapping[str, int]) -> Iterator[Grouping]:
    """Every grouping in which modules that are built now are paid before they help to pay (DEC-C61-06)."""
    helpers = [module for module in together if module in cards]
    return (each for each in groupings(cards, together) if not helpers or is_payable_in_order(each))


def is_payable_in_order(grouping: Iterable[Group]) -> bool:
    """Return whether the groups can be paid one after another, each after the module that allows it."""
    left = list(grouping)
    while left:
        unpaid = [card for cards, _ in left for card in cards]
        waiting = [group for group in left if group[1] in unpaid]
        if len(waiting) == len(left):
            return False
        left = waiting
    return True


def group_costs(rules: Rules, grouping: Grouping) -> tuple[int, ...]:
    return tuple([sum([rules.cost[card] for card in cards]) for cards, _ in grouping])


def costs_payable(rules: Rules, cards: Sequence[str], corporation: Corporation, turn: int) -> bool:
    """Return whether the cards can be paid together in any legal way."""
    storage, costs = corporation.storage, [rules.cost[card] for card in cards]
    if sum(costs) > storage.value:
        return False
    if payable(tuple(sorted(costs, reverse=True)), storage):
        return True
    together = rules.together(corporation, turn, cards)
    return bool(together) and any(
        payable(tuple(sorted(group_costs(rules, grouping), reverse=True)), storage)
        for grouping in legal_groupings(cards, together)
    )


def thriftiest_payments(
    rules: Rules, cards: Sequence[str], corporation: Corporation, turn: int
) -> tuple[Payment, ...] | None:
    """The default payment of the cards (in card id order), None if they cannot be paid."""
    storage = corporation.storage
    if (way := thriftiest(tuple([rules.cost[card] for card in cards]), storage)) is not None:
        return tuple([Payment((card,), paid) for card, paid in zip(cards, way[1], strict=True)])
    together = rules.together(corporation, turn, cards)
    if not together:
        return None
    by_size: dict[int, list[Grouping]] = {}
    for grouping in legal_groupings(cards, together):
        by_size.setdefault(sum(len(group) for group, _ in grouping if len(group) > 1), []).append(grouping)
    for size in sorted(by_size):
        ways = [
            (order_of(cards, grouping, way[1]), grouping, way[1])
            for grouping in by_size[size]
            if (way := thriftiest(group_costs(rules, grouping), storage)) is not None
        ]
        if ways:
            _, grouping, sets = min(ways, key=lambda way: way[0])
            return tuple(Payment(group, paid, by) for (group, by), paid in zip(grouping, sets, strict=True))
    return None


def order_of(cards: Sequence[str], grouping: Grouping, sets: tuple[Cubes, ...]) -> Order:
    """The order of C61-BLD-10 from “least total value” on, as a sort key: less is better."""
    set_of = {card: paid for (group, _), paid in zip(grouping, sets, strict=True) for card in group}
    return (
        sum(paid.value for paid in sets),
        sum(paid.count for paid in sets),
        -sum(paid.tens for paid in sets),
        tuple(set_of[card].value for card in cards),
        tuple((-set_of[card].tens, -set_of[card].fives) for card in cards),
        tuple(group for group, _ in grouping),
        tuple(by or "" for _, by in grouping),
    )
