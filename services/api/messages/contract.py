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
from domain.kernel.decider import AnyDecider, Board
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Option
from domain.kernel.orders import Item
from domain.table.messages import SEAT_COMMANDS, TABLE_EVENTS, TableCommand
from projections.read.games import FeedItem
from services.api.messages.any_game import OTHER, AnyFamily, game_of
from services.api.messages.convert import Converter, Family, Given, MalformedMessage, message_class
from services.api.messages.encode import (
    CaseEncoder,
    Encoder,
    FamilyEncoder,
    FreeFormEncoder,
    LastWritten,
    ListEncoder,
    Piece,
    StructEncoder,
)
from turnledger.v1 import events_pb2, games_pb2, play_pb2, snapshot_pb2

NUMBER_MAX = 2**31 - 1
"""The value that the contract uses for this many or more."""


StructT = TypeVar("StructT", bound=msgspec.Struct)
_NOTHING_GIVEN: Given = {}
_ANY_SEAT: Given = {"player": Seat(0)}
"""Commands and options do not name the seat."""


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
        """Events from their JSON, by type name."""
        self._orders: _Types[Item] | None = (
            _family(games_pb2.Order, self.name, decider.orders.items) if decider.orders.items else None
        )
        self._read_board = msgspec.json.Decoder(decider.board_type).decode
        one_of: Any = Union[decider.option_types]  # noqa: UP007
        self._read_options = msgspec.json.Decoder(list[one_of]).decode
        self._seats: dict[Seat, SeatContract] = {}
        self._written = self.of_seat(Seat(0))
        self._event_encoder = self._encoder(games_pb2.Event, self._events, decider.event_types)
        if self._case != OTHER:
            self._board_encoder = StructEncoder(decider.board_type, _message(games_pb2.Board, self.name))
        commands = self._encoder(games_pb2.Command, self._written.commands, decider.command_types, _ANY_SEAT)
        options = self._encoder(games_pb2.Option, self._written.options, decider.option_types, _ANY_SEAT)
        self._options_encoder = ListEncoder(snapshot_pb2.Options, "options", _OptionEncoder(commands, options))

    def _encoder(
        self,
        holder: type[Message],
        family: _Types[StructT],
        types: Iterable[type[StructT]],
        given: Given = _NOTHING_GIVEN,
    ) -> Encoder[StructT]:
        """Make the encoder of a message with a case for each game."""
        if self._case == OTHER:
            return CaseEncoder(holder, OTHER, FreeFormEncoder(family.fields))
        return CaseEncoder(holder, self._case, FamilyEncoder(types, _message(holder, self._case), given))

    def event_piece(self, event: Event) -> Piece[Event]:
        return Piece(self._event_encoder, event)

    def board_encoder(self) -> Encoder[Board]:
        """Return an encoder for the boards of one game, which mostly differ little from one to the next."""
        if self._case == OTHER:
            return CaseEncoder(games_pb2.Board, OTHER, FreeFormEncoder(self._board.fields))
        return CaseEncoder(games_pb2.Board, self._case, LastWritten(self._board_encoder))

    def options_piece(self, options: Iterable[Option]) -> Piece[Iterable[Option]]:
        return Piece(self._options_encoder, options)

    def of_seat(self, seat: Seat) -> "SeatContract":
        """The messages of one seat, which do not name the seat."""
        found = self._seats.get(seat)
        if found is None:
            found = self._seats[seat] = SeatContract(self._decider, seat)
        return found

    def command_message(self, command: Command) -> games_pb2.Command:
        return games_pb2.Command(**{self._case: self._written.commands.fields(command)})

    def option_field(self, option: Option) -> dict[str, Any]:
        """Return the arguments of Option's constructor."""
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
        """Return the arguments of the constructor of a message's options."""
        return {"options": [self.option_field(option) for option in options]}

    def options_message_of(self, stored: bytes) -> snapshot_pb2.Options:
        """The same from a view's JSON."""
        return snapshot_pb2.Options(**self.options_field(self._read_options(stored)))

    def item(self, message: games_pb2.Order) -> Item:
        """Read a standing order. Raises MalformedMessage, also for an item of another game."""
        name = game_name(message)
        if name != self.name or self._orders is None:
            raise MalformedMessage("items", f"this game takes {self.name}, not {name}" if name else "one is empty")
        return self._orders.to_struct(getattr(message, self._case))

    def item_message(self, item: Item) -> games_pb2.Order:
        assert self._orders, "a game that takes orders"
        return games_pb2.Order(**{self._case: self._orders.fields(item)})

    def event_field(self, event: Event) -> dict[str, Any]:
        """Return the arguments of Event's constructor."""
        return {self._case: self._events.fields(event)}

    def event(self, message: games_pb2.Event) -> Event:
        """For our own clients."""
        return self._events.to_struct(getattr(message, self._case))

    def board_field(self, board: Board) -> dict[str, Any]:
        """Return the arguments of Board's constructor."""
        return {self._case: self._board.fields(board)}

    def board_message(self, board: Board) -> games_pb2.Board:
        return games_pb2.Board(**self.board_field(board))

    def board_message_of(self, stored: bytes) -> games_pb2.Board:
        """The same from a view's JSON."""
        return self.board_message(self._read_board(stored))

    def board(self, message: games_pb2.Board) -> Board:
        """For our own clients."""
        return self._board.to_struct(getattr(message, self._case))


