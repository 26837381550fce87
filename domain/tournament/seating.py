"""Seats of players: each gets a seat that it had least often (EV-SEAT-01)."""

from collections.abc import Mapping, Sequence
from itertools import permutations

Sat = Mapping[int, Sequence[int]]
"""For each player, how often it had each seat."""


def seated(pod: Sequence[int], sat: Sat) -> tuple[int, ...]:
    """The pod in seat order. Among equal ways the first in the order of the pod, which was drawn."""
    never = (0,) * len(pod)
    counts = [sat.get(player, never) for player in pod]
    best, order = None, tuple(range(len(pod)))
    for way in permutations(range(len(pod))):
        cost = sum([counts[player][seat] ** 2 for seat, player in enumerate(way)])
        if best is None or cost < best:
            best, order = cost, way
        if best == 0:
            break
    return tuple(pod[player] for player in order)


def drawn_order(drawn: Sequence[str], there: Sequence[str]) -> tuple[int, ...]:
    """Return the places of a table's players, in the order of the seats that were `drawn`. Both are accounts, `there`
    empty for bots that replace absent players."""
    bots = iter([place for place, account in enumerate(there) if not account])
    return tuple([there.index(account) if account in there else next(bots) for account in drawn])


def sat_so_far(games: Sequence[Sequence[int]], seats: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for game in games:
        for seat, player in enumerate(game):
            found.setdefault(player, [0] * seats)[seat] += 1
    return found
