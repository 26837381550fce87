"""Games and tables in the messages of the contract: commands in; options, boards and events out.

In every message that holds something of a game, the oneof's field is named after the game's decider (`power_grid`), and
the domain's types and the contract's have equal field names (convert.py). So this file knows no game.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from typing import Any, Union

import msgspec
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from domain import catalogue
from domain.kernel.decider import AnyDecider, Board, Command, Event, Option
from domain.table.messages import SEAT_COMMANDS, TABLE_EVENTS, TableCommand
from projections.read.games import FeedItem
from services.api.convert import Converter, Family, Malformed, message_class
from turnledger.v1 import events_pb2, play_pb2, views_pb2

TABLE = "table"


class GameContract:
    """One game's part of the contract."""

    def __init__(self, decider: AnyDecider) -> None:
        self.name = decider.name
        self._commands: Family[Command] = Family(_message(play_pb2.Command, self.name), decider.command_types)
        self._options: Family[Option] = Family(_message(play_pb2.Option, self.name), decider.option_types)
        self._events: Family[Event] = Family(_message(events_pb2.GameEvent, self.name), decider.event_types)
        self._board: Converter[Board] = Converter(decider.board_type, _message(views_pb2.GetBoardResponse, self.name))
        self.event_readers = _readers(decider.event_types)
        """By the name of the type: events from their JSON."""
        self._read_board = msgspec.json.Decoder(decider.board_type).decode
        one_of: Any = Union[decider.option_types]  # noqa: UP007
        self._read_options = msgspec.json.Decoder(list[one_of]).decode

    def command(self, message: Message) -> Command:
        """Raises Malformed."""
        return self._commands.to_struct(message)

    def command_message(self, command: Command) -> play_pb2.Command:
        return play_pb2.Command(**{self.name: self._commands.fields(command)})

    def option_message(self, option: Option) -> play_pb2.Option:
        typed: Any = {self.name: self._options.fields(option)}
        return play_pb2.Option(count=option.count(), first=self.command_message(option.nth(0)), **typed)

    def option_messages(self, options: Iterable[Option]) -> list[play_pb2.Option]:
        return [self.option_message(option) for option in options]

    def option_messages_of(self, stored: bytes) -> list[play_pb2.Option]:
        """The same from a view's JSON."""
        return self.option_messages(self._read_options(stored))

    def option(self, message: play_pb2.Option) -> Option:
        """For our own clients, whose bots choose from options as the domain has them."""
        return self._options.to_struct(getattr(message, self.name))

    def event_field(self, event: Event) -> dict[str, Any]:
        """What a GameEvent's constructor takes."""
        return {self.name: self._events.fields(event)}

    def event(self, message: Message) -> Event:
        """For our own clients."""
        return self._events.to_struct(message)

    def board_field(self, board: Board) -> dict[str, Any]:
        """What a response's constructor takes."""
        return {self.name: self._board.fields(board)}

    def board_field_of(self, stored: bytes) -> dict[str, Any]:
        """The same from a view's JSON."""
        return self.board_field(self._read_board(stored))

    def board(self, response: views_pb2.GetBoardResponse) -> Board:
        """For our own clients."""
        return self._board.to_struct(getattr(response, self.name))


@cache
def game(name: str) -> GameContract:
    """By the name of the decider."""
    for variant in catalogue.VARIANTS.values():
        decider = variant.decider({}, variant.players_min)
        if decider.name == name:
            return GameContract(decider)
    raise LookupError(f"no variant is played by {name}")


_TABLE_EVENTS: Family[Event] = Family(events_pb2.TableEvent, TABLE_EVENTS)


def event_message(
    version: int, event: Event | None, at: datetime, game_name: str, says: str = ""
) -> events_pb2.GameEvent:
    """An event as its viewer may know it; None for one that must stay hidden. `game_name`: the decider's; `says`: the
    event in a sentence."""
    return events_pb2.GameEvent(at=timestamp(at), says=says, **event_fields(version, event, game_name))


def event_fields(version: int, event: Event | None, game_name: str) -> dict[str, Any]:
    """The same without its time, as the constructor of a message around it takes it."""
    if event is None:
        return {"version": version}
    if type(event) in _TABLE_TYPES:
        return {"version": version, TABLE: _TABLE_EVENTS.fields(event)}
    return {"version": version, **game(game_name).event_field(event)}


_TABLE_TYPES = frozenset(TABLE_EVENTS)


def event(message: events_pb2.GameEvent) -> Event | None:
    """For our own clients: the event as its viewer may know it, None for one that stays hidden."""
    family = message.WhichOneof("event")
    if family is None:
        return None
    return _TABLE_EVENTS.to_struct(message.table) if family == TABLE else game(family).event(getattr(message, family))


def _readers(types: Iterable[type[Event]]) -> dict[str, Callable[[bytes], Event]]:
    return {kind.__name__: msgspec.json.Decoder(kind).decode for kind in types}


_TABLE_READERS = _readers(TABLE_EVENTS)


def feed_event(item: FeedItem, game_name: str) -> Event | None:
    """An event of a feed, which is redacted already."""
    if item.event is None:
        return None
    read = _TABLE_READERS.get(item.topic) or game(game_name).event_readers[item.topic]
    return read(item.event)


def submitted(request: play_pb2.SubmitRequest, game_name: str) -> Command:
    """The command of a request for a game of this decider. Raises Malformed."""
    move = request.WhichOneof("move")
    if move != game_name:
        raise Malformed("move", f"this game takes {game_name}, not {move}" if move else "is missing")
    return game(game_name).command(getattr(request, move))


_SEAT_COMMANDS: Family[TableCommand] = Family(play_pb2.ActRequest, SEAT_COMMANDS)


def seat_command(request: play_pb2.ActRequest) -> TableCommand:
    """Raises Malformed."""
    return _SEAT_COMMANDS.to_struct(request)


def timestamp(at: datetime) -> Timestamp:
    message = Timestamp()
    message.FromDatetime(at)
    return message


def _message(holder: type[Message], field: str) -> type[Message]:
    return message_class(holder.DESCRIPTOR.fields_by_name[field])
