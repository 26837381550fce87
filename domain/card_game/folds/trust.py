"""The trust company."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.folds.parts import thrown_away
from domain.card_game.messages import (
    TRUST,
    CardUnits,
    TrustPlantRemoved,
    TrustPlantTaken,
    TrustResourcesDiscarded,
    TrustResourcesTaken,
)
from domain.card_game.state import State, Trust, without
from domain.kernel.messages import Event


def trust_of(state: State) -> Trust:
    assert state.trust, f"{TRUST} plays with two players only"
    return state.trust


def trust_plant_taken(state: State, event: TrustPlantTaken) -> State:
    trust = trust_of(state)
    return replace(
        state,
        trust=replace(trust, plants=(*trust.plants, event.card), acted=True),
        plants=replace(state.plants, offer=event.offer, outlook=event.outlook),
    )


def trust_plant_removed(state: State, event: TrustPlantRemoved) -> State:
    trust = trust_of(state)
    return replace(
        state,
        trust=replace(trust, plants=without(trust.plants, event.card)),
        plants=replace(state.plants, out=(*state.plants.out, event.card)),
    )


def trust_resources_taken(state: State, event: TrustResourcesTaken) -> State:
    columns = [*state.fuel.columns]
    for card in event.cards:
        columns[card.column - 1] = without(columns[card.column - 1], card.card)
    stock = tuple([CardUnits(card.card, card.units_kept) for card in event.cards])
    return replace(
        state,
        trust=replace(trust_of(state), stock=stock),
        fuel=replace(state.fuel, columns=tuple(columns)),
        waiting=state.waiting[1:],
    )


def trust_resources_discarded(state: State, event: TrustResourcesDiscarded) -> State:
    return replace(
        state,
        trust=replace(trust_of(state), stock=()),
        fuel=thrown_away(state.fuel, event.cards, event.leftovers_returned),
        waiting=state.waiting[1:],
    )


FOLDS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    TrustPlantTaken: trust_plant_taken,
    TrustPlantRemoved: trust_plant_removed,
    TrustResourcesTaken: trust_resources_taken,
    TrustResourcesDiscarded: trust_resources_discarded,
}
