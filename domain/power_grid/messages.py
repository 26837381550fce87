"""Commands and events of Power Grid: the storage format. Fields as docs/rules/power_grid.md §0.1 and §20 list them.

A card is a plant's number, `flow_generator` or `stage_3`. Amounts of fuel are `{type: tokens}`. Every `…_after` field
and every market row holds the values after the event, so a fold copies and never applies a rule. `hidden` fields leave
the server only after the end of the game.
"""

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.evolution import Json, Upcaster
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event

Card: TypeAlias = int | str
Amounts: TypeAlias = dict[str, int]
Mode: TypeAlias = Literal["START", "EXTEND"]

FLOW_GENERATOR = "flow_generator"
STAGE_3 = "stage_3"
FUELS = ("coal", "oil", "garbage", "uranium")

TURN_ORDER, AUCTION, RESOURCES, BUILDING, BUREAUCRACY = "turn_order", "auction", "resources", "building", "bureaucracy"
PHASES = (TURN_ORDER, AUCTION, RESOURCES, BUILDING, BUREAUCRACY)


class Space(Struct, frozen=True, gc=False):
    """A price on the resource market and the tokens that lie there."""

    public = ("price", "n")

    price: int
    n: int


Market: TypeAlias = dict[str, tuple[Space, ...]]


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """One plant in a production plan and the fuel it burns."""

    public = ("plant", "fuel")

    plant: Card
    fuel: Amounts = {}


class Player(Struct, frozen=True):
    public = ("player", "colour")

    player: Seat
    colour: str


class PlantMarket(Struct, frozen=True):
    """Cheapest first. Only the current offer can be nominated."""

    public = ("current", "future")

    current: tuple[Card, ...]
    future: tuple[Card, ...]


class RenovationCard(Struct, frozen=True):
    """The payment for a forced closing: the first of a round, and each later one."""

    public = ("card", "first", "others")

    card: int
    first: int
    others: int


class SortKey(Struct, frozen=True):
    """The reason for a seat's place in the turn order."""

    public = ("player", "cities", "best_plant")

    player: Seat
    cities: int
    best_plant: Card | None


class PhaseOfRound(Struct, frozen=True):
    public = ("round", "phase")

    round: int
    phase: str


class Rank(Struct, frozen=True):
    public = ("player", "rank", "powered", "cash", "cities")

    player: Seat
    rank: int
    powered: int
    cash: int
    cities: int


class Robot(Struct, frozen=True):
    """A seat that plays by tiles, and the id of each (RB-02). `order` and `power` are tiles of edition 2, `first_city`
    and `ability` of later ones; a robot without a kind has an empty id, or none."""

    public = ("player", "plant", "order", "fuel", "building", "power", "first_city", "ability")

    player: Seat
    plant: str
    order: str
    fuel: str
    building: str
    power: str
    first_city: str | UnsetType = UNSET
    ability: str | UnsetType = UNSET


# ---- commands ----


class NominatePlant(Command, frozen=True):
    plant: Card
    bid: int


class PassNomination(Command, frozen=True):
    pass


class PlaceBid(Command, frozen=True):
    amount: int


class PassBid(Command, frozen=True):
    pass


class ScrapPlant(Command, frozen=True):
    """`returned`: fuel that goes back to the reserve; None for the smallest return, where there is only one."""

    plant: Card
    returned: Amounts | None = None


class BuyResources(Command, frozen=True):
    items: Amounts


class FinishBuying(Command, frozen=True):
    pass


class ConnectCity(Command, frozen=True):
    city: str
    mode: Mode | None = None


class FinishBuilding(Command, frozen=True):
    pass


class RunPlants(Command, frozen=True):
    runs: tuple[Run, ...] = ()


class ChooseRegion(Command, frozen=True):
    """Choose a region of the play area (`regions=drafted`)."""

    region: str


class BarCity(Command, frozen=True):
    """Name a city that the robot may not take."""

    city: str


class NameCity(Command, frozen=True):
    """Name a city for a robot; where players bid for the right to do so, with a bid, which may be 0."""

    city: str
    bid: int = 0


