"""The answers of the agent's tools: dataclasses made from messages of the contract, each of bounded size."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from turnledger.v1 import events_pb2, games_pb2, lobby_pb2, play_pb2, snapshot_pb2

DETAILS_BYTES_MAX = 4_000
"""Longer details of an option are left out; its commands and their sentences have the same content."""
CHANGES_MAX = 100


@dataclass(frozen=True)
class Place:
    """A seat of a table: its number, the name of its player or bot, and whether a bot plays it."""

    seat: int
    name: str
    bot: bool
    you: bool


@dataclass(frozen=True)
class Standing:
    """The result of a seat in a game that is over."""

    seat: int
    rank: int
    score: int
    won: bool


@dataclass(frozen=True)
class Table:
    """A table. `seats`: how many may sit down. `to_act`: the seats that the game waits for. `result`: best first, empty
    before the end."""

    game_id: str
    variant: str
    status: str
    seats: int
    places: list[Place]
    to_act: list[int]
    round: int
    phase: str
    options: dict[str, str]
    rated: bool
    result: list[Standing]


@dataclass(frozen=True)
class Tables:
    """A page of tables. `next_page`: empty on the last page."""

    tables: list[Table]
    next_page: str


@dataclass(frozen=True)
class NumberedCommand:
    """A command of an option, by its number, with a sentence that names its effect."""

    number: int
    says: str


@dataclass(frozen=True)
class Option:
    """A family of legal commands with the numbers 0 to count - 1. `commands`: the first ones. `details`: ranges and
    prices; empty with `details_left_out` where they are too long."""

    option: int
    kind: str
    count: int
    commands: list[NumberedCommand]
    details: dict[str, Any]
    details_left_out: bool


@dataclass(frozen=True)
class Commands:
    """Commands of one option. `next_number`: where the next ones begin; -1 after the last."""

    version: int
    commands: list[NumberedCommand]
    next_number: int


@dataclass(frozen=True)
class Situation:
    """A game at a version, as the account may know it. `seat`: the account's own, -1 for a spectator. `options`: empty
    unless it is your turn. `board`: empty before the start."""

    game_id: str
    version: int
    status: str
    seat: int
    your_turn: bool
    to_act: list[int]
    round: int
    phase: str
    options: list[Option]
    options_left_out: int
    board: dict[str, Any]


@dataclass(frozen=True)
class Event:
    """An event as a sentence; empty for one that the account may not know yet."""

    version: int
    says: str


@dataclass(frozen=True)
class CommandResult:
    """The stored effect of a command: its events, and whether the game waits for you again."""

    version: int
    events: list[Event]
    status: str
    your_turn: bool


@dataclass(frozen=True)
class Past:
    """Events in their order. `next_version`: where the next ones begin; -1 after the last."""

    events: list[Event]
    next_version: int


@dataclass(frozen=True)
class Change:
    """A figure of the board before and after, by its path. None: it was absent."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Explained:
    """A command: all its events, and the figures of the board that it changed."""

    first_version: int
    last_version: int
    events: list[Event]
    changes: list[Change]
    changes_left_out: int


def table(found: lobby_pb2.Table, account_id: str) -> Table:
    places = [
        Place(seat, each.display_name, bool(each.bot), each.account_id == account_id)
        for seat, each in enumerate(found.occupants)
    ]
    result = [Standing(each.seat, each.rank, each.score, each.won) for each in found.outcome.standings]
    return Table(
        game_id=found.game_id,
        variant=found.variant,
        status=status(found.status),
        seats=found.seats,
        places=places,
        to_act=list(found.to_act),
        round=found.moment.round,
        phase=found.moment.phase,
        options=dict(found.options),
        rated=found.rated,
        result=result,
    )


def status(number: lobby_pb2.TableStatus) -> str:
    """Return the word of a status: `open`, `running`…; its number where this program does not know it."""
    known = lobby_pb2.TableStatus.DESCRIPTOR.values_by_number.get(number)
    return known.name.removeprefix("TABLE_STATUS_").lower() if known else str(int(number))


def is_turn(shown: snapshot_pb2.Snapshot) -> bool:
    return shown.HasField("seat") and shown.seat in shown.to_act and bool(shown.options.options)


def situation(
    game_id: str, shown: snapshot_pb2.Snapshot, options: list[Option], left_out: int, *, board: bool
) -> Situation:
    return Situation(
        game_id=game_id,
        version=shown.version,
        status=status(shown.status),
        seat=shown.seat if shown.HasField("seat") else -1,
        your_turn=is_turn(shown),
        to_act=list(shown.to_act),
        round=shown.moment.round,
        phase=shown.moment.phase,
        options=options,
        options_left_out=left_out,
        board=as_json(shown.board) if board and shown.HasField("board") else {},
    )


def option(place: int, found: games_pb2.Option, commands: Iterable[play_pb2.NumberedCommand]) -> Option:
    described = MessageToDict(found)
    described.pop("count", None)
    described.pop("first", None)
    kind, details = _inside(described)
    too_long = len(msgspec.json.encode(details)) > DETAILS_BYTES_MAX
    return Option(place, kind, found.count, numbered(commands), {} if too_long else details, too_long)


def _inside(described: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the kind and the fields of an option: `{"cardGame": {"bids": {…}}}` has the kind `bids`."""
    by_game: dict[str, Any] = next(iter(described.values()), {})
    if len(by_game) == 1:
        kind, details = next(iter(by_game.items()))
        if isinstance(details, dict):
            return str(kind), details
    return "", by_game


def numbered(commands: Iterable[play_pb2.NumberedCommand]) -> list[NumberedCommand]:
    return [NumberedCommand(each.number, each.says) for each in commands]


def events(happened: Iterable[events_pb2.GameEvent]) -> list[Event]:
    return [Event(each.version, each.says) for each in happened]


def explained(
    command: list[events_pb2.GameEvent], before: snapshot_pb2.Snapshot | None, after: snapshot_pb2.Snapshot
) -> Explained:
    found = list(_changes("", as_json(before.board) if before else {}, as_json(after.board)))
    left_out = max(0, len(found) - CHANGES_MAX)
    return Explained(command[0].version, command[-1].version, events(command), found[:CHANGES_MAX], left_out)


def _changes(path: str, before: Any, after: Any) -> Iterator[Change]:
    if before == after:
        return
    inner = _members(before), _members(after)
    if not any(inner) or (before is not None and after is not None and type(before) is not type(after)):
        yield Change(path, before, after)
        return
    for name in dict.fromkeys([*inner[0], *inner[1]]):
        yield from _changes(f"{path}.{name}" if path else name, inner[0].get(name), inner[1].get(name))


def _members(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    return {str(place): each for place, each in enumerate(value)} if isinstance(value, list) else {}


def as_json(message: Message) -> dict[str, Any]:
    """Return a message in the JSON of the contract, with empty fields."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)
