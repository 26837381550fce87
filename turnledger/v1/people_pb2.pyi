import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FindPlayersRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class FindPlayersResponse(_message.Message):
    __slots__ = ("players",)
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[_common_pb2.Player]
    def __init__(self, players: _Optional[_Iterable[_Union[_common_pb2.Player, _Mapping]]] = ...) -> None: ...

class SetListedRequest(_message.Message):
    __slots__ = ("listed",)
    LISTED_FIELD_NUMBER: _ClassVar[int]
    listed: bool
    def __init__(self, listed: _Optional[bool] = ...) -> None: ...

class SetListedResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetListedRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetListedResponse(_message.Message):
    __slots__ = ("listed",)
    LISTED_FIELD_NUMBER: _ClassVar[int]
    listed: bool
    def __init__(self, listed: _Optional[bool] = ...) -> None: ...

class ListPlayedWithRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPlayedWithResponse(_message.Message):
    __slots__ = ("companions",)
    COMPANIONS_FIELD_NUMBER: _ClassVar[int]
    companions: _containers.RepeatedCompositeFieldContainer[Companion]
    def __init__(self, companions: _Optional[_Iterable[_Union[Companion, _Mapping]]] = ...) -> None: ...

class Companion(_message.Message):
    __slots__ = ("player", "games", "last_game_id", "last_time")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    LAST_GAME_ID_FIELD_NUMBER: _ClassVar[int]
    LAST_TIME_FIELD_NUMBER: _ClassVar[int]
    player: _common_pb2.Player
    games: int
    last_game_id: str
    last_time: _timestamp_pb2.Timestamp
    def __init__(self, player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., games: _Optional[int] = ..., last_game_id: _Optional[str] = ..., last_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class FollowRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class FollowResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class UnfollowRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class UnfollowResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListFollowedRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListFollowedResponse(_message.Message):
    __slots__ = ("players", "next_page_token")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[_common_pb2.Player]
    next_page_token: str
    def __init__(self, players: _Optional[_Iterable[_Union[_common_pb2.Player, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class BlockRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class BlockResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class UnblockRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class UnblockResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListBlockedRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListBlockedResponse(_message.Message):
    __slots__ = ("players", "next_page_token")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    players: _containers.RepeatedCompositeFieldContainer[_common_pb2.Player]
    next_page_token: str
    def __init__(self, players: _Optional[_Iterable[_Union[_common_pb2.Player, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetGameNoteRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetGameNoteResponse(_message.Message):
    __slots__ = ("note",)
    NOTE_FIELD_NUMBER: _ClassVar[int]
    note: str
    def __init__(self, note: _Optional[str] = ...) -> None: ...

class SetGameNoteRequest(_message.Message):
    __slots__ = ("game_id", "note")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    note: str
    def __init__(self, game_id: _Optional[str] = ..., note: _Optional[str] = ...) -> None: ...

class SetGameNoteResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
