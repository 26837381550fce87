"""The shape of an edition: rows of cards and boards, each with its mark of provenance."""

from typing import Literal

from msgspec import Struct

from domain.colony61.cards import ColonyBonus, DefeatCondition, Effect, EndCondition

Status = Literal["printed", "reconstructed"]


class FigureRow(Struct, frozen=True, forbid_unknown_fields=True):
    """`status` is the mark of the row as a whole; `printed_fields` of a reconstructed row stand in the rules text."""

    status: Status


class Type(FigureRow, frozen=True):
    id: str
    name_en: str
    name_ru: str
    colour: str


class CubeKind(FigureRow, frozen=True):
    value: int
    colour_en: str
    colour_ru: str


class StorageRow(FigureRow, frozen=True):
    level: int
    cells: int


class ViewRow(FigureRow, frozen=True):
    view: int
    swap: int
    look: int


class Recycle(FigureRow, frozen=True):
    bonus: int
    multiplier: int
    per_turn: int


class Pictogram(Struct, frozen=True, forbid_unknown_fields=True):
    at: int
    reduces: tuple[str, ...]


class Resource(FigureRow, frozen=True):
    """A track: `prices[i]` is the price at position `min` + i; `order` is the place from the top of the board."""

    id: str
    order: int
    name_en: str
    name_ru: str
    min: int
    max: int
    start: int
    prices: tuple[int, ...]
    black_pictograms: tuple[Pictogram, ...]
    monopoly_influence: int | None
    supplied_by_state: bool
    printed_fields: tuple[str, ...] = ()


class ModuleKind(FigureRow, frozen=True):
    """One of the sorts of module cards; `count` of them are in the deck."""

    id: str
    name_en: str
    name_ru: str
    count: int
    type: str
    influence: int
    cost: int
    supplies: dict[str, int]
    effects: tuple[Effect, ...]
    printed_fields: tuple[str, ...] = ()


class StartHand(Struct, frozen=True, forbid_unknown_fields=True):
    fixed: tuple[str, ...]
    pick: int
    of: int


class ColonyCard(FigureRow, frozen=True):
    id: str
    name_en: str
    name_ru: str
    start_capital: int
    start_hand: StartHand
    turn_track: int
    end: tuple[EndCondition, ...]
    defeat: tuple[DefeatCondition, ...]
    bonuses: tuple[ColonyBonus, ...]
    printed_fields: tuple[str, ...] = ()


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition whole."""

    id: str
    game: Literal["colony61"]
    total_cards: int
    recycle: Recycle
    state_modules: tuple[str, ...]
    types: tuple[Type, ...]
    cubes: tuple[CubeKind, ...]
    storage_levels: tuple[StorageRow, ...]
    view_table: tuple[ViewRow, ...]
    resources: tuple[Resource, ...]
    modules: tuple[ModuleKind, ...]
    colonies: tuple[ColonyCard, ...]


LISTS: dict[str, type[FigureRow]] = {
    "types": Type,
    "cubes": CubeKind,
    "storage_levels": StorageRow,
    "view_table": ViewRow,
    "resources": Resource,
    "modules": ModuleKind,
    "colonies": ColonyCard,
}
"""The lists of an edition by the name they have in `Figures`."""


def row_name(row: FigureRow, place: int) -> str:
    """The name of a row in messages: its id, else its figure."""
    match row:
        case Type() | Resource() | ModuleKind() | ColonyCard():
            return row.id
        case CubeKind():
            return str(row.value)
        case StorageRow():
            return str(row.level)
        case ViewRow():
            return str(row.view)
        case _:
            return str(place)
