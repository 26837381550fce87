"""The referee's basis: the published figures as plain data, cubes, costs, prices, markers and views.

See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from domain.colony61.cubes import Cubes

EDITION: dict[str, Any] = json.loads(
    (Path(__file__).parents[4] / "domain/colony61/data/colony61-1.json").read_text(encoding="utf-8")
)
MODULES: dict[str, Any] = {row["id"]: row for row in EDITION["modules"]}
COLONIES: dict[str, Any] = {row["id"]: row for row in EDITION["colonies"]}
RESOURCES: dict[str, Any] = {row["id"]: row for row in EDITION["resources"]}
BOARD_ORDER = ("mining", "production", "food", "population", "water", "building", "electricity")
"""C61-TRK-02, DEC-C61-07."""


class Objection(AssertionError):
    """An event differs from the rules."""


def agree(rule: str, what: str, told: object, found: object) -> None:
    """The events tell this, the referee found that."""
    if told != found:
        raise Objection(f"{rule}: {what} told as {told!r}, found to be {found!r}")


class Purse(NamedTuple):
    """Cubes of 1, 5 and 10 $ (C61-GEN-03)."""

    ones: int = 0
    fives: int = 0
    tens: int = 0

    @classmethod
    def of(cls, cubes: Cubes) -> "Purse":
        return cls(cubes.ones, cubes.fives, cubes.tens)

    @property
    def value(self) -> int:
        return self.ones + 5 * self.fives + 10 * self.tens

    def plus(self, other: "Purse") -> "Purse":
        return Purse(self.ones + other.ones, self.fives + other.fives, self.tens + other.tens)

    def minus(self, other: "Purse") -> "Purse":
        return Purse(self.ones - other.ones, self.fives - other.fives, self.tens - other.tens)

    def within(self, other: "Purse") -> bool:
        return min(other.minus(self)) >= 0

    def handfuls(self) -> list["Purse"]:
        """Every choice of these cubes, none and all included."""
        return [
            Purse(ones, fives, tens)
            for ones in range(self.ones + 1)
            for fives in range(self.fives + 1)
            for tens in range(self.tens + 1)
        ]


def purses_of(value: int, cells: int) -> list[Purse]:
    """Every set of cubes of the value that fits the cells."""
    return [purse for purse in Purse(cells, cells, cells).handfuls() if purse.value == value and sum(purse) <= cells]


def fewest_cubes(value: int) -> Purse:
    """Return the cubes of a value: as many 10s, then 5s, then 1s as possible."""
    tens, rest = divmod(value, 10)
    fives, ones = divmod(rest, 5)
    return Purse(ones, fives, tens)


def dearest_cubes(held: Purse, cells: int) -> Purse:
    """The most valuable of the cubes that fit (C61-STO-03, left out `keep`)."""
    return max((kept for kept in held.handfuls() if sum(kept) <= cells), key=lambda kept: (kept.value, kept.tens))


def kind_of(card: str) -> str:
    """DEC-C61-46."""
    return card.rpartition("-")[0]


def effects(kind: str, *names: str) -> list[Any]:
    return [effect for effect in MODULES[kind]["effects"] if effect["kind"] in names]


def colony_bonuses(colony: str, name: str) -> list[Any]:
    return [bonus for bonus in COLONIES[colony]["bonuses"] if bonus["kind"] == name]


def cost(colony: str, kind: str) -> int:
    """C61-PAY-01."""
    discounts = colony_bonuses(colony, "type_discount")
    off = sum(bonus["amount"] for bonus in discounts if bonus["type"] == MODULES[kind]["type"])
    return max(1, int(MODULES[kind]["cost"] - off))


def costs(colony: str, cards: Iterable[str]) -> int:
    return sum(cost(colony, kind_of(card)) for card in cards)


def price(markers: Mapping[str, int], resource: str) -> int:
    """C61-TRK-05."""
    track = RESOURCES[resource]
    return int(track["prices"][markers[resource] - track["min"]])


def cells(kinds: Iterable[str]) -> int:
    """Cells that may be used with these own modules (C61-STO-02)."""
    opened = sum(effect["levels"] for kind in kinds for effect in effects(kind, "storage_level"))
    return sum(row["cells"] for row in EDITION["storage_levels"] if row["level"] <= opened)


def supplied(kinds: Iterable[str]) -> Counter[str]:
    """C61-TRK-01."""
    supplies = Counter[str]()
    for kind in kinds:
        supplies.update(MODULES[kind]["supplies"])
    return supplies


def raised(
    markers: Mapping[str, int],
    supplies: Mapping[str, int],
    fired: set[tuple[str, int]] | None = None,
    *,
    gives_back: bool = False,
) -> dict[str, int]:
    """The markers after the supplies, moved one position at a time (C61-TRK-02…04). Under other readings of DEC-C61-08
    a place in `fired` fires no more, and its resources rise again when the marker falls off the place."""
    standing = dict(markers)
    for resource in BOARD_ORDER:
        for _ in range(supplies.get(resource, 0)):
            if standing[resource] < RESOURCES[resource]["max"]:
                standing[resource] += 1
                place = (resource, standing[resource])
                if fired is None or place not in fired:
                    fire_pictograms(standing, resource, gives_back=gives_back)
                if fired is not None:
                    fired.add(place)
    return standing


def reduced_at(resource: str, position: int) -> list[str]:
    return [name for row in RESOURCES[resource]["black_pictograms"] if row["at"] == position for name in row["reduces"]]


def fire_pictograms(standing: dict[str, int], arrived: str, *, gives_back: bool) -> None:
    """C61-TRK-03, at the lower end C61-TRK-04."""
    for resource in reduced_at(arrived, standing[arrived]):
        if standing[resource] > RESOURCES[resource]["min"]:
            standing[resource] -= 1
            for name in reduced_at(resource, standing[resource] + 1) if gives_back else []:
                standing[name] = min(RESOURCES[name]["max"], standing[name] + 1)


def fired_by(supplies: Mapping[str, int]) -> set[tuple[str, int]]:
    """The places that markers pass when supplies raise them from 0 (C61-SET-03)."""
    return {(resource, at) for resource, count in supplies.items() for at in range(1, count + 1)}


def swap_and_look(colony: str, kinds: Iterable[str], population: int) -> tuple[int, int]:
    """The number of cards that may be given up and looked at (C61-EXC-01)."""
    own = sum(effect["amount"] for kind in kinds for effect in effects(kind, "view"))
    start = sum(bonus["amount"] for bonus in colony_bonuses(colony, "start_view"))
    view = max(0, min(own + start, population))
    row = max((row for row in EDITION["view_table"] if row["view"] <= view), key=lambda row: row["view"])
    return row["swap"], row["look"]
