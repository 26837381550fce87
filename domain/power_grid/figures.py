"""The form of published figures: the base game's tables and a map. checks.py finds mistakes in a file."""

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
    """`above`: Elektro above a plant's lowest bid that the robot goes to; `or_its_cities`: or its number of cities."""

    chooses: Literal["cheapest_fuel", "most_cities", "lowest", "second_lowest", "highest", "every"]
    above: int
    or_its_cities: bool = False


class OrderTile(RobotTile, frozen=True):
    place: Literal["as_counted", "last"]


class FuelTile(RobotTile, frozen=True):
    """`runs`: the productions of all its plants that it buys fuel for. `then`: the fuel that it buys after that."""

    runs: int
    then: Literal["nothing", "cheap", "all", "all_if_last", "scarcest", "all_in_even_rounds"] = "nothing"


class BuildingTile(RobotTile, frozen=True):
    """`cities`: the number that it connects per round, by stage. `network`: the size that it builds to, by stage.
    `no_more_than`: a size that it does not exceed. `named`: by the last player, not drawn."""

    cities: Stages
    network: Stages = (99, 99, 99)
    no_more_than: Literal["any", "first_player", "supplied"] = "any"
    named: bool = False


class PowerTile(RobotTile, frozen=True):
    """The most plants that it runs."""

    plants: int


class FirstCityTile(RobotTile, frozen=True):
    """The way to its first city, and its place among those that build in round 1."""

    way: Literal["drawn", "named", "bid", "barred"]
    turn: Literal["as_counted", "first", "last"] = "as_counted"


class AbilityTile(RobotTile, frozen=True):
    """`amount`: Elektro, or cities for `income`."""

    gives: Literal["money", "last", "half_bid", "city_price", "free_city", "income"]
    amount: int = 0


class RobotFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The tiles that robots are drawn from, by kind. `order` and `power` are kinds of Australia's edition 2 alone;
    of the others each tile exists once."""

    plant: tuple[PlantTile, ...]
    order: tuple[OrderTile, ...] = ()
    fuel: tuple[FuelTile, ...] = ()
    building: tuple[BuildingTile, ...] = ()
    power: tuple[PowerTile, ...] = ()
    first_city: tuple[FirstCityTile, ...] = ()
    ability: tuple[AbilityTile, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple([kind for kind in self.__struct_fields__ if getattr(self, kind)])

    @property
    def each_once(self) -> bool:
        return bool(self.first_city)


class BaseEdition(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables of the base game. `robots`: the tiles of the expansion, for every map (from edition 2)."""

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
    robots: RobotFigures | None = None


class MapEdition(Struct, frozen=True, forbid_unknown_fields=True):
    """One map. Fields after `connections` exist on some maps only."""

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