class PassNaming(Command, frozen=True):
    """Bid nothing for the right to name a robot's city."""


class SellUranium(Command, frozen=True):
    pass


class DeclineUraniumSale(Command, frozen=True):
    pass


COMMANDS: tuple[type[Command], ...] = (
    NominatePlant, PassNomination, PlaceBid, PassBid, ScrapPlant, BuyResources, FinishBuying, ConnectCity,
    FinishBuilding, RunPlants, SellUranium, DeclineUraniumSale,
    ChooseRegion, BarCity, NameCity, PassNaming,
)  # fmt: skip


# ---- events ----


class GameStarted(Event, frozen=True):
    """The whole set-up. `cash` is each player's. `deck`: top card first. `seed` in hex."""

    rules = ("PG-SET-01", "PG-SET-02", "PG-SET-03", "PG-SET-06", "PG-SET-08", "PG-SET-09", "PG-SET-10", "PG-GEN-04")
    reveals = True
    public = ("ruleset", "edition", "map", "regions", "players", "options", "cash", "resource_market",
              "reserve", "plant_market", "deck_size", "uranium_track", "uranium_store", "renovation_pile")  # fmt: skip
    hidden = ("deck", "removed_blind", "seed")

    ruleset: str
    edition: tuple[str, ...]
    map: str
    regions: tuple[str, ...]
    players: tuple[Player, ...]
    options: dict[str, str]
    cash: int
    resource_market: Market
    reserve: Amounts
    plant_market: PlantMarket
    deck_size: int
    deck: tuple[Card, ...]
    removed_blind: tuple[Card, ...]
    seed: str
    uranium_track: tuple[Space, ...] = ()
    uranium_store: int = 0
    renovation_pile: tuple[RenovationCard, ...] = ()


class RegionChosen(Event, frozen=True):
    """A seat chose a region. `regions`: all that are chosen so far, in the map's order."""

    rules = ("PG-SET-12",)
    public = ("player", "region", "regions")

    player: Seat
    region: str
    regions: tuple[str, ...]


class RobotBuilt(Event, frozen=True):
    """A seat plays by tiles, which were drawn with the set-up: the id of each. `cash`: where a tile changes it."""

    rules = ("RB-01", "RB-02", "RB-12")
    public = ("player", "plant", "order", "fuel", "building", "power", "first_city", "ability", "cash")

    player: Seat
    plant: str
    order: str
    fuel: str
    building: str
    power: str
    first_city: str | UnsetType = UNSET
    ability: str | UnsetType = UNSET
    cash: int | UnsetType = UNSET


class RoundBegan(Event, frozen=True):
    rules = ("PG-GEN-01",)
    public = ("number",)

    number: int


class PhaseBegan(Event, frozen=True):
    rules = ("PG-GEN-01", "PG-ORD-05")
    public = ("name",)

    name: str


class PhaseSkipped(Event, frozen=True):
    rules = ("PG-AUC-18",)
    public = ("reason",)

    reason: str


class TurnOrderDetermined(Event, frozen=True):
    """`reason`: LOT, ROUND_START or FIRST_ROUND_REDO."""

    rules = ("PG-SET-04", "PG-ORD-01", "PG-ORD-02", "PG-ORD-04")
    public = ("order", "reason", "keys")

    order: tuple[Seat, ...]
    reason: str
    keys: tuple[SortKey, ...]


class PlantNominated(Event, frozen=True):
    """`bidders`: who will be asked, clockwise; empty when the bid wins at once."""

    rules = ("PG-AUC-03", "PG-AUC-04")
    public = ("player", "plant", "bid", "bidders")

    player: Seat
    plant: Card
    bid: int
    bidders: tuple[Seat, ...]


class NominationPassed(Event, frozen=True):
    rules = ("PG-AUC-02",)
    public = ("player",)

    player: Seat


class BidPlaced(Event, frozen=True):
    """`outbid`: who held the bid before; told from rules version 2 on."""

    rules = ("PG-AUC-05",)
    public = ("player", "plant", "amount", "outbid")

    player: Seat
    plant: Card
    amount: int
    outbid: Seat | UnsetType = UNSET


