"""Who could have known this, and from when on: the question that a league asks about a card, a bid or a choice.

The answer follows from what the events declare (domain/kernel/privacy.py) and from nothing that anybody remembers: a
field is shown to everybody, to its seat, or to nobody before the end; what was kept from a viewer is known to it from
the first later event that turns something up and tells it that very value, at the latest from the end of the game. (A
small figure may be told by chance: then the answer is early, never late.)
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.history.record import Recorded
from domain.history.replay import command_span
from domain.kernel import privacy
from domain.kernel.ids import Seat, Viewer
from domain.table.messages import BotSeated, GameBegan, GameFinished, PlayerSeated


class Knew(Struct, frozen=True):
    """`viewer`: None for everybody who looks on. `from_version`: the last of the command with which it was shown; None:
    not yet."""

    viewer: Viewer
    from_version: int | None


class NoSuchFact(ValueError):
    """The event has no such field, or there is no such event."""


def who_knew(records: Sequence[Recorded], version: int, field: str) -> tuple[Knew, ...]:
    """Of one field of one event: everybody who looks on, then each seat. Raises NoSuchFact."""
    if not 1 <= version <= len(records):
        raise NoSuchFact(f"the game has the versions 1 to {len(records)}, not {version}")
    event = records[version - 1].event
    if field not in event.__struct_fields__:
        raise NoSuchFact(f"{type(event).__name__} has {', '.join(event.__struct_fields__)}, not {field!r}")
    viewers: tuple[Viewer, ...] = (None, *(Seat(seat) for seat in range(_seats(records))))
    return tuple(Knew(viewer, _shown(records, version, field, viewer)) for viewer in viewers)


def _shown(records: Sequence[Recorded], version: int, field: str, viewer: Viewer) -> int | None:
    fact = getattr(records[version - 1].event, field)
    if getattr(privacy.redact(records[version - 1].event, viewer), field) == fact:
        return command_span(records, version)[1]
    for record in records[version:]:
        if isinstance(record.event, GameFinished):
            return command_span(records, record.version)[1]
        if record.event.reveals and _tells(privacy.redact(record.event, viewer), fact):
            return command_span(records, record.version)[1]
    return None


def _tells(event: Struct, fact: Any) -> bool:
    """Whether a later event tells all of it."""
    told = [*_parts(msgspec.to_builtins(event))]
    return all(part in told for part in _parts(msgspec.to_builtins(fact)))


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for each in value:
            yield from _parts(each)
    elif value is not None:
        yield value


def _seats(records: Sequence[Recorded]) -> int:
    for record in records:
        if isinstance(record.event, GameBegan):
            return len(record.event.seats)
    return sum(isinstance(record.event, PlayerSeated | BotSeated) for record in records)
