"""Whether a command is well-formed, before any rule is asked (PG-GEN-02, `MALFORMED_COMMAND`)."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.decider import Command
from domain.power_grid.messages import (
    Amounts,
    BuyResources,
    ConnectCity,
    NominatePlant,
    PlaceBid,
    RunPlants,
    ScrapPlant,
)  # fmt: skip


def is_count(number: object) -> bool:
    return type(number) is int and number > 0


def are_counts(amounts: Amounts) -> bool:
    for n in amounts.values():  # noqa: SIM110 - a third of the time of all()
        if not is_count(n):
            return False
    return True


CHECKS: Mapping[type[Command], Callable[[Any], bool]] = {
    NominatePlant: lambda command: is_count(command.bid),
    PlaceBid: lambda command: is_count(command.amount),
    ScrapPlant: lambda command: command.returned is None or are_counts(command.returned),
    BuyResources: lambda command: bool(command.items) and are_counts(command.items),
    ConnectCity: lambda command: command.mode in (None, "START", "EXTEND"),
    RunPlants: lambda command: all(are_counts(run.fuel) for run in command.runs),
}


def is_well_formed(command: Command) -> bool:
    check = CHECKS.get(type(command))
    return check is None or check(command)