class BidPassed(Event, frozen=True):
    rules = ("PG-AUC-06",)
    public = ("player", "plant")

    player: Seat
    plant: Card


class PlantBought(Event, frozen=True):
    rules = ("PG-AUC-07", "PG-AUC-10", "PG-AUC-12")
    public = ("player", "plant", "price", "cash_after", "scrap_required", "current", "future")

    player: Seat
    plant: Card
    price: int
    cash_after: int
    scrap_required: bool
    current: tuple[Card, ...]
    future: tuple[Card, ...]


class PlantScrapped(Event, frozen=True):
    rules = ("PG-AUC-12", "PG-AUC-13")
    public = ("player", "plant", "fuel_returned", "fuel_after", "reserve_after")

    player: Seat
    plant: Card
    fuel_returned: Amounts
    fuel_after: Amounts
    reserve_after: Amounts


class CompensationPaid(Event, frozen=True):
    """`kind`: FIRST or LATER closing of the round."""

    rules = ("RN-PG-02", "RN-PG-03", "RN-PG-04")
    public = ("player", "card", "kind", "amount", "cash_after")

    player: Seat
    card: int
    kind: str
    amount: int
    cash_after: int


class RenovationCardRemoved(Event, frozen=True):
    rules = ("RN-PG-05",)
    public = ("card", "next_card", "cards_left")

    card: int
    next_card: RenovationCard
    cards_left: int


class PlantDrawn(Event, frozen=True):
    """`reason`: SALE, or what emptied the place: the causes of PlantRemoved, or BUREAUCRACY."""

    rules = ("PG-AUC-14", "PG-AUC-20")
    reveals = True
    public = ("plant", "reason", "current", "future", "deck_left")

    plant: Card
    reason: str
    current: tuple[Card, ...]
    future: tuple[Card, ...]
    deck_left: int


class PlantRemoved(Event, frozen=True):
    """`cause`: NO_SALE, FIRST_PLAYER_PASS, OBSOLETE, STAGE_2, STAGE_3, STAGE_3_BUREAUCRACY or FLOW_GENERATOR."""

    rules = ("PG-AUC-15", "RU-03", "PG-AUC-16", "PG-STG-03", "PG-STG-06", "PG-STG-07", "PG-BUR-13", "PG-FLOW-04")
    public = ("plant", "cause", "current", "future")

    plant: Card
    cause: str
    current: tuple[Card, ...]
    future: tuple[Card, ...]


class PlantPutUnderDeck(Event, frozen=True):
    rules = ("PG-BUR-12",)
    public = ("plant", "current", "future", "deck_left")

    plant: Card
    current: tuple[Card, ...]
    future: tuple[Card, ...]
    deck_left: int


class Stage3CardDrawn(Event, frozen=True):
    rules = ("PG-STG-05", "PG-STG-06", "PG-STG-07", "PG-STG-08")
    reveals = True
    public = ("during_phase", "starts_with", "in_market", "current", "future", "deck_left")

    during_phase: str
    starts_with: PhaseOfRound
    in_market: bool
    current: tuple[Card, ...]
    future: tuple[Card, ...]
    deck_left: int


class Stage3CardRemoved(Event, frozen=True):
    rules = ("PG-STG-06", "PG-STG-07", "PG-STG-09")
    public = ("current", "future")

    current: tuple[Card, ...]
    future: tuple[Card, ...]


class DeckShuffled(Event, frozen=True):
    """`order`: top card first."""

    rules = ("PG-STG-06", "PG-STG-07", "PG-GEN-04")
    reveals = True
    public = ("deck_left",)
    hidden = ("order",)

    deck_left: int
    order: tuple[Card, ...]


class StageBegan(Event, frozen=True):
    """`trigger`: NETWORK_SIZE or STAGE_3_CARD."""

    rules = ("PG-STG-02", "PG-STG-05")
    public = ("stage", "from_stage", "trigger")

    stage: int
    from_stage: int
    trigger: str


class CarbonTaxIntroduced(Event, frozen=True):
    rules = ("AU-08",)
    public = ("resource_market",)

    resource_market: Market


