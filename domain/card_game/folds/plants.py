"""The plant market."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.messages import (
    DeckShuffled,
    LastRoundCardDrawn,
    LastRoundCardRemoved,
    PlantDrawn,
    PlantPutUnderDeck,
    PlantRemoved,
)
from domain.card_game.state import State
from domain.kernel.messages import Event


def plant_drawn(state: State, event: PlantDrawn) -> State:
    plants = state.plants
    out = plants.out if event.placed else (*plants.out, event.card)
    return replace(
        state, plants=replace(plants, offer=event.offer, outlook=event.outlook, deck=plants.deck[1:], out=out)
    )


def plant_removed(state: State, event: PlantRemoved) -> State:
    plants = state.plants
    out = plants.out if event.card in plants.out else (*plants.out, event.card)
    return replace(state, plants=replace(plants, offer=event.offer, outlook=event.outlook, out=out))


def plant_put_under_deck(state: State, event: PlantPutUnderDeck) -> State:
    plants = state.plants
    deck = (*plants.deck, event.card)
    return replace(state, plants=replace(plants, offer=event.offer, outlook=event.outlook, deck=deck))


def last_round_card_drawn(state: State, event: LastRoundCardDrawn) -> State:
    plants = state.plants
    return replace(
        state,
        plants=replace(plants, offer=event.offer, outlook=event.outlook, deck=plants.deck[1:], last="MARKET"),
    )


def last_round_card_removed(state: State, event: LastRoundCardRemoved) -> State:
    return replace(state, plants=replace(state.plants, offer=event.offer, outlook=event.outlook, last="OUT"))


def deck_shuffled(state: State, event: DeckShuffled) -> State:
    return replace(state, plants=replace(state.plants, deck=event.order))


FOLDS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    PlantDrawn: plant_drawn,
    PlantRemoved: plant_removed,
    PlantPutUnderDeck: plant_put_under_deck,
    LastRoundCardDrawn: last_round_card_drawn,
    LastRoundCardRemoved: last_round_card_removed,
    DeckShuffled: deck_shuffled,
}
