"""Resource cards: the market, the piles, the stocks of players."""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.folds.parts import thrown_away, with_player
from domain.card_game.messages import (
    CardUnits,
    LeftoverCardsPlaced,
    ResourceBuyingFinished,
    ResourceCardBought,
    ResourceCardsChanged,
    ResourceCardsDealt,
    ResourceDeckReshuffled,
    ResourceMarketShifted,
)
from domain.card_game.state import State, without
from domain.kernel.messages import Event


def resource_card_bought(state: State, event: ResourceCardBought) -> State:
    buyer, columns = state.players[event.player], [*state.fuel.columns]
    stock = (*buyer.stock, CardUnits(event.card, event.units_kept))
    columns[event.column - 1] = without(columns[event.column - 1], event.card)
    return replace(
        state,
        players=with_player(state, event.player, replace(buyer, cash=event.cash_after, stock=stock)),
        fuel=replace(state.fuel, columns=tuple(columns)),
        bank=state.bank + event.price,
    )


def leftover_cards_placed(state: State, event: LeftoverCardsPlaced) -> State:
    fuel = state.fuel
    left = tuple([card for card in fuel.leftovers if card not in event.cards])
    cheapest, *dearer = fuel.columns
    cheapest = tuple(sorted(cheapest + event.cards))
    return replace(state, fuel=replace(fuel, columns=(cheapest, *dearer), leftovers=left))


def resource_buying_finished(state: State, _event: ResourceBuyingFinished) -> State:
    return replace(state, waiting=state.waiting[1:])


def resource_cards_changed(state: State, event: ResourceCardsChanged) -> State:
    owner = state.players[event.player]
    gone = event.discarded + event.leftovers_returned
    turned = {card.card: card for card in event.cards}
    stock = tuple([turned.get(card.card, card) for card in owner.stock if card.card not in gone])
    return replace(
        state,
        players=with_player(state, event.player, replace(owner, stock=stock)),
        fuel=thrown_away(state.fuel, event.discarded, event.leftovers_returned),
    )


def resource_market_shifted(state: State, event: ResourceMarketShifted) -> State:
    columns = [[*row] for row in state.fuel.columns]
    for move in event.moves:
        columns[move.from_ - 1].remove(move.card)
        insort(columns[move.to - 1], move.card)
    return replace(state, fuel=replace(state.fuel, columns=tuple([tuple(row) for row in columns])))


def resource_cards_dealt(state: State, event: ResourceCardsDealt) -> State:
    fuel = state.fuel
    columns = [[*row] for row in fuel.columns]
    for dealt in event.cards:
        insort(columns[dealt.column - 1], dealt.card)
    deck = fuel.deck[len(event.cards) :]
    return replace(state, fuel=replace(fuel, columns=tuple([tuple(row) for row in columns]), deck=deck))


def resource_deck_reshuffled(state: State, event: ResourceDeckReshuffled) -> State:
    fuel = state.fuel
    return replace(
        state,
        fuel=replace(fuel, deck=event.order, discard=event.discard_pile, reshuffles=fuel.reshuffles + 1),
    )


FOLDS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    ResourceCardBought: resource_card_bought,
    LeftoverCardsPlaced: leftover_cards_placed,
    ResourceBuyingFinished: resource_buying_finished,
    ResourceCardsChanged: resource_cards_changed,
    ResourceMarketShifted: resource_market_shifted,
    ResourceCardsDealt: resource_cards_dealt,
    ResourceDeckReshuffled: resource_deck_reshuffled,
}