class _OptionHead(msgspec.Struct, frozen=True):
    """The part of an option that is the same in every game."""

    count: int
    first: Piece[Command]


class _OptionEncoder:
    """`options`: of the part that belongs to the game."""

    def __init__(self, commands: Encoder[Command], options: Encoder[Option]) -> None:
        self._head = StructEncoder(_OptionHead, games_pb2.Option, partial=True)
        self._commands, self._options = commands, options

    def binary(self, option: Option) -> bytes:
        return self._head.binary(self._head_of(option)) + self._options.binary(option)

    def json(self, option: Option) -> bytes:
        return self._head.json(self._head_of(option))[:-1] + b"," + self._options.json(option)[1:]

    def _head_of(self, option: Option) -> _OptionHead:
        return _OptionHead(min(option.count(), NUMBER_MAX), Piece(self._commands, option.nth(0)))


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
        """Convert an option to the domain's form, in which the bots of our own clients choose."""
        return self.options.to_struct(getattr(message, self._case))


def _case(name: str) -> str:
    """Return the name of the game's case in the oneofs of games.proto."""
    return name if name in games_pb2.Command.DESCRIPTOR.fields_by_name else OTHER


def game_name(message: games_pb2.Command | games_pb2.Event | games_pb2.Order) -> str:
    """Return the game of a command or an event; empty if it belongs to none."""
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
    """Games by the name of the decider."""
    variant = catalogue.TITLES[name].variants[0]
    return GameContract(variant.decider({}, variant.players_min))


_TABLE_EVENTS: Family[Event] = Family(events_pb2.TableEvent, TABLE_EVENTS)
_TABLE_EVENT_ENCODER: Encoder[Event] = FamilyEncoder(TABLE_EVENTS, events_pb2.TableEvent)


class SentEvent(msgspec.Struct, frozen=True):
    """The form of a GameEvent that is written. `event_time`: in watches only."""

    version: int
    event_time: datetime | None = None
    says: str = ""
    hidden: bool = False
    table: Piece[Event] | None = None
    game: Piece[Event] | None = None


def sent_event(
    version: int,
    event: Event | None,
    game_name: str,
    at: datetime | None = None,
    says: str = "",
    piece: Piece[Event] | None = None,
) -> SentEvent:
    """See event_message. `piece`: the event, where it has been written."""
    if event is None:
        return SentEvent(version, at, says, hidden=True)
    written = piece or event_piece(event, game_name)
    if type(event) in _TABLE_TYPES:
        return SentEvent(version, at, says, table=written)
    return SentEvent(version, at, says, game=written)


def event_piece(event: Event, game_name: str) -> Piece[Event]:
    """Return the part of a GameEvent that is the event itself."""
    if type(event) in _TABLE_TYPES:
        return Piece(_TABLE_EVENT_ENCODER, event)
    return game(game_name).event_piece(event)


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
    """Return the event as its viewer may know it, None if it stays hidden; for our own clients."""
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
