import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TableStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_STATUS_UNSPECIFIED: _ClassVar[TableStatus]
    TABLE_STATUS_OPEN: _ClassVar[TableStatus]
    TABLE_STATUS_RUNNING: _ClassVar[TableStatus]
    TABLE_STATUS_FINISHED: _ClassVar[TableStatus]
    TABLE_STATUS_CLOSED: _ClassVar[TableStatus]
    TABLE_STATUS_STARTING: _ClassVar[TableStatus]
TABLE_STATUS_UNSPECIFIED: TableStatus
TABLE_STATUS_OPEN: TableStatus
TABLE_STATUS_RUNNING: TableStatus
TABLE_STATUS_FINISHED: TableStatus
TABLE_STATUS_CLOSED: TableStatus
TABLE_STATUS_STARTING: TableStatus

class Table(_message.Message):
    __slots__ = ("game_id", "version", "status", "variant", "options", "seats", "occupants", "host_account_id", "private", "rated", "commitment", "to_act", "moment", "outcome", "open_time", "change_time", "terms", "clocks", "proposal", "beacon", "starting", "draw")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OCCUPANTS_FIELD_NUMBER: _ClassVar[int]
    HOST_ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    CHANGE_TIME_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_FIELD_NUMBER: _ClassVar[int]
    BEACON_FIELD_NUMBER: _ClassVar[int]
    STARTING_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    status: TableStatus
    variant: str
    options: _containers.ScalarMap[str, str]
    seats: int
    occupants: _containers.RepeatedCompositeFieldContainer[Occupant]
    host_account_id: str
    private: bool
    rated: bool
    commitment: str
    to_act: _containers.RepeatedScalarFieldContainer[int]
    moment: _common_pb2.Moment
    outcome: _common_pb2.Outcome
    open_time: _timestamp_pb2.Timestamp
    change_time: _timestamp_pb2.Timestamp
    terms: _common_pb2.Terms
    clocks: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatClock]
    proposal: Proposal
    beacon: _common_pb2.Beacon
    starting: Starting
    draw: AwaitedDraw
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., status: _Optional[_Union[TableStatus, str]] = ..., variant: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[int] = ..., occupants: _Optional[_Iterable[_Union[Occupant, _Mapping]]] = ..., host_account_id: _Optional[str] = ..., private: _Optional[bool] = ..., rated: _Optional[bool] = ..., commitment: _Optional[str] = ..., to_act: _Optional[_Iterable[int]] = ..., moment: _Optional[_Union[_common_pb2.Moment, _Mapping]] = ..., outcome: _Optional[_Union[_common_pb2.Outcome, _Mapping]] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., change_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., terms: _Optional[_Union[_common_pb2.Terms, _Mapping]] = ..., clocks: _Optional[_Iterable[_Union[_common_pb2.SeatClock, _Mapping]]] = ..., proposal: _Optional[_Union[Proposal, _Mapping]] = ..., beacon: _Optional[_Union[_common_pb2.Beacon, _Mapping]] = ..., starting: _Optional[_Union[Starting, _Mapping]] = ..., draw: _Optional[_Union[AwaitedDraw, _Mapping]] = ...) -> None: ...

