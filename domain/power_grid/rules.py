"""The questions that phases ask of the rules, and the base game's answers. A map answers some of them otherwise."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.decision import Decision as AnyDecision
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.variant import Edition
from domain.power_grid.atlas import Area, Atlas
from domain.power_grid.cards import Cards
from domain.power_grid.figures import DeckFigures, Players, RobotFigures
from domain.power_grid.fleet import Fleet, fleet
from domain.power_grid.fuel import Storage, best_output
from domain.power_grid.market import tokens
from domain.power_grid.messages import (
    Amounts,
    Card,
    Market,
    Mode,
    RenovationCard,
    ResourceBuyingFinished,
    ResourceBuyingPassed,
    SortKey,
    Space,
)  # fmt: skip
from domain.power_grid.state import Lot, State

Hook: TypeAlias = "Callable[[Decision], None]"
FLEETS_MOST = 4096
"""Remembered by a ruleset: some 3 MB. A hundred games at a time come to less; all there can be are millions."""


@dataclass(frozen=True)
class Limits:
    """PG-CNT-01, the column of this number of players."""

    column: Players
    players: int
    regions: int
    removed_blind: int
    plants: int
    stage_2_at: int
    ends_at: int


# ---- which plants leave the market unsold ----


class StalePlants(Protocol):
    def after_pass(self, rules: "Ruleset", state: State, seat: Seat) -> Card | None:
        """The plant that leaves because this seat has just passed its nomination."""
        ...

    def after_auction(self, state: State) -> Card | None:
        """The plant that leaves at the end of the auction phase."""
        ...

    def outgrown(self, rules: "Ruleset", state: State) -> Card | None:
        """The cheapest plant of the current offer that networks have outgrown."""
        ...


def is_outgrown(rules: "Ruleset", state: State, plant: Card) -> bool:
    """Return whether a network has at least as many cities as the plant's number (PG-AUC-16)."""
    return rules.cards[plant].rank3 <= 3 * state.largest_network


def cheapest(state: State) -> Card | None:
    return next(iter(state.plants_on_market), None)


@dataclass(frozen=True)
class WhenUnsoldOrOutgrown:
    """The base game: PG-AUC-15 and PG-AUC-16."""

    def after_pass(self, rules: "Ruleset", state: State, seat: Seat) -> Card | None:
        return None

    def after_auction(self, state: State) -> Card | None:
        return None if state.buyers else cheapest(state)

    def outgrown(self, rules: "Ruleset", state: State) -> Card | None:
        if state.market_is_empty:
            return None
        plant = state.current[0]
        return plant if is_outgrown(rules, state, plant) else None


@dataclass(frozen=True)
class WhenFirstPlayerPasses:
    """RU-03, RU-04, RU-05: once a round, from round 2, if the first in order passes. `first_decision_only`: not
    if an auction that it started was lost (DEC-PG-04). `spares_outgrown`: not a plant that networks have outgrown
    (DEC-PG-02)."""

    first_decision_only: bool = False
    spares_outgrown: bool = False

    def after_pass(self, rules: "Ruleset", state: State, seat: Seat) -> Card | None:
        if state.round == 1 or seat != state.order[0] or (self.first_decision_only and state.buyers):
            return None
        plant = cheapest(state)
        if self.spares_outgrown and plant is not None and is_outgrown(rules, state, plant):
            return None
        return plant

    def after_auction(self, state: State) -> Card | None:
        return None

    def outgrown(self, rules: "Ruleset", state: State) -> Card | None:
        return None


# ---- what a connection costs ----


class ConnectionCost(Struct, frozen=True):
    cost: int
    path: tuple[str, ...]
    flat: bool = False


class ConnectionPrice(Protocol):
    def to(self, area: Area, owned: tuple[str, ...], city: str) -> ConnectionCost | None:
        """The cheapest connection from any own city, None where none exists. `owned` is not empty."""
        ...


@dataclass(frozen=True)
class CheapestPath:
    """PG-BLD-03: least cost, then fewest links, then the smaller names."""

    def to(self, area: Area, owned: tuple[str, ...], city: str) -> ConnectionCost | None:
        known = area.ways_to[city]
        ways = [known[own] for own in owned if own in known]
        if not ways:
            return None
        cost, _, path = min(ways)
        return ConnectionCost(cost, path)


@dataclass(frozen=True)
class AtMost:
    """AU-09: a flat rate where it is cheaper or where no path is printed."""

    flat: int
    otherwise: ConnectionPrice

    def to(self, area: Area, owned: tuple[str, ...], city: str) -> ConnectionCost | None:
        found = self.otherwise.to(area, owned, city)
        return found if found and found.cost <= self.flat else ConnectionCost(self.flat, (), flat=True)


# ---- where a network may begin ----


