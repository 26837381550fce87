import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import games_pb2 as _games_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetServerRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerResponse(_message.Message):
    __slots__ = ("version", "contract", "features", "maintenance", "server_time")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    MAINTENANCE_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    version: str
    contract: int
    features: _containers.RepeatedScalarFieldContainer[str]
    maintenance: MaintenanceNotice
    server_time: _timestamp_pb2.Timestamp
    def __init__(self, version: _Optional[str] = ..., contract: _Optional[int] = ..., features: _Optional[_Iterable[str]] = ..., maintenance: _Optional[_Union[MaintenanceNotice, _Mapping]] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class MaintenanceNotice(_message.Message):
    __slots__ = ("start_time", "end_time", "texts")
    class TextsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    TEXTS_FIELD_NUMBER: _ClassVar[int]
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    texts: _containers.ScalarMap[str, str]
    def __init__(self, start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., texts: _Optional[_Mapping[str, str]] = ...) -> None: ...

class ListVariantsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListVariantsResponse(_message.Message):
    __slots__ = ("variants",)
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    variants: _containers.RepeatedCompositeFieldContainer[Variant]
    def __init__(self, variants: _Optional[_Iterable[_Union[Variant, _Mapping]]] = ...) -> None: ...

class Variant(_message.Message):
    __slots__ = ("name", "names", "players_min", "players_max", "options", "bots", "editions", "game", "expert", "draws_may_wait")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_MIN_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_MAX_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    EXPERT_FIELD_NUMBER: _ClassVar[int]
    DRAWS_MAY_WAIT_FIELD_NUMBER: _ClassVar[int]
    name: str
    names: _containers.ScalarMap[str, str]
    players_min: int
    players_max: int
    options: _containers.RepeatedCompositeFieldContainer[VariantOption]
    bots: _containers.RepeatedScalarFieldContainer[str]
    editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
    game: str
    expert: ExpertCost
    draws_may_wait: bool
    def __init__(self, name: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ..., players_min: _Optional[int] = ..., players_max: _Optional[int] = ..., options: _Optional[_Iterable[_Union[VariantOption, _Mapping]]] = ..., bots: _Optional[_Iterable[str]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., game: _Optional[str] = ..., expert: _Optional[_Union[ExpertCost, _Mapping]] = ..., draws_may_wait: _Optional[bool] = ...) -> None: ...

class ExpertCost(_message.Message):
    __slots__ = ("tries", "tries_max", "try_ms")
    TRIES_FIELD_NUMBER: _ClassVar[int]
    TRIES_MAX_FIELD_NUMBER: _ClassVar[int]
    TRY_MS_FIELD_NUMBER: _ClassVar[int]
    tries: int
    tries_max: int
    try_ms: int
    def __init__(self, tries: _Optional[int] = ..., tries_max: _Optional[int] = ..., try_ms: _Optional[int] = ...) -> None: ...

class VariantOption(_message.Message):
    __slots__ = ("name", "values", "open_ended", "names")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    OPEN_ENDED_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    name: str
    values: _containers.RepeatedScalarFieldContainer[str]
    open_ended: bool
    names: _containers.ScalarMap[str, str]
    def __init__(self, name: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ..., open_ended: _Optional[bool] = ..., names: _Optional[_Mapping[str, str]] = ...) -> None: ...

class GetGameDataRequest(_message.Message):
    __slots__ = ("variant", "editions")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    variant: str
    editions: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, variant: _Optional[str] = ..., editions: _Optional[_Iterable[str]] = ...) -> None: ...

class GetGameDataResponse(_message.Message):
    __slots__ = ("data", "editions", "words")
    DATA_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    data: _games_pb2.GameData
    editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
    words: _containers.RepeatedCompositeFieldContainer[Word]
    def __init__(self, data: _Optional[_Union[_games_pb2.GameData, _Mapping]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., words: _Optional[_Iterable[_Union[Word, _Mapping]]] = ...) -> None: ...

class Word(_message.Message):
    __slots__ = ("code", "names")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CODE_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    code: str
    names: _containers.ScalarMap[str, str]
    def __init__(self, code: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ...) -> None: ...

class GetEditionRequest(_message.Message):
    __slots__ = ("edition",)
    EDITION_FIELD_NUMBER: _ClassVar[int]
    edition: str
    def __init__(self, edition: _Optional[str] = ...) -> None: ...

class GetEditionResponse(_message.Message):
    __slots__ = ("edition", "json")
    EDITION_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    edition: _common_pb2.Edition
    json: bytes
    def __init__(self, edition: _Optional[_Union[_common_pb2.Edition, _Mapping]] = ..., json: _Optional[bytes] = ...) -> None: ...
