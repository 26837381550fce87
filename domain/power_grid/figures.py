"""The shape of published figures: the base game's tables and a map. What is wrong with a file, checks.py says."""

from typing import Literal, get_args

from msgspec import Struct

from domain.power_grid.messages import RenovationCard

PlantKind = Literal["coal", "oil", "garbage", "uranium", "hybrid", "eco", "fusion"]
Players = Literal["2", "3", "4", "5", "6"]
PLAYERS: tuple[Players, ...] = get_args(Players)
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


class RobotTile(Struct, frozen=True, forbid_unknown_fields=True):
    """One of a robot's five tiles: a rule for one thing that it does (RB-02)."""

    id: str
    en: str
    ru: str
    provenance: Provenance


class PlantTile(RobotTile, frozen=True):
    """`above`: Elektro above a plant's lowest bid that the robot goes to."""

    chooses: Literal["cheapest_fuel", "most_cities"]
    above: int


class OrderTile(RobotTile, frozen=True):
    place: Literal["as_counted", "last"]


class FuelTile(RobotTile, frozen=True):
    """For how many runs of all its plants it buys."""

    runs: int


class BuildingTile(RobotTile, frozen=True):
    """How many cities it connects a round, by stage."""

    cities: Stages


class PowerTile(RobotTile, frozen=True):
    """How many plants it runs at most."""

    plants: int


class RobotFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The tiles that robots are drawn from, a table for each of their rules."""

    plant: tuple[PlantTile, ...]
    order: tuple[OrderTile, ...]
    fuel: tuple[FuelTile, ...]
    building: tuple[BuildingTile, ...]
    power: tuple[PowerTile, ...]


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
    robots: RobotFigures | None = None