@dataclass(frozen=True)
class Networks:
    """PG-BLD-09; JP-04 to JP-07. `start_cities`: None for any. `empty_cities_only`: DEC-PG-17."""

    most: int = 1
    start_cities: tuple[str, ...] | None = None
    first_round_starts_only: bool = False
    empty_cities_only: bool = False

    def default_mode(self, cities: tuple[str, ...]) -> Mode:
        return "EXTEND" if cities else "START"

    def may_start_in(self, city: str, houses: Mapping[str, tuple[Seat, ...]]) -> bool:
        if self.empty_cities_only and houses.get(city):
            return False
        return self.start_cities is None or city in self.start_cities


# ---- how fuel is bought ----


@dataclass(frozen=True)
class Buying:
    """PG-RES-02; IN-04 and IN-05. `tokens_most`: at a time, after which the turn passes on; None for no limit.
    `price_caps`: dearest price open in stages 1, 2, 3. `not_for_sale`: fuel of the game that cannot be bought."""

    tokens_most: int | None = None
    price_caps: tuple[int | None, int | None, int | None] = (None, None, None)
    not_for_sale: tuple[str, ...] = ()

    def finished(self, seat: Seat) -> Event:
        return ResourceBuyingFinished(seat) if self.tokens_most is None else ResourceBuyingPassed(seat)

    def open_spaces(self, state: State, fuel: str) -> tuple[Space, ...]:
        cap = self.price_caps[state.stage - 1]
        spaces = state.market[fuel]
        return spaces if cap is None else tuple(space for space in spaces if space.price <= cap)


# ---- what must be powered, what income costs ----


class Powering(Protocol):
    def least(self, rules: "Ruleset", state: State, seat: Seat) -> int:
        """Cities the seat must power at least."""
        ...


@dataclass(frozen=True)
class AsOneLikes:
    """PG-BUR-02."""

    def least(self, rules: "Ruleset", state: State, seat: Seat) -> int:
        return 0


@dataclass(frozen=True)
class AsManyAsPossible:
    """IN-09."""

    def least(self, rules: "Ruleset", state: State, seat: Seat) -> int:
        return rules.best_powered(state, seat)


class Blackout(Protocol):
    @property
    def penalty_per_city(self) -> int: ...

    def threshold(self, players: int) -> int | None:
        """The greatest number of houses built in a round that is safe; None for any."""
        ...

    def penalty(self, state: State, seat: Seat, gross: int) -> int:
        """The reduction of the seat's income in this round."""
        ...

    def incomes_in_the_final_round(self, state: State) -> int:
        """The number of incomes that every player receives after the final powering."""
        ...


@dataclass(frozen=True)
class NoBlackout:
    penalty_per_city: int = 0

    def threshold(self, players: int) -> int | None:
        return None

    def penalty(self, state: State, seat: Seat, gross: int) -> int:
        return 0

    def incomes_in_the_final_round(self, state: State) -> int:
        return 0


@dataclass(frozen=True)
class AboveHousesPerPlayer:
    """IN-08, IN-11, IN-12. The penalty never takes more than the income (DEC-PG-33). `in_full_finally`: it takes
    nothing in the final round; `final_incomes`: how many the final round pays (DEC-PG-34)."""

    houses_per_player: int
    penalty_per_city: int
    in_full_finally: bool = False
    final_incomes: int = 1

    def threshold(self, players: int) -> int | None:
        return self.houses_per_player * players

    def penalty(self, state: State, seat: Seat, gross: int) -> int:
        if not self.is_blackout(state) or (state.ending and self.in_full_finally):
            return 0
        return min(gross, self.penalty_per_city * len(state.holdings[seat].cities))

    def incomes_in_the_final_round(self, state: State) -> int:
        return self.final_incomes if self.is_blackout(state) else 0

    def is_blackout(self, state: State) -> bool:
        return state.built > self.houses_per_player * len(state.holdings)


# ---- what else is sold after the income ----


class Sale(Protocol):
    def next_seller(self, rules: "Ruleset", state: State) -> Seat | None:
        """The player whose decision is awaited once income has been paid."""
        ...

    def skip_those_without_choice(self, decision: "Decision") -> None: ...

    def close(self, decision: "Decision") -> None:
        """The steps after the last sale of an ordinary round."""
        ...


@dataclass(frozen=True)
class NothingToSell:
    def next_seller(self, rules: "Ruleset", state: State) -> Seat | None:
        return None

    def skip_those_without_choice(self, decision: "Decision") -> None:
        return

    def close(self, decision: "Decision") -> None:
        return


# ---- where seats stand in the turn order ----

Places: TypeAlias = Callable[["Ruleset", State, list[SortKey]], list[SortKey]]