def _costs(old: Json) -> dict[str, int]:
    return {fuel: sum(prices) for fuel, prices in old["unit_prices"].items()}


class ResourcesBought(Event, frozen=True):
    """`costs`: what was paid for each fuel (schema 2). `turn_over`: the turn passes on and comes back (India), so that
    a fold need not know whose turn it is."""

    schema = 2
    older = {1: Upcaster(until=1, adds={"costs": _costs})}
    rules = ("PG-RES-02", "PG-RES-03", "IN-04")
    public = (
        "player",
        "items",
        "unit_prices",
        "costs",
        "total",
        "cash_after",
        "fuel_after",
        "market_after",
        "turn_over",
    )

    player: Seat
    items: Amounts
    unit_prices: dict[str, tuple[int, ...]]
    costs: Amounts
    total: int
    cash_after: int
    fuel_after: Amounts
    market_after: Market
    turn_over: bool = False


class ResourceBuyingFinished(Event, frozen=True):
    rules = ("PG-RES-02",)
    public = ("player",)

    player: Seat


class ResourceBuyingPassed(Event, frozen=True):
    rules = ("IN-04",)
    public = ("player",)

    player: Seat


class RobotRegionDrawn(Event, frozen=True):
    """The region of a robot's next connection, or none for all. The seats of `asked` in turn name those of `cities`
    that it may not take, until `until` of them are left."""

    rules = ("RB-08", "RB-10")
    reveals = True
    public = ("player", "region", "cities", "asked", "until")

    player: Seat
    region: str
    cities: tuple[str, ...]
    asked: tuple[Seat, ...]
    until: int


class CityBarred(Event, frozen=True):
    """A player named a city that the robot may not take."""

    rules = ("RB-10",)
    public = ("player", "robot", "city")

    player: Seat
    robot: Seat
    city: str


class CityNamingBegan(Event, frozen=True):
    """Each seat of `asked` in turn names one of `cities` for a robot. `bids`: they bid for it, the highest counts."""

    rules = ("RB-11",)
    public = ("player", "cities", "asked", "bids")

    player: Seat
    cities: tuple[str, ...]
    asked: tuple[Seat, ...]
    bids: bool


class CityNamed(Event, frozen=True):
    rules = ("RB-11",)
    public = ("player", "robot", "city", "bid")

    player: Seat
    robot: Seat
    city: str
    bid: int


class NamingPassed(Event, frozen=True):
    rules = ("RB-11",)
    public = ("player", "robot")

    player: Seat
    robot: Seat


class NamingPaid(Event, frozen=True):
    """The highest bidder pays for having named a robot's city."""

    rules = ("RB-11",)
    public = ("player", "robot", "bid", "cash_after")

    player: Seat
    robot: Seat
    bid: int
    cash_after: int


class BuildingOrdered(Event, frozen=True):
    """The seats in the order of building, where tiles of robots change it in round 1."""

    rules = ("RB-11",)
    public = ("order",)

    order: tuple[Seat, ...]


class RobotDrew(Event, frozen=True):
    """The next connection of a robot: a region was drawn, then a city in it."""

    rules = ("RB-08",)
    reveals = True
    public = ("player", "region", "city")

    player: Seat
    region: str
    city: str


class CityConnected(Event, frozen=True):
    """`starts_network`: 1 or 2 for the first city of a network. `slot`: place in the city's list, from 0. `flat`: the
    flat rate was paid instead of a path."""

    rules = ("PG-BLD-02", "PG-BLD-03", "PG-BLD-06", "JP-06", "AU-09")
    public = ("player", "city", "mode", "starts_network", "slot", "slot_cost", "connection_cost", "path",
              "flat", "total", "cash_after", "network_size")  # fmt: skip

    player: Seat
    city: str
    mode: Mode
    starts_network: int | None
    slot: int
    slot_cost: int
    connection_cost: int
    path: tuple[str, ...]
    flat: bool
    total: int
    cash_after: int
    network_size: int


class BuildingFinished(Event, frozen=True):
    rules = ("PG-BLD-01",)
    public = ("player", "houses_built")

    player: Seat
    houses_built: int


