from google.protobuf import struct_pb2 as _struct_pb2
from google.rpc import status_pb2 as _status_pb2
from turnledger.v1 import events_pb2 as _events_pb2
from turnledger.v1 import games_pb2 as _games_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from turnledger.v1 import snapshot_pb2 as _snapshot_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmitRequest(_message.Message):
    __slots__ = ("game_id", "request_id", "expected_version", "validate_only", "parts", "command", "choice", "device")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    request_id: str
    expected_version: int
    validate_only: bool
    parts: _snapshot_pb2.Parts
    command: _games_pb2.Command
    choice: Choice
    device: DeviceSignature
    def __init__(self, game_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., validate_only: _Optional[bool] = ..., parts: _Optional[_Union[_snapshot_pb2.Parts, _Mapping]] = ..., command: _Optional[_Union[_games_pb2.Command, _Mapping]] = ..., choice: _Optional[_Union[Choice, _Mapping]] = ..., device: _Optional[_Union[DeviceSignature, _Mapping]] = ...) -> None: ...

class DeviceSignature(_message.Message):
    __slots__ = ("key", "version", "signature")
    KEY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    key: str
    version: int
    signature: str
    def __init__(self, key: _Optional[str] = ..., version: _Optional[int] = ..., signature: _Optional[str] = ...) -> None: ...

class ToSign(_message.Message):
    __slots__ = ("version", "chain", "command")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    version: int
    chain: str
    command: str
    def __init__(self, version: _Optional[int] = ..., chain: _Optional[str] = ..., command: _Optional[str] = ...) -> None: ...

class SessionRequest(_message.Message):
    __slots__ = ("submit", "act")
    SUBMIT_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    submit: SubmitRequest
    act: ActRequest
    def __init__(self, submit: _Optional[_Union[SubmitRequest, _Mapping]] = ..., act: _Optional[_Union[ActRequest, _Mapping]] = ...) -> None: ...

class SessionResponse(_message.Message):
    __slots__ = ("request_id", "submit", "act", "error")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SUBMIT_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    submit: SubmitResponse
    act: ActResponse
    error: _status_pb2.Status
    def __init__(self, request_id: _Optional[str] = ..., submit: _Optional[_Union[SubmitResponse, _Mapping]] = ..., act: _Optional[_Union[ActResponse, _Mapping]] = ..., error: _Optional[_Union[_status_pb2.Status, _Mapping]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("option", "number")
    OPTION_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    option: int
    number: int
    def __init__(self, option: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class SubmitResponse(_message.Message):
    __slots__ = ("game_id", "first_version", "version", "events", "snapshot", "to_sign")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    FIRST_VERSION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    TO_SIGN_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    first_version: int
    version: int
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.GameEvent]
    snapshot: _snapshot_pb2.Snapshot
    to_sign: ToSign
    def __init__(self, game_id: _Optional[str] = ..., first_version: _Optional[int] = ..., version: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_events_pb2.GameEvent, _Mapping]]] = ..., snapshot: _Optional[_Union[_snapshot_pb2.Snapshot, _Mapping]] = ..., to_sign: _Optional[_Union[ToSign, _Mapping]] = ...) -> None: ...

class ListOptionsRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class ListOptionsResponse(_message.Message):
    __slots__ = ("version", "seat", "options", "to_act", "chain")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    version: int
    seat: int
    options: _containers.RepeatedCompositeFieldContainer[_games_pb2.Option]
    to_act: _containers.RepeatedScalarFieldContainer[int]
    chain: str
    def __init__(self, version: _Optional[int] = ..., seat: _Optional[int] = ..., options: _Optional[_Iterable[_Union[_games_pb2.Option, _Mapping]]] = ..., to_act: _Optional[_Iterable[int]] = ..., chain: _Optional[str] = ...) -> None: ...

