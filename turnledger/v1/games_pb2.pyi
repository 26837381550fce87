from google.protobuf import struct_pb2 as _struct_pb2
from turnledger.v1 import card_game_pb2 as _card_game_pb2
from turnledger.v1 import colony61_pb2 as _colony61_pb2
from turnledger.v1 import power_grid_pb2 as _power_grid_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Command(_message.Message):
    __slots__ = ("power_grid", "card_game", "colony61", "other")
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    power_grid: _power_grid_pb2.PowerGridCommand
    card_game: _card_game_pb2.CardGameCommand
    colony61: _colony61_pb2.Colony61Command
    other: _struct_pb2.Struct
    def __init__(self, power_grid: _Optional[_Union[_power_grid_pb2.PowerGridCommand, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameCommand, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Command, _Mapping]] = ..., other: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class Order(_message.Message):
    __slots__ = ("power_grid", "card_game", "colony61", "other")
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    power_grid: _power_grid_pb2.PowerGridOrder
    card_game: _card_game_pb2.CardGameOrder
    colony61: _colony61_pb2.Colony61Order
    other: _struct_pb2.Struct
    def __init__(self, power_grid: _Optional[_Union[_power_grid_pb2.PowerGridOrder, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameOrder, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Order, _Mapping]] = ..., other: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("count", "first", "power_grid", "card_game", "colony61", "other")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    count: int
    first: Command
    power_grid: _power_grid_pb2.PowerGridOption
    card_game: _card_game_pb2.CardGameOption
    colony61: _colony61_pb2.Colony61Option
    other: _struct_pb2.Struct
    def __init__(self, count: _Optional[int] = ..., first: _Optional[_Union[Command, _Mapping]] = ..., power_grid: _Optional[_Union[_power_grid_pb2.PowerGridOption, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameOption, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Option, _Mapping]] = ..., other: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("power_grid", "card_game", "colony61", "other")
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    power_grid: _power_grid_pb2.PowerGridEvent
    card_game: _card_game_pb2.CardGameEvent
    colony61: _colony61_pb2.Colony61Event
    other: _struct_pb2.Struct
    def __init__(self, power_grid: _Optional[_Union[_power_grid_pb2.PowerGridEvent, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameEvent, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Event, _Mapping]] = ..., other: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class Board(_message.Message):
    __slots__ = ("power_grid", "card_game", "colony61", "other")
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    power_grid: _power_grid_pb2.PowerGridBoard
    card_game: _card_game_pb2.CardGameBoard
    colony61: _colony61_pb2.Colony61Board
    other: _struct_pb2.Struct
    def __init__(self, power_grid: _Optional[_Union[_power_grid_pb2.PowerGridBoard, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameBoard, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Board, _Mapping]] = ..., other: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class GameData(_message.Message):
    __slots__ = ("power_grid", "card_game", "colony61", "other")
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    power_grid: _power_grid_pb2.PowerGridData
    card_game: _card_game_pb2.CardGameData
    colony61: _colony61_pb2.Colony61Data
    other: _struct_pb2.Struct
    def __init__(self, power_grid: _Optional[_Union[_power_grid_pb2.PowerGridData, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameData, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Data, _Mapping]] = ..., other: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...
