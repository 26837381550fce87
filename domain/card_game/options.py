"""The options of a seat: families of commands with their costs."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from domain.card_game.fuel import FuelCard, Plan
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
from domain.card_game.ways_to_burn import count_choices, nth_choice
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option


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
    """One plant to pull down; `discards`: each way to throw away what no longer fits, in units by type. `stock`: the
    cards to choose from, if the owner chooses (DEC-CG-20)."""

    player: Seat
    card: str
    number: int
    discards: tuple[dict[str, int], ...]
    stock: tuple[FuelCard, ...] = ()

    def count(self) -> int:
        return sum(choices(self.stock, discard) for discard in self.discards)

    def nth(self, index: int) -> Command:
        number, cards = chosen_cards(self.stock, self.discards, index)
        return ScrapPlant(self.player, self.card, self.discards[number], cards)

    def by_discard(self, number: int) -> Command:
        """Return the command that leaves the cards to the fixed order."""
        return ScrapPlant(self.player, self.card, self.discards[number])


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
    """Every way to run plants; the income is the profit, or the guaranteed sum when nothing runs. `stock`: the cards to
    choose from, if the owner chooses (DEC-CG-20)."""

    player: Seat
    plans: tuple[Plan, ...]
    stock: tuple[FuelCard, ...] = ()

    def count(self) -> int:
        if not self.stock:
            return len(self.plans)
        return sum(choices(self.stock, plan.burnt) for plan in self.plans)

    def nth(self, index: int) -> Command:
        if not self.stock:
            return RunPlants(self.player, self.plans[index].runs)
        number, cards = chosen_cards(self.stock, [plan.burnt for plan in self.plans], index)
        return RunPlants(self.player, self.plans[number].runs, cards)

    def by_plan(self, plan: Plan) -> Command:
        """Return the command that leaves the cards to the fixed order."""
        return RunPlants(self.player, plan.runs)


def choices(stock: tuple[FuelCard, ...], burnt: Mapping[str, int]) -> int:
    return count_choices(stock, burnt) if stock else 1


def chosen_cards(
    stock: tuple[FuelCard, ...], burnt: Sequence[Mapping[str, int]], index: int
) -> tuple[int, dict[str, int] | UnsetType]:
    """Return which of the burnt sums command `index` means, and off which cards; no cards where none are chosen."""
    for number, units in enumerate(burnt):
        if index < choices(stock, units):
            return number, (nth_choice(stock, units, index) if stock and units else UNSET)
        index -= choices(stock, units)
    raise IndexError(index)


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
