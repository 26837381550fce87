"""The figures that the card game counts per seat, for reviews of a game."""

from domain.card_game.messages import (
    CompensationPaid,
    FinalProductionScored,
    IncomePaid,
    PlantBought,
    ResourceCardBought,
)
from domain.kernel.counting import Counting

COUNTING = Counting(
    stands={
        "PROFIT_OF_PLANTS": lambda board, seat: sum(plant.profit for plant in board.players[seat].plants),
        "MONEY": lambda board, seat: board.players[seat].cash,
        "HIGHEST_PLANT": lambda board, seat: max((plant.number for plant in board.players[seat].plants), default=0),
    },
    sums={
        "EARNED": {IncomePaid: lambda event: event.amount, CompensationPaid: lambda event: event.amount},
        "PAID_FOR_PLANTS": {PlantBought: lambda event: event.price},
        "PAID_FOR_FUEL": {ResourceCardBought: lambda event: event.price},
        "VICTORY_POINTS": {FinalProductionScored: lambda event: event.vp},
    },
    lead=("PROFIT_OF_PLANTS", "MONEY"),
)
