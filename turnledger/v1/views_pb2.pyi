import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import events_pb2 as _events_pb2
from turnledger.v1 import lobby_pb2 as _lobby_pb2
from turnledger.v1 import notifications_pb2 as _notifications_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from turnledger.v1 import public_stream_pb2 as _public_stream_pb2
from turnledger.v1 import snapshot_pb2 as _snapshot_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Ranking(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RANKING_UNSPECIFIED: _ClassVar[Ranking]
    RANKING_RATING: _ClassVar[Ranking]
    RANKING_GAMES: _ClassVar[Ranking]
    RANKING_WINS: _ClassVar[Ranking]
    RANKING_BEST_SCORE: _ClassVar[Ranking]
    RANKING_WIN_RATE: _ClassVar[Ranking]
    RANKING_STREAK: _ClassVar[Ranking]
RANKING_UNSPECIFIED: Ranking
RANKING_RATING: Ranking
RANKING_GAMES: Ranking
RANKING_WINS: Ranking
RANKING_BEST_SCORE: Ranking
RANKING_WIN_RATE: Ranking
RANKING_STREAK: Ranking

class GetBoardRequest(_message.Message):
    __slots__ = ("game_id", "as_spectator", "parts", "version", "min_version")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    AS_SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    MIN_VERSION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    as_spectator: bool
    parts: _snapshot_pb2.Parts
    version: int
    min_version: int
    def __init__(self, game_id: _Optional[str] = ..., as_spectator: _Optional[bool] = ..., parts: _Optional[_Union[_snapshot_pb2.Parts, _Mapping]] = ..., version: _Optional[int] = ..., min_version: _Optional[int] = ...) -> None: ...

class GetBoardResponse(_message.Message):
    __slots__ = ("snapshot",)
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    snapshot: _snapshot_pb2.Snapshot
    def __init__(self, snapshot: _Optional[_Union[_snapshot_pb2.Snapshot, _Mapping]] = ...) -> None: ...

class ListBoardsRequest(_message.Message):
    __slots__ = ("game_id", "from_version", "to_version", "page_size", "page_token", "as_spectator")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    FROM_VERSION_FIELD_NUMBER: _ClassVar[int]
    TO_VERSION_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    AS_SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    from_version: int
    to_version: int
    page_size: int
    page_token: str
    as_spectator: bool
    def __init__(self, game_id: _Optional[str] = ..., from_version: _Optional[int] = ..., to_version: _Optional[int] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., as_spectator: _Optional[bool] = ...) -> None: ...

class ListBoardsResponse(_message.Message):
    __slots__ = ("snapshots", "next_page_token")
    SNAPSHOTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    snapshots: _containers.RepeatedCompositeFieldContainer[_snapshot_pb2.Snapshot]
    next_page_token: str
    def __init__(self, snapshots: _Optional[_Iterable[_Union[_snapshot_pb2.Snapshot, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchGameRequest(_message.Message):
    __slots__ = ("game_id", "after_version", "as_spectator", "parts", "after_event_time")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    AS_SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    AFTER_EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    after_version: int
    as_spectator: bool
    parts: _snapshot_pb2.Parts
    after_event_time: _timestamp_pb2.Timestamp
    def __init__(self, game_id: _Optional[str] = ..., after_version: _Optional[int] = ..., as_spectator: _Optional[bool] = ..., parts: _Optional[_Union[_snapshot_pb2.Parts, _Mapping]] = ..., after_event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class WatchGameResponse(_message.Message):
    __slots__ = ("events", "version", "table", "snapshot", "event_time")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.GameEvent]
    version: int
    table: _lobby_pb2.Table
    snapshot: _snapshot_pb2.Snapshot
    event_time: _timestamp_pb2.Timestamp
    def __init__(self, events: _Optional[_Iterable[_Union[_events_pb2.GameEvent, _Mapping]]] = ..., version: _Optional[int] = ..., table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ..., snapshot: _Optional[_Union[_snapshot_pb2.Snapshot, _Mapping]] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListMyGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "include_finished", "include_rematches")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FINISHED_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_REMATCHES_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    include_finished: bool
    include_rematches: bool
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., include_finished: _Optional[bool] = ..., include_rematches: _Optional[bool] = ...) -> None: ...

class ListMyGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[MyGame]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[MyGame, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchLobbyRequest(_message.Message):
    __slots__ = ("variant", "resume_token", "from_start")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    FROM_START_FIELD_NUMBER: _ClassVar[int]
    variant: str
    resume_token: str
    from_start: bool
    def __init__(self, variant: _Optional[str] = ..., resume_token: _Optional[str] = ..., from_start: _Optional[bool] = ...) -> None: ...

class WatchLobbyResponse(_message.Message):
    __slots__ = ("tables", "resume_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[_lobby_pb2.Table]
    resume_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[_lobby_pb2.Table, _Mapping]]] = ..., resume_token: _Optional[str] = ...) -> None: ...

class WatchPublicRequest(_message.Message):
    __slots__ = ("after_position", "from_start")
    AFTER_POSITION_FIELD_NUMBER: _ClassVar[int]
    FROM_START_FIELD_NUMBER: _ClassVar[int]
    after_position: str
    from_start: bool
    def __init__(self, after_position: _Optional[str] = ..., from_start: _Optional[bool] = ...) -> None: ...

class WatchPublicResponse(_message.Message):
    __slots__ = ("items", "position")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[_public_stream_pb2.PublicItem]
    position: str
    def __init__(self, items: _Optional[_Iterable[_Union[_public_stream_pb2.PublicItem, _Mapping]]] = ..., position: _Optional[str] = ...) -> None: ...

class WatchMeRequest(_message.Message):
    __slots__ = ("resume_token", "from_start")
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    FROM_START_FIELD_NUMBER: _ClassVar[int]
    resume_token: str
    from_start: bool
    def __init__(self, resume_token: _Optional[str] = ..., from_start: _Optional[bool] = ...) -> None: ...

class WatchMeResponse(_message.Message):
    __slots__ = ("games", "resume_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[MyGame]
    resume_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[MyGame, _Mapping]]] = ..., resume_token: _Optional[str] = ...) -> None: ...

class MyGame(_message.Message):
    __slots__ = ("table", "my_turn", "seat")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    MY_TURN_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    table: _lobby_pb2.Table
    my_turn: bool
    seat: int
    def __init__(self, table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ..., my_turn: _Optional[bool] = ..., seat: _Optional[int] = ...) -> None: ...

class GetLeaderboardRequest(_message.Message):
    __slots__ = ("variant", "ranking", "page_size", "page_token", "season", "bots", "around_account_id", "pace", "programs")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    RANKING_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    AROUND_ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    PROGRAMS_FIELD_NUMBER: _ClassVar[int]
    variant: str
    ranking: Ranking
    page_size: int
    page_token: str
    season: str
    bots: bool
    around_account_id: str
    pace: _notifications_pb2.GamePace
    programs: bool
    def __init__(self, variant: _Optional[str] = ..., ranking: _Optional[_Union[Ranking, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., season: _Optional[str] = ..., bots: _Optional[bool] = ..., around_account_id: _Optional[str] = ..., pace: _Optional[_Union[_notifications_pb2.GamePace, str]] = ..., programs: _Optional[bool] = ...) -> None: ...

class GetLeaderboardResponse(_message.Message):
    __slots__ = ("rows", "next_page_token")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[LeaderboardRow]
    next_page_token: str
    def __init__(self, rows: _Optional[_Iterable[_Union[LeaderboardRow, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class LeaderboardRow(_message.Message):
    __slots__ = ("rank", "player", "value", "record")
    RANK_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    rank: int
    player: _common_pb2.Player
    value: int
    record: PlayerRecord
    def __init__(self, rank: _Optional[int] = ..., player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., value: _Optional[int] = ..., record: _Optional[_Union[PlayerRecord, _Mapping]] = ...) -> None: ...

class GetPlayerRequest(_message.Message):
    __slots__ = ("account_id",)
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    def __init__(self, account_id: _Optional[str] = ...) -> None: ...

class GetPlayerResponse(_message.Message):
    __slots__ = ("player", "playing", "records", "recent", "reliability", "months")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    RECENT_FIELD_NUMBER: _ClassVar[int]
    RELIABILITY_FIELD_NUMBER: _ClassVar[int]
    MONTHS_FIELD_NUMBER: _ClassVar[int]
    player: _common_pb2.Player
    playing: int
    records: _containers.RepeatedCompositeFieldContainer[PlayerRecord]
    recent: _containers.RepeatedCompositeFieldContainer[_lobby_pb2.Table]
    reliability: Reliability
    months: _containers.RepeatedCompositeFieldContainer[MonthResults]
    def __init__(self, player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., playing: _Optional[int] = ..., records: _Optional[_Iterable[_Union[PlayerRecord, _Mapping]]] = ..., recent: _Optional[_Iterable[_Union[_lobby_pb2.Table, _Mapping]]] = ..., reliability: _Optional[_Union[Reliability, _Mapping]] = ..., months: _Optional[_Iterable[_Union[MonthResults, _Mapping]]] = ...) -> None: ...

class MonthResults(_message.Message):
    __slots__ = ("month", "games", "wins")
    MONTH_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    month: str
    games: int
    wins: int
    def __init__(self, month: _Optional[str] = ..., games: _Optional[int] = ..., wins: _Optional[int] = ...) -> None: ...

class Reliability(_message.Message):
    __slots__ = ("games", "finished", "left", "timed_out")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TIMED_OUT_FIELD_NUMBER: _ClassVar[int]
    games: int
    finished: int
    left: int
    timed_out: int
    def __init__(self, games: _Optional[int] = ..., finished: _Optional[int] = ..., left: _Optional[int] = ..., timed_out: _Optional[int] = ...) -> None: ...

class ListPlayerGamesRequest(_message.Message):
    __slots__ = ("account_id", "page_size", "page_token")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    page_size: int
    page_token: str
    def __init__(self, account_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListPlayerGamesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[_lobby_pb2.Table]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[_lobby_pb2.Table, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetStatisticsRequest(_message.Message):
    __slots__ = ("variant", "bots")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    variant: str
    bots: bool
    def __init__(self, variant: _Optional[str] = ..., bots: _Optional[bool] = ...) -> None: ...

class GetStatisticsResponse(_message.Message):
    __slots__ = ("tables", "durations", "strategies", "months")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    DURATIONS_FIELD_NUMBER: _ClassVar[int]
    STRATEGIES_FIELD_NUMBER: _ClassVar[int]
    MONTHS_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[SeatStatistics]
    durations: _containers.RepeatedCompositeFieldContainer[DurationCount]
    strategies: _containers.RepeatedCompositeFieldContainer[StrategyResults]
    months: _containers.RepeatedCompositeFieldContainer[MonthCount]
    def __init__(self, tables: _Optional[_Iterable[_Union[SeatStatistics, _Mapping]]] = ..., durations: _Optional[_Iterable[_Union[DurationCount, _Mapping]]] = ..., strategies: _Optional[_Iterable[_Union[StrategyResults, _Mapping]]] = ..., months: _Optional[_Iterable[_Union[MonthCount, _Mapping]]] = ...) -> None: ...

class SeatStatistics(_message.Message):
    __slots__ = ("seats", "games", "wins", "best_score", "lead")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    BEST_SCORE_FIELD_NUMBER: _ClassVar[int]
    LEAD_FIELD_NUMBER: _ClassVar[int]
    seats: int
    games: int
    wins: _containers.RepeatedScalarFieldContainer[int]
    best_score: float
    lead: float
    def __init__(self, seats: _Optional[int] = ..., games: _Optional[int] = ..., wins: _Optional[_Iterable[int]] = ..., best_score: _Optional[float] = ..., lead: _Optional[float] = ...) -> None: ...

class DurationCount(_message.Message):
    __slots__ = ("games",)
    FROM_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: int
    def __init__(self, games: _Optional[int] = ..., **kwargs) -> None: ...

class StrategyResults(_message.Message):
    __slots__ = ("bot", "seats", "wins")
    BOT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    bot: str
    seats: int
    wins: int
    def __init__(self, bot: _Optional[str] = ..., seats: _Optional[int] = ..., wins: _Optional[int] = ...) -> None: ...

class MonthCount(_message.Message):
    __slots__ = ("month", "games")
    MONTH_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    month: str
    games: int
    def __init__(self, month: _Optional[str] = ..., games: _Optional[int] = ...) -> None: ...

class ListRatingsRequest(_message.Message):
    __slots__ = ("account_id", "variant", "bots", "pace", "page_size", "page_token")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    variant: str
    bots: bool
    pace: _notifications_pb2.GamePace
    page_size: int
    page_token: str
    def __init__(self, account_id: _Optional[str] = ..., variant: _Optional[str] = ..., bots: _Optional[bool] = ..., pace: _Optional[_Union[_notifications_pb2.GamePace, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListRatingsResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[RatedGame]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[RatedGame, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RatedGame(_message.Message):
    __slots__ = ("ended_at", "game_id", "rating", "deviation", "provisional", "end_time")
    ENDED_AT_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    ended_at: _timestamp_pb2.Timestamp
    game_id: str
    rating: int
    deviation: int
    provisional: bool
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, ended_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., game_id: _Optional[str] = ..., rating: _Optional[int] = ..., deviation: _Optional[int] = ..., provisional: _Optional[bool] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class PlayerRecord(_message.Message):
    __slots__ = ("variant", "rating", "games", "wins", "best_score", "streak", "deviation", "provisional", "with_bots", "pace")
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    BEST_SCORE_FIELD_NUMBER: _ClassVar[int]
    STREAK_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    WITH_BOTS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    variant: str
    rating: int
    games: int
    wins: int
    best_score: int
    streak: int
    deviation: int
    provisional: bool
    with_bots: bool
    pace: _notifications_pb2.GamePace
    def __init__(self, variant: _Optional[str] = ..., rating: _Optional[int] = ..., games: _Optional[int] = ..., wins: _Optional[int] = ..., best_score: _Optional[int] = ..., streak: _Optional[int] = ..., deviation: _Optional[int] = ..., provisional: _Optional[bool] = ..., with_bots: _Optional[bool] = ..., pace: _Optional[_Union[_notifications_pb2.GamePace, str]] = ...) -> None: ...
