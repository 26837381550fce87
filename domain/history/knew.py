"""Who could have known this, and from when on: the question that a league asks about a card, a bid or a choice.

The answer follows from what the events declare (domain/kernel/privacy.py) and from nothing that anybody remembers: a
field is shown to everybody, to its seat, or to nobody before the end; what was kept from a viewer is known to it from
the first later event that turns something up and tells it that very value, at the latest from the end of the game. (A
small figure may be told by chance: then the answer is early, never late.)

While a game runs, a viewer who asks is told nothing else than it may work out by itself (`told_to`): of facts that it
may know, when it was shown them, and when everybody was. Whether a seat was shown something in secret is that seat's.
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


class FactHidden(Exception):
    """Who asks may not know the fact itself before the game is over."""


def who_knew(records: Sequence[Recorded], version: int, field: str) -> tuple[Knew, ...]:
    """Of a field of an event, all that the history tells: everybody who looks on, then each seat. Raises NoSuchFact."""
    _check_fact(records, version, field)
    return tuple(Knew(viewer, _shown(records, version, field, viewer)) for viewer in _viewers(records))


def told_to(asker: Viewer, records: Sequence[Recorded], version: int, field: str) -> tuple[Knew, ...]:
    """The same as the asker may be told of a game that runs; of the other seats, what everybody may know. Raises
    NoSuchFact, FactHidden."""
    _check_fact(records, version, field)
    if not privacy.shows(records[version - 1].event, field, asker):
        raise FactHidden(version, field)
    own, everybodys = (_shown(records, version, field, viewer) for viewer in (asker, None))
    return tuple(Knew(viewer, own if viewer == asker else everybodys) for viewer in _viewers(records))


def _check_fact(records: Sequence[Recorded], version: int, field: str) -> None:
    if not 1 <= version <= len(records):
        raise NoSuchFact(f"the game has the versions 1 to {len(records)}, not {version}")
    event = records[version - 1].event
    if field not in event.__struct_fields__:
        raise NoSuchFact(f"{type(event).__name__} has {', '.join(event.__struct_fields__)}, not {field!r}")


def _shown(records: Sequence[Recorded], version: int, field: str, viewer: Viewer) -> int | None:
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


def _viewers(records: Sequence[Recorded]) -> tuple[Viewer, ...]:
    return (None, *(Seat(seat) for seat in range(_seats(records))))


def _seats(records: Sequence[Recorded]) -> int:
    for record in records:
        if isinstance(record.event, GameBegan):
            return len(record.event.seats)
    return sum(isinstance(record.event, PlayerSeated | BotSeated) for record in records)
