"""The figures that the card game counts per seat, for reviews of a game."""

from typing import Any

from domain.card_game.figures import Plant
from domain.card_game.messages import (
    CompensationPaid,
    FinalProductionScored,
    IncomePaid,
    PlantBought,
    ResourceCardBought,
)
from domain.card_game.state import State
from domain.kernel.counting import Counting


def _plants(game: Any, state: State, seat: int) -> list[Plant]:
    return [game.rules.cards.plants[card] for card in state.players[seat].plants]


COUNTING = Counting(
    stands={
        "PROFIT_OF_PLANTS": lambda game, state, seat: sum(plant.profit for plant in _plants(game, state, seat)),
        "MONEY": lambda _, state, seat: state.players[seat].cash,
        "HIGHEST_PLANT": lambda game, state, seat: max((each.number for each in _plants(game, state, seat)), default=0),
    },
    sums={
        "EARNED": {IncomePaid: lambda event: event.amount, CompensationPaid: lambda event: event.amount},
        "PAID_FOR_PLANTS": {PlantBought: lambda event: event.price},
        "PAID_FOR_FUEL": {ResourceCardBought: lambda event: event.price},
        "VICTORY_POINTS": {FinalProductionScored: lambda event: event.vp},
    },
    lead=("PROFIT_OF_PLANTS", "MONEY"),
)
