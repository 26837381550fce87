"""Invariants of every state: cards and cubes are conserved, nothing exceeds its place (C61-GEN-03, -05)."""

from collections import Counter
from collections.abc import Iterator

from domain.colony61.cubes import NOTHING
from domain.colony61.rules import Rules
from domain.colony61.state import State


def broken_invariants(rules: Rules, state: State) -> tuple[str, ...]:
    return (*wrong_cards(rules, state), *wrong_cubes(rules, state), *wrong_markers(rules, state), *wrong_steps(state))


def wrong_cards(rules: Rules, state: State) -> Iterator[str]:
    places = Counter(state.draw + state.discard + tuple(module.card for module in state.state_modules))
    for corporation in state.corporations:
        places.update(corporation.hand + corporation.offer + corporation.laid)
        places.update(module.card for module in corporation.modules)
    yield from (f"{card} is in {places[card]} places" for card in rules.all_cards if places[card] != 1)
    yield from (f"{card} is no card of the edition" for card in places if card not in rules.kind_of)


def wrong_cubes(rules: Rules, state: State) -> Iterator[str]:
    total = NOTHING
    for seat, corporation in enumerate(state.corporations):
        total += corporation.storage
        if not corporation.storage.well_formed:
            yield f"seat {seat} has less than no cubes"
        if corporation.storage.count > rules.cells(corporation.modules):
            yield f"seat {seat} has {corporation.storage.count} cubes in {rules.cells(corporation.modules)} cells"
    if total != state.given_out:
        yield f"storages hold {total}, the bank gave out {state.given_out}"


def wrong_markers(rules: Rules, state: State) -> Iterator[str]:
    for track in rules.tracks:
        if not track.lowest <= state.markers[track.resource] <= track.highest:
            yield f"{track.resource} stands at {state.markers[track.resource]}, off its track"


def wrong_steps(state: State) -> Iterator[str]:
    if any(seat not in state.owing for seat in state.waiting):
        yield "a seat is waited for that owes nothing"
    if (state.step is None) != (state.result is not None):
        yield "a game is over, or a step is open"
    if state.step is not None and not state.waiting:
        yield "a step is open that nobody owes"
