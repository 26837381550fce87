"""A bot that sees its seat's board and options only. It knows the printed rules and figures.

It buys plants for their expected earnings with the fuel that arrives, fuel for the next production, the cheapest cities
that it can power, and powers as many as it can. It looks one round ahead and ignores other players' plans.
"""

from collections.abc import Callable, Mapping
from itertools import combinations

from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.power_grid import habits, market
from domain.power_grid.cards import Plant
from domain.power_grid.fuel import best_output
from domain.power_grid.messages import FUELS, Amounts, BuyResources, Card, PassNomination
from domain.power_grid.options import (
    BarCityOption,
    BuyResourcesOption,
    ChooseRegionOption,
    ConnectCityOption,
    FinishBuildingOption,
    FinishBuyingOption,
    NameCityOption,
    NominateOption,
    PassBidOption,
    PassNominationOption,
    PlaceBidOption,
    RunPlantsOption,
    ScrapPlantOption,
    SellUraniumOption,
)  # fmt: skip
from domain.power_grid.rules import Ruleset
from domain.power_grid.shopping import bill, what_fits
from domain.power_grid.view import PowerGridBoard, SeatBoard

CITIES_A_ROUND = 2
ROUNDS_AHEAD_MOST = 6
CITY_WORTH, CITY_WORTH_A_ROUND = 10, 1.5
"""The value of a powered city at the end, and in each round until then."""
IDLE_CASH = 10
"""The part of the cash that is paid for each city that a plant adds: money left at the end wins nothing."""
FUEL_COST_A_ROUND = 1.2
"""A token burnt each round, in the same money."""
URANIUM_PRICE = 3
CASH_KEPT = 15
"""The reserve for fuel when bidding."""
FED_CITY_WORTH = 10
"""Beyond its income: the last run decides the game."""
RICH = 400
"""Cash that is of no use but for cities that cannot be fed yet."""
SHORT_OF_ALL = 2
"""A win is taken if all but fewer than so many of the player's own cities are powered."""
LOOK_AHEAD = 2
"""Cities that may be added before the fuel bought now is burnt."""
NEIGHBOURS = 6
"""The number of near cities that are counted for a first city."""
ALL = 99
CASH_FOR_A_STOCK = 150
"""With this much money left, fuel for a second production is bought."""


