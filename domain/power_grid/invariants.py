"""Invariants of every state: money, fuel tokens, cards and houses are conserved (PG-GEN-03, PG-GEN-05)."""

from collections.abc import Iterator

from domain.power_grid.fuel import fits
from domain.power_grid.messages import STAGE_3
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
    there = dict(state.reserve)
    for fuel, spaces in state.market.items():
        lying = [space.n for space in spaces]
        there[fuel] += sum(lying)
        for n, most in zip(lying, rules.capacities[fuel], strict=True):
            if not 0 <= n <= most:
                yield f"{fuel}: {n} tokens on a space for {most}"
    for seat, holding in enumerate(state.holdings):
        for fuel, n in holding.fuel.items():
            there[fuel] += n
        if not fits(rules.fleet(holding.plants).storage, holding.fuel):
            yield f"storage: seat {seat} holds {holding.fuel}"
    if there != rules.tokens or min(state.reserve.values()) < 0:
        yield f"fuel: {there} instead of {rules.tokens}, {state.reserve} of it in reserve"
    for part in state.modules:
        yield from part.broken()


def cards(rules: Ruleset, state: State) -> Iterator[str]:
    plants = [*state.current, *state.future, *state.deck, *state.removed, *state.removed_blind]
    if STAGE_3 in plants:
        plants.remove(STAGE_3)
    for holding in state.holdings:
        plants += holding.plants
    if len(plants) != len(rules.cards) or dict.fromkeys(plants).keys() != rules.cards.keys():
        yield "cards: a plant is missing or there twice"
    for seat, holding in enumerate(state.holdings):
        counted = len(rules.fleet(holding.plants).limited)
        if counted > rules.limits.plants and not (state.scrap and state.scrap.player == seat):
            yield f"cards: seat {seat} owns {counted} plants"


def networks(rules: Ruleset, state: State) -> Iterator[str]:
    area = rules.atlas.area(state.regions)
    owned = [frozenset(holding.cities) for holding in state.holdings]
    houses = 0
    for city, seats in state.houses.items():
        houses += len(seats)
        if len(seats) > rules.open_slots(area, city, state.stage) or (
            len(seats) > 1 and len(dict.fromkeys(seats)) < len(seats)
        ):
            yield f"houses: {city} holds {seats}"
        for seat in seats:
            if city not in owned[seat]:
                yield f"houses: {city} is not in the network of seat {seat}"
    if houses != sum([len(holding.cities) for holding in state.holdings]):
        yield "houses: the cities and the networks differ"
