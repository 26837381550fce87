"""Checks of an edition: each mistake with its place."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.card_game.figures import (
    CARD_TYPES,
    FUELS,
    KINDS,
    LAST,
    BasicFigures,
    Figures,
    Plant,
    RenovationCard,
    Resource,
)
from domain.kernel.editions import bounds_problems, oversized

PRINTED_COUNTS: Final = {
    "standard": {"coal": 12, "gas": 10, "oil": 9, "uranium": 5},
    "leftover": {"coal": 2, "gas": 2, "oil": 2, "uranium": 1},
    "plus": {"coal": 1, "gas": 1, "oil": 1, "uranium": 1},
}
PLUS_PLUS_CARDS: Final = 4
SMALL_PLANTS, LARGE_PLANTS, RENOVATION_CARDS = 13, 29, 5
MARKS: Final = ("2-6", "4-6", "5-6")
AMOUNT_MAX: Final = 3
PRICES: Final = (1, 2, 3, 4)


def problems(raw: bytes) -> tuple[str, ...]:
    """Everything wrong with an edition's file, each with its place; empty when the file is good."""
    if too_large := oversized(raw):
        return too_large
    try:
        document = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        return (f"file: {fault}",)
    if not isinstance(document, dict):
        return ("file: not an object",)
    misshapen = (*_misshapen(document), *bounds_problems(document, 0))
    return misshapen or tuple(_contradictions(msgspec.convert(document, Figures)))


def _misshapen(document: dict[str, Any]) -> Iterator[str]:
    for section, card_type in CARD_TYPES.items():
        cards = document.get(section)
        for place, card in enumerate(cards if isinstance(cards, list) else ()):
            yield from _fault(card, card_type, f"{section}[{place}]")
    yield from _fault(document.get("tables"), BasicFigures, "tables")
    whole = {**document, **{section: [] for section in CARD_TYPES if isinstance(document.get(section), list)}}
    if isinstance(document.get("tables"), dict):
        whole["tables"] = _EMPTY_TABLES
    yield from _fault(whole, Figures, "file")


_EMPTY_TABLES = msgspec.to_builtins(BasicFigures(0, 0, 0, 0, 0, 0, (), 0, 0, ()))


def _fault(value: object, kind: type[Struct], where: str) -> Iterator[str]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        yield f"{where}: {fault}"


def _contradictions(figures: Figures) -> Iterator[str]:
    yield from _repeated_ids(figures)
    for place, plant in enumerate(figures.plants):
        yield from _plant_faults(plant, f"plants[{place}] {plant.id}")
    sizes = [plant.size for plant in figures.plants]
    if (sizes.count("small"), sizes.count("large")) != (SMALL_PLANTS, LARGE_PLANTS):
        yield f"plants: {SMALL_PLANTS} small and {LARGE_PLANTS} large are printed"
    for section in ("standard", "leftover", "plus", "plus_plus"):
        for place, card in enumerate(getattr(figures, section)):
            yield from _resource_faults(card, section, f"{section}[{place}] {card.id}")
    for section, counts in PRINTED_COUNTS.items():
        fuels = [card.fuel for card in getattr(figures, section)]
        if {fuel: fuels.count(fuel) for fuel in FUELS} != counts:
            yield f"{section}: the printed counts are {counts}"
    if len(figures.plus_plus) != PLUS_PLUS_CARDS:
        yield f"plus_plus: {PLUS_PLUS_CARDS} cards are printed"
    yield from _renovation_faults(figures.renovation)
    yield from _table_faults(figures)


def _repeated_ids(figures: Figures) -> Iterator[str]:
    resource_cards = (*figures.standard, *figures.leftover, *figures.plus, *figures.plus_plus)
    seen = {LAST}
    for card_id in (*(plant.id for plant in figures.plants), *(card.id for card in resource_cards)):
        if card_id in seen:
            yield f"{card_id}: the id stands twice or is reserved"
        seen.add(card_id)


def _plant_faults(plant: Plant, where: str) -> Iterator[str]:
    if plant.fuel not in KINDS:
        yield f"{where}: unknown fuel {plant.fuel!r}"
    elif (plant.need == 0) != (plant.fuel == "eco") or plant.need < 0:
        yield f"{where}: need {plant.need} does not fit {plant.fuel}"
    if plant.number < 1 or plant.profit < 1:
        yield f"{where}: number and profit are at least 1"
    if plant.size not in {"small", "large"}:
        yield f"{where}: size is small or large"
    yield from _unknown_fields(plant, where)


def _resource_faults(card: Resource, section: str, where: str) -> Iterator[str]:
    if card.fuel not in FUELS:
        yield f"{where}: unknown fuel {card.fuel!r}"
    if not 1 <= card.amount <= (1 if section == "leftover" else AMOUNT_MAX):
        yield f"{where}: amount {card.amount}"
    if (section == "standard") != (card.players in MARKS):
        yield f"{where}: players {card.players!r}; standard cards have one of {', '.join(MARKS)}, others none"
    yield from _unknown_fields(card, where)


def _unknown_fields(card: Plant | Resource | RenovationCard, where: str) -> Iterator[str]:
    for name in card.printed:
        if name not in card.__struct_fields__:
            yield f"{where}: printed names no field {name!r}"


def _renovation_faults(cards: tuple[RenovationCard, ...]) -> Iterator[str]:
    if [card.card for card in cards] != list(range(1, RENOVATION_CARDS + 1)):
        yield f"renovation: cards 1 to {RENOVATION_CARDS} in this order"
    for place, card in enumerate(cards):
        if not 0 <= card.later <= card.first:
            yield f"renovation[{place}]: sums {card.first} and {card.later}"
        yield from _unknown_fields(card, f"renovation[{place}]")


def _table_faults(figures: Figures) -> Iterator[str]:
    tables = figures.tables
    if tables.prices != PRICES:
        yield f"tables.prices: the price cards are {PRICES}"
    for name in ("start_money", "plants_max", "storage_multiplier", "discount_bid_min", "guaranteed_income",
                 "elektro_per_vp", "offer", "outlook"):  # fmt: skip
        if getattr(tables, name) < 1:
            yield f"tables.{name}: at least 1"
    if [row.players for row in tables.players] != [2, 3, 4, 5, 6]:
        yield "tables.players: one row each for 2 to 6 players"
    for place, row in enumerate(tables.players):
        where = f"tables.players[{place}]"
        if not 0 <= row.removed_small < SMALL_PLANTS - tables.offer - tables.outlook:
            yield f"{where}: removed_small {row.removed_small} leaves no small plant for the top"
        if not 0 <= row.removed_large <= LARGE_PLANTS:
            yield f"{where}: removed_large {row.removed_large}"
        if sum(card.players in row.marks for card in figures.standard) < (len(tables.prices) - 1) * row.column:
            yield f"{where}: too few standard cards for columns of {row.column}"
