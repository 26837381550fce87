"""Folds records into states."""

from collections.abc import Iterable, Sequence
from functools import reduce

from domain.history.record import Recorded
from domain.table.aggregate import Aggregate, evolve


def advance(aggregate: Aggregate | None, record: Recorded) -> Aggregate:
    """The aggregate after a stored event. Every fold of a stream uses this."""
    return evolve(aggregate, record.event, record.envelope.actor if record.envelope.command else "")


def aggregate_after(records: Iterable[Recorded]) -> Aggregate:
    """Return the state after the records, which begin with the first of the game."""
    aggregate = reduce(advance, records, None)
    assert aggregate, "a stream begins with the opening of a table"
    return aggregate


def command_span(records: Sequence[Recorded], version: int) -> tuple[int, int]:
    """Return the first and last version of the command that made this version. No viewer saw the game between them, and
    its rules may not know the seat to act."""
    assert 1 <= version <= len(records)
    first = last = version
    while not records[first - 1].envelope.command:
        first -= 1
    while last < len(records) and not records[last].envelope.command:
        last += 1
    return first, last
