"""The places by which a game is rated: TB-RATE-10 of docs/rules/table.md."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from msgspec import Struct


class Leaver(Struct, frozen=True):
    """A player who left before the end. `not_behind`: the seats still in the game that ranked at least as well at that
    moment. `lost_at`: the deadline that passed, None for a player who resigned."""

    seat: int
    not_behind: Collection[int]
    lost_at: int | None = None


def places(ranks: Mapping[int, int], leavers: Sequence[Leaver]) -> dict[int, int]:
    """Return the place of every seat; equal seats share one (1, 1, 3). `ranks`: of the players who stayed, at the end
    of the game. `leavers`: first to last; leavers whose time ended at the same moment share a place among themselves.
    """
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
    """Place each leaver behind as many seats as ranked at least as well, at least one, and behind all that tie
    there."""
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
