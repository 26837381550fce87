"""The state of a game: values of events only, nothing derived. Values are never changed in place, dicts included, so
they cannot form a cycle and the garbage collector need not track them (`gc=False`)."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from domain.kernel.ids import Seat
from domain.power_grid.messages import AUCTION, BUILDING, STAGE_3, Amounts, Card, Market, Rank
from domain.power_grid.modules.renovation_pile import RenovationPile
from domain.power_grid.modules.robot_choices import CityBarring, CityNaming
from domain.power_grid.modules.robot_seats import RobotSeats
from domain.power_grid.modules.uranium_track import UraniumTrack

ROBOT_CHOICES = (CityBarring, CityNaming)
Module: TypeAlias = RenovationPile | UraniumTrack | RobotSeats | CityBarring | CityNaming


class Holding(Struct, frozen=True, gc=False):
    """The property of one seat. Plants and cities in the order in which they were acquired."""

    cash: int
    fuel: Amounts
    plants: tuple[Card, ...] = ()
    cities: tuple[str, ...] = ()
    networks_started: int = 0
    powered: int = 0
    """Cities powered when plants last ran."""


class Lot(Struct, frozen=True, gc=False):
    plant: Card
    bid: int
    bidders: tuple[Seat, ...]
    """Next to act first, holder of the standing bid last."""


class Scrap(Struct, frozen=True):
    """The buyer of `bought` has one plant too many."""

    player: Seat
    bought: Card


class State(Struct, frozen=True, gc=False):
    regions: tuple[str, ...]
    colours: tuple[str, ...]
    seed: str
    holdings: tuple[Holding, ...]
    """By seat."""
    current: tuple[Card, ...]
    future: tuple[Card, ...]
    deck: tuple[Card, ...]
    """Top card first."""
    removed_blind: tuple[Card, ...]
    market: Market
    reserve: Amounts
    order: tuple[Seat, ...] = ()
    round: int = 0
    phase: str = ""
    stage: int = 1
    stage_3_drawn: bool = False
    waiting: tuple[Seat, ...] = ()
    """Seats that still have something to do in the phase, the next one first."""
    buyers: tuple[Seat, ...] = ()
    """Players who bought a plant this round."""
    lot: Lot | None = None
    scrap: Scrap | None = None
    houses: Mapping[str, tuple[Seat, ...]] = {}
    """Owners of the houses in a city, in the order of its slots."""
    built: int = 0
    """Houses built by all since building last began, and by the seat whose turn it is."""
    built_this_turn: int = 0
    removed: tuple[Card, ...] = ()
    """Plants that left the game face up."""
    bank: int = 0
    """Money paid to the bank so far, less what it paid out."""
    modules: tuple[Module, ...] = ()
    ending: bool = False
    ranking: tuple[Rank, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.ranking)

    @property
    def plants_on_market(self) -> tuple[Card, ...]:
        """Cheapest first, without the Stage 3 card."""
        return tuple(card for card in self.current + self.future if card != STAGE_3)

    @property
    def market_is_empty(self) -> bool:
        """No plant is left; the Stage 3 card, dearer than all, may still lie there."""
        return not self.current or self.current[0] == STAGE_3

    @property
    def largest_network(self) -> int:
        return max([len(holding.cities) for holding in self.holdings])

    @property
    def robot_choice(self) -> CityBarring | CityNaming | None:
        """The choice that players make for a robot's next city. It is always the last of the modules."""
        modules = self.modules
        if modules and self.phase == BUILDING and isinstance(last := modules[-1], ROBOT_CHOICES):
            return last
        return None

    @property
    def next_seat(self) -> Seat | None:
        """The player to move in a phase that goes by turns."""
        if self.phase == AUCTION:
            if self.scrap:
                return self.scrap.player
            if self.lot:
                return self.lot.bidders[0]
        elif (choice := self.robot_choice) and choice.next_seat is not None:
            return choice.next_seat
        return self.waiting[0] if self.waiting else None
