"""A player that plans to the end: a plant for what it brings until then, fuel with cities, the end when that wins.

Like every bot it sees its seat's board and options only, and knows the printed rules and figures.
"""

from collections.abc import Callable
from itertools import combinations

from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.power_grid import habits, market
from domain.power_grid.cards import Plant
from domain.power_grid.forecast import Distances, Forecast, next_prices
from domain.power_grid.fuel import best_output
from domain.power_grid.messages import FUELS, Amounts, BuyResources, Card, PassNomination
from domain.power_grid.options import (
    BarCityOption,
    BuyResourcesOption,
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
from domain.power_grid.weights import PLANNERS, Weights

CHAIN_FIRST, CHAIN = 6, 2
"""The number of cities after the next one that are counted when choosing it: for the first one, for others."""
ALL = 99


class Planner:
    def __init__(self, rules: Ruleset, weights: Weights = PLANNERS) -> None:
        self.rules, self.weights, self.distances = rules, weights, Distances(rules)

    def __call__(self, board: PowerGridBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Command:
        own = board.seats[seat]
        for kind, choose in CHOICES:
            if of_kind := [option for option in options if isinstance(option, kind)]:
                return choose(self, board, own, of_kind, options)
        return options[0].nth(0)

    def plants(self, own: SeatBoard) -> list[Plant]:
        return [self.rules.cards[card] for card in own.plants]

    def forecast(self, board: PowerGridBoard, own: SeatBoard) -> Forecast:
        return Forecast(self.distances, board, own, self.weights)

    # ---- auction ----

    def nominate(
        self, board: PowerGridBoard, own: SeatBoard, offers: list[NominateOption], options: tuple[Option, ...]
    ) -> Command:
        ahead = self.forecast(board, own)
        worth = {offer.plant: self.with_plant(ahead, own, offer.plant, offer.bid_min) for offer in offers}
        best = max(offers, key=lambda offer: worth[offer.plant])
        may_pass = any(isinstance(option, PassNominationOption) for option in options)
        if may_pass and worth[best.plant] <= ahead.worth(own.cash, self.plants(own)):
            return PassNomination(own.player)
        return best.nth(0)

    def bid(
        self, board: PowerGridBoard, own: SeatBoard, raises: list[PlaceBidOption], options: tuple[Option, ...]
    ) -> Command:
        """As long as the result is better than with another plant of the offer, or with none."""
        offer, ahead = raises[0], self.forecast(board, own)
        others = [ahead.worth(own.cash, self.plants(own))] if board.round > 1 else []
        for card in board.current:
            if card != offer.plant and card in self.rules.cards:
                price = self.rules.cards[card].bid_min + self.weights.elsewhere
                if price <= own.cash:
                    others.append(self.with_plant(ahead, own, card, price))
        if self.with_plant(ahead, own, offer.plant, offer.amount_min) >= max(others, default=0):
            return offer.nth(0)
        return next(option for option in options if isinstance(option, PassBidOption)).nth(0)

    def with_plant(self, ahead: Forecast, own: SeatBoard, card: Card, price: int) -> float:
        """Return the seat's result if it buys the plant at that price."""
        plant, held = self.rules.cards[card], self.plants(own)
        powering = [each for each in held if not each.is_mine]
        cash = own.cash - price
        if plant.is_mine or len(powering) < self.rules.limits.plants:
            return ahead.worth(cash, [*held, plant])
        return max(ahead.worth(cash, [each for each in [*held, plant] if each is not out]) for out in powering)

    def close(
        self, board: PowerGridBoard, own: SeatBoard, closings: list[ScrapPlantOption], options: tuple[Option, ...]
    ) -> Command:
        ahead, held = self.forecast(board, own), self.plants(own)

        def worth(option: ScrapPlantOption) -> tuple[float, int]:
            left = [plant for plant in held if plant.card != option.plant]
            return ahead.worth(own.cash, left), -self.rules.cards[option.plant].powers

        return max(closings, key=worth).nth(0)

    # ---- fuel ----

    def buy(
        self, board: PowerGridBoard, own: SeatBoard, offers: list[BuyResourcesOption], options: tuple[Option, ...]
    ) -> Command:
        """Fuel for the run that, with the cities that the rest pays for, is worth most; then a stock for the next."""
        offer = offers[0]
        run, items, left = self.wanted_fuel(board, own, own.fuel)
        if not items and left >= self.weights.stock_cash:
            rest = {fuel: max(0, n - run.get(fuel, 0)) for fuel, n in own.fuel.items()}
            items = self.wanted_fuel(board, own, rest)[1]
        items = what_fits(offer, items)
        if not items:
            return next(option for option in options if isinstance(option, FinishBuyingOption)).nth(0)
        return BuyResources(own.player, items)

    def wanted_fuel(self, board: PowerGridBoard, own: SeatBoard, stock: Amounts) -> tuple[Amounts, Amounts, float]:
        """Return the fuel that the best production burns, the part that the stock lacks, and the money after it and the
        cities built."""
        ahead = self.forecast(board, own)
        fed_city = self.weights.fed_city_at_the_end if self.may_end(board) else self.weights.fed_city
        a_city = self.weights.city_next + self.weights.city_a_round * (ahead.rounds - 1)
        powering = [plant for plant in self.plants(own) if plant.powers]
        prices = {fuel: market.prices(board.resource_market.get(fuel, ()), ALL) for fuel in FUELS}
        best: tuple[Amounts, Amounts, float] = {}, {}, own.cash
        most = self.rules.payment(0) + a_city * self.affordable(ahead, own, own.cash, ALL)[0]
        for count in range(1, len(powering) + 1):
            for plants in combinations(powering, count):
                burns, lacks, cost = bill(prices, stock, plants)
                if cost > own.cash:
                    continue
                output = sum([plant.powers for plant in plants])
                built, spent = self.affordable(ahead, own, own.cash - cost, ALL)
                powered = min(len(own.cities) + built, output)
                gain = self.rules.payment(powered) + fed_city * powered + a_city * built - cost - spent
                if gain > most:
                    most, best = gain, (burns, lacks, own.cash - cost - spent)
        return best

    def affordable(self, ahead: Forecast, own: SeatBoard, cash: float, most: int) -> tuple[int, int]:
        """Cities that the money is enough for, up to what all plants power, and their price."""
        room = sum(plant.powers for plant in self.plants(own)) - len(own.cities)
        built = spent = 0
        for price in ahead.prices[: max(0, min(most, room))]:
            if spent + price > cash:
                break
            built, spent = built + 1, spent + price
        return built, spent

    def may_end(self, board: PowerGridBoard) -> bool:
        """Return whether a player has the money to end the game in this round."""
        ends_at = self.rules.limits.ends_at
        return any(len(seat.cities) + seat.cash // self.weights.city_price >= ends_at for seat in board.seats)

    # ---- cities ----

    def build(
        self, board: PowerGridBoard, own: SeatBoard, offers: list[ConnectCityOption], options: tuple[Option, ...]
    ) -> Command:
        """The city that opens the cheapest way on, while it can be fed soon; the last ones only if that wins."""
        if not self.is_worth_building(board, own):
            return next(option for option in options if isinstance(option, FinishBuildingOption)).nth(0)
        chain = CHAIN if own.cities else CHAIN_FIRST
        near = sorted(offers, key=lambda offer: (offer.total, offer.city))
        if own.cities:
            near = near[:4]

        def cost(offer: ConnectCityOption) -> tuple[float, str]:
            later = next_prices(self.distances, board, own, chain, offer.city)
            return offer.total + self.weights.later * sum(later), offer.city

        return min(near, key=cost).nth(0)

    def is_worth_building(self, board: PowerGridBoard, own: SeatBoard) -> bool:
        size = len(own.cities) + 1
        capacity = sum(plant.powers for plant in self.plants(own))
        if size >= self.rules.limits.ends_at:
            return own.cash >= self.weights.rich or self.would_win(board, own, size)
        if self.makes_a_blackout(board, size):
            return False
        return size <= capacity or own.cash >= self.weights.rich

    def would_win(self, board: PowerGridBoard, own: SeatBoard, size: int) -> bool:
        """Return whether the seat wins if the game ends now: no other can power more, counting those that still build
        with all their money."""
        ends_at = self.rules.limits.ends_at
        mine = best_output(self.plants(own), own.fuel, size)
        if any(len(seat.cities) >= ends_at for seat in board.seats):
            return mine == size
        later = board.order[: board.order.index(own.player)]
        others = []
        for seat in board.seats:
            if seat.player != own.player:
                more = seat.cash // self.weights.city_price if seat.player in later else 0
                powered = best_output(self.plants(seat), seat.fuel, len(seat.cities) + more)
                others.append((powered, seat.cash - more * self.weights.city_price))
        return (mine, own.cash - self.weights.city_price) > max(others)

    def makes_a_blackout(self, board: PowerGridBoard, size: int) -> bool:
        """Return whether this house causes a penalty that costs the seat more than the others by more than its
        value."""
        blackout = self.rules.blackout
        threshold = blackout.threshold(len(board.seats))
        if threshold is None or board.houses_built != threshold:
            return False
        others = sum(len(seat.cities) for seat in board.seats) - size + 1
        more_than_others = size - others / (len(board.seats) - 1)
        return more_than_others * blackout.penalty_per_city > self.weights.city_next


CHOICES: tuple[tuple[type[Option], Callable[..., Command]], ...] = (
    (NominateOption, Planner.nominate),
    (PlaceBidOption, Planner.bid),
    (ScrapPlantOption, Planner.close),
    (BuyResourcesOption, Planner.buy),
    (ConnectCityOption, Planner.build),
    (RunPlantsOption, habits.run),
    (SellUraniumOption, habits.sell),
    (BarCityOption, habits.bar),
    (NameCityOption, habits.name),
)
