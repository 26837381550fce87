"""Calculations before buying fuel: the fuel that plants burn, the missing part, and the part that an offer allows."""

from domain.power_grid.cards import Plant
from domain.power_grid.fuel import added, fits
from domain.power_grid.market import Prices
from domain.power_grid.messages import FUELS, Amounts
from domain.power_grid.options import BuyResourcesOption

UNPAYABLE = 100_000


def bill(prices: Prices, stock: Amounts, plants: tuple[Plant, ...]) -> tuple[Amounts, Amounts, int]:
    """The fuel that the plants burn together, the part that must be bought, and its cost (unpayable if it is not
    available)."""
    held = dict(stock)
    burns, lacks = dict.fromkeys(FUELS, 0), dict.fromkeys(FUELS, 0)

    def next_price(fuel: str) -> int:
        return prices[fuel][lacks[fuel]] if lacks[fuel] < len(prices[fuel]) else UNPAYABLE

    cost = 0
    for plant in sorted(plants, key=lambda plant: len(plant.fuels)):
        for _ in range(plant.burns):
            fuel = max(plant.fuels, key=lambda fuel: held[fuel])
            if held[fuel]:
                held[fuel] -= 1
            else:
                fuel = min(plant.fuels, key=next_price)
                cost += next_price(fuel)
                lacks[fuel] += 1
            burns[fuel] += 1
    return burns, {fuel: n for fuel, n in lacks.items() if n}, cost


def what_fits(offer: BuyResourcesOption, wanted: Amounts) -> Amounts:
    """As much of the wanted fuel as the offer allows."""
    items: dict[str, int] = {}
    for fuel, n in wanted.items():
        for _ in offer.prices.get(fuel, ())[:n]:
            more = {**items, fuel: items.get(fuel, 0) + 1}
            cost = sum(sum(offer.prices[name][:tokens]) for name, tokens in more.items())
            enough = offer.tokens_max is not None and sum(items.values()) >= offer.tokens_max
            if enough or cost > offer.cash or not fits(offer.storage, added(offer.stock, more)):
                break
            items = more
    return items
