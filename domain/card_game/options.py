"""What a seat may do now: families of commands with what they cost."""

from typing import Final

from domain.card_game.fuel import Plan
from domain.card_game.messages import (
    BuyResourceCard,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    RunPlants,
    ScrapPlant,
)
from domain.kernel.decider import Command, Option
from domain.kernel.ids import Seat


class Nominations(Option, frozen=True):
    """Opening bids for one plant, both limits included."""

    player: Seat
    card: str
    number: int
    bid_min: int
    bid_max: int

    def count(self) -> int:
        return self.bid_max - self.bid_min + 1

    def nth(self, index: int) -> Command:
        return NominatePlant(self.player, self.card, self.bid_min + index)


class NominationPass(Option, frozen=True):
    player: Seat

    def count(self) -> int:
        return 1

    def nth(self, _index: int) -> Command:
        return PassNomination(self.player)


class Bids(Option, frozen=True):
    """Raises, both limits included."""

    player: Seat
    card: str
    amount_min: int
    amount_max: int

    def count(self) -> int:
        return self.amount_max - self.amount_min + 1

    def nth(self, index: int) -> Command:
        return PlaceBid(self.player, self.amount_min + index)


class BidPass(Option, frozen=True):
    player: Seat
    card: str

    def count(self) -> int:
        return 1

    def nth(self, _index: int) -> Command:
        return PassBid(self.player)


class Demolition(Option, frozen=True):
    """One plant to pull down; `discards`: each way to throw away what no longer fits, in units by type."""

    player: Seat
    card: str
    number: int
    discards: tuple[dict[str, int], ...]

    def count(self) -> int:
        return len(self.discards)

    def nth(self, index: int) -> Command:
        return ScrapPlant(self.player, self.card, self.discards[index])


class ResourcePurchase(Option, frozen=True):
    """One resource card. `units_kept` of its `units` fit."""

    player: Seat
    card: str
    fuel: str
    column: int
    price: int
    units: int
    units_kept: int

    def count(self) -> int:
        return 1

    def nth(self, _index: int) -> Command:
        return BuyResourceCard(self.player, self.card)


class BuyingEnd(Option, frozen=True):
    player: Seat

    def count(self) -> int:
        return 1

    def nth(self, _index: int) -> Command:
        return FinishBuying(self.player)


class Production(Option, frozen=True):
    """Every way to run plants; the income is the profit, or the guaranteed sum when nothing runs."""

    player: Seat
    plans: tuple[Plan, ...]

    def count(self) -> int:
        return len(self.plans)

    def nth(self, index: int) -> Command:
        return RunPlants(self.player, self.plans[index].runs)


OPTIONS: Final[tuple[type[Option], ...]] = (
    Nominations,
    NominationPass,
    Bids,
    BidPass,
    Demolition,
    ResourcePurchase,
    BuyingEnd,
    Production,
)
