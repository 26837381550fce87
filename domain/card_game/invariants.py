"""Invariants of every state: money and cards are conserved, stocks fit."""

from collections.abc import Iterator

from domain.card_game.figures import LAST
from domain.card_game.fuel import discards, norms_of, units_of
from domain.card_game.rules import Rules
from domain.card_game.state import State


def broken(rules: Rules, state: State) -> tuple[str, ...]:
    return tuple(_broken(rules, state))


def _broken(rules: Rules, state: State) -> Iterator[str]:
    if sum(player.cash for player in state.players) + state.bank:
        yield "money is not conserved"
    for seat, player in enumerate(state.players):
        if player.cash < 0:
            yield f"seat {seat} has {player.cash} E"
        if len(player.plants) > rules.cards.tables.plants_max + (state.auction.scrap == seat):
            yield f"seat {seat} has {len(player.plants)} plants"
    yield from _plants(rules, state)
    yield from _resources(rules, state)
    yield from _stocks(rules, state)


def _plants(rules: Rules, state: State) -> Iterator[str]:
    plants = state.plants
    found = [*plants.offer, *plants.outlook, *plants.deck, *plants.removed_blind, *plants.out]
    found += [card for player in state.players for card in player.plants]
    found += state.trust.plants if state.trust else ()
    if plants.last == "OUT":
        found.append(LAST)
    if sorted(found) != sorted((*rules.cards.plants, LAST)):
        yield "a plant card is lost or stands twice"


def _resources(rules: Rules, state: State) -> Iterator[str]:
    fuel, figures = state.fuel, rules.cards.figures
    found = [card for column in fuel.columns for card in column]
    found += (*fuel.deck, *fuel.discard, *fuel.leftovers)
    found += [card.card for player in state.players for card in player.stock]
    found += [card.card for card in state.trust.stock] if state.trust else ()
    if not fuel.reshuffles:
        found += [card.id for card in figures.plus_plus]
    others = (*figures.leftover, *figures.plus, *figures.plus_plus)
    if sorted(found) != sorted((*rules.cards.standard(rules.setup.marks), *(card.id for card in others))):
        yield "a resource card is lost or stands twice"


def _stocks(rules: Rules, state: State) -> Iterator[str]:
    times = rules.cards.tables.storage_multiplier
    for seat, player in enumerate(state.players):
        if any(not 0 < card.units_left <= rules.cards.resources[card.card].amount for card in player.stock):
            yield f"seat {seat} holds a card turned to no side of it"
        if state.auction.scrap == seat:
            continue
        norms, stock = norms_of(rules.cards, player.plants), units_of(rules.cards, player.stock)
        if discards(norms, stock, times) != ({},):
            yield f"seat {seat} stores more than fits"
