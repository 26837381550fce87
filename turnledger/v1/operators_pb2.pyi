import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import catalogue_pb2 as _catalogue_pb2
from turnledger.v1 import chat_pb2 as _chat_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import grants_pb2 as _grants_pb2
from turnledger.v1 import lobby_pb2 as _lobby_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from turnledger.v1 import views_pb2 as _views_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StopTableRequest(_message.Message):
    __slots__ = ("request_id", "game_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ...) -> None: ...

class StopTableResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: _lobby_pb2.Table
    def __init__(self, table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ...) -> None: ...

class ListAccountTablesRequest(_message.Message):
    __slots__ = ("account_id", "page_size", "page_token")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    page_size: int
    page_token: str
    def __init__(self, account_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAccountTablesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[_lobby_pb2.Table]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[_lobby_pb2.Table, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListTableMessagesRequest(_message.Message):
    __slots__ = ("game_id", "page_size", "page_token", "watching")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    WATCHING_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    page_size: int
    page_token: str
    watching: bool
    def __init__(self, game_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., watching: _Optional[bool] = ...) -> None: ...

class ListTableMessagesResponse(_message.Message):
    __slots__ = ("messages", "next_page_token")
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[_chat_pb2.ChatMessage]
    next_page_token: str
    def __init__(self, messages: _Optional[_Iterable[_Union[_chat_pb2.ChatMessage, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class MuteAccountRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class MuteAccountResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class UnmuteAccountRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class UnmuteAccountResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Report(_message.Message):
    __slots__ = ("number", "game_id", "reporter", "about", "message", "text", "create_time", "watching", "facts")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    REPORTER_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    WATCHING_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    number: int
    game_id: str
    reporter: _common_pb2.Player
    about: _common_pb2.Player
    message: _chat_pb2.ChatMessage
    text: str
    create_time: _timestamp_pb2.Timestamp
    watching: bool
    facts: ReportedFacts
    def __init__(self, number: _Optional[int] = ..., game_id: _Optional[str] = ..., reporter: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., about: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., message: _Optional[_Union[_chat_pb2.ChatMessage, _Mapping]] = ..., text: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., watching: _Optional[bool] = ..., facts: _Optional[_Union[ReportedFacts, _Mapping]] = ...) -> None: ...

class ReportedFacts(_message.Message):
    __slots__ = ("seat", "version", "resigned", "timed_out", "bot_plays", "rank", "reliability")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    RESIGNED_FIELD_NUMBER: _ClassVar[int]
    TIMED_OUT_FIELD_NUMBER: _ClassVar[int]
    BOT_PLAYS_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    RELIABILITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    version: int
    resigned: bool
    timed_out: bool
    bot_plays: bool
    rank: int
    reliability: _views_pb2.Reliability
    def __init__(self, seat: _Optional[int] = ..., version: _Optional[int] = ..., resigned: _Optional[bool] = ..., timed_out: _Optional[bool] = ..., bot_plays: _Optional[bool] = ..., rank: _Optional[int] = ..., reliability: _Optional[_Union[_views_pb2.Reliability, _Mapping]] = ...) -> None: ...

class ListReportsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListReportsResponse(_message.Message):
    __slots__ = ("reports", "next_page_token")
    REPORTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    reports: _containers.RepeatedCompositeFieldContainer[Report]
    next_page_token: str
    def __init__(self, reports: _Optional[_Iterable[_Union[Report, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class SettleReportRequest(_message.Message):
    __slots__ = ("number", "text")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    number: int
    text: str
    def __init__(self, number: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class SettleReportResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RenameAccountRequest(_message.Message):
    __slots__ = ("request_id", "account_id", "display_name", "text")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    account_id: str
    display_name: str
    text: str
    def __init__(self, request_id: _Optional[str] = ..., account_id: _Optional[str] = ..., display_name: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class RenameAccountResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BanAccountRequest(_message.Message):
    __slots__ = ("request_id", "account_id", "text")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    account_id: str
    text: str
    def __init__(self, request_id: _Optional[str] = ..., account_id: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class BanAccountResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LiftBanRequest(_message.Message):
    __slots__ = ("request_id", "account_id", "text")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    account_id: str
    text: str
    def __init__(self, request_id: _Optional[str] = ..., account_id: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class LiftBanResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AccountAction(_message.Message):
    __slots__ = ("number", "operator_id", "create_time", "action", "text", "account_id", "allowed_by", "grant", "grant_end_time")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_ID_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_BY_FIELD_NUMBER: _ClassVar[int]
    GRANT_FIELD_NUMBER: _ClassVar[int]
    GRANT_END_TIME_FIELD_NUMBER: _ClassVar[int]
    number: int
    operator_id: str
    create_time: _timestamp_pb2.Timestamp
    action: str
    text: str
    account_id: str
    allowed_by: str
    grant: _grants_pb2.Grant
    grant_end_time: _timestamp_pb2.Timestamp
    def __init__(self, number: _Optional[int] = ..., operator_id: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., action: _Optional[str] = ..., text: _Optional[str] = ..., account_id: _Optional[str] = ..., allowed_by: _Optional[str] = ..., grant: _Optional[_Union[_grants_pb2.Grant, str]] = ..., grant_end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListAccountActionsRequest(_message.Message):
    __slots__ = ("account_id", "page_size", "page_token")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    page_size: int
    page_token: str
    def __init__(self, account_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAccountActionsResponse(_message.Message):
    __slots__ = ("actions", "next_page_token", "banned", "muted")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    BANNED_FIELD_NUMBER: _ClassVar[int]
    MUTED_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[AccountAction]
    next_page_token: str
    banned: bool
    muted: bool
    def __init__(self, actions: _Optional[_Iterable[_Union[AccountAction, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., banned: _Optional[bool] = ..., muted: _Optional[bool] = ...) -> None: ...

class SetMaintenanceRequest(_message.Message):
    __slots__ = ("request_id", "maintenance")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    MAINTENANCE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    maintenance: _catalogue_pb2.MaintenanceNotice
    def __init__(self, request_id: _Optional[str] = ..., maintenance: _Optional[_Union[_catalogue_pb2.MaintenanceNotice, _Mapping]] = ...) -> None: ...

class SetMaintenanceResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ClearMaintenanceRequest(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class ClearMaintenanceResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CompareWithExpertRequest(_message.Message):
    __slots__ = ("account_id", "variant")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    variant: str
    def __init__(self, account_id: _Optional[str] = ..., variant: _Optional[str] = ...) -> None: ...

class CompareWithExpertResponse(_message.Message):
    __slots__ = ("games", "decisions", "share_permille", "players", "others_decisions", "others_share_permille", "beyond")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    SHARE_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OTHERS_DECISIONS_FIELD_NUMBER: _ClassVar[int]
    OTHERS_SHARE_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    BEYOND_FIELD_NUMBER: _ClassVar[int]
    games: int
    decisions: int
    share_permille: int
    players: int
    others_decisions: int
    others_share_permille: int
    beyond: BeyondExpected
    def __init__(self, games: _Optional[int] = ..., decisions: _Optional[int] = ..., share_permille: _Optional[int] = ..., players: _Optional[int] = ..., others_decisions: _Optional[int] = ..., others_share_permille: _Optional[int] = ..., beyond: _Optional[_Union[BeyondExpected, _Mapping]] = ...) -> None: ...

class BeyondExpected(_message.Message):
    __slots__ = ("excess_permille", "low_permille", "high_permille")
    EXCESS_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    LOW_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    HIGH_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    excess_permille: int
    low_permille: int
    high_permille: int
    def __init__(self, excess_permille: _Optional[int] = ..., low_permille: _Optional[int] = ..., high_permille: _Optional[int] = ...) -> None: ...

class StaffGrant(_message.Message):
    __slots__ = ("number", "holder", "grant", "giver_id", "text", "create_time", "end_time")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    GRANT_FIELD_NUMBER: _ClassVar[int]
    GIVER_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    number: int
    holder: _common_pb2.Player
    grant: _grants_pb2.Grant
    giver_id: str
    text: str
    create_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, number: _Optional[int] = ..., holder: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., grant: _Optional[_Union[_grants_pb2.Grant, str]] = ..., giver_id: _Optional[str] = ..., text: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class GiveGrantRequest(_message.Message):
    __slots__ = ("request_id", "account_id", "grant", "end_time", "text")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    GRANT_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    account_id: str
    grant: _grants_pb2.Grant
    end_time: _timestamp_pb2.Timestamp
    text: str
    def __init__(self, request_id: _Optional[str] = ..., account_id: _Optional[str] = ..., grant: _Optional[_Union[_grants_pb2.Grant, str]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., text: _Optional[str] = ...) -> None: ...

class GiveGrantResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeGrantRequest(_message.Message):
    __slots__ = ("request_id", "account_id", "grant", "text")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    GRANT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    account_id: str
    grant: _grants_pb2.Grant
    text: str
    def __init__(self, request_id: _Optional[str] = ..., account_id: _Optional[str] = ..., grant: _Optional[_Union[_grants_pb2.Grant, str]] = ..., text: _Optional[str] = ...) -> None: ...

class TakeGrantResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListGrantsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListGrantsResponse(_message.Message):
    __slots__ = ("grants", "next_page_token")
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    grants: _containers.RepeatedCompositeFieldContainer[StaffGrant]
    next_page_token: str
    def __init__(self, grants: _Optional[_Iterable[_Union[StaffGrant, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListOperatorActionsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListOperatorActionsResponse(_message.Message):
    __slots__ = ("actions", "next_page_token")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[AccountAction]
    next_page_token: str
    def __init__(self, actions: _Optional[_Iterable[_Union[AccountAction, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
