"""The trust company of the two-player game: always second in the row, pays nothing, decides nothing (CG2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from domain.card_game.editions import Cards
from domain.card_game.figures import BURNS, FUELS
from domain.card_game.fuel import norms_of
from domain.card_game.market import leftovers_placed, lying, rows
from domain.card_game.messages import (
    TRUST,
    CardTaken,
    DiscountRemoved,
    Place,
    Row,
    TrustPlantRemoved,
    TrustPlantTaken,
    TrustResourcesDiscarded,
    TrustResourcesTaken,
)
from domain.card_game.state import State, Trust, without
from domain.kernel.messages import Event

HYBRID: Final = BURNS["hybrid"]
"""Gas, then oil: at equal price gas goes first (CG2-07)."""


@dataclass(frozen=True)
class TrustCompany:
    cards: Cards

    def joined(self, row: tuple[Place, ...]) -> tuple[Place, ...]:
        return (row[0], TRUST, *row[1:])

    def plant_turn(self, state: State) -> Sequence[Event]:
        """The dearest plant of the offer, after the round's first purchase or the first player's pass (CG2-04)."""
        trust, plants, auction = _trust(state), state.plants, state.auction
        if trust.acted or not plants.offer or not (auction.bought or (auction.passed and state.round > 1)):
            return ()
        card = plants.offer[-1]
        cards = without(lying(plants), card)
        events: list[Event] = [
            TrustPlantTaken(card, self.cards.number[card], *rows(self.cards.tables, cards, plants.last))
        ]
        if plants.discount == card:
            events.append(DiscountRemoved(card, "SOLD"))
        if len(trust.plants) == self.cards.tables.plants_max:
            events.append(TrustPlantRemoved(trust.plants[0]))
        return events

    def resource_turn(self, state: State) -> Sequence[Event]:
        if TRUST not in state.waiting[:1]:
            return ()
        taken = self.fuel(state)
        events: list[Event] = [TrustResourcesTaken(taken)]
        excess: dict[str, int] = {}
        for card in taken:
            beyond = self.cards.amount[card.card] - card.units_kept
            if beyond:
                excess[card.fuel] = excess.get(card.fuel, 0) + beyond
        if excess:
            cards, pile = self.cards, state.fuel.leftovers
            events += [leftovers_placed(cards, pile, fuel, excess[fuel], TRUST) for fuel in FUELS if fuel in excess]
        return events

    def fuel(self, state: State) -> tuple[CardTaken, ...]:
        """The cheapest cards for one production of all its plants: pure norms first, hybrids with what is left over
        and then the cheapest of gas and oil (CG2-06, CG2-07)."""
        norms, amount = norms_of(self.cards, _trust(state).plants), self.cards.amount
        hybrid = norms["hybrid"]
        market = self._cheapest_first(state.fuel.columns)
        taken: list[CardTaken] = []
        for fuel in FUELS:
            need, lying_there = norms[fuel], market[fuel]
            while need > 0 and lying_there:
                card, column = lying_there.pop(0)
                kept = min(amount[card], need + hybrid if fuel in HYBRID else need)
                need -= kept
                taken.append(CardTaken(card, fuel, column, kept))
            if need < 0:
                hybrid += need
        if hybrid:
            for card, column in sorted(market["gas"] + market["oil"], key=itemgetter(1)):
                kept = min(amount[card], hybrid)
                hybrid -= kept
                taken.append(CardTaken(card, self.cards.fuel[card], column, kept))
                if not hybrid:
                    break
        return tuple(taken)

    def _cheapest_first(self, columns: tuple[Row, ...]) -> dict[str, list[tuple[str, int]]]:
        """Cards of each type with their columns, in the order of the market."""
        market: dict[str, list[tuple[str, int]]] = {fuel: [] for fuel in FUELS}
        fuel, sorted_column = self.cards.fuel, self.cards.sorted_column
        for price, column in enumerate(columns, 1):
            for card in sorted_column(column):
                market[fuel[card]].append((card, price))
        return market

    def report(self, state: State) -> Sequence[Event]:
        if TRUST not in state.waiting[:1]:
            return ()
        held, leftover = [card.card for card in _trust(state).stock], self.cards.leftover
        return (
            TrustResourcesDiscarded(
                tuple([card for card in held if card not in leftover]),
                tuple([card for card in held if card in leftover]),
            ),
        )


def _trust(state: State) -> Trust:
    assert state.trust, "the trust company plays at tables of two"
    return state.trust
