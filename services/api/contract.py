"""Games and tables in the messages of the contract: commands in; options, boards and events out.

In every message of games.proto, the oneof's field is named after the game's decider (`power_grid`), and the domain's
types and the contract's have equal field names but for aliases (convert.py). So this file knows no game.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from typing import Any, Protocol, TypeVar, Union

import msgspec
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from domain import catalogue
from domain.kernel.decider import AnyDecider, Board, Command, Event, Option
from domain.kernel.ids import Seat
from domain.kernel.orders import Item
from domain.table.messages import SEAT_COMMANDS, TABLE_EVENTS, TableCommand
from projections.read.games import FeedItem
from services.api.any_game import OTHER, AnyFamily, game_of
from services.api.convert import Converter, Family, Given, MalformedMessage, message_class
from turnledger.v1 import events_pb2, games_pb2, play_pb2, snapshot_pb2

NUMBER_MAX = 2**31 - 1
"""What the contract says of as many or more."""


StructT = TypeVar("StructT", bound=msgspec.Struct)
_NOTHING_GIVEN: Given = {}


class _Types(Protocol[StructT]):
    """Some types of the domain and how they are written in the contract."""

    def fields(self, value: StructT) -> dict[str, Any]: ...

    def to_struct(self, message: Any) -> StructT: ...


class GameContract:
    """One game's part of the contract."""

    def __init__(self, decider: AnyDecider) -> None:
        self.name = decider.name
        self._decider = decider
        self._case = _case(self.name)
        self._events: _Types[Event] = _family(games_pb2.Event, self.name, decider.event_types)
        self._board: _Types[Board] = (
            AnyFamily(self.name, (decider.board_type,), {})
            if self._case == OTHER
            else Converter(decider.board_type, _message(games_pb2.Board, self.name))
        )
        self.event_readers = _readers(decider.event_types)
        """By the name of the type: events from their JSON."""
        self._orders: _Types[Item] | None = (
            _family(games_pb2.Order, self.name, decider.orders.items) if decider.orders.items else None
        )
        self._read_board = msgspec.json.Decoder(decider.board_type).decode
        one_of: Any = Union[decider.option_types]  # noqa: UP007
        self._read_options = msgspec.json.Decoder(list[one_of]).decode
        self._seats: dict[Seat, SeatContract] = {}
        self._written = self.of_seat(Seat(0))

    def of_seat(self, seat: Seat) -> "SeatContract":
        """What a seat says and is told; its messages do not name it."""
        found = self._seats.get(seat)
        if found is None:
            found = self._seats[seat] = SeatContract(self._decider, seat)
        return found

    def command_message(self, command: Command) -> games_pb2.Command:
        return games_pb2.Command(**{self._case: self._written.commands.fields(command)})

    def option_field(self, option: Option) -> dict[str, Any]:
        """What an Option's constructor takes."""
        first = {self._case: self._written.commands.fields(option.nth(0))}
        return {
            "count": min(option.count(), NUMBER_MAX),
            "first": first,
            self._case: self._written.options.fields(option),
        }

    def option_message(self, option: Option) -> games_pb2.Option:
        return games_pb2.Option(**self.option_field(option))

    def option_messages(self, options: Iterable[Option]) -> list[games_pb2.Option]:
        return [self.option_message(option) for option in options]

    def options_field(self, options: Iterable[Option]) -> dict[str, Any]:
        """What the constructor of a message's options takes."""
        return {"options": [self.option_field(option) for option in options]}

    def options_message_of(self, stored: bytes) -> snapshot_pb2.Options:
        """The same from a view's JSON."""
        return snapshot_pb2.Options(**self.options_field(self._read_options(stored)))

    def item(self, message: games_pb2.Order) -> Item:
        """Of a standing order. Raises MalformedMessage, also for an item of another game."""
        name = game_name(message)
        if name != self.name or self._orders is None:
            raise MalformedMessage("items", f"this game takes {self.name}, not {name}" if name else "one is empty")
        return self._orders.to_struct(getattr(message, self._case))

    def item_message(self, item: Item) -> games_pb2.Order:
        assert self._orders, "a game that takes orders"
        return games_pb2.Order(**{self._case: self._orders.fields(item)})

    def event_field(self, event: Event) -> dict[str, Any]:
        """What an Event's constructor takes."""
        return {self._case: self._events.fields(event)}

    def event(self, message: games_pb2.Event) -> Event:
        """For our own clients."""
        return self._events.to_struct(getattr(message, self._case))

    def board_field(self, board: Board) -> dict[str, Any]:
        """What a Board's constructor takes."""
        return {self._case: self._board.fields(board)}

    def board_message(self, board: Board) -> games_pb2.Board:
        return games_pb2.Board(**self.board_field(board))

    def board_message_of(self, stored: bytes) -> games_pb2.Board:
        """The same from a view's JSON."""
        return self.board_message(self._read_board(stored))

    def board(self, message: games_pb2.Board) -> Board:
        """For our own clients."""
        return self._board.to_struct(getattr(message, self._case))


