"""Resource cards: the market, the piles, the stocks of players."""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.card_game.folds.parts import put_on, taken_off, thrown_away, with_player
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
from domain.card_game.state import State
from domain.kernel.decider import Event


def resource_card_bought(state: State, event: ResourceCardBought) -> State:
    buyer = state.players[event.player]
    stock = (*buyer.stock, CardUnits(event.card, event.units_kept))
    return replace(
        state,
        players=with_player(state, event.player, replace(buyer, cash=event.cash_after, stock=stock)),
        fuel=replace(state.fuel, columns=taken_off(state.fuel.columns, ((event.card, event.column),))),
        bank=state.bank + event.price,
    )


def leftover_cards_placed(state: State, event: LeftoverCardsPlaced) -> State:
    fuel = state.fuel
    left = tuple([card for card in fuel.leftovers if card not in event.cards])
    columns = put_on(fuel.columns, [(card, 1) for card in event.cards])
    return replace(state, fuel=replace(fuel, columns=columns, leftovers=left))


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
    columns = put_on(fuel.columns, [(dealt.card, dealt.column) for dealt in event.cards])
    return replace(state, fuel=replace(fuel, columns=columns, deck=fuel.deck[len(event.cards) :]))


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
