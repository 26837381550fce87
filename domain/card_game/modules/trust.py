"""The trust company of the two-player game: always second in the row, pays nothing, decides nothing (CG2)."""

from dataclasses import dataclass
from heapq import merge
from operator import itemgetter
from typing import Final

from domain.card_game.data import Cards
from domain.card_game.figures import BURNS, FUELS
from domain.card_game.fuel import norms_of
from domain.card_game.market import leftovers_placed, lying, rows
from domain.card_game.messages import (
    TRUST,
    CardTaken,
    DiscountRemoved,
    Place,
    TrustPlantRemoved,
    TrustPlantTaken,
    TrustResourcesDiscarded,
    TrustResourcesTaken,
)
from domain.card_game.state import State, Trust
from domain.kernel.decider import Event

HYBRID: Final = BURNS["hybrid"]
"""Gas, then oil: at equal price gas goes first (CG2-07)."""


@dataclass(frozen=True)
class TrustCompany:
    cards: Cards

    def joined(self, row: tuple[Place, ...]) -> tuple[Place, ...]:
        return (row[0], TRUST, *row[1:])

    def plant_turn(self, state: State) -> tuple[Event, ...]:
        """The dearest plant of the offer, after the round's first purchase or the first player's pass (CG2-04)."""
        trust, plants, auction = _trust(state), state.plants, state.auction
        triggered = auction.bought or (auction.passed and state.round > 1)
        if trust.acted or not triggered or not plants.offer:
            return ()
        card = plants.offer[-1]
        cards = tuple(other for other in lying(plants) if other != card)
        events: list[Event] = [
            TrustPlantTaken(card, self.cards.number[card], *rows(self.cards.tables, cards, plants.last))
        ]
        if plants.discount == card:
            events.append(DiscountRemoved(card, "SOLD"))
        if len(trust.plants) == self.cards.tables.plants_max:
            events.append(TrustPlantRemoved(trust.plants[0]))
        return tuple(events)

    def resource_turn(self, state: State) -> tuple[Event, ...]:
        if state.waiting[:1] != (TRUST,):
            return ()
        taken = self.fuel(state)
        events: list[Event] = [TrustResourcesTaken(taken)]
        excess = dict.fromkeys(FUELS, 0)
        for card in taken:
            excess[card.fuel] += self.cards.resources[card.card].amount - card.units_kept
        for fuel, units in excess.items():
            if units:
                events.append(leftovers_placed(self.cards, state.fuel.leftovers, fuel, units, TRUST))
        return tuple(events)

    def fuel(self, state: State) -> tuple[CardTaken, ...]:
        """The cheapest cards for one production of all its plants: pure norms first, hybrids with what is left over
        and then the cheapest of gas and oil (CG2-06, CG2-07)."""
        norms = norms_of(self.cards, _trust(state).plants)
        hybrid = norms["hybrid"]
        market = self._cheapest_first(state)
        taken: list[CardTaken] = []
        for fuel in FUELS:
            need = norms[fuel]
            while need and market[fuel]:
                card, column = market[fuel].pop(0)
                kept = min(self.cards.resources[card].amount, need + (hybrid if fuel in HYBRID else 0))
                hybrid -= max(0, kept - need)
                need -= min(kept, need)
                taken.append(CardTaken(card, fuel, column, kept))
        for card, column in merge(*(market[fuel] for fuel in HYBRID), key=itemgetter(1)):
            if not hybrid:
                break
            resource = self.cards.resources[card]
            kept = min(resource.amount, hybrid)
            hybrid -= kept
            taken.append(CardTaken(card, resource.fuel, column, kept))
        return tuple(taken)

    def _cheapest_first(self, state: State) -> dict[str, list[tuple[str, int]]]:
        """Cards of each type with their columns, in the order of the market."""
        market: dict[str, list[tuple[str, int]]] = {fuel: [] for fuel in FUELS}
        for price, column in enumerate(state.fuel.columns, 1):
            for card in sorted(column, key=self.cards.place.__getitem__):
                market[self.cards.resources[card].fuel].append((card, price))
        return market

    def report(self, state: State) -> tuple[Event, ...]:
        if state.waiting[:1] != (TRUST,):
            return ()
        held = [card.card for card in _trust(state).stock]
        return (
            TrustResourcesDiscarded(
                tuple(card for card in held if card not in self.cards.leftover),
                tuple(card for card in held if card in self.cards.leftover),
            ),
        )


def _trust(state: State) -> Trust:
    assert state.trust, "the trust company plays at tables of two"
    return state.trust
