"""The options of a seat, as families of commands with their costs. A plan or a purchase is a set: the order of its
parts does not matter, and `nth` returns each set once."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.power_grid.fuel import Storage, purchases, room_left, subtract
from domain.power_grid.messages import (
    Amounts,
    BarCity,
    BuyResources,
    Card,
    ChooseRegion,
    ConnectCity,
    DeclineUraniumSale,
    FinishBuilding,
    FinishBuying,
    Mode,
    NameCity,
    NominatePlant,
    PassBid,
    PassNaming,
    PassNomination,
    PlaceBid,
    Run,
    RunPlants,
    ScrapPlant,
    SellUranium,
)  # fmt: skip


class NominateOption(Option, frozen=True):
    """Open an auction for the plant with any bid from `bid_min` to `bid_max`."""

    player: Seat
    plant: Card
    bid_min: int
    bid_max: int

    def count(self) -> int:
        return self.bid_max - self.bid_min + 1

    def nth(self, index: int) -> Command:
        return NominatePlant(self.player, self.plant, self.bid_min + index)


class PassNominationOption(Option, frozen=True):
    player: Seat

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return PassNomination(self.player)


class PlaceBidOption(Option, frozen=True):
    """Raise to any amount from `amount_min` to `amount_max`."""

    player: Seat
    plant: Card
    amount_min: int
    amount_max: int

    def count(self) -> int:
        return self.amount_max - self.amount_min + 1

    def nth(self, index: int) -> Command:
        return PlaceBid(self.player, self.amount_min + index)


class PassBidOption(Option, frozen=True):
    player: Seat
    plant: Card

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return PassBid(self.player)


class ScrapPlantOption(Option, frozen=True):
    """Close the plant and give back one of these sets of fuel, smallest first."""

    player: Seat
    plant: Card
    returns: tuple[Amounts, ...]

    def count(self) -> int:
        return len(self.returns)

    def nth(self, index: int) -> Command:
        return ScrapPlant(self.player, self.plant, self.returns[index])


class BuyResourcesOption(Option, frozen=True):
    """Buy any tokens, in any numbers together, that can be paid and stored. `prices`: of the next tokens of each fuel,
    cheapest first, as many as could be bought of it alone. `tokens_max`: together, None for any number."""

    player: Seat
    prices: dict[str, tuple[int, ...]]
    cash: int
    stock: Amounts
    storage: Storage
    tokens_max: int | None

    def count(self) -> int:
        longest_last = sorted(self._totals(), key=lambda total: len(total[1]))
        return sum(most + 1 for _, most in self._purchases(longest_last)) - 1  # buying nothing is not an option

    def nth(self, index: int) -> Command:
        totals, number = self._totals(), index + 1
        for items, most in self._purchases(totals):
            if number <= most:
                return BuyResources(self.player, {**items, totals[-1][0]: number} if number else items)
            number -= most + 1
        raise IndexError(index)

    def _totals(self) -> list[tuple[str, Sequence[int]]]:
        """The cost of 0, 1, 2, … tokens of each fuel. Sorted as views keep prices, because the numbering depends on
        it."""
        return [(fuel, tuple(accumulate(prices, initial=0))) for fuel, prices in sorted(self.prices.items())]

    def _purchases(self, totals: Sequence[tuple[str, Sequence[int]]]) -> Iterator[tuple[Amounts, int]]:
        tokens = self.cash if self.tokens_max is None else self.tokens_max  # none is for less than one Elektro
        return purchases(totals, self.cash, tokens, self.stock, self.storage)


class FinishBuyingOption(Option, frozen=True):
    player: Seat

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return FinishBuying(self.player)


class ConnectCityOption(Option, frozen=True):
    """Connect the city for `total` = `slot_cost` + `connection_cost` along the path."""

    player: Seat
    city: str
    mode: Mode
    slot: int
    slot_cost: int
    connection_cost: int
    path: tuple[str, ...]
    flat: bool
    total: int

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return ConnectCity(self.player, self.city, self.mode)


class FinishBuildingOption(Option, frozen=True):
    player: Seat

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return FinishBuilding(self.player)


class Runnable(Struct, frozen=True):
    """A plant that can be run alone on the stock, its output, every mix of fuel it can burn, and its kind."""

    plant: Card
    powers: int
    burns: tuple[Amounts, ...]
    kind: str


class RunPlantsOption(Option, frozen=True):
    """Run any of these plants together, as far as the stock goes. `cities_min` must be powered at least (India); more
    than `network_size` is wasted. `storage`: room on all plants of the seat; the fuel that is left must fit into it
    together with what the running plants burn. Absent under older rules, which did not ask where fuel is stored."""

    player: Seat
    plants: tuple[Runnable, ...]
    stock: Amounts
    network_size: int
    cities_min: int
    storage: Storage | UnsetType = UNSET

    def plans(self) -> Iterator[tuple[Run, ...]]:
        """Every legal plan; the empty one, if legal, comes last."""
        for runs, output in plans_of(self.plants, self.stock, self.storage):
            if min(output, self.network_size) >= self.cities_min:
                yield runs

    def count(self) -> int:
        return sum(1 for _ in self.plans())

    def nth(self, index: int) -> Command:
        return RunPlants(self.player, next(islice(self.plans(), index, None)))

    def thriftiest(self) -> Command:
        """The plan that powers the most cities and, of those, burns the fewest tokens."""
        powers = {plant.plant: plant.powers for plant in self.plants}

        def worth(runs: tuple[Run, ...]) -> tuple[int, int]:
            output = sum([powers[run.plant] for run in runs])
            return min(output, self.network_size), -sum([sum(run.fuel.values()) for run in runs])

        return RunPlants(self.player, max(self.plans(), key=worth))


def plans_of(
    plants: tuple[Runnable, ...], stock: Amounts, room: Storage | UnsetType
) -> Iterator[tuple[tuple[Run, ...], int]]:
    """Yield the plans with their output. A plan has room only if it has room without its last plant (PG-FUEL-11)."""
    if not plants:
        yield (), 0
        return
    plant, others = plants[0], plants[1:]
    for burnt in plant.burns:
        if all(stock[fuel] >= n for fuel, n in burnt.items()):
            kept = subtract(stock, burnt)
            if (left := room_left(room, plant.kind, sum(burnt.values()), kept)) is not None:
                for runs, output in plans_of(others, kept, left):
                    yield (Run(plant.plant, burnt), *runs), plant.powers + output
    yield from plans_of(others, stock, room)


class SellUraniumOption(Option, frozen=True):
    """Sell all `units` of all mines at `price` each."""

    player: Seat
    mines: tuple[Card, ...]
    units: int
    price: int

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return SellUranium(self.player)


class DeclineUraniumSaleOption(Option, frozen=True):
    player: Seat

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return DeclineUraniumSale(self.player)


class BarCityOption(Option, frozen=True):
    """Bar the city: it is not among those from which the city of `robot` is drawn."""

    player: Seat
    robot: Seat
    region: str
    city: str

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return BarCity(self.player, self.city)


class NameCityOption(Option, frozen=True):
    """Name the city for `robot`, with any bid from `bid_min` to `bid_max`."""

    player: Seat
    robot: Seat
    city: str
    bid_min: int
    bid_max: int

    def count(self) -> int:
        return self.bid_max - self.bid_min + 1

    def nth(self, index: int) -> Command:
        return NameCity(self.player, self.city, self.bid_min + index)


class PassNamingOption(Option, frozen=True):
    player: Seat
    robot: Seat

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return PassNaming(self.player)


class ChooseRegionOption(Option, frozen=True):
    player: Seat
    region: str

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return ChooseRegion(self.player, self.region)


OPTIONS: tuple[type[Option], ...] = (
    NominateOption, PassNominationOption, PlaceBidOption, PassBidOption, ScrapPlantOption, BuyResourcesOption,
    FinishBuyingOption, ConnectCityOption, FinishBuildingOption, RunPlantsOption, SellUraniumOption,
    DeclineUraniumSaleOption, ChooseRegionOption, BarCityOption, NameCityOption,
    PassNamingOption,
)  # fmt: skip
