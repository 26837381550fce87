"""Forecasts a seat alone: the rest of the game, one round in a few sums, from public information.

Of the opponents it uses only the fuel that their plants burn and the distance of the largest network from the end.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import fsum
from typing import NamedTuple

from domain.kernel.ids import Seat
from domain.power_grid import market
from domain.power_grid.atlas import Area
from domain.power_grid.cards import Plant
from domain.power_grid.habits import SCARCE
from domain.power_grid.messages import FUELS
from domain.power_grid.rules import Ruleset
from domain.power_grid.view import PowerGridBoard, SeatBoard
from domain.power_grid.weights import Weights

CITIES_AHEAD = 9
"""Prices of so many further cities are looked up; beyond them the last one holds."""
ALL = 99


class Line(NamedTuple):
    """A plant as the forecast sees it: cities on average with the fuel that comes, and what a run costs."""

    powers: float
    fuel: float


class Forecast:
    """One seat at one moment. Money in Elektro."""

    def __init__(self, distances: "Distances", board: PowerGridBoard, own: SeatBoard, weights: Weights) -> None:
        self.distances, self.rules, self.board, self.own = distances, distances.rules, board, own
        self.weights, self.rounds = weights, rounds_left(self.rules, board, weights)

    @cached_property
    def prices(self) -> list[int]:
        """The costs of the next cities, each from the network with the earlier ones."""
        return next_prices(self.distances, self.board, self.own, CITIES_AHEAD) or [SCARCE]

    @cached_property
    def fed(self) -> Mapping[str, float]:
        """Return how much of each fuel arrives per round until the end, for each token that all plants would burn in
        one round (with one more for the plant under consideration)."""
        needs = {fuel: 1 + burnt for fuel, burnt in self.burnt.items()}
        comes = {fuel: stages[self.board.stage - 1] for fuel, stages in self.rules.resupply.items()}
        there = {fuel: market.tokens(spaces) for fuel, spaces in self.board.resource_market.items()}
        return {fuel: (there.get(fuel, 0) / self.rounds + comes.get(fuel, 0)) / n for fuel, n in needs.items()}

    @cached_property
    def burnt(self) -> Mapping[str, float]:
        """Tokens that all plants burn in a round."""
        burnt = dict.fromkeys(FUELS, 0.0)
        for seat in self.board.seats:
            for card in seat.plants:
                plant = self.rules.cards[card]
                for fuel in plant.fuels:
                    burnt[fuel] += plant.burns / len(plant.fuels)
        return burnt

    @cached_property
    def token(self) -> Mapping[str, float]:
        """Return the approximate cost of a token, with other seats buying too."""
        found: dict[str, float] = {}
        for fuel in FUELS:
            prices = market.prices(self.board.resource_market.get(fuel, ()), ALL)
            place = int(self.burnt[fuel] / 2)
            found[fuel] = prices[min(place, len(prices) - 1)] if prices else SCARCE
        return found

    def line(self, plant: Plant) -> Line:
        if not plant.burns:
            return Line(plant.powers, 0.0)
        share = min(1.0, fsum([self.fed[fuel] for fuel in plant.fuels]) / len(plant.fuels))
        return Line(plant.powers * share, share * plant.burns * min([self.token[fuel] for fuel in plant.fuels]))

    def worth(self, cash: float, plants: Iterable[Plant]) -> float:
        """Return the seat's result at the end with that money and these plants, bought before this round's fuel."""
        mines, lines = 0.0, []
        for plant in plants:
            if plant.is_mine:
                mines += plant.units * self.weights.uranium_price
            else:
                lines.append(self.line(plant))
        whole = int(self.rounds)
        part = self.rounds - whole
        worth = self._played(cash, lines, mines, whole)
        return worth if part < 0.01 else worth * (1 - part) + self._played(cash, lines, mines, whole + 1) * part

    def _played(self, cash: float, lines: Sequence[Line], mines: float, rounds: int) -> float:
        own, ends_at, prices = len(self.own.cities), self.rules.limits.ends_at, self.prices
        plants, cities, last_price = sorted(lines), own, prices[-1]
        capacity, fuel = fsum([line.powers for line in plants]), fsum([line.fuel for line in plants])
        for ahead in range(rounds):
            if ahead:
                bought = self._bought(plants, cities, cash - fuel, self.board.round + ahead)
                if bought:
                    plants, cash = bought[0], cash - bought[1]
                    capacity, fuel = fsum([line.powers for line in plants]), fsum([line.fuel for line in plants])
            share = min(1.0, (cities + 1) / capacity) if capacity else 0.0
            spare = cash - fuel * share
            while cities < capacity and cities < ends_at:
                price = prices[cities - own] if cities - own < len(prices) else last_price
                if price > spare:
                    break
                spare -= price
                cities += 1
            powered = min(cities, capacity)
            if ahead == rounds - 1:
                return powered * self.weights.final_city + (spare + mines) * self.weights.cash_left
            cash = spare + self._payment(powered) + mines
        raise AssertionError("at least one round is left")

    def _payment(self, powered: float) -> float:
        whole = int(powered)
        low = self.rules.payment(whole)
        return low + (powered - whole) * (self.rules.payment(whole + 1) - low)

    def _bought(self, plants: list[Line], cities: int, spare: float, number: int) -> tuple[list[Line], float] | None:
        """The plants after one of those that can be had in that round is bought, and its price, if it is needed."""
        powers = min(self.weights.offered_most, self.weights.offered_at_first + self.weights.offered_a_round * number)
        price = powers * self.weights.price_a_city
        if price > spare or fsum([line.powers for line in plants]) >= min(cities + 2, self.rules.limits.ends_at):
            return None
        kept = plants[1:] if len(plants) >= self.rules.limits.plants else plants
        if len(kept) < len(plants) and plants[0].powers + 1 > powers:
            return None
        return sorted([*kept, Line(powers, self.weights.fuel_a_plant)]), price


def rounds_left(rules: Ruleset, board: PowerGridBoard, weights: Weights) -> float:
    largest = max(len(seat.cities) for seat in board.seats)
    return min(weights.rounds_ahead_most, max(1.0, (rules.limits.ends_at - largest) / weights.cities_a_round))


def slot_price(rules: Ruleset, board: PowerGridBoard, area: Area, city: str, seat: Seat) -> int | None:
    """Return the cost of the next house in the city; None if the seat has one or none is open now."""
    houses = board.houses.get(city, ())
    if seat in houses or len(houses) >= rules.open_slots(area, city, board.stage):
        return None
    return rules.slots(area, city)[len(houses)]


class Distances:
    """The connection cost between any two cities of a play area, computed per area on demand."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._areas: dict[tuple[str, ...], Mapping[str, Mapping[str, int]]] = {}

    def of(self, regions: tuple[str, ...]) -> Mapping[str, Mapping[str, int]]:
        found = self._areas.get(regions)
        if found is None:
            area, connect = self.rules.atlas.area(regions), self.rules.connection_price.to
            found = self._areas[regions] = {
                city: {other: way.cost for other in area.cities if (way := connect(area, (city,), other))}
                for city in area.cities
            }
        return found


def next_prices(distances: Distances, board: PowerGridBoard, own: SeatBoard, most: int, first: str = "") -> list[int]:
    """Return the costs of the next cities, always the cheapest one next. `first`: a city assumed to be connected."""
    rules, ways = distances.rules, distances.of(board.regions)
    area = rules.atlas.area(board.regions)
    owned = (*own.cities, first) if first else own.cities
    starts = rules.networks.most - own.networks_started if own.cities or not first else 0
    slots: dict[str, int] = {}
    prices: dict[str, int] = {}
    for city in area.cities:
        slot = None if city == first else slot_price(rules, board, area, city, own.player)
        if slot is None:
            continue
        slots[city] = slot
        costs = [ways[mine][city] for mine in owned if city in ways[mine]]
        if starts > 0 and rules.networks.may_start_in(city, board.houses):
            prices[city] = slot
        elif costs:
            prices[city] = slot + min(costs)
    found: list[int] = []
    while prices and len(found) < most:
        city = min(prices, key=lambda city: (prices[city], city))
        found.append(prices.pop(city))
        for other, cost in ways[city].items():
            if other in prices and slots[other] + cost < prices[other]:
                prices[other] = slots[other] + cost
    return found
