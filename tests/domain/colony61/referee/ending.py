"""The referee of the end: conditions of the colony card, influence, and who comes first.

See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tests.domain.colony61.referee.figures import (
    BOARD_ORDER,
    COLONIES,
    EDITION,
    MODULES,
    RESOURCES,
    Purse,
    colony_bonuses,
    effects,
    supplied,
)


class Estate(Struct, frozen=True):
    """The values by which one seat is judged at the end: the kinds it has built and its cubes."""

    kinds: Sequence[str]
    storage: Purse


def defeats(colony: str, markers: Mapping[str, int]) -> list[tuple[str, int]]:
    """Defeat conditions that hold, as resource and level (C61-END-02)."""
    rows = COLONIES[colony]["defeat"]
    return [(row["resource"], row["at_most"]) for row in rows if markers[row["resource"]] <= row["at_most"]]


def ends(colony: str, turn: int, markers: Mapping[str, int], estates: Sequence[Estate]) -> list[tuple[str, int]]:
    """End conditions that hold, as kind and bound (C61-END-03, C61-END-04)."""
    found = [(row["kind"], bound_of(row, len(estates)), row) for row in COLONIES[colony]["end"]]
    return [(kind, bound) for kind, bound, row in found if reached(row, turn, markers, estates) >= bound]


def bound_of(row: Mapping[str, Any], players: int) -> int:
    return int(row["count"] if "count" in row else row["at_least"][str(players)])


def reached(row: Mapping[str, Any], turn: int, markers: Mapping[str, int], estates: Sequence[Estate]) -> float:
    """The value compared with the bound of an end condition; the state's modules do not count (C61-END-03)."""
    if turn < row.get("not_before_turn", 0):
        return float("-inf")
    match row["kind"]:
        case "turns":
            return turn
        case "resource":
            return markers[row["resource"]]
        case "player_modules":
            return max(len(estate.kinds) for estate in estates)
        case "colony_modules":
            return sum(len(estate.kinds) for estate in estates)
    raise KeyError(row["kind"])


def score_of(colony: str, markers: Mapping[str, int], estates: Sequence[Estate], seat: int) -> dict[str, Any]:
    """The figures of `PlayerScored` by name."""
    kinds = estates[seat].kinds
    modules = sum(MODULES[kind]["influence"] for kind in kinds)
    by_resource = sum(influence_by_resource(kind, markers) for kind in kinds)
    of_colony = colony_influence(colony, kinds)
    held = monopolies(estates, seat)
    return {
        "influence": modules + by_resource + of_colony + sum(held.values()),
        "modules": modules,
        "by_resource": by_resource,
        "colony": of_colony,
        "monopolies": held,
        "credits": estates[seat].storage.value,
        "module_costs": sum(MODULES[kind]["cost"] for kind in kinds),
    }


def influence_by_resource(kind: str, markers: Mapping[str, int]) -> int:
    """C61-SCO-02: the highest step that is reached; below the first step nothing."""
    total = 0
    for effect in effects(kind, "influence_by_resource"):
        steps = [worth for level, worth in effect["steps"] if markers[effect["resource"]] >= level]
        total += max(steps, default=0)
    return total


def colony_influence(colony: str, kinds: Sequence[str]) -> int:
    """C61-SCO-03."""
    total = 0
    for bonus in colony_bonuses(colony, "influence_per_supplier"):
        total += bonus["amount"] * sum(bonus["resource"] in MODULES[kind]["supplies"] for kind in kinds)
    for bonus in colony_bonuses(colony, "influence_per_type"):
        total += bonus["amount"] * sum(bonus["type"] == MODULES[kind]["type"] for kind in kinds)
    return total


def monopolies(estates: Sequence[Estate], seat: int) -> dict[str, int]:
    """C61-SCO-04: resources that this seat supplies and neither another seat nor the state."""
    suppliers = {
        resource: {owner for owner, estate in enumerate(estates) if resource in supplied(estate.kinds)}
        for resource in BOARD_ORDER
        if resource not in supplied(EDITION["state_modules"])
    }
    return {resource: RESOURCES[resource]["monopoly_influence"] for resource, who in suppliers.items() if who == {seat}}


def ranking_of(scores: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Rank and seat, best first: influence, value in storage, printed costs (C61-SCO-05, DEC-C61-47)."""
    measures = [(score["influence"], score["credits"], score["module_costs"]) for score in scores]
    return sorted((1 + sum(other > own for other in measures), seat) for seat, own in enumerate(measures))


def winners_of(ranking: Sequence[tuple[int, int]]) -> list[int]:
    """A remaining tie has no winner."""
    first = [seat for rank, seat in ranking if rank == 1]
    return first if len(first) == 1 else []
