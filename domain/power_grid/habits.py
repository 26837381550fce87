"""Shared behaviour of the bots: running plants, selling uranium, barring cities."""

from typing import Protocol

from domain.kernel.messages import Command, Option
from domain.power_grid import market
from domain.power_grid.messages import FUELS, Run, RunPlants
from domain.power_grid.options import BarCityOption, NameCityOption, RunPlantsOption, SellUraniumOption
from domain.power_grid.rules import Ruleset
from domain.power_grid.view import PowerGridBoard, SeatBoard

FAR = 1000
"""The cost of a city that the seat cannot reach."""
SCARCE = 20
"""The value of a token for its owner when none is for sale."""


class HasRules(Protocol):
    @property
    def rules(self) -> Ruleset: ...


def run(
    _bot: object, board: PowerGridBoard, own: SeatBoard, plans: list[RunPlantsOption], _options: tuple[Option, ...]
) -> Command:
    """The most cities for the cheapest fuel."""
    offer = plans[0]
    powers = {plant.plant: plant.powers for plant in offer.plants}
    price = {fuel: next_price(board, fuel) for fuel in FUELS}

    def gain(runs: tuple[Run, ...]) -> tuple[int, int]:
        powered = min(offer.network_size, sum([powers[run.plant] for run in runs]))
        return powered, -sum([price[fuel] * n for run in runs for fuel, n in run.fuel.items()])

    return RunPlants(own.player, max(offer.plans(), key=gain))


def next_price(board: PowerGridBoard, fuel: str) -> int:
    prices = market.prices(board.resource_market.get(fuel, ()), 1)
    return prices[0] if prices else SCARCE


def bar(
    bot: HasRules, board: PowerGridBoard, own: SeatBoard, offers: list[BarCityOption], _options: tuple[Option, ...]
) -> Command:
    """Bar the city that would cost the seat the least itself."""
    return min(offers, key=lambda offer: _own_cost(bot, board, own, offer.city)).nth(0)


def name(
    bot: HasRules, board: PowerGridBoard, own: SeatBoard, offers: list[NameCityOption], options: tuple[Option, ...]
) -> Command:
    """Name the city farthest from the seat; bid nothing for it but 0."""
    if offers[0].bid_min > 0:
        return options[-1].nth(0)
    return max(offers, key=lambda offer: _own_cost(bot, board, own, offer.city)).nth(0)


def _own_cost(bot: HasRules, board: PowerGridBoard, own: SeatBoard, city: str) -> int:
    """Return the cost at which the seat would connect the city; FAR if it cannot."""
    area = bot.rules.atlas.area(board.regions)
    connection = bot.rules.connection_price.to(area, own.cities, city) if own.cities else None
    return FAR if connection is None else connection.cost


def sell(
    _bot: object, _board: PowerGridBoard, _own: SeatBoard, sales: list[SellUraniumOption], _options: tuple[Option, ...]
) -> Command:
    return sales[0].nth(0)
