"""Checks that a command has the form of the catalogue, before any rule is applied (C61-GEN-02, C61-SIM-08)."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import astuple

from domain.colony61.messages import (
    ChooseStart,
    ChooseSwap,
    DecideCards,
    KeepCards,
    LayCards,
    ResolveIncome,
    StepCommand,
)
from domain.kernel.refused import Refused

OWED: dict[type, tuple[str, ...]] = {
    ChooseStart: ("keep", "cubes"),
    LayCards: ("cards",),
    DecideCards: ("build",),
    ResolveIncome: ("cubes",),
    ChooseSwap: ("cards",),
    KeepCards: ("keep",),
}
"""Fields without which a command is not a choice, unless it accepts the default."""
CHOSEN: dict[type, tuple[str, ...]] = OWED | {
    DecideCards: ("build", "recycle", "payments"),
    ResolveIncome: ("cubes", "effect", "exchange", "bonuses", "merges", "upkeep", "keep"),
}
"""All fields that are absent in a default."""


def check_shape(command: StepCommand) -> None:
    if command.accept_default:
        chosen = CHOSEN[type(command)]
        if astuple(command).count(None) < len(chosen):
            raise malformed(next(name for name in chosen if getattr(command, name) is not None))
        return
    for name in OWED[type(command)]:
        if getattr(command, name) is None:
            raise malformed(name)
    faults = FAULTS.get(type(command))
    if faults:
        for name in faults(command):
            raise malformed(name)


def faults_of_start(command: ChooseStart) -> Iterator[str]:
    if command.cubes is not None and not command.cubes.well_formed:
        yield "cubes"


def faults_of_decision(command: DecideCards) -> Iterator[str]:
    for paid in command.payments or ():
        if not paid.cubes.well_formed or not paid.cards:
            yield "payments"


def faults_of_income(command: ResolveIncome) -> Iterator[str]:
    if command.exchange is not None and not command.exchange.well_formed:
        yield "exchange"
    if command.keep is not None and not command.keep.well_formed:
        yield "keep"
    for portion in command.cubes or ():
        if not portion.cubes.well_formed:
            yield "cubes"
    for entry in command.upkeep or ():
        if (entry.portion is None) == (entry.cubes is None):
            yield "upkeep"
        if entry.cubes is not None and not entry.cubes.well_formed:
            yield "upkeep"


FAULTS: dict[type, Callable[[Any], Iterator[str]]] = {
    ChooseStart: faults_of_start,
    DecideCards: faults_of_decision,
    ResolveIncome: faults_of_income,
}
"""The malformed fields of a choice that holds cubes."""


def malformed(field: str) -> Refused:
    return Refused("MALFORMED_COMMAND", "C61-GEN-02", field=field)
