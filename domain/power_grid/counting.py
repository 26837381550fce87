"""The figures that Power Grid counts per seat, for reviews of a game."""

from domain.kernel.counting import Counting
from domain.power_grid.messages import (
    CityConnected,
    CompensationPaid,
    IncomePaid,
    PlantBought,
    ResourcesBought,
    UraniumSold,
)

COUNTING = Counting(
    stands={
        "CITIES": lambda _, state, seat: len(state.holdings[seat].cities),
        "MONEY": lambda _, state, seat: state.holdings[seat].cash,
        "CITIES_POWERED": lambda _, state, seat: state.holdings[seat].powered,
    },
    sums={
        "EARNED": {
            IncomePaid: lambda event: event.net,
            UraniumSold: lambda event: event.income,
            CompensationPaid: lambda event: event.amount,
        },
        "PAID_FOR_PLANTS": {PlantBought: lambda event: event.price},
        "PAID_FOR_FUEL": {ResourcesBought: lambda event: event.total},
        "PAID_FOR_CITIES": {CityConnected: lambda event: event.total},
    },
    lead=("CITIES", "MONEY"),
)
