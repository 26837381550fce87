"""The state after each event. This module knows no rule: it applies the values of the event."""

from typing import Final

from domain.card_game.folds import auction, plants, resources, rounds, trust
from domain.card_game.messages import (
    GameStarted,
)
from domain.card_game.state import Fuel, Plants, Player, State, Trust
from domain.kernel.decision import Folds
from domain.kernel.messages import Event


def evolve(state: State | None, event: Event) -> State:
    """The state after the event; the first event of a game makes the first state."""
    return FOLDS[type(event)](state, event)


def started(_: None, event: GameStarted) -> State:
    market, columns = event.plant_market, tuple(tuple(sorted(column)) for column in event.resource_columns)
    return State(
        colours=event.players,
        players=tuple(Player(event.cash) for _ in event.players),
        plants=Plants(market.offer, market.outlook, event.deck, event.removed_blind),
        fuel=Fuel(columns, event.resource_deck, event.discard_pile, event.leftover_pile),
        seed=event.seed,
        trust=Trust() if event.trust else None,
        renovation=event.renovation_pile,
        bank=-event.cash * len(event.players),
    )


FOLDS: Final[Folds[State]] = {
    GameStarted: started,
    **rounds.FOLDS,
    **auction.FOLDS,
    **plants.FOLDS,
    **resources.FOLDS,
    **trust.FOLDS,
}
