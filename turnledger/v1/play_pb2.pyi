from turnledger.v1 import card_game_pb2 as _card_game_pb2
from turnledger.v1 import events_pb2 as _events_pb2
from turnledger.v1 import power_grid_pb2 as _power_grid_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmitRequest(_message.Message):
    __slots__ = ("game_id", "request_id", "expected_version", "seat", "validate_only", "power_grid", "card_game", "choice")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    request_id: str
    expected_version: int
    seat: int
    validate_only: bool
    power_grid: _power_grid_pb2.PowerGridCommand
    card_game: _card_game_pb2.CardGameCommand
    choice: Choice
    def __init__(self, game_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., seat: _Optional[int] = ..., validate_only: _Optional[bool] = ..., power_grid: _Optional[_Union[_power_grid_pb2.PowerGridCommand, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameCommand, _Mapping]] = ..., choice: _Optional[_Union[Choice, _Mapping]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("option", "number")
    OPTION_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    option: int
    number: int
    def __init__(self, option: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class SubmitResponse(_message.Message):
    __slots__ = ("game_id", "first_version", "version", "events")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    FIRST_VERSION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    first_version: int
    version: int
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.GameEvent]
    def __init__(self, game_id: _Optional[str] = ..., first_version: _Optional[int] = ..., version: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_events_pb2.GameEvent, _Mapping]]] = ...) -> None: ...

class ListOptionsRequest(_message.Message):
    __slots__ = ("game_id", "seat", "min_version")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MIN_VERSION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    seat: int
    min_version: int
    def __init__(self, game_id: _Optional[str] = ..., seat: _Optional[int] = ..., min_version: _Optional[int] = ...) -> None: ...

class ListOptionsResponse(_message.Message):
    __slots__ = ("version", "seat", "options", "to_act")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    version: int
    seat: int
    options: _containers.RepeatedCompositeFieldContainer[Option]
    to_act: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, version: _Optional[int] = ..., seat: _Optional[int] = ..., options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ..., to_act: _Optional[_Iterable[int]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("count", "first", "power_grid", "card_game")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    count: int
    first: Command
    power_grid: _power_grid_pb2.PowerGridOption
    card_game: _card_game_pb2.CardGameOption
    def __init__(self, count: _Optional[int] = ..., first: _Optional[_Union[Command, _Mapping]] = ..., power_grid: _Optional[_Union[_power_grid_pb2.PowerGridOption, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameOption, _Mapping]] = ...) -> None: ...

class Command(_message.Message):
    __slots__ = ("power_grid", "card_game")
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    power_grid: _power_grid_pb2.PowerGridCommand
    card_game: _card_game_pb2.CardGameCommand
    def __init__(self, power_grid: _Optional[_Union[_power_grid_pb2.PowerGridCommand, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameCommand, _Mapping]] = ...) -> None: ...
