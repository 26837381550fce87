"""Checks that the counts in a command are at least 1, before any rule is applied (CG-GEN-02, DEC-CG-33)."""

from collections.abc import Iterable

from domain.card_game.messages import NominatePlant, PlaceBid, RunPlants, ScrapPlant
from domain.kernel.refused import Refused


def check_nomination(command: NominatePlant) -> None:
    if command.bid < 1:
        raise malformed(command.bid)


def check_bid(command: PlaceBid) -> None:
    if command.amount < 1:
        raise malformed(command.amount)


def check_discard(command: ScrapPlant) -> None:
    if command.discarded:
        check_counts(command.discarded.values())
    if command.cards:
        check_counts(command.cards.values())


def check_runs(command: RunPlants) -> None:
    for run in command.runs:
        check_counts(run.fuel.values())
    if command.cards:
        check_counts(command.cards.values())


def check_counts(counts: Iterable[int]) -> None:
    for count in counts:
        if count < 1:
            raise malformed(count)


def malformed(count: int) -> Refused:
    return Refused("MALFORMED_COMMAND", "DEC-CG-33", count=count)
