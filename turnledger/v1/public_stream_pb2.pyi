import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PublicItem(_message.Message):
    __slots__ = ("id", "position", "time", "table_opened", "table_started", "table_ended", "table_closed", "tournament_opened", "tournament_started", "round_paired", "tournament_ended")
    ID_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    TABLE_OPENED_FIELD_NUMBER: _ClassVar[int]
    TABLE_STARTED_FIELD_NUMBER: _ClassVar[int]
    TABLE_ENDED_FIELD_NUMBER: _ClassVar[int]
    TABLE_CLOSED_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_OPENED_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_STARTED_FIELD_NUMBER: _ClassVar[int]
    ROUND_PAIRED_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ENDED_FIELD_NUMBER: _ClassVar[int]
    id: str
    position: str
    time: _timestamp_pb2.Timestamp
    table_opened: PublicTableOpened
    table_started: PublicTableStarted
    table_ended: PublicTableEnded
    table_closed: PublicTableClosed
    tournament_opened: PublicTournamentOpened
    tournament_started: PublicTournamentStarted
    round_paired: PublicRoundPaired
    tournament_ended: PublicTournamentEnded
    def __init__(self, id: _Optional[str] = ..., position: _Optional[str] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., table_opened: _Optional[_Union[PublicTableOpened, _Mapping]] = ..., table_started: _Optional[_Union[PublicTableStarted, _Mapping]] = ..., table_ended: _Optional[_Union[PublicTableEnded, _Mapping]] = ..., table_closed: _Optional[_Union[PublicTableClosed, _Mapping]] = ..., tournament_opened: _Optional[_Union[PublicTournamentOpened, _Mapping]] = ..., tournament_started: _Optional[_Union[PublicTournamentStarted, _Mapping]] = ..., round_paired: _Optional[_Union[PublicRoundPaired, _Mapping]] = ..., tournament_ended: _Optional[_Union[PublicTournamentEnded, _Mapping]] = ...) -> None: ...

class PublicTableOpened(_message.Message):
    __slots__ = ("game_id", "variant", "options", "seats", "rated", "host", "club_id")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    variant: str
    options: _containers.ScalarMap[str, str]
    seats: int
    rated: bool
    host: _common_pb2.Player
    club_id: str
    def __init__(self, game_id: _Optional[str] = ..., variant: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[int] = ..., rated: _Optional[bool] = ..., host: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., club_id: _Optional[str] = ...) -> None: ...

class PublicTableStarted(_message.Message):
    __slots__ = ("game_id", "variant", "rated", "seats")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    variant: str
    rated: bool
    seats: _containers.RepeatedCompositeFieldContainer[PublicSeat]
    def __init__(self, game_id: _Optional[str] = ..., variant: _Optional[str] = ..., rated: _Optional[bool] = ..., seats: _Optional[_Iterable[_Union[PublicSeat, _Mapping]]] = ...) -> None: ...

class PublicTableEnded(_message.Message):
    __slots__ = ("game_id", "variant", "rated", "seats", "reason", "standings", "ratings")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    variant: str
    rated: bool
    seats: _containers.RepeatedCompositeFieldContainer[PublicSeat]
    reason: str
    standings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Standing]
    ratings: _containers.RepeatedCompositeFieldContainer[PublicRating]
    def __init__(self, game_id: _Optional[str] = ..., variant: _Optional[str] = ..., rated: _Optional[bool] = ..., seats: _Optional[_Iterable[_Union[PublicSeat, _Mapping]]] = ..., reason: _Optional[str] = ..., standings: _Optional[_Iterable[_Union[_common_pb2.Standing, _Mapping]]] = ..., ratings: _Optional[_Iterable[_Union[PublicRating, _Mapping]]] = ...) -> None: ...

class PublicTableClosed(_message.Message):
    __slots__ = ("game_id", "cause")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    cause: str
    def __init__(self, game_id: _Optional[str] = ..., cause: _Optional[str] = ...) -> None: ...

class PublicSeat(_message.Message):
    __slots__ = ("colour", "player", "bot")
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    colour: str
    player: _common_pb2.Player
    bot: str
    def __init__(self, colour: _Optional[str] = ..., player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., bot: _Optional[str] = ...) -> None: ...

class PublicRating(_message.Message):
    __slots__ = ("player", "variant", "rating", "deviation", "provisional", "with_bots", "live")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    WITH_BOTS_FIELD_NUMBER: _ClassVar[int]
    LIVE_FIELD_NUMBER: _ClassVar[int]
    player: _common_pb2.Player
    variant: str
    rating: int
    deviation: int
    provisional: bool
    with_bots: bool
    live: bool
    def __init__(self, player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., variant: _Optional[str] = ..., rating: _Optional[int] = ..., deviation: _Optional[int] = ..., provisional: _Optional[bool] = ..., with_bots: _Optional[bool] = ..., live: _Optional[bool] = ...) -> None: ...

class PublicTournamentOpened(_message.Message):
    __slots__ = ("tournament_id", "name", "organiser", "variants", "seats", "rated", "club_id")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ORGANISER_FIELD_NUMBER: _ClassVar[int]
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    name: str
    organiser: _common_pb2.Player
    variants: _containers.RepeatedScalarFieldContainer[str]
    seats: int
    rated: bool
    club_id: str
    def __init__(self, tournament_id: _Optional[str] = ..., name: _Optional[str] = ..., organiser: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., variants: _Optional[_Iterable[str]] = ..., seats: _Optional[int] = ..., rated: _Optional[bool] = ..., club_id: _Optional[str] = ...) -> None: ...

class PublicTournamentStarted(_message.Message):
    __slots__ = ("tournament_id", "players", "divisions")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    DIVISIONS_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    players: int
    divisions: int
    def __init__(self, tournament_id: _Optional[str] = ..., players: _Optional[int] = ..., divisions: _Optional[int] = ...) -> None: ...

class PublicRoundPaired(_message.Message):
    __slots__ = ("tournament_id", "round", "tables", "given")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    round: int
    tables: int
    given: bool
    def __init__(self, tournament_id: _Optional[str] = ..., round: _Optional[int] = ..., tables: _Optional[int] = ..., given: _Optional[bool] = ...) -> None: ...

class PublicTournamentEnded(_message.Message):
    __slots__ = ("tournament_id", "reason", "winners")
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    tournament_id: str
    reason: str
    winners: _containers.RepeatedCompositeFieldContainer[_common_pb2.Player]
    def __init__(self, tournament_id: _Optional[str] = ..., reason: _Optional[str] = ..., winners: _Optional[_Iterable[_Union[_common_pb2.Player, _Mapping]]] = ...) -> None: ...
