from turnledger.v1 import card_game_pb2 as _card_game_pb2
from turnledger.v1 import colony61_pb2 as _colony61_pb2
from turnledger.v1 import events_pb2 as _events_pb2
from turnledger.v1 import power_grid_pb2 as _power_grid_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmitRequest(_message.Message):
    __slots__ = ("game_id", "request_id", "expected_version", "validate_only", "power_grid", "card_game", "colony61", "choice")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    request_id: str
    expected_version: int
    validate_only: bool
    power_grid: _power_grid_pb2.PowerGridCommand
    card_game: _card_game_pb2.CardGameCommand
    colony61: _colony61_pb2.Colony61Command
    choice: Choice
    def __init__(self, game_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., validate_only: _Optional[bool] = ..., power_grid: _Optional[_Union[_power_grid_pb2.PowerGridCommand, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameCommand, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Command, _Mapping]] = ..., choice: _Optional[_Union[Choice, _Mapping]] = ...) -> None: ...

class SessionRequest(_message.Message):
    __slots__ = ("submit",)
    SUBMIT_FIELD_NUMBER: _ClassVar[int]
    submit: SubmitRequest
    def __init__(self, submit: _Optional[_Union[SubmitRequest, _Mapping]] = ...) -> None: ...

class SessionResponse(_message.Message):
    __slots__ = ("request_id", "answer", "error")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    answer: SubmitResponse
    error: bytes
    def __init__(self, request_id: _Optional[str] = ..., answer: _Optional[_Union[SubmitResponse, _Mapping]] = ..., error: _Optional[bytes] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("player", "option", "number")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    player: int
    option: int
    number: int
    def __init__(self, player: _Optional[int] = ..., option: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("count", "first", "power_grid", "card_game", "colony61")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    count: int
    first: Command
    power_grid: _power_grid_pb2.PowerGridOption
    card_game: _card_game_pb2.CardGameOption
    colony61: _colony61_pb2.Colony61Option
    def __init__(self, count: _Optional[int] = ..., first: _Optional[_Union[Command, _Mapping]] = ..., power_grid: _Optional[_Union[_power_grid_pb2.PowerGridOption, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameOption, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Option, _Mapping]] = ...) -> None: ...

class Command(_message.Message):
    __slots__ = ("power_grid", "card_game", "colony61")
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    power_grid: _power_grid_pb2.PowerGridCommand
    card_game: _card_game_pb2.CardGameCommand
    colony61: _colony61_pb2.Colony61Command
    def __init__(self, power_grid: _Optional[_Union[_power_grid_pb2.PowerGridCommand, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameCommand, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Command, _Mapping]] = ...) -> None: ...

class LegalInstead(_message.Message):
    __slots__ = ("version", "to_act", "commands")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    COMMANDS_FIELD_NUMBER: _ClassVar[int]
    version: int
    to_act: _containers.RepeatedScalarFieldContainer[int]
    commands: _containers.RepeatedCompositeFieldContainer[LegalCommand]
    def __init__(self, version: _Optional[int] = ..., to_act: _Optional[_Iterable[int]] = ..., commands: _Optional[_Iterable[_Union[LegalCommand, _Mapping]]] = ...) -> None: ...

class LegalCommand(_message.Message):
    __slots__ = ("kind", "count", "example")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    EXAMPLE_FIELD_NUMBER: _ClassVar[int]
    kind: str
    count: int
    example: Command
    def __init__(self, kind: _Optional[str] = ..., count: _Optional[int] = ..., example: _Optional[_Union[Command, _Mapping]] = ...) -> None: ...

class ActRequest(_message.Message):
    __slots__ = ("game_id", "request_id", "expected_version", "take_vacation", "hand_seat", "take_seat_back", "resign", "undo", "propose_undo", "propose_abandon", "vote")
    class TakeVacation(_message.Message):
        __slots__ = ("days",)
        DAYS_FIELD_NUMBER: _ClassVar[int]
        days: int
        def __init__(self, days: _Optional[int] = ...) -> None: ...
    class HandSeat(_message.Message):
        __slots__ = ("bot",)
        BOT_FIELD_NUMBER: _ClassVar[int]
        bot: str
        def __init__(self, bot: _Optional[str] = ...) -> None: ...
    class TakeSeatBack(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Resign(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Undo(_message.Message):
        __slots__ = ("commands",)
        COMMANDS_FIELD_NUMBER: _ClassVar[int]
        commands: int
        def __init__(self, commands: _Optional[int] = ...) -> None: ...
    class ProposeUndo(_message.Message):
        __slots__ = ("commands",)
        COMMANDS_FIELD_NUMBER: _ClassVar[int]
        commands: int
        def __init__(self, commands: _Optional[int] = ...) -> None: ...
    class ProposeAbandon(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Vote(_message.Message):
        __slots__ = ("agree",)
        AGREE_FIELD_NUMBER: _ClassVar[int]
        agree: bool
        def __init__(self, agree: _Optional[bool] = ...) -> None: ...
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    TAKE_VACATION_FIELD_NUMBER: _ClassVar[int]
    HAND_SEAT_FIELD_NUMBER: _ClassVar[int]
    TAKE_SEAT_BACK_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    PROPOSE_UNDO_FIELD_NUMBER: _ClassVar[int]
    PROPOSE_ABANDON_FIELD_NUMBER: _ClassVar[int]
    VOTE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    request_id: str
    expected_version: int
    take_vacation: ActRequest.TakeVacation
    hand_seat: ActRequest.HandSeat
    take_seat_back: ActRequest.TakeSeatBack
    resign: ActRequest.Resign
    undo: ActRequest.Undo
    propose_undo: ActRequest.ProposeUndo
    propose_abandon: ActRequest.ProposeAbandon
    vote: ActRequest.Vote
    def __init__(self, game_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., take_vacation: _Optional[_Union[ActRequest.TakeVacation, _Mapping]] = ..., hand_seat: _Optional[_Union[ActRequest.HandSeat, _Mapping]] = ..., take_seat_back: _Optional[_Union[ActRequest.TakeSeatBack, _Mapping]] = ..., resign: _Optional[_Union[ActRequest.Resign, _Mapping]] = ..., undo: _Optional[_Union[ActRequest.Undo, _Mapping]] = ..., propose_undo: _Optional[_Union[ActRequest.ProposeUndo, _Mapping]] = ..., propose_abandon: _Optional[_Union[ActRequest.ProposeAbandon, _Mapping]] = ..., vote: _Optional[_Union[ActRequest.Vote, _Mapping]] = ...) -> None: ...

class ActResponse(_message.Message):
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
