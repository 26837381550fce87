"""Answers to an auditor's questions about one game: what happened, why, who could know what, what changed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw, Struct

from domain.history.record import Recorded
from domain.history.replay import advance, aggregate_after, command_span
from domain.kernel.decider import Moment
from domain.kernel.device_keys import DeviceSignature
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Event
from domain.table.aggregate import Aggregate, redact
from services.texts import telling

Called: TypeAlias = Mapping[str, str]
"""Display names by account. Accounts that are not in it are shown by their id."""
NOBODY: Called = MappingProxyType({})
BEFORE_THE_GAME = Moment(0, "table")


class ToldEvent(Struct, frozen=True):
    """One event. `player` is None for an event that concerns all seats; `rules`: IDs of docs/rules/."""

    version: int
    at: datetime
    moment: Moment
    player: Viewer
    event: str
    rules: tuple[str, ...]
    sentence: str


class Change(Struct, frozen=True):
    """A figure before and after, by its path in the state (`players.0.cash`). None: it was not there."""

    path: str
    before: Any
    after: Any


class Explained(Struct, frozen=True):
    """A command, its events (`first` … `last`), and the changes. `device_key`: the key that signed the command, empty
    for none."""

    first: int
    last: int
    actor: str
    request_id: str
    command: Raw
    told: tuple[ToldEvent, ...]
    changes: tuple[Change, ...]
    device_key: str = ""


class Knowledge(Struct, frozen=True):
    """The knowledge of a viewer at a version: the board, and every event as that viewer could see it."""

    viewer: Viewer
    version: int
    board: Any
    told: tuple[ToldEvent, ...]
    withheld: tuple[int, ...]
    """Versions of events that the viewer could not know of."""


class NoSuchVersion(ValueError):
    """The game has no such version."""


def tell(records: Sequence[Recorded], language: str, called: Called = NOBODY) -> Iterator[ToldEvent]:
    """The whole game in sentences, in order."""
    names = names_of(aggregate_after(records), language, called)
    aggregate: Aggregate | None = None
    for record in records:
        aggregate = advance(aggregate, record)
        yield _tell_event(record, record.event, aggregate, language, names, called)


def explain(records: Sequence[Recorded], version: int, language: str, called: Called = NOBODY) -> Explained:
    """Why the event of that version happened. Raises NoSuchVersion."""
    _check(records, version)
    first, last = command_span(records, version)
    told = tuple(list(tell(records[:last], language, called))[first - 1 :])
    given = records[first - 1].envelope
    changes = tuple(diff(records, first - 1, last))
    actor = called.get(given.actor, given.actor)
    key = msgspec.json.decode(given.device, type=DeviceSignature).key if given.device else ""
    return Explained(first, last, actor, given.request_id, Raw(given.command), told, changes, key)


def diff(records: Sequence[Recorded], one: int, other: int) -> Iterator[Change]:
    """Return the differences to the version `other`, hidden cards included. Version 0 is before the table opened."""
    for version in (one, other):
        if version:
            _check(records, version)
    before, after = (_flat(_state_at(records, version)) for version in (one, other))
    for path in [*before, *(path for path in after if path not in before)]:
        if before.get(path) != after.get(path):
            yield Change(path, before.get(path), after.get(path))


def known_to(
    records: Sequence[Recorded], viewer: Viewer, version: int, language: str, called: Called = NOBODY
) -> Knowledge:
    """Return the knowledge of that seat (None: a spectator) once the command that made the version was stored: its
    events appear all at once. Raises NoSuchVersion."""
    _check(records, version)
    _, version = command_span(records, version)
    aggregate = aggregate_after(records[:version])
    names = names_of(aggregate, language, called)
    board = msgspec.to_builtins(aggregate.rules.view(aggregate.play, viewer)) if aggregate.rules else None
    told, withheld, then = [], [], None
    for record in records[:version]:
        then = advance(then, record)
        seen = redact(aggregate, record.event, viewer)
        if seen is None:
            withheld.append(record.version)
        else:
            told.append(_tell_event(record, seen, then, language, names, called))
    return Knowledge(viewer, version, board, tuple(told), tuple(withheld))


def names_of(aggregate: Aggregate, language: str, called: Called = NOBODY) -> Mapping[Seat, str]:
    """Return the name of a seat: its account or bot, with its colour where the name alone is ambiguous."""
    plain = [called.get(each.account, each.account) or telling.word(each.bot, language) for each in aggregate.occupants]
    names = telling.told_apart(plain, [each.colour for each in aggregate.occupants], language)
    return {Seat(seat): name for seat, name in enumerate(names)}


def _tell_event(
    record: Recorded, event: Event, aggregate: Aggregate, language: str, names: Mapping[Seat, str], called: Called
) -> ToldEvent:
    moment = (
        aggregate.rules.moment(aggregate.play) if aggregate.rules and aggregate.play is not None else BEFORE_THE_GAME
    )
    sentence = telling.sentence(telling.with_names(event, called), language, lambda seat: names.get(seat, f"#{seat}"))
    player = getattr(event, "player", getattr(event, "place", None))
    kind = type(event)
    return ToldEvent(record.version, record.envelope.at, moment, player, kind.__name__, kind.rules, sentence)


def _check(records: Sequence[Recorded], version: int) -> None:
    if not 1 <= version <= len(records):
        raise NoSuchVersion(f"the game has the versions 1 to {len(records)}, not {version}")


def _state_at(records: Sequence[Recorded], version: int) -> Any:
    if version == 0:
        return {}
    aggregate = aggregate_after(records[:version])
    seats = [msgspec.to_builtins(occupant) for occupant in aggregate.occupants]
    return {"status": aggregate.status, "seats": seats, "game": msgspec.to_builtins(aggregate.play, str_keys=True)}


def _flat(value: Any, path: str = "") -> dict[str, Any]:
    """Figures by path. A list of plain values is one figure."""
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list | tuple) and any(isinstance(part, dict | list | tuple) for part in value):
        parts = list(enumerate(value))
    else:
        return {path: value}
    found: dict[str, Any] = {}
    for name, part in parts:
        found |= _flat(part, f"{path}.{name}" if path else str(name))
    return found