class AwaitedDraw(_message.Message):
    __slots__ = ("seat", "round", "round_time")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROUND_TIME_FIELD_NUMBER: _ClassVar[int]
    seat: int
    round: int
    round_time: _timestamp_pb2.Timestamp
    def __init__(self, seat: _Optional[int] = ..., round: _Optional[int] = ..., round_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Starting(_message.Message):
    __slots__ = ("round", "round_time")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROUND_TIME_FIELD_NUMBER: _ClassVar[int]
    round: int
    round_time: _timestamp_pb2.Timestamp
    def __init__(self, round: _Optional[int] = ..., round_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Proposal(_message.Message):
    __slots__ = ("agreed", "undo", "abandon", "no_rounds")
    class Undo(_message.Message):
        __slots__ = ("to_version",)
        TO_VERSION_FIELD_NUMBER: _ClassVar[int]
        to_version: int
        def __init__(self, to_version: _Optional[int] = ...) -> None: ...
    class Abandon(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class NoRounds(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    AGREED_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    ABANDON_FIELD_NUMBER: _ClassVar[int]
    NO_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    agreed: _containers.RepeatedScalarFieldContainer[int]
    undo: Proposal.Undo
    abandon: Proposal.Abandon
    no_rounds: Proposal.NoRounds
    def __init__(self, agreed: _Optional[_Iterable[int]] = ..., undo: _Optional[_Union[Proposal.Undo, _Mapping]] = ..., abandon: _Optional[_Union[Proposal.Abandon, _Mapping]] = ..., no_rounds: _Optional[_Union[Proposal.NoRounds, _Mapping]] = ...) -> None: ...

class Occupant(_message.Message):
    __slots__ = ("colour", "account_id", "display_name", "bot", "ready", "resigned", "guest", "device_keys", "program")
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    RESIGNED_FIELD_NUMBER: _ClassVar[int]
    GUEST_FIELD_NUMBER: _ClassVar[int]
    DEVICE_KEYS_FIELD_NUMBER: _ClassVar[int]
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    colour: str
    account_id: str
    display_name: str
    bot: str
    ready: bool
    resigned: bool
    guest: bool
    device_keys: _containers.RepeatedScalarFieldContainer[str]
    program: bool
    def __init__(self, colour: _Optional[str] = ..., account_id: _Optional[str] = ..., display_name: _Optional[str] = ..., bot: _Optional[str] = ..., ready: _Optional[bool] = ..., resigned: _Optional[bool] = ..., guest: _Optional[bool] = ..., device_keys: _Optional[_Iterable[str]] = ..., program: _Optional[bool] = ...) -> None: ...

class CreateTableRequest(_message.Message):
    __slots__ = ("request_id", "variant", "seats", "options", "private", "unrated", "join", "colour", "nonce", "bots", "start", "terms", "seed", "setup")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    JOIN_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    variant: str
    seats: int
    options: _containers.ScalarMap[str, str]
    private: bool
    unrated: bool
    join: bool
    colour: str
    nonce: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    start: bool
    terms: _common_pb2.Terms
    seed: str
    setup: _struct_pb2.Struct
    def __init__(self, request_id: _Optional[str] = ..., variant: _Optional[str] = ..., seats: _Optional[int] = ..., options: _Optional[_Mapping[str, str]] = ..., private: _Optional[bool] = ..., unrated: _Optional[bool] = ..., join: _Optional[bool] = ..., colour: _Optional[str] = ..., nonce: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ..., start: _Optional[bool] = ..., terms: _Optional[_Union[_common_pb2.Terms, _Mapping]] = ..., seed: _Optional[str] = ..., setup: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ...) -> None: ...

class CreateTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class GetTableRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class ListTablesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "status", "variant")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    status: TableStatus
    variant: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., status: _Optional[_Union[TableStatus, str]] = ..., variant: _Optional[str] = ...) -> None: ...

class ListTablesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[Table]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[Table, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class JoinTableRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "colour", "nonce", "invite")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    INVITE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    colour: str
    nonce: str
    invite: str
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., colour: _Optional[str] = ..., nonce: _Optional[str] = ..., invite: _Optional[str] = ...) -> None: ...

class JoinTableResponse(_message.Message):
    __slots__ = ("table", "seat")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    table: Table
    seat: int
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class LeaveTableRequest(_message.Message):
    __slots__ = ("request_id", "game_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ...) -> None: ...

class LeaveTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class AddBotRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "bot", "colour")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    bot: str
    colour: str
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., bot: _Optional[str] = ..., colour: _Optional[str] = ...) -> None: ...

class AddBotResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class ClearSeatRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "seat", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    seat: int
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., seat: _Optional[int] = ..., expected_version: _Optional[int] = ...) -> None: ...

class ClearSeatResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class StartGameRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., expected_version: _Optional[int] = ...) -> None: ...

class StartGameResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class BeginGameRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "round", "signature")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    round: int
    signature: str
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., round: _Optional[int] = ..., signature: _Optional[str] = ...) -> None: ...

class BeginGameResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class CloseTableRequest(_message.Message):
    __slots__ = ("request_id", "game_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ...) -> None: ...

class CloseTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class ArrangeSeatsRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "order", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    order: _containers.RepeatedScalarFieldContainer[int]
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., order: _Optional[_Iterable[int]] = ..., expected_version: _Optional[int] = ...) -> None: ...

class ArrangeSeatsResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class ChooseColourRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "seat", "colour", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    seat: int
    colour: str
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., seat: _Optional[int] = ..., colour: _Optional[str] = ..., expected_version: _Optional[int] = ...) -> None: ...

class ChooseColourResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class SetReadyRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "ready")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    ready: bool
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., ready: _Optional[bool] = ...) -> None: ...

class SetReadyResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class GetInviteRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetInviteResponse(_message.Message):
    __slots__ = ("invite",)
    INVITE_FIELD_NUMBER: _ClassVar[int]
    invite: str
    def __init__(self, invite: _Optional[str] = ...) -> None: ...

class QuickMatchRequest(_message.Message):
    __slots__ = ("request_id", "variant", "seats", "options", "unrated", "clock", "nonce", "least_finished")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    LEAST_FINISHED_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    variant: str
    seats: int
    options: _containers.ScalarMap[str, str]
    unrated: bool
    clock: _common_pb2.Clock
    nonce: str
    least_finished: _common_pb2.LeastFinished
    def __init__(self, request_id: _Optional[str] = ..., variant: _Optional[str] = ..., seats: _Optional[int] = ..., options: _Optional[_Mapping[str, str]] = ..., unrated: _Optional[bool] = ..., clock: _Optional[_Union[_common_pb2.Clock, _Mapping]] = ..., nonce: _Optional[str] = ..., least_finished: _Optional[_Union[_common_pb2.LeastFinished, _Mapping]] = ...) -> None: ...

class QuickMatchResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...

class RematchRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "nonce")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    nonce: str
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., nonce: _Optional[str] = ...) -> None: ...

class RematchResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: Table
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ...) -> None: ...