class BlackoutDeclared(Event, frozen=True):
    """`threshold`: the greatest number of houses that would have been safe."""

    rules = ("IN-08",)
    public = ("houses_built", "threshold")

    houses_built: int
    threshold: int


class PlantsRun(Event, frozen=True):
    rules = ("PG-BUR-02", "PG-BUR-05")
    public = ("player", "runs", "fuel_burnt", "output", "fuel_after", "reserve_after")

    player: Seat
    runs: tuple[Run, ...]
    fuel_burnt: Amounts
    output: int
    fuel_after: Amounts
    reserve_after: Amounts


class CitiesPowered(Event, frozen=True):
    rules = ("PG-BUR-02", "PG-BUR-06", "PG-END-03")
    public = ("player", "cities", "network_size", "final")

    player: Seat
    cities: int
    network_size: int
    final: bool


class IncomePaid(Event, frozen=True):
    rules = ("PG-BUR-03", "PG-BUR-04", "IN-11", "IN-12")
    public = ("player", "cities", "gross", "penalty", "net", "cash_after", "final")

    player: Seat
    cities: int
    gross: int
    penalty: int
    net: int
    cash_after: int
    final: bool


class UraniumSold(Event, frozen=True):
    """`tokens_placed`: prices of the spaces that were filled."""

    rules = ("AU-11", "AU-14")
    public = ("player", "mines", "units", "price", "income", "tokens_placed", "cash_after", "track_after",
              "store_after", "final")  # fmt: skip

    player: Seat
    mines: tuple[Card, ...]
    units: int
    price: int
    income: int
    tokens_placed: tuple[int, ...]
    cash_after: int
    track_after: tuple[Space, ...]
    store_after: int
    final: bool


class UraniumSaleDeclined(Event, frozen=True):
    """`auto`: the track is full, so there was nothing to decide."""

    rules = ("AU-11",)
    public = ("player", "auto")

    player: Seat
    auto: bool


class UraniumExported(Event, frozen=True):
    """`spaces`: prices of the spaces that were emptied."""

    rules = ("AU-12",)
    public = ("spaces", "count", "track_after", "store_after")

    spaces: tuple[int, ...]
    count: int
    track_after: tuple[Space, ...]
    store_after: int


class ResourcesResupplied(Event, frozen=True):
    rules = ("PG-BUR-07", "PG-BUR-08", "PG-BUR-09", "PG-BUR-10", "PG-BUR-11")
    public = ("stage", "wanted", "placed", "market_after", "reserve_after")

    stage: int
    wanted: Amounts
    placed: Market
    market_after: Market
    reserve_after: Amounts


class GameEndTriggered(Event, frozen=True):
    rules = ("PG-END-01",)
    public = ("players", "network_size")

    players: tuple[Seat, ...]
    network_size: int


class GameEnded(Event, frozen=True):
    rules = ("PG-END-04",)
    public = ("ranking", "winners")

    ranking: tuple[Rank, ...]
    winners: tuple[Seat, ...]


EVENTS: tuple[type[Event], ...] = (
    GameStarted, RoundBegan, PhaseBegan, PhaseSkipped, TurnOrderDetermined, PlantNominated, NominationPassed, BidPlaced,
    BidPassed, PlantBought, PlantScrapped, CompensationPaid, RenovationCardRemoved, PlantDrawn, PlantRemoved,
    PlantPutUnderDeck, Stage3CardDrawn, Stage3CardRemoved, DeckShuffled, StageBegan, CarbonTaxIntroduced,
    ResourcesBought, ResourceBuyingFinished, ResourceBuyingPassed, CityConnected, BuildingFinished, BlackoutDeclared,
    PlantsRun, CitiesPowered, IncomePaid, UraniumSold, UraniumSaleDeclined, UraniumExported, ResourcesResupplied,
    GameEndTriggered, GameEnded, RobotBuilt, RobotDrew,
    RegionChosen, RobotRegionDrawn, CityBarred, CityNamingBegan, CityNamed, NamingPassed, NamingPaid, BuildingOrdered,
)  # fmt: skip