class SeatContract:
    """Commands and options of one seat of a game."""

    def __init__(self, decider: AnyDecider, seat: Seat) -> None:
        self._name, self._case = decider.name, _case(decider.name)
        given = {"player": seat}
        self.commands: _Types[Command] = _family(games_pb2.Command, self._name, decider.command_types, given)
        self.options: _Types[Option] = _family(games_pb2.Option, self._name, decider.option_types, given)

    def command(self, message: games_pb2.Command) -> Command:
        """Raises MalformedMessage, also for a command of another game."""
        name = game_name(message)
        if name != self._name:
            raise MalformedMessage("command", f"this game takes {self._name}, not {name}" if name else "is empty")
        return self.commands.to_struct(getattr(message, self._case))

    def option(self, message: games_pb2.Option) -> Option:
        """For our own clients, whose bots choose from options as the domain has them."""
        return self.options.to_struct(getattr(message, self._case))


def _case(name: str) -> str:
    """What the game's case is called in the oneofs of games.proto."""
    return name if name in games_pb2.Command.DESCRIPTOR.fields_by_name else OTHER


def game_name(message: games_pb2.Command | games_pb2.Event | games_pb2.Order) -> str:
    """Of a command or an event; empty if it is of none."""
    case = message.WhichOneof("game")
    return game_of(message.other) if case == OTHER else case or ""


def _family(
    message: type[Message], name: str, types: Iterable[type[StructT]], given: Given = _NOTHING_GIVEN
) -> "_Types[StructT]":
    if _case(name) == OTHER:
        return AnyFamily(name, types, given)
    return Family(_message(message, name), types, given)


@cache
def game(name: str) -> GameContract:
    """By the name of the decider."""
    variant = catalogue.TITLES[name].variants[0]
    return GameContract(variant.decider({}, variant.players_min))


_TABLE_EVENTS: Family[Event] = Family(events_pb2.TableEvent, TABLE_EVENTS)


def event_message(
    version: int, event: Event | None, at: datetime, game_name: str, says: str = ""
) -> events_pb2.GameEvent:
    """An event as its viewer may know it; None for one that must stay hidden. `game_name`: the decider's; `says`: the
    event in a sentence."""
    return events_pb2.GameEvent(event_time=timestamp(at), says=says, **event_fields(version, event, game_name))


def event_fields(version: int, event: Event | None, game_name: str) -> dict[str, Any]:
    """The same without its time, as the constructor of a message around it takes it."""
    if event is None:
        return {"version": version, "hidden": True}
    if type(event) in _TABLE_TYPES:
        return {"version": version, "table": _TABLE_EVENTS.fields(event)}
    return {"version": version, "game": game(game_name).event_field(event)}


_TABLE_TYPES = frozenset(TABLE_EVENTS)


def event(message: events_pb2.GameEvent) -> Event | None:
    """For our own clients: the event as its viewer may know it, None for one that stays hidden."""
    if message.HasField("table"):
        return _TABLE_EVENTS.to_struct(message.table)
    name = game_name(message.game)
    return game(name).event(message.game) if name else None


def _readers(types: Iterable[type[Event]]) -> dict[str, Callable[[bytes], Event]]:
    return {kind.__name__: msgspec.json.Decoder(kind).decode for kind in types}


_TABLE_READERS = _readers(TABLE_EVENTS)


def feed_event(item: FeedItem, game_name: str) -> Event | None:
    """An event of a feed, which is redacted already."""
    if item.event is None:
        return None
    read = _TABLE_READERS.get(item.topic) or game(game_name).event_readers[item.topic]
    return read(item.event)


_SEAT_COMMANDS: Family[TableCommand] = Family(play_pb2.ActRequest, SEAT_COMMANDS)


def seat_command(request: play_pb2.ActRequest) -> TableCommand:
    """Raises MalformedMessage."""
    return _SEAT_COMMANDS.to_struct(request)


def timestamp(at: datetime) -> Timestamp:
    message = Timestamp()
    message.FromDatetime(at)
    return message


def _message(holder: type[Message], field: str) -> type[Message]:
    return message_class(holder.DESCRIPTOR.fields_by_name[field])
