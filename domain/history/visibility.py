"""Answers which viewers could know a fact, and from which version on: for questions about a card, a bid or a choice.

The answer follows from the declarations of events (domain/kernel/privacy.py) alone. A field is visible to all viewers,
to its seat, or to no viewer before the end. A hidden value is known to a viewer from the first later event that reveals
something and contains that very value, at the latest from the end of the game. (A small figure may appear by chance:
then the answer is too early, never too late.)

While a game runs, a viewer gets only answers that it could work out itself (`told_to`): when it saw a fact that it may
know, and when all viewers saw it. Whether a seat was shown something in secret is visible to that seat alone.
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


class Visibility(Struct, frozen=True):
    """`viewer`: None for spectators. `from_version`: the last version of the command that showed it; None: not yet."""

    viewer: Viewer
    from_version: int | None


class NoSuchFact(ValueError):
    """The event has no such field, or there is no such event."""


class FactHidden(Exception):
    """The asker may not know the fact before the game is over."""


def who_knew(records: Sequence[Recorded], version: int, field: str) -> tuple[Visibility, ...]:
    """Return all visibility of a field of an event: of spectators, then of each seat. Raises NoSuchFact."""
    _check_fact(records, version, field)
    return tuple(Visibility(viewer, _first_shown(records, version, field, viewer)) for viewer in _viewers(records))


def told_to(asker: Viewer, records: Sequence[Recorded], version: int, field: str) -> tuple[Visibility, ...]:
    """Return the visibility that the asker may know of a running game; of the other seats, only that which is public.
    Raises NoSuchFact, FactHidden."""
    _check_fact(records, version, field)
    if not privacy.shows(records[version - 1].event, field, asker):
        raise FactHidden(version, field)
    own, everybodys = (_first_shown(records, version, field, viewer) for viewer in (asker, None))
    return tuple(Visibility(viewer, own if viewer == asker else everybodys) for viewer in _viewers(records))


def _check_fact(records: Sequence[Recorded], version: int, field: str) -> None:
    if not 1 <= version <= len(records):
        raise NoSuchFact(f"the game has the versions 1 to {len(records)}, not {version}")
    event = records[version - 1].event
    if field not in event.__struct_fields__:
        raise NoSuchFact(f"{type(event).__name__} has {', '.join(event.__struct_fields__)}, not {field!r}")


def _first_shown(records: Sequence[Recorded], version: int, field: str, viewer: Viewer) -> int | None:
    event = records[version - 1].event
    fact = getattr(event, field)
    if privacy.shows(event, field, viewer):
        return command_span(records, version)[1]
    for record in records[version:]:
        if isinstance(record.event, GameFinished):
            return command_span(records, record.version)[1]
        if record.event.reveals and _tells(privacy.redact(record.event, viewer), fact):
            return command_span(records, record.version)[1]
    return None


def _tells(event: Struct, fact: Any) -> bool:
    """Return whether a later event shows all of the value."""
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


def _viewers(records: Sequence[Recorded]) -> tuple[Viewer, ...]:
    return (None, *(Seat(seat) for seat in range(_seats(records))))


def _seats(records: Sequence[Recorded]) -> int:
    for record in records:
        if isinstance(record.event, GameBegan):
            return len(record.event.seats)
    return sum(isinstance(record.event, PlayerSeated | BotSeated) for record in records)
