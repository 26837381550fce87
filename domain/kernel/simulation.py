"""Plays whole games in process, without server or store: for simulations, tests and trying out a rule."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.decider import AnyDecider, Bot, fold
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Option

COMMANDS_MAX = 20_000
"""Far above the longest game seen; it only stops rules that run in a circle."""


class PlayedCommand(Struct, frozen=True):
    """One command and all it made happen. `state` is the state after it; the first turn (the set-up) has no command."""

    command: Command | None
    events: tuple[Event, ...]
    state: Any


def play(decider: AnyDecider, setup: Struct, bots: Sequence[Bot], roll: Roll) -> Iterator[PlayedCommand]:
    """Let one bot per seat play from the set-up to the end. If several seats may act, the next one is drawn."""
    events = decider.begin(setup)
    state = fold(decider, events)
    yield PlayedCommand(None, tuple(events), state)
    for _ in range(COMMANDS_MAX):
        waiting = decider.to_act(state)
        if not waiting:
            return
        seat = roll.choice(waiting) if len(waiting) > 1 else waiting[0]
        command = bots[seat](decider.view(state, seat), decider.options(state, seat), seat, roll)
        events, state = decider.judge(state, command)
        yield PlayedCommand(command, tuple(events), state)
    raise AssertionError(f"the game is not over after {COMMANDS_MAX} commands")


def random_bot(_board: Any, options: tuple[Option, ...], _seat: Seat, roll: Roll) -> Command:
    """Any option with equal chance, then any of its commands with equal chance."""
    assert options, "a seat that must act has an option"
    option = roll.choice(options)
    return option.nth(roll.below(option.count()))
