"""By which place each of a game is rated: TB-RATE-10 of docs/rules/table.md."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from msgspec import Struct


class Leaver(Struct, frozen=True):
    """Who left before the end. `not_behind`: who was still in then and stood at least as well. `lost_at`: the deadline
    that passed, None for who resigned."""

    seat: int
    not_behind: Collection[int]
    lost_at: int | None = None


def places(ranks: Mapping[int, int], leavers: Sequence[Leaver]) -> dict[int, int]:
    """The place of every seat, equal ones together (1, 1, 3). `ranks`: of those who stayed, as the game ended.
    `leavers`: first to last; where the time of several ended at the same moment, only others stand between them."""
    order = [{seat for seat in ranks if ranks[seat] == rank} for rank in sorted(set(ranks.values()))]
    groups = [list(group) for _, group in groupby(enumerate(leavers), lambda each: _moment(*each))]
    for group in reversed(groups):
        order = _with(order, [leaver for _, leaver in group])
    found: dict[int, int] = {}
    for seats in order:
        found |= dict.fromkeys(seats, len(found) + 1)
    return found


def _moment(number: int, leaver: Leaver) -> tuple[bool, int]:
    return (False, number) if leaver.lost_at is None else (True, leaver.lost_at)


def _with(order: Sequence[set[int]], together: Sequence[Leaver]) -> list[set[int]]:
    """Puts each behind as many of the order as stood at least as well, one at least, and behind all who tie there."""
    still_in = set[int]().union(*order)
    ahead: dict[int, set[int]] = {}
    for leaver in together:
        ahead.setdefault(max(1, len(still_in.intersection(leaver.not_behind))), set()).add(leaver.seat)
    placed, before = list[set[int]](), 0
    for seats in order:
        placed.append(seats)
        placed += [ahead[number] for number in sorted(ahead) if before < number <= before + len(seats)]
        before += len(seats)
    return placed if order else list(ahead.values())