def as_counted(_rules: "Ruleset", _state: State, keys: list[SortKey]) -> list[SortKey]:
    """PG-ORD-01."""
    return keys


# ---- what a seat pays for its bid, and for how many cities it is paid ----

Terms: TypeAlias = Callable[["Ruleset", State, Seat, int], int]


def as_it_is(_rules: "Ruleset", _state: State, _seat: Seat, number: int) -> int:
    """PG-AUC-07, PG-BUR-03."""
    return number


# ---- what a version of the rules answers otherwise ----


@dataclass(frozen=True)
class Answers:
    """What versions answer differently: versions.py. `first_pass`: RU-03. `names_outbid`: `BidPlaced` says whose bid it
    beats. `fuel_on_plants`: plants burn what is stored on them (PG-FUEL-11), not any fuel of their owner.
    `robots_draw_among`: the most cities that a robot draws from; a player bars the others (RB-10). None for any."""

    first_pass: StalePlants
    names_outbid: bool
    fuel_on_plants: bool
    robots_draw_among: int | None

    def outbid(self, lot: Lot) -> Seat | UnsetType:
        return lot.bidders[-1] if self.names_outbid else UNSET

    def room_for_plans(self, storage: Storage) -> Storage | UnsetType:
        """Return the room that a production plan must leave its other fuel; UNSET where it need not."""
        return storage if self.fuel_on_plants else UNSET


# ---- all of it ----


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One game's rules under its options. `on_…` are called at their moment and record what follows."""

    name: str
    map: str
    editions: tuple[Edition, ...]
    options: Mapping[str, str]
    limits: Limits
    cards: Cards
    deck: DeckFigures
    offer_size: int
    atlas: Atlas
    regions: tuple[str, ...] | None
    """Chosen by the host; None where they are drawn or drafted."""
    starting_money: int
    payments: tuple[int, ...]
    payment_beyond: int
    city_slots: tuple[int, ...]
    open_slots_by_stage: tuple[int, int, int]
    market: Market
    reserve: Amounts
    capacities: Mapping[str, tuple[int, ...]]
    resupply: Mapping[str, tuple[int, int, int]]
    answers: Answers
    stale_plants: StalePlants = WhenUnsoldOrOutgrown()
    connection_price: ConnectionPrice = CheapestPath()
    networks: Networks = Networks()
    buying: Buying = Buying()
    powering: Powering = AsOneLikes()
    blackout: Blackout = NoBlackout()
    sale: Sale = NothingToSell()
    placed: Places = as_counted
    plant_price: Terms = as_it_is
    cities_paid: Terms = as_it_is
    uranium_track: tuple[Space, ...] = ()
    renovation_pile: tuple[RenovationCard, ...] = ()
    drafts_regions: bool = False
    """Whether the seats choose the regions in turn before the first auction (PG-SET-12)."""
    robots: RobotFigures | None = None
    """Tiles for seats that play by them; None where the map has none."""
    robot_connection: ConnectionCost | None = None
    closed_in_stage_1: tuple[str, ...] = ()
    """DEC-PG-29."""
    on_closing: tuple[Callable[["Decision", Seat], None], ...] = ()
    on_auction_end: tuple[Hook, ...] = ()
    on_stage: tuple[Hook, ...] = ()

    _fleets: dict[tuple[Card, ...], Fleet] = field(default_factory=dict, init=False, repr=False)

    def fleet(self, plants: tuple[Card, ...]) -> Fleet:
        """The combined capacity of these plants, cached because every purchase needs it."""
        found = self._fleets.get(plants)
        if found is None:
            if len(self._fleets) == FLEETS_MOST:
                self._fleets.clear()
            found = self._fleets[plants] = fleet([self.cards[card] for card in plants])
        return found

    @cached_property
    def tokens(self) -> Amounts:
        """The number of tokens of each fuel."""
        return {fuel: n + tokens(self.market.get(fuel, ())) for fuel, n in self.reserve.items()}

    def payment(self, cities: int) -> int:
        """PG-BUR-03."""
        return self.payments[cities] if cities < len(self.payments) else self.payment_beyond

    def slots(self, area: Area, city: str) -> tuple[int, ...]:
        return area.cities[city].slots or self.city_slots

    def open_slots(self, area: Area, city: str, stage: int) -> int:
        """The number of houses that the city takes in the stage (PG-BLD-07, JP-08, JP-09)."""
        if stage == 1 and city in self.closed_in_stage_1:
            return 0
        place = area.cities[city]
        return (place.open_slots if place.slots else self.open_slots_by_stage)[stage - 1]

    def best_powered(self, state: State, seat: Seat) -> int:
        holding = state.holdings[seat]
        return best_output(self.fleet(holding.plants).plants, holding.fuel, len(holding.cities))


Decision: TypeAlias = AnyDecision[Ruleset, State]
