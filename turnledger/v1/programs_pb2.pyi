import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import lobby_pb2 as _lobby_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DeclineReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECLINE_REASON_UNSPECIFIED: _ClassVar[DeclineReason]
    DECLINE_REASON_LATER: _ClassVar[DeclineReason]
    DECLINE_REASON_VARIANT: _ClassVar[DeclineReason]
    DECLINE_REASON_SEATS: _ClassVar[DeclineReason]
    DECLINE_REASON_OPTIONS: _ClassVar[DeclineReason]
    DECLINE_REASON_CLOCK: _ClassVar[DeclineReason]
    DECLINE_REASON_RATED: _ClassVar[DeclineReason]
    DECLINE_REASON_UNRATED: _ClassVar[DeclineReason]
    DECLINE_REASON_OTHER: _ClassVar[DeclineReason]
DECLINE_REASON_UNSPECIFIED: DeclineReason
DECLINE_REASON_LATER: DeclineReason
DECLINE_REASON_VARIANT: DeclineReason
DECLINE_REASON_SEATS: DeclineReason
DECLINE_REASON_OPTIONS: DeclineReason
DECLINE_REASON_CLOCK: DeclineReason
DECLINE_REASON_RATED: DeclineReason
DECLINE_REASON_UNRATED: DeclineReason
DECLINE_REASON_OTHER: DeclineReason

class Program(_message.Message):
    __slots__ = ("player", "owner", "home_page", "create_time")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HOME_PAGE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    player: _common_pb2.Player
    owner: _common_pb2.Player
    home_page: str
    create_time: _timestamp_pb2.Timestamp
    def __init__(self, player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., owner: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., home_page: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CreateProgramRequest(_message.Message):
    __slots__ = ("display_name", "home_page")
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    HOME_PAGE_FIELD_NUMBER: _ClassVar[int]
    display_name: str
    home_page: str
    def __init__(self, display_name: _Optional[str] = ..., home_page: _Optional[str] = ...) -> None: ...

class CreateProgramResponse(_message.Message):
    __slots__ = ("program", "token")
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    program: Program
    token: str
    def __init__(self, program: _Optional[_Union[Program, _Mapping]] = ..., token: _Optional[str] = ...) -> None: ...

class ListProgramsRequest(_message.Message):
    __slots__ = ("owner_account_id", "page_size", "page_token")
    OWNER_ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    owner_account_id: str
    page_size: int
    page_token: str
    def __init__(self, owner_account_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListProgramsResponse(_message.Message):
    __slots__ = ("programs", "next_page_token")
    PROGRAMS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    programs: _containers.RepeatedCompositeFieldContainer[Program]
    next_page_token: str
    def __init__(self, programs: _Optional[_Iterable[_Union[Program, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class CreateProgramTokenRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class CreateProgramTokenResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class DeleteProgramRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class DeleteProgramResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListChallengesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListChallengesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[_lobby_pb2.Table]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[_lobby_pb2.Table, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class DeclineChallengeRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "reason")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    reason: DeclineReason
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., reason: _Optional[_Union[DeclineReason, str]] = ...) -> None: ...

class DeclineChallengeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
