"""Sorts players into tables so that repeated meetings are avoided where possible and players of equal standing meet.

The field is cut in its order, then players are swapped while that helps. Where a small field still has repeated
meetings, every seating is tried. Nothing is drawn here: the given order was drawn before.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

AGAIN = 1_000_000_000
"""The cost of a second meeting: more than all differences in standing."""
SEARCHED_MAX = 48
"""Fields up to this size are searched through where swaps leave a second meeting."""
LOOKS_MAX = 60_000
PASSES_MAX = 12
NEAR = 12
"""The number of tables above and below that are tried first for a swap."""

Meetings = Mapping[int, Mapping[int, int]]
"""The number of meetings of each pair."""
Pod = list[int]


class Field(Struct):
    """The players to pair. `standing`: of each player, as a number; a whole round's worth of points is a hundred."""

    met: Meetings
    standing: Mapping[int, int]

    def cost_with(self, player: int, others: Iterable[int]) -> int:
        met, standing = self.met.get(player, {}), self.standing
        mine, total = standing[player], 0
        for other in others:
            total += AGAIN * met.get(other, 0) ** 2 + (mine - standing[other]) ** 2
        return total

    def repeats(self, player: int, others: Iterable[int]) -> bool:
        met = self.met.get(player, {})
        return any(met.get(other, 0) for other in others if other != player)


def sizes(players: int, seats: int, least: int) -> tuple[tuple[int, ...], int] | None:
    """The tables of a round, whole ones first, and how many players are left without one: as few as can be. A table may
    be one short of `seats` if that is not below `least`. None where not even one table can be filled."""
    for byes in range(players):
        seated = players - byes
        for short in range(seats if seats > least else 1):
            whole, rest = divmod(seated - short * (seats - 1), seats)
            if whole >= 0 and rest == 0 and whole + short:
                return (seats,) * whole + (seats - 1,) * short, byes
    return None


def paired(order: Sequence[int], shape: Sequence[int], field: Field) -> list[Pod]:
    """Tables of the sizes in `shape` for the players in `order`, best first."""
    pods, start = [], 0
    for size in shape:
        pods.append(list(order[start : start + size]))
        start += size
    _swap(pods, field)
    if len(order) <= SEARCHED_MAX and any(field.repeats(player, pod) for pod in pods for player in pod):
        return _Search(order, field).seat(order, tuple(shape)) or pods
    return pods


def _swap(pods: list[Pod], field: Field) -> None:
    """Swap until no pair meets again, or no swap of two improves the tables."""
    for _ in range(PASSES_MAX):
        better = False
        for at, pod in enumerate(pods):
            for place, player in enumerate(pod):
                if field.repeats(player, pod) and _swap_one(pods, at, place, field):
                    better = True
        if not better:
            return


def _swap_one(pods: list[Pod], at: int, place: int, field: Field) -> bool:
    """Make the swap that helps most, near tables first: players of equal standing should meet. Return whether
    one helps."""
    pod = pods[at]
    player, rest = pod[place], pod[:place] + pod[place + 1 :]
    now = field.cost_with(player, rest)
    best, swap = 0, None
    for distance in range(1, len(pods)):
        if distance > NEAR and best < -AGAIN // 2:
            break
        for there in (at - distance, at + distance):
            if not 0 <= there < len(pods):
                continue
            other_pod = pods[there]
            for spot, other in enumerate(other_pod):
                others = other_pod[:spot] + other_pod[spot + 1 :]
                before = now + field.cost_with(other, others)
                change = field.cost_with(other, rest) + field.cost_with(player, others) - before
                if change < best:
                    best, swap = change, (there, spot)
    if swap is None:
        return False
    there, spot = swap
    pod[place], pods[there][spot] = pods[there][spot], player
    return True


class _Search:
    """Search for the first tables in the given order at which no pair meets again: depth first, each player seated with
    the next players that it has not met. It ends after LOOKS_MAX steps."""

    def __init__(self, order: Sequence[int], field: Field) -> None:
        self.unmet = {
            player: frozenset([other for other in order if not field.repeats(player, (other,))]) for player in order
        }
        self.looks = 0

    def seat(self, free: Sequence[int], left: tuple[int, ...]) -> list[Pod] | None:
        """Return the tables, or None without a seating or with too many to try them all."""
        if not left:
            return []
        first = free[0]
        candidates = [other for other in free[1:] if other in self.unmet[first]]
        for size in dict.fromkeys(left):
            smaller = list(left)
            smaller.remove(size)
            for companions in self.strangers(candidates, size - 1):
                gone = {first, *companions}
                rest = self.seat([player for player in free if player not in gone], tuple(smaller))
                if rest is not None:
                    return [[first, *companions], *rest]
        return None

    def strangers(self, players: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
        """Every choice of so many who have not met each other, the first in the order first."""
        if size == 0:
            yield ()
        for place in range(len(players) - size + 1 if size else 0):
            self.looks += 1
            if self.looks > LOOKS_MAX:
                return
            player = players[place]
            unmet = self.unmet[player]
            for others in self.strangers([other for other in players[place + 1 :] if other in unmet], size - 1):
                yield (player, *others)


def meetings(games: Iterable[Sequence[int]]) -> dict[int, dict[int, int]]:
    """Count the meetings of each pair at these tables."""
    met: dict[int, dict[int, int]] = {}
    for seats in games:
        for one, other in combinations(seats, 2):
            for mine, theirs in ((one, other), (other, one)):
                row = met.setdefault(mine, {})
                row[theirs] = row.get(theirs, 0) + 1
    return met
