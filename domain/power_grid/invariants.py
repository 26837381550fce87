"""What must hold in every state: money, fuel tokens, cards and houses are conserved (PG-GEN-03, PG-GEN-05)."""

from collections.abc import Iterator

from domain.power_grid import market
from domain.power_grid.fuel import fits
from domain.power_grid.messages import FUELS, STAGE_3
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import State


def broken(rules: Ruleset, state: State) -> tuple[str, ...]:
    return (*money(rules, state), *tokens(rules, state), *cards(rules, state), *networks(rules, state))


def money(rules: Ruleset, state: State) -> Iterator[str]:
    held = sum(holding.cash for holding in state.holdings)
    if held + state.bank != rules.starting_money * len(state.holdings):
        yield f"money: players hold {held}, the bank took {state.bank}"
    for seat, holding in enumerate(state.holdings):
        if holding.cash < 0:
            yield f"money: seat {seat} has {holding.cash}"


def tokens(rules: Ruleset, state: State) -> Iterator[str]:
    for fuel in FUELS:
        held = sum(holding.fuel[fuel] for holding in state.holdings)
        there = held + state.reserve[fuel] + market.tokens(state.market.get(fuel, ()))
        expected = rules.reserve[fuel] + market.tokens(rules.market.get(fuel, ()))
        if there != expected or state.reserve[fuel] < 0:
            yield f"{fuel}: {there} tokens instead of {expected}"
    for fuel, spaces in state.market.items():
        if any(not 0 <= space.n <= most for space, most in zip(spaces, rules.capacities[fuel], strict=True)):
            yield f"{fuel}: a space of the market holds more or less than it can"
    for seat, holding in enumerate(state.holdings):
        if not fits(rules.fleet(holding.plants).storage, holding.fuel):
            yield f"storage: seat {seat} holds {holding.fuel}"
    for part in state.modules:
        yield from part.broken()


def cards(rules: Ruleset, state: State) -> Iterator[str]:
    owned = [card for holding in state.holdings for card in holding.plants]
    everywhere = [*state.current, *state.future, *state.deck, *owned, *state.removed, *state.removed_blind]
    plants = sorted(str(card) for card in everywhere if card != STAGE_3)
    if plants != sorted(map(str, rules.cards)):
        yield "cards: a plant is missing or there twice"
    for seat, holding in enumerate(state.holdings):
        counted = len(rules.fleet(holding.plants).limited)
        if counted > rules.limits.plants and not (state.scrap and state.scrap.player == seat):
            yield f"cards: seat {seat} owns {counted} plants"


def networks(rules: Ruleset, state: State) -> Iterator[str]:
    area = rules.atlas.area(state.regions)
    listed = sorted((city, seat) for seat, holding in enumerate(state.holdings) for city in holding.cities)
    if listed != sorted((city, int(seat)) for city, seats in state.houses.items() for seat in seats):
        yield "houses: the cities and the networks differ"
    for city, seats in state.houses.items():
        if len(seats) > rules.open_slots(area, city, state.stage) or len(dict.fromkeys(seats)) != len(seats):
            yield f"houses: {city} holds {seats}"