class Greedy:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __call__(self, board: PowerGridBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Command:
        own = board.seats[seat]
        for kind, choose in CHOICES:
            if of_kind := [option for option in options if isinstance(option, kind)]:
                return choose(self, board, own, of_kind, options)
        return options[0].nth(0)

    def choose_region(
        self,
        board: PowerGridBoard,
        _own: SeatBoard,
        offers: list[ChooseRegionOption],
        _options: tuple[Option, ...],
    ) -> Command:
        """Choose the region whose links, with those of the regions already in play, cost the least on average."""
        cities = {city.id: city.region for city in self.rules.atlas.board.cities}
        links = [(cities[link.a], cities[link.b], link.cost) for link in self.rules.atlas.board.connections]

        def mean_cost(offer: ChooseRegionOption) -> float:
            inside = (*board.regions, offer.region)
            costs = [cost for one, other, cost in links if one in inside and other in inside]
            return sum(costs) / len(costs) if costs else ALL

        return min(offers, key=mean_cost).nth(0)

    # ---- auction ----

    def nominate(
        self, board: PowerGridBoard, own: SeatBoard, offers: list[NominateOption], options: tuple[Option, ...]
    ) -> Command:
        fed = self.fed(board)
        best = max(offers, key=lambda offer: self.worth(board, own, offer.plant, fed) - offer.bid_min)
        may_pass = any(isinstance(option, PassNominationOption) for option in options)
        if may_pass and self.limit(board, own, best.plant, fed) < best.bid_min:
            return PassNomination(own.player)
        return best.nth(0)

    def bid(
        self, board: PowerGridBoard, own: SeatBoard, raises: list[PlaceBidOption], options: tuple[Option, ...]
    ) -> Command:
        offer = raises[0]
        if offer.amount_min <= self.limit(board, own, offer.plant, self.fed(board)):
            return offer.nth(0)
        return next(option for option in options if isinstance(option, PassBidOption)).nth(0)

    def limit(self, board: PowerGridBoard, own: SeatBoard, card: Card, fed: Mapping[str, float]) -> float:
        return min(self.worth(board, own, card, fed), own.cash - CASH_KEPT if board.round > 1 else own.cash)

    def worth(self, board: PowerGridBoard, own: SeatBoard, card: Card, fed: Mapping[str, float]) -> float:
        """Return the plant's earnings until the end, beyond those of the plant that it would replace."""
        plant, rounds = self.rules.cards[card], self.rounds_left(board)
        if plant.is_mine:
            return plant.units * URANIUM_PRICE * (rounds - 1)
        outputs = sorted(output(other, fed) for other in self.plants(own) if not other.is_mine)
        pushed_out = outputs[0] if len(outputs) >= self.rules.limits.plants else 0
        reachable = min(self.rules.limits.ends_at, len(own.cities) + CITIES_A_ROUND * rounds)
        gain = min(output(plant, fed) - pushed_out, reachable - sum(outputs))
        a_city = CITY_WORTH + CITY_WORTH_A_ROUND * rounds + own.cash / IDLE_CASH
        return gain * a_city - plant.burns * FUEL_COST_A_ROUND * rounds

    def fed(self, board: PowerGridBoard) -> Mapping[str, float]:
        """Return how much of each fuel arrives per round until the end, for each token that all plants would burn in
        one round (with one more for the plant under consideration)."""
        rounds, stage = self.rounds_left(board), board.stage - 1
        needs = dict.fromkeys(FUELS, 1.0)
        for seat in board.seats:
            for plant in self.plants(seat):
                for fuel in plant.fuels:
                    needs[fuel] += plant.burns / len(plant.fuels)
        comes = {fuel: stages[stage] for fuel, stages in self.rules.resupply.items()}
        there = {fuel: market.tokens(spaces) for fuel, spaces in board.resource_market.items()}
        return {fuel: (there.get(fuel, 0) / rounds + comes.get(fuel, 0)) / n for fuel, n in needs.items()}

    def rounds_left(self, board: PowerGridBoard) -> float:
        largest = max(len(seat.cities) for seat in board.seats)
        return min(ROUNDS_AHEAD_MOST, max(1.0, (self.rules.limits.ends_at - largest) / CITIES_A_ROUND))

    def close(
        self, board: PowerGridBoard, own: SeatBoard, closings: list[ScrapPlantOption], options: tuple[Option, ...]
    ) -> Command:
        """The plant that powers least, of equals the hungriest."""
        cards = self.rules.cards
        return min(closings, key=lambda option: (cards[option.plant].powers, -cards[option.plant].burns)).nth(0)

    def plants(self, own: SeatBoard) -> list[Plant]:
        return [self.rules.cards[card] for card in own.plants]

    # ---- fuel ----

    def buy(
        self, board: PowerGridBoard, own: SeatBoard, offers: list[BuyResourcesOption], options: tuple[Option, ...]
    ) -> Command:
        """Fuel for the best run next, then, with money to spare, for the one after."""
        offer = offers[0]
        run, items = self.wanted_fuel(board, own, own.fuel)
        if not items and own.cash >= CASH_FOR_A_STOCK:
            left = {fuel: max(0, n - run.get(fuel, 0)) for fuel, n in own.fuel.items()}
            items = self.wanted_fuel(board, own, left)[1]
        items = what_fits(offer, items)
        if not items:
            return next(option for option in options if isinstance(option, FinishBuyingOption)).nth(0)
        return BuyResources(own.player, items)

    def wanted_fuel(self, board: PowerGridBoard, own: SeatBoard, stock: Amounts) -> tuple[Amounts, Amounts]:
        """Return the fuel that the best production burns, and the part that the stock lacks."""
        size = len(own.cities) + LOOK_AHEAD
        powering = [plant for plant in self.plants(own) if plant.powers]
        best: tuple[Amounts, Amounts] = {}, {}
        most = self.rules.payment(0)
        prices = {fuel: market.prices(board.resource_market.get(fuel, ()), ALL) for fuel in FUELS}
        for count in range(1, len(powering) + 1):
            for plants in combinations(powering, count):
                burns, lacks, cost = bill(prices, stock, plants)
                powered = min(size, sum(plant.powers for plant in plants))
                gain = self.rules.payment(powered) + FED_CITY_WORTH * powered - cost
                if cost <= own.cash and gain > most:
                    most, best = gain, (burns, lacks)
        return best

    # ---- cities ----

    def build(
        self, board: PowerGridBoard, own: SeatBoard, offers: list[ConnectCityOption], options: tuple[Option, ...]
    ) -> Command:
        """The cheapest city while it can be fed soon; the last ones only if that wins."""
        best = min(offers, key=lambda offer: (self.city_cost(board, own, offer), offer.city))
        if self.is_worth_building(board, own):
            return best.nth(0)
        return next(option for option in options if isinstance(option, FinishBuildingOption)).nth(0)

    def city_cost(self, board: PowerGridBoard, own: SeatBoard, offer: ConnectCityOption) -> float:
        """For a first city its neighbourhood counts too."""
        if own.cities:
            return offer.total
        ways = self.rules.atlas.area(board.regions).ways_to[offer.city]
        near = sorted(cost for city, (cost, _, _) in ways.items() if city != offer.city and city not in board.houses)
        return offer.total + sum(near[:NEIGHBOURS])

    def is_worth_building(self, board: PowerGridBoard, own: SeatBoard) -> bool:
        size = len(own.cities) + 1
        capacity = sum(plant.powers for plant in self.plants(own))
        if size >= self.rules.limits.ends_at:
            return self.would_win(board, own, size) or own.cash >= RICH
        if self.makes_a_blackout(board, size, capacity):
            return False
        return size <= capacity or own.cash >= RICH

    def would_win(self, board: PowerGridBoard, own: SeatBoard, size: int) -> bool:
        def powered(seat: SeatBoard, cities: int) -> int:
            return best_output(self.plants(seat), seat.fuel, cities)

        others = [powered(seat, len(seat.cities)) for seat in board.seats if seat.player != own.player]
        return powered(own, size) > max(max(others), size - SHORT_OF_ALL)

    def makes_a_blackout(self, board: PowerGridBoard, size: int, capacity: int) -> bool:
        """Return whether this house causes a penalty that costs more than the house earns next."""
        threshold = self.rules.blackout.threshold(len(board.seats))
        if threshold is None or board.houses_built != threshold:
            return False
        earns = self.rules.payment(size) - self.rules.payment(size - 1) if size <= capacity else 0
        return size * self.rules.blackout.penalty_per_city > earns


def output(plant: Plant, fed: Mapping[str, float]) -> float:
    """Cities that the plant powers on average, with as much fuel as comes for it."""
    shares = [fed[fuel] for fuel in plant.fuels]
    return plant.powers * min(1, sum(shares) / len(shares)) if shares else plant.powers


CHOICES: tuple[tuple[type[Option], Callable[..., Command]], ...] = (
    (ChooseRegionOption, Greedy.choose_region),
    (NominateOption, Greedy.nominate),
    (PlaceBidOption, Greedy.bid),
    (ScrapPlantOption, Greedy.close),
    (BuyResourcesOption, Greedy.buy),
    (ConnectCityOption, Greedy.build),
    (RunPlantsOption, habits.run),
    (SellUraniumOption, habits.sell),
    (BarCityOption, habits.bar),
    (NameCityOption, habits.name),
)
