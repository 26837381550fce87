"""The editions: published figures of the cards and tables, one file each, checked when loaded and never changed."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.kernel.refused import Refused
from domain.kernel.variant import Edition

EDITIONS: Final = ("2019-1",)
"""Every edition ever published; the first is in force for new games."""

FUELS: Final = ("coal", "gas", "oil", "uranium")
"""Resource types in the order of the market (CG-SET-09)."""
KINDS: Final = (*FUELS, "hybrid", "eco")
BURNS: Final = {**{fuel: (fuel,) for fuel in FUELS}, "hybrid": ("gas", "oil"), "eco": ()}
"""Fuels that a kind of plant takes (CG-PLT-01)."""
LAST: Final = "LAST"
"""Id of the last-round card."""


class Plant(Struct, frozen=True, forbid_unknown_fields=True):
    """`need`: units a run burns (the norm); `profit`: E, or points at the end."""

    id: str
    number: int
    fuel: str
    need: int
    profit: int
    size: str
    printed: tuple[str, ...]


class Resource(Struct, frozen=True, forbid_unknown_fields=True):
    """`players`: the corner mark of a standard card, e.g. `4-6`."""

    id: str
    fuel: str
    amount: int
    printed: tuple[str, ...]
    players: str = ""


class RenovationCard(Struct, frozen=True, forbid_unknown_fields=True):
    card: int
    first: int
    later: int
    printed: tuple[str, ...]


class PlayersRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the number of players; `column`: cards in each dearer column of the resource market."""

    players: int
    removed_small: int
    removed_large: int
    column: int
    marks: tuple[str, ...]
    trust: bool


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    start_money: int
    plants_max: int
    storage_multiplier: int
    discount_bid_min: int
    guaranteed_income: int
    elektro_per_vp: int
    prices: tuple[int, ...]
    offer: int
    outlook: int
    players: tuple[PlayersRow, ...]


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole content of an edition's file."""

    id: str
    about: str
    tables: Tables
    plants: tuple[Plant, ...]
    standard: tuple[Resource, ...]
    leftover: tuple[Resource, ...]
    plus: tuple[Resource, ...]
    plus_plus: tuple[Resource, ...]
    renovation: tuple[RenovationCard, ...]


CARD_TYPES: Final[dict[str, type[Struct]]] = {
    "plants": Plant,
    "standard": Resource,
    "leftover": Resource,
    "plus": Resource,
    "plus_plus": Resource,
    "renovation": RenovationCard,
}
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
    try:
        document = msgspec.json.decode(raw)
    except msgspec.DecodeError as fault:
        return (f"file: {fault}",)
    if not isinstance(document, dict):
        return ("file: not an object",)
    misshapen = tuple(_misshapen(document))
    return misshapen or tuple(_contradictions(msgspec.convert(document, Figures)))


def _misshapen(document: dict[str, Any]) -> Iterator[str]:
    for section, card_type in CARD_TYPES.items():
        cards = document.get(section)
        for place, card in enumerate(cards if isinstance(cards, list) else ()):
            yield from _fault(card, card_type, f"{section}[{place}]")
    yield from _fault(document.get("tables"), Tables, "tables")
    whole = {**document, **{section: [] for section in CARD_TYPES if isinstance(document.get(section), list)}}
    if isinstance(document.get("tables"), dict):
        whole["tables"] = _EMPTY_TABLES
    yield from _fault(whole, Figures, "file")


_EMPTY_TABLES = msgspec.to_builtins(Tables(0, 0, 0, 0, 0, 0, (), 0, 0, ()))


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


class Cards:
    """An edition made ready for looking up: everything by card id."""

    def __init__(self, figures: Figures, content: bytes) -> None:
        self.figures = figures
        self.tables = figures.tables
        self.plants = {plant.id: plant for plant in figures.plants}
        self.number = {plant.id: plant.number for plant in figures.plants}
        others = (*figures.leftover, *figures.plus, *figures.plus_plus)
        self.resources = {card.id: card for card in (*figures.standard, *others)}
        self.leftover = {card.id: card.fuel for card in figures.leftover}
        """Fuel of each leftover card; any other resource card goes to the discard pile."""
        self.place = {card.id: (FUELS.index(card.fuel), card.amount, card.id) for card in self.resources.values()}
        """Sorts a column as it is shown and taken from (CG-SET-09)."""
        self.edition = Edition(figures.id, sha256(content).hexdigest(), tuple(_reconstructed(figures)))

    def small(self) -> tuple[str, ...]:
        return tuple(plant.id for plant in self.figures.plants if plant.size == "small")

    def large(self) -> tuple[str, ...]:
        return tuple(plant.id for plant in self.figures.plants if plant.size == "large")

    def standard(self, marks: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card.id for card in self.figures.standard if card.players in marks)

    def row(self, players: int) -> PlayersRow:
        return next(row for row in self.tables.players if row.players == players)

    def back(self, deck: tuple[str, ...]) -> str:
        """What the back of the top card tells (CG-VIS-01)."""
        if not deck:
            return "NONE"
        return "LAST_ROUND" if deck[0] == LAST else self.plants[deck[0]].size.upper()


def _reconstructed(figures: Figures) -> Iterator[str]:
    for section, card_type in CARD_TYPES.items():
        facts = [name for name in card_type.__struct_fields__ if name not in {"id", "card", "printed"}]
        for card in getattr(figures, section):
            guessed = [name for name in facts if name not in card.printed and getattr(card, name) != ""]
            if guessed:
                yield f"{section}/{getattr(card, 'id', None) or card.card}: {', '.join(guessed)}"


def content(edition_id: str) -> bytes:
    """The bytes of a published edition. Refuses `UNKNOWN_EDITION`."""
    if edition_id not in EDITIONS:
        raise Refused("UNKNOWN_EDITION", "catalogue", edition=edition_id, known=EDITIONS)
    return (resources.files("domain.card_game") / "data" / f"{edition_id}.json").read_bytes()


@cache
def load(edition_id: str) -> Cards:
    """A published edition. Refuses `UNKNOWN_EDITION`; a faulty file is our own mistake."""
    raw = content(edition_id)
    assert not problems(raw), problems(raw)
    return Cards(msgspec.json.decode(raw, type=Figures), raw)
