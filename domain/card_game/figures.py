"""The shape of an edition: cards and tables as they stand in its file."""

from typing import Final

from msgspec import Struct

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
    """Figures by the number of players; `column`: cards in each more expensive column of the resource market."""

    players: int
    removed_small: int
    removed_large: int
    column: int
    marks: tuple[str, ...]
    trust: bool


class BasicFigures(Struct, frozen=True, forbid_unknown_fields=True):
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
    tables: BasicFigures
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
