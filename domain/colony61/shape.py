"""Whether a command has the form the catalogue gives it, before any rule is asked (C61-GEN-02, C61-SIM-08)."""

from collections.abc import Iterator

from domain.colony61.cubes import Cubes
from domain.colony61.messages import (
    ChooseStart,
    ChooseSwap,
    ColonyCommand,
    DecideCards,
    KeepCards,
    LayCards,
    ResolveIncome,
    SetStandingDefaults,
)
from domain.kernel.refused import Refused

FIELDS: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {
    ChooseStart: (("keep", "cubes"), ()),
    LayCards: (("cards",), ()),
    DecideCards: (("build",), ("recycle", "payments")),
    ResolveIncome: (("cubes",), ("effect", "exchange", "bonuses", "merges", "upkeep", "keep")),
    ChooseSwap: (("cards",), ()),
    KeepCards: (("keep",), ()),
}
"""Fields without which a command is no choice, unless it accepts the default, and fields that may be left out."""


def check_shape(command: ColonyCommand) -> None:
    if isinstance(command, SetStandingDefaults):
        return
    owed, optional = FIELDS[type(command)]
    if command.accept_default:
        for name in owed + optional:
            if getattr(command, name) is not None:
                raise malformed(name)
        return
    for name in owed:
        if getattr(command, name) is None:
            raise malformed(name)
    for name, cubes in cubes_in(command):
        if cubes is not None and not cubes.well_formed:
            raise malformed(name)
    match command:
        case DecideCards(payments=tuple(payments)):
            if not all(paid.cards for paid in payments):
                raise malformed("payments")
        case ResolveIncome(upkeep=tuple(entries)):
            if any((entry.portion is None) == (entry.cubes is None) for entry in entries):
                raise malformed("upkeep")


def cubes_in(command: ColonyCommand) -> Iterator[tuple[str, Cubes | None]]:
    match command:
        case ChooseStart():
            yield "cubes", command.cubes
        case DecideCards():
            yield from (("payments", paid.cubes) for paid in command.payments or ())
        case ResolveIncome():
            yield "exchange", command.exchange
            yield "keep", command.keep
            yield from (("cubes", entry.cubes) for entry in command.cubes or ())
            yield from (("upkeep", entry.cubes) for entry in command.upkeep or ())


def malformed(field: str) -> Refused:
    return Refused("MALFORMED_COMMAND", "C61-GEN-02", field=field)
