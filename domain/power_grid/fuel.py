"""Arithmetic of fuel: what fits on plants, and which production plans it feeds (PG-FUEL-02 to PG-FUEL-08)."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.power_grid.cards import Plant
from domain.power_grid.messages import FUELS, Amounts


class Storage(Struct, frozen=True):
    """Room on a set of plants: for one fuel each, for coal and oil in any mix, for any fuel."""

    coal: int = 0
    oil: int = 0
    garbage: int = 0
    uranium: int = 0
    hybrid: int = 0
    any: int = 0


def storage(plants: Iterable[Plant]) -> Storage:
    room = dict.fromkeys(Storage.__struct_fields__, 0)
    for plant in plants:
        if plant.stores:
            room[plant.kind] += plant.stores
    return Storage(**room)


def without_room(room: Storage, stock: Amounts) -> int:
    """Count the tokens that find no room (PG-FUEL-07): pure plants are filled first, then hybrids, then plants that
    take anything. Exact, because each later store takes all that the earlier ones take."""
    coal, oil = stock["coal"] - room.coal, stock["oil"] - room.oil
    mixed = (coal if coal > 0 else 0) + (oil if oil > 0 else 0) - room.hybrid
    garbage, uranium = stock["garbage"] - room.garbage, stock["uranium"] - room.uranium
    left = (mixed if mixed > 0 else 0) + (garbage if garbage > 0 else 0) + (uranium if uranium > 0 else 0)
    return left - room.any if left > room.any else 0


def fits(room: Storage, stock: Amounts) -> bool:
    """Check that all the fuel can lie on the plants (PG-FUEL-07)."""
    return not without_room(room, stock)


def elsewhere(running: Iterable[Plant]) -> bool:
    """Return whether a running plant may lack fuel that another plant stores (PG-FUEL-11). Only a plant that burns
    several fuels may: the fuel of any other can always be moved to it, because nothing else takes room there."""
    return any(len(plant.fuels) > 1 for plant in running)


def room_beside(room: Storage, running: Iterable[tuple[str, int]]) -> Storage:
    """Return the room that is left once each running plant, by kind and need, holds what it burns (PG-FUEL-11)."""
    left = msgspec.structs.asdict(room)
    for kind, burns in running:
        if burns:
            left[kind] -= burns
    return Storage(**left)


def room_left(room: Storage | UnsetType, kind: str, burns: int, kept: Amounts) -> Storage | UnsetType | None:
    """Return the room for other fuel when a plant of this kind burns so much, None if `kept` does not fit into it
    (PG-FUEL-11). Without a room (older rules) nothing is asked."""
    if room is UNSET:
        return UNSET
    left = room_beside(room, [(kind, burns)])
    return left if fits(left, kept) else None


def space(room: Storage, stock: Amounts, fuel: str) -> int:
    """How many more tokens of the fuel fit next to a stock that fits (PG-FUEL-07): own room first, then hybrids,
    then room for anything."""
    over: Amounts = {each: max(0, n - getattr(room, each)) for each, n in stock.items()}
    mixed = over["coal"] + over["oil"]
    anything = room.any - max(0, mixed - room.hybrid) - over["garbage"] - over["uranium"]
    hybrid = max(0, room.hybrid - mixed) if fuel in ("coal", "oil") else 0
    own: int = getattr(room, fuel)
    return max(0, own - stock[fuel]) + hybrid + anything


def usable(plants: Iterable[Plant]) -> tuple[str, ...]:
    """Fuels that at least one of the plants burns."""
    burnt = [fuel for plant in plants for fuel in plant.fuels]
    return tuple(fuel for fuel in FUELS if fuel in burnt)


def added(stock: Amounts, more: Amounts) -> Amounts:
    after = dict(stock)
    for fuel, n in more.items():
        after[fuel] += n
    return after


def subtract(stock: Amounts, less: Amounts) -> Amounts:
    after = dict(stock)
    for fuel, n in less.items():
        after[fuel] -= n
    return after


def mixes(fuels: Sequence[str], tokens: int, most: Amounts | None = None) -> Iterator[Amounts]:
    """Every way to put together exactly so many tokens of these fuels, holding at most `most` of each."""
    if not fuels:
        if tokens == 0:
            yield {}
        return
    fuel, *others = fuels
    for n in range(min(tokens, most[fuel] if most else tokens), -1, -1):
        for rest in mixes(others, tokens - n, most):
            yield {fuel: n, **rest} if n else rest


def purchases(
    totals: Sequence[tuple[str, Sequence[int]]], money: int, tokens: int, stock: Amounts, room: Storage
) -> Iterator[tuple[Amounts, int]]:
    """Every set of all fuels but the last that can be paid and stored, and how many tokens of the last may go with it:
    so many purchases are counted without one of them being made. `totals`: what 0, 1, 2, … tokens of a fuel cost."""
    (fuel, costs), *others = totals
    most = min(bisect_right(costs, money) - 1, tokens, space(room, stock, fuel))
    if not others:
        yield {}, most
        return
    for n in range(most + 1):
        for items, last in purchases(others, money - costs[n], tokens - n, {**stock, fuel: stock[fuel] + n}, room):
            yield ({fuel: n, **items} if n else items), last


def can_run(plants: Iterable[Plant], stock: Amounts) -> bool:
    """Return whether all of them can run together: the same question as `fits`, with needs in place of room."""
    need = dict.fromkeys(Storage.__struct_fields__, 0)
    for plant in plants:
        if plant.burns:
            need[plant.kind] += plant.burns
    coal, oil = stock["coal"] - need["coal"], stock["oil"] - need["oil"]
    garbage, uranium = stock["garbage"] - need["garbage"], stock["uranium"] - need["uranium"]
    if coal < 0 or oil < 0 or garbage < 0 or uranium < 0:
        return False
    mixed = coal + oil - need["hybrid"]
    return mixed >= 0 and mixed + garbage + uranium >= need["any"]


def best_output(plants: Sequence[Plant], stock: Amounts, enough: int) -> int:
    """Return the most cities that the plants can power, not counting beyond `enough` (PG-END-03).

    It does not ask where fuel is stored: where a stock fits and feeds a set of plants, some arrangement of all of it
    gives each of them what it burns (PG-FUEL-11). Only the fuels that they may burn depend on the room."""
    fed = [plant for plant in plants if plant.powers and plant.burns <= sum([stock[fuel] for fuel in plant.fuels])]
    best = 0
    for size in range(len(fed), 0, -1):
        for chosen in combinations(fed, size):
            output = min(enough, sum([plant.powers for plant in chosen]))
            if output > best and can_run(chosen, stock):
                best = output
        if best == enough or (size == len(fed) and best):
            break
    return best


def returns(scrapped: Plant, room: Storage, held: Amounts) -> tuple[Amounts, ...]:
    """What may go back to the reserve when a plant closes: it could have lain on that plant, and what is kept fits
    the room that is left (PG-AUC-13). Fewest tokens first."""
    ranges = [range(min(held[fuel], scrapped.stores) + 1) for fuel in scrapped.fuels]
    sets = (dict(zip(scrapped.fuels, numbers, strict=True)) for numbers in product(*ranges))
    legal = [
        {fuel: n for fuel, n in back.items() if n}
        for back in sets
        if sum(back.values()) <= scrapped.stores and fits(room, subtract(held, back))
    ]
    return tuple(sorted(legal, key=lambda back: sum(back.values())))
