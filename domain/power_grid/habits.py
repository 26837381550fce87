"""What players of the house do alike: run plants, sell uranium."""

from domain.kernel.decider import Command, Option
from domain.power_grid import market
from domain.power_grid.messages import FUELS, Run, RunPlants
from domain.power_grid.options import RunPlantsOption, SellUraniumOption
from domain.power_grid.view import PowerGridBoard, SeatBoard

SCARCE = 20
"""What a token is worth to its owner when none is for sale."""


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


def sell(
    _bot: object, _board: PowerGridBoard, _own: SeatBoard, sales: list[SellUraniumOption], _options: tuple[Option, ...]
) -> Command:
    return sales[0].nth(0)
