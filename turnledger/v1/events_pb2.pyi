import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import card_game_pb2 as _card_game_pb2
from turnledger.v1 import colony61_pb2 as _colony61_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import power_grid_pb2 as _power_grid_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GameEvent(_message.Message):
    __slots__ = ("version", "at", "table", "power_grid", "card_game", "colony61")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    POWER_GRID_FIELD_NUMBER: _ClassVar[int]
    CARD_GAME_FIELD_NUMBER: _ClassVar[int]
    COLONY61_FIELD_NUMBER: _ClassVar[int]
    version: int
    at: _timestamp_pb2.Timestamp
    table: TableEvent
    power_grid: _power_grid_pb2.PowerGridEvent
    card_game: _card_game_pb2.CardGameEvent
    colony61: _colony61_pb2.Colony61Event
    def __init__(self, version: _Optional[int] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., table: _Optional[_Union[TableEvent, _Mapping]] = ..., power_grid: _Optional[_Union[_power_grid_pb2.PowerGridEvent, _Mapping]] = ..., card_game: _Optional[_Union[_card_game_pb2.CardGameEvent, _Mapping]] = ..., colony61: _Optional[_Union[_colony61_pb2.Colony61Event, _Mapping]] = ...) -> None: ...

class TableEvent(_message.Message):
    __slots__ = ("game_opened", "player_seated", "bot_seated", "seat_cleared", "table_closed", "game_began", "game_finished", "secret_revealed")
    class GameOpened(_message.Message):
        __slots__ = ("game_id", "variant", "options", "seats", "host", "private", "rated", "commitment", "secret", "seed", "setup", "position")
        GAME_ID_FIELD_NUMBER: _ClassVar[int]
        VARIANT_FIELD_NUMBER: _ClassVar[int]
        OPTIONS_FIELD_NUMBER: _ClassVar[int]
        SEATS_FIELD_NUMBER: _ClassVar[int]
        HOST_FIELD_NUMBER: _ClassVar[int]
        PRIVATE_FIELD_NUMBER: _ClassVar[int]
        RATED_FIELD_NUMBER: _ClassVar[int]
        COMMITMENT_FIELD_NUMBER: _ClassVar[int]
        SECRET_FIELD_NUMBER: _ClassVar[int]
        SEED_FIELD_NUMBER: _ClassVar[int]
        SETUP_FIELD_NUMBER: _ClassVar[int]
        POSITION_FIELD_NUMBER: _ClassVar[int]
        game_id: str
        variant: str
        options: _containers.RepeatedCompositeFieldContainer[_common_pb2.NamedValue]
        seats: int
        host: str
        private: bool
        rated: bool
        commitment: str
        secret: str
        seed: str
        setup: _struct_pb2.Struct
        position: TableEvent.Position
        def __init__(self, game_id: _Optional[str] = ..., variant: _Optional[str] = ..., options: _Optional[_Iterable[_Union[_common_pb2.NamedValue, _Mapping]]] = ..., seats: _Optional[int] = ..., host: _Optional[str] = ..., private: _Optional[bool] = ..., rated: _Optional[bool] = ..., commitment: _Optional[str] = ..., secret: _Optional[str] = ..., seed: _Optional[str] = ..., setup: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., position: _Optional[_Union[TableEvent.Position, _Mapping]] = ...) -> None: ...
    class Position(_message.Message):
        __slots__ = ("state", "colours", "editions", "lineage")
        STATE_FIELD_NUMBER: _ClassVar[int]
        COLOURS_FIELD_NUMBER: _ClassVar[int]
        EDITIONS_FIELD_NUMBER: _ClassVar[int]
        LINEAGE_FIELD_NUMBER: _ClassVar[int]
        state: _struct_pb2.Struct
        colours: _containers.RepeatedScalarFieldContainer[str]
        editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
        lineage: TableEvent.Lineage
        def __init__(self, state: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., colours: _Optional[_Iterable[str]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., lineage: _Optional[_Union[TableEvent.Lineage, _Mapping]] = ...) -> None: ...
    class Lineage(_message.Message):
        __slots__ = ("kind", "game_id", "version", "chain")
        KIND_FIELD_NUMBER: _ClassVar[int]
        GAME_ID_FIELD_NUMBER: _ClassVar[int]
        VERSION_FIELD_NUMBER: _ClassVar[int]
        CHAIN_FIELD_NUMBER: _ClassVar[int]
        kind: str
        game_id: str
        version: int
        chain: str
        def __init__(self, kind: _Optional[str] = ..., game_id: _Optional[str] = ..., version: _Optional[int] = ..., chain: _Optional[str] = ...) -> None: ...
    class PlayerSeated(_message.Message):
        __slots__ = ("place", "account", "colour", "nonce")
        PLACE_FIELD_NUMBER: _ClassVar[int]
        ACCOUNT_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        NONCE_FIELD_NUMBER: _ClassVar[int]
        place: int
        account: str
        colour: str
        nonce: str
        def __init__(self, place: _Optional[int] = ..., account: _Optional[str] = ..., colour: _Optional[str] = ..., nonce: _Optional[str] = ...) -> None: ...
    class BotSeated(_message.Message):
        __slots__ = ("place", "bot", "colour")
        PLACE_FIELD_NUMBER: _ClassVar[int]
        BOT_FIELD_NUMBER: _ClassVar[int]
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        place: int
        bot: str
        colour: str
        def __init__(self, place: _Optional[int] = ..., bot: _Optional[str] = ..., colour: _Optional[str] = ...) -> None: ...
    class SeatCleared(_message.Message):
        __slots__ = ("place", "cause")
        PLACE_FIELD_NUMBER: _ClassVar[int]
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        place: int
        cause: str
        def __init__(self, place: _Optional[int] = ..., cause: _Optional[str] = ...) -> None: ...
    class TableClosed(_message.Message):
        __slots__ = ("cause",)
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        cause: str
        def __init__(self, cause: _Optional[str] = ...) -> None: ...
    class GameBegan(_message.Message):
        __slots__ = ("seats", "editions", "rules_version")
        SEATS_FIELD_NUMBER: _ClassVar[int]
        EDITIONS_FIELD_NUMBER: _ClassVar[int]
        RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
        seats: _containers.RepeatedCompositeFieldContainer[TableEvent.Seated]
        editions: _containers.RepeatedCompositeFieldContainer[_common_pb2.Edition]
        rules_version: int
        def __init__(self, seats: _Optional[_Iterable[_Union[TableEvent.Seated, _Mapping]]] = ..., editions: _Optional[_Iterable[_Union[_common_pb2.Edition, _Mapping]]] = ..., rules_version: _Optional[int] = ...) -> None: ...
    class GameFinished(_message.Message):
        __slots__ = ("reason", "standings")
        REASON_FIELD_NUMBER: _ClassVar[int]
        STANDINGS_FIELD_NUMBER: _ClassVar[int]
        reason: str
        standings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Standing]
        def __init__(self, reason: _Optional[str] = ..., standings: _Optional[_Iterable[_Union[_common_pb2.Standing, _Mapping]]] = ...) -> None: ...
    class SecretRevealed(_message.Message):
        __slots__ = ("secret", "nonces")
        SECRET_FIELD_NUMBER: _ClassVar[int]
        NONCES_FIELD_NUMBER: _ClassVar[int]
        secret: str
        nonces: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, secret: _Optional[str] = ..., nonces: _Optional[_Iterable[str]] = ...) -> None: ...
    class Seated(_message.Message):
        __slots__ = ("colour", "account", "bot", "nonce")
        COLOUR_FIELD_NUMBER: _ClassVar[int]
        ACCOUNT_FIELD_NUMBER: _ClassVar[int]
        BOT_FIELD_NUMBER: _ClassVar[int]
        NONCE_FIELD_NUMBER: _ClassVar[int]
        colour: str
        account: str
        bot: str
        nonce: str
        def __init__(self, colour: _Optional[str] = ..., account: _Optional[str] = ..., bot: _Optional[str] = ..., nonce: _Optional[str] = ...) -> None: ...
    GAME_OPENED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_SEATED_FIELD_NUMBER: _ClassVar[int]
    BOT_SEATED_FIELD_NUMBER: _ClassVar[int]
    SEAT_CLEARED_FIELD_NUMBER: _ClassVar[int]
    TABLE_CLOSED_FIELD_NUMBER: _ClassVar[int]
    GAME_BEGAN_FIELD_NUMBER: _ClassVar[int]
    GAME_FINISHED_FIELD_NUMBER: _ClassVar[int]
    SECRET_REVEALED_FIELD_NUMBER: _ClassVar[int]
    game_opened: TableEvent.GameOpened
    player_seated: TableEvent.PlayerSeated
    bot_seated: TableEvent.BotSeated
    seat_cleared: TableEvent.SeatCleared
    table_closed: TableEvent.TableClosed
    game_began: TableEvent.GameBegan
    game_finished: TableEvent.GameFinished
    secret_revealed: TableEvent.SecretRevealed
    def __init__(self, game_opened: _Optional[_Union[TableEvent.GameOpened, _Mapping]] = ..., player_seated: _Optional[_Union[TableEvent.PlayerSeated, _Mapping]] = ..., bot_seated: _Optional[_Union[TableEvent.BotSeated, _Mapping]] = ..., seat_cleared: _Optional[_Union[TableEvent.SeatCleared, _Mapping]] = ..., table_closed: _Optional[_Union[TableEvent.TableClosed, _Mapping]] = ..., game_began: _Optional[_Union[TableEvent.GameBegan, _Mapping]] = ..., game_finished: _Optional[_Union[TableEvent.GameFinished, _Mapping]] = ..., secret_revealed: _Optional[_Union[TableEvent.SecretRevealed, _Mapping]] = ...) -> None: ...