class ListCommandsRequest(_message.Message):
    __slots__ = ("game_id", "expected_version", "option", "from_number", "page_size", "page_token")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    FROM_NUMBER_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    expected_version: int
    option: int
    from_number: int
    page_size: int
    page_token: str
    def __init__(self, game_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., option: _Optional[int] = ..., from_number: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListCommandsResponse(_message.Message):
    __slots__ = ("commands", "next_page_token")
    COMMANDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    commands: _containers.RepeatedCompositeFieldContainer[NumberedCommand]
    next_page_token: str
    def __init__(self, commands: _Optional[_Iterable[_Union[NumberedCommand, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class NumberedCommand(_message.Message):
    __slots__ = ("number", "command", "says")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    number: int
    command: _games_pb2.Command
    says: str
    def __init__(self, number: _Optional[int] = ..., command: _Optional[_Union[_games_pb2.Command, _Mapping]] = ..., says: _Optional[str] = ...) -> None: ...

class Refusal(_message.Message):
    __slots__ = ("rule", "facts")
    RULE_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    rule: str
    facts: _struct_pb2.Struct
    def __init__(self, rule: _Optional[str] = ..., facts: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

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
    example: _games_pb2.Command
    def __init__(self, kind: _Optional[str] = ..., count: _Optional[int] = ..., example: _Optional[_Union[_games_pb2.Command, _Mapping]] = ...) -> None: ...

class ActRequest(_message.Message):
    __slots__ = ("game_id", "request_id", "expected_version", "parts", "take_vacation", "hand_seat", "take_seat_back", "resign", "undo", "propose_undo", "propose_abandon", "vote", "take_hint", "propose_no_rounds", "validate_only", "device")
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
    class TakeHint(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
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
    class ProposeNoRounds(_message.Message):
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
    PARTS_FIELD_NUMBER: _ClassVar[int]
    TAKE_VACATION_FIELD_NUMBER: _ClassVar[int]
    HAND_SEAT_FIELD_NUMBER: _ClassVar[int]
    TAKE_SEAT_BACK_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    PROPOSE_UNDO_FIELD_NUMBER: _ClassVar[int]
    PROPOSE_ABANDON_FIELD_NUMBER: _ClassVar[int]
    VOTE_FIELD_NUMBER: _ClassVar[int]
    TAKE_HINT_FIELD_NUMBER: _ClassVar[int]
    PROPOSE_NO_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    request_id: str
    expected_version: int
    parts: _snapshot_pb2.Parts
    take_vacation: ActRequest.TakeVacation
    hand_seat: ActRequest.HandSeat
    take_seat_back: ActRequest.TakeSeatBack
    resign: ActRequest.Resign
    undo: ActRequest.Undo
    propose_undo: ActRequest.ProposeUndo
    propose_abandon: ActRequest.ProposeAbandon
    vote: ActRequest.Vote
    take_hint: ActRequest.TakeHint
    propose_no_rounds: ActRequest.ProposeNoRounds
    validate_only: bool
    device: DeviceSignature
    def __init__(self, game_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., parts: _Optional[_Union[_snapshot_pb2.Parts, _Mapping]] = ..., take_vacation: _Optional[_Union[ActRequest.TakeVacation, _Mapping]] = ..., hand_seat: _Optional[_Union[ActRequest.HandSeat, _Mapping]] = ..., take_seat_back: _Optional[_Union[ActRequest.TakeSeatBack, _Mapping]] = ..., resign: _Optional[_Union[ActRequest.Resign, _Mapping]] = ..., undo: _Optional[_Union[ActRequest.Undo, _Mapping]] = ..., propose_undo: _Optional[_Union[ActRequest.ProposeUndo, _Mapping]] = ..., propose_abandon: _Optional[_Union[ActRequest.ProposeAbandon, _Mapping]] = ..., vote: _Optional[_Union[ActRequest.Vote, _Mapping]] = ..., take_hint: _Optional[_Union[ActRequest.TakeHint, _Mapping]] = ..., propose_no_rounds: _Optional[_Union[ActRequest.ProposeNoRounds, _Mapping]] = ..., validate_only: _Optional[bool] = ..., device: _Optional[_Union[DeviceSignature, _Mapping]] = ...) -> None: ...

class ActResponse(_message.Message):
    __slots__ = ("game_id", "first_version", "version", "events", "snapshot", "to_sign")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    FIRST_VERSION_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    TO_SIGN_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    first_version: int
    version: int
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.GameEvent]
    snapshot: _snapshot_pb2.Snapshot
    to_sign: ToSign
    def __init__(self, game_id: _Optional[str] = ..., first_version: _Optional[int] = ..., version: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_events_pb2.GameEvent, _Mapping]]] = ..., snapshot: _Optional[_Union[_snapshot_pb2.Snapshot, _Mapping]] = ..., to_sign: _Optional[_Union[ToSign, _Mapping]] = ...) -> None: ...

class SetOrdersRequest(_message.Message):
    __slots__ = ("game_id", "request_id", "expected_version", "validate_only", "phase", "items", "ignore", "parts")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    VALIDATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    IGNORE_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    request_id: str
    expected_version: int
    validate_only: bool
    phase: str
    items: _containers.RepeatedCompositeFieldContainer[_games_pb2.Order]
    ignore: _containers.RepeatedScalarFieldContainer[str]
    parts: _snapshot_pb2.Parts
    def __init__(self, game_id: _Optional[str] = ..., request_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., validate_only: _Optional[bool] = ..., phase: _Optional[str] = ..., items: _Optional[_Iterable[_Union[_games_pb2.Order, _Mapping]]] = ..., ignore: _Optional[_Iterable[str]] = ..., parts: _Optional[_Union[_snapshot_pb2.Parts, _Mapping]] = ...) -> None: ...

class SetOrdersResponse(_message.Message):
    __slots__ = ("orders", "events", "snapshot")
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    orders: SeatOrders
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.GameEvent]
    snapshot: _snapshot_pb2.Snapshot
    def __init__(self, orders: _Optional[_Union[SeatOrders, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_events_pb2.GameEvent, _Mapping]]] = ..., snapshot: _Optional[_Union[_snapshot_pb2.Snapshot, _Mapping]] = ...) -> None: ...

class GetOrdersRequest(_message.Message):
    __slots__ = ("game_id", "seat")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    seat: int
    def __init__(self, game_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class GetOrdersResponse(_message.Message):
    __slots__ = ("orders",)
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    orders: SeatOrders
    def __init__(self, orders: _Optional[_Union[SeatOrders, _Mapping]] = ...) -> None: ...

class SeatOrders(_message.Message):
    __slots__ = ("seat", "version", "standing", "ended")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    version: int
    standing: StandingOrder
    ended: _containers.RepeatedCompositeFieldContainer[EndedOrder]
    def __init__(self, seat: _Optional[int] = ..., version: _Optional[int] = ..., standing: _Optional[_Union[StandingOrder, _Mapping]] = ..., ended: _Optional[_Iterable[_Union[EndedOrder, _Mapping]]] = ...) -> None: ...

class StandingOrder(_message.Message):
    __slots__ = ("number", "after_version", "round", "phase", "items", "ignore", "item", "given", "commands", "ends_turn")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    IGNORE_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    COMMANDS_FIELD_NUMBER: _ClassVar[int]
    ENDS_TURN_FIELD_NUMBER: _ClassVar[int]
    number: int
    after_version: int
    round: int
    phase: str
    items: _containers.RepeatedCompositeFieldContainer[_games_pb2.Order]
    ignore: _containers.RepeatedScalarFieldContainer[str]
    item: int
    given: int
    commands: int
    ends_turn: bool
    def __init__(self, number: _Optional[int] = ..., after_version: _Optional[int] = ..., round: _Optional[int] = ..., phase: _Optional[str] = ..., items: _Optional[_Iterable[_Union[_games_pb2.Order, _Mapping]]] = ..., ignore: _Optional[_Iterable[str]] = ..., item: _Optional[int] = ..., given: _Optional[int] = ..., commands: _Optional[int] = ..., ends_turn: _Optional[bool] = ...) -> None: ...

class EndedOrder(_message.Message):
    __slots__ = ("number", "reason", "says", "facts", "version")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    number: int
    reason: str
    says: str
    facts: _struct_pb2.Struct
    version: int
    def __init__(self, number: _Optional[int] = ..., reason: _Optional[str] = ..., says: _Optional[str] = ..., facts: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., version: _Optional[int] = ...) -> None: ...

class GetHintRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetHintResponse(_message.Message):
    __slots__ = ("version", "command", "says")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    version: int
    command: _games_pb2.Command
    says: str
    def __init__(self, version: _Optional[int] = ..., command: _Optional[_Union[_games_pb2.Command, _Mapping]] = ..., says: _Optional[str] = ...) -> None: ...
