"""Published figures: the base game's tables and one file a map. A file never changes; a correction is a new file.

Every part of a file carries a provenance mark: `printed` (read off a rulebook) or `reconstructed` (from elsewhere).
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from domain.power_grid.messages import RenovationCard

DATA = Path(__file__).parent / "data"
PlantKind = Literal["coal", "oil", "garbage", "uranium", "hybrid", "eco", "fusion"]
Players = Literal["2", "3", "4", "5", "6"]
Stages = tuple[int, int, int]


class Provenance(Struct, frozen=True, forbid_unknown_fields=True):
    mark: Literal["printed", "reconstructed"]
    source: str


class PlantFigures(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    kind: PlantKind
    burns: int
    powers: int


class FlowGeneratorFigures(Struct, frozen=True, forbid_unknown_fields=True):
    en: str
    ru: str
    label: str
    rank3: int
    bid_min: int
    burns: int
    powers: int


class ByPlayers(Struct, frozen=True, forbid_unknown_fields=True):
    regions: dict[Players, int]
    removed_blind: dict[Players, int]
    plant_limit: dict[Players, int]
    stage_2_at: dict[Players, int]
    ends_at: dict[Players, int]


class BaseEdition(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables of the base game."""

    id: str
    kind: Literal["base"]
    provenance: dict[str, Provenance]
    storage_factor: int
    starting_money: int
    city_slots: tuple[int, ...]
    open_slots_by_stage: Stages
    payments: tuple[int, ...]
    payment_above_20: int
    by_players: ByPlayers
    plants: tuple[PlantFigures, ...]
    flow_generator: FlowGeneratorFigures
    renovation: tuple[RenovationCard, ...]


class Names(Struct, frozen=True, forbid_unknown_fields=True):
    en: str
    ru: str


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    en: str
    ru: str


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """Size of the drawing that the cities' x and y belong to."""

    width: int
    height: int


class City(Struct, frozen=True, forbid_unknown_fields=True):
    """`slots` and `open_slots` only where they differ from the base game's."""

    id: str
    en: str
    ru: str
    region: str
    x: int
    y: int
    slots: tuple[int, ...] = ()
    open_slots: Stages = (0, 0, 0)


class Connection(Struct, frozen=True, forbid_unknown_fields=True):
    a: str
    b: str
    cost: int


class FuelFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """`tokens` exist, `start` of them lie on the market at first. `spaces`: (price, capacity), cheapest first."""

    tokens: int
    start: int
    spaces: tuple[tuple[int, int], ...]

    @property
    def reserve(self) -> int:
        return self.tokens - self.start


class DeckFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """`near_top` plants are shuffled together with the top `near_top_among` cards before `top` is put on the pile."""

    current: tuple[int, ...]
    future: tuple[int, ...]
    removed: tuple[int, ...]
    top: int
    near_top: tuple[int, ...]
    near_top_among: int


class BlackoutFigures(Struct, frozen=True, forbid_unknown_fields=True):
    houses_per_player: int
    penalty_per_city: int


class MapEdition(Struct, frozen=True, forbid_unknown_fields=True):
    """One map. What stands after `connections` exists on some maps only."""

    id: str
    kind: Literal["map"]
    map: str
    name: Names
    provenance: dict[str, Provenance]
    regions: tuple[Region, ...]
    regions_must_touch: bool
    region_adjacency: dict[str, tuple[str, ...]]
    layout: Layout
    networks_max: int
    offer_size: int
    deck: DeckFigures
    fuels: dict[str, FuelFigures]
    resupply: dict[str, dict[Players, Stages]]
    cities: tuple[City, ...]
    connections: tuple[Connection, ...]
    deck_swapped: DeckFigures | None = None
    start_cities: tuple[str, ...] = ()
    price_cap_by_stage: tuple[int | None, int | None, int | None] | None = None
    garbage_extra: int = 0
    blackout: BlackoutFigures | None = None
    flat_connection_cost: int | None = None
    carbon_tax: int = 0
    mines: tuple[int, ...] = ()
    uranium_track: tuple[int, ...] = ()
    uranium_export: dict[Players, Stages] | None = None


Figures = TypeVar("Figures", BaseEdition, MapEdition)


class Stored(Struct, frozen=True):
    """A data file as it lies on the disk."""

    edition: Edition
    kind: str
    map: str
    data: bytes


class Head(Struct, frozen=True):
    id: str
    kind: str
    provenance: dict[str, Provenance]
    map: str = ""


@cache
def published() -> tuple[Stored, ...]:
    """Every edition in the data folder, oldest first within a kind."""
    return tuple(sorted((stored(path.read_bytes()) for path in DATA.glob("*.json")), key=serial))


def stored(data: bytes) -> Stored:
    head = msgspec.json.decode(data, type=Head)
    reconstructed = tuple(part for part, origin in head.provenance.items() if origin.mark == "reconstructed")
    return Stored(Edition(head.id, sha256(data).hexdigest(), reconstructed), head.kind, head.map, data)


def serial(found: Stored) -> tuple[str, int]:
    name, _, number = found.edition.id.rpartition("/")
    return name, int(number)


def current(map_name: str) -> tuple[Edition, Edition]:
    """The base edition and the map's edition in force for new games."""
    bases = [found for found in published() if found.kind == "base"]
    maps = [found for found in published() if found.map == map_name]
    return bases[-1].edition, maps[-1].edition


def pinned(map_name: str, editions: tuple[Edition, ...]) -> tuple[BaseEdition, MapEdition]:
    """The figures of these editions, by id and hash."""
    by_id = {found.edition.id: found for found in published() if found.kind == "base" or found.map == map_name}
    chosen = [by_id.get(edition.id) for edition in editions]
    kinds = sorted(found.kind for found in chosen if found)
    hashes = [found.edition.sha256 for found in chosen if found]
    if kinds != ["base", "map"] or hashes != [edition.sha256 for edition in editions]:
        raise Refused("UNKNOWN_EDITION", "PG-SET-01", editions=tuple(edition.id for edition in editions))
    base, board = sorted((found for found in chosen if found), key=lambda found: found.kind)
    return load(base.data, BaseEdition), load(board.data, MapEdition)


@cache
def load(data: bytes, kind: type[Figures]) -> Figures:
    """The figures of a published file; a file with a mistake in it is never used."""
    from domain.power_grid.validate import problems

    found = problems(data)
    assert not found, f"{found[0].line}: {found[0].where}: {found[0].message}"
    return msgspec.json.decode(data, type=kind)
