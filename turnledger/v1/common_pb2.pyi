import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TimeoutAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TIMEOUT_ACTION_UNSPECIFIED: _ClassVar[TimeoutAction]
    TIMEOUT_ACTION_DEFAULT: _ClassVar[TimeoutAction]
    TIMEOUT_ACTION_BOT: _ClassVar[TimeoutAction]
    TIMEOUT_ACTION_FORFEIT: _ClassVar[TimeoutAction]

class LineageKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LINEAGE_KIND_UNSPECIFIED: _ClassVar[LineageKind]
    LINEAGE_KIND_BRANCH: _ClassVar[LineageKind]
    LINEAGE_KIND_IMPORT: _ClassVar[LineageKind]
TIMEOUT_ACTION_UNSPECIFIED: TimeoutAction
TIMEOUT_ACTION_DEFAULT: TimeoutAction
TIMEOUT_ACTION_BOT: TimeoutAction
TIMEOUT_ACTION_FORFEIT: TimeoutAction
LINEAGE_KIND_UNSPECIFIED: LineageKind
LINEAGE_KIND_BRANCH: LineageKind
LINEAGE_KIND_IMPORT: LineageKind

class Amounts(_message.Message):
    __slots__ = ("amounts",)
    class AmountsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    AMOUNTS_FIELD_NUMBER: _ClassVar[int]
    amounts: _containers.ScalarMap[str, int]
    def __init__(self, amounts: _Optional[_Mapping[str, int]] = ...) -> None: ...

class Space(_message.Message):
    __slots__ = ("price", "n")
    PRICE_FIELD_NUMBER: _ClassVar[int]
    N_FIELD_NUMBER: _ClassVar[int]
    price: int
    n: int
    def __init__(self, price: _Optional[int] = ..., n: _Optional[int] = ...) -> None: ...

class MarketRow(_message.Message):
    __slots__ = ("type", "spaces")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    type: str
    spaces: _containers.RepeatedCompositeFieldContainer[Space]
    def __init__(self, type: _Optional[str] = ..., spaces: _Optional[_Iterable[_Union[Space, _Mapping]]] = ...) -> None: ...

class UnitPrices(_message.Message):
    __slots__ = ("type", "prices")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    PRICES_FIELD_NUMBER: _ClassVar[int]
    type: str
    prices: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, type: _Optional[str] = ..., prices: _Optional[_Iterable[int]] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("seat", "rank", "won", "score")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    rank: int
    won: bool
    score: int
    def __init__(self, seat: _Optional[int] = ..., rank: _Optional[int] = ..., won: _Optional[bool] = ..., score: _Optional[int] = ...) -> None: ...

class Edition(_message.Message):
    __slots__ = ("id", "sha256", "reconstructed")
    ID_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    RECONSTRUCTED_FIELD_NUMBER: _ClassVar[int]
    id: str
    sha256: str
    reconstructed: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., sha256: _Optional[str] = ..., reconstructed: _Optional[_Iterable[str]] = ...) -> None: ...

class Moment(_message.Message):
    __slots__ = ("round", "phase", "stage")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    round: int
    phase: str
    stage: int
    def __init__(self, round: _Optional[int] = ..., phase: _Optional[str] = ..., stage: _Optional[int] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("reason", "standings")
    REASON_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    reason: str
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    def __init__(self, reason: _Optional[str] = ..., standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("move_s", "bank_s", "increment_s", "vacation_days", "on_timeout", "move", "bank", "increment")
    MOVE_S_FIELD_NUMBER: _ClassVar[int]
    BANK_S_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_S_FIELD_NUMBER: _ClassVar[int]
    VACATION_DAYS_FIELD_NUMBER: _ClassVar[int]
    ON_TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_FIELD_NUMBER: _ClassVar[int]
    move_s: int
    bank_s: int
    increment_s: int
    vacation_days: int
    on_timeout: TimeoutAction
    move: _duration_pb2.Duration
    bank: _duration_pb2.Duration
    increment: _duration_pb2.Duration
    def __init__(self, move_s: _Optional[int] = ..., bank_s: _Optional[int] = ..., increment_s: _Optional[int] = ..., vacation_days: _Optional[int] = ..., on_timeout: _Optional[_Union[TimeoutAction, str]] = ..., move: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("account_id", "display_name", "program")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    display_name: str
    program: bool
    def __init__(self, account_id: _Optional[str] = ..., display_name: _Optional[str] = ..., program: _Optional[bool] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("deadline_time", "bank", "vacation_days", "vacation_until_time")
    DEADLINE_TIME_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    VACATION_DAYS_FIELD_NUMBER: _ClassVar[int]
    VACATION_UNTIL_TIME_FIELD_NUMBER: _ClassVar[int]
    deadline_time: _timestamp_pb2.Timestamp
    bank: _duration_pb2.Duration
    vacation_days: int
    vacation_until_time: _timestamp_pb2.Timestamp
    def __init__(self, deadline_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., vacation_days: _Optional[int] = ..., vacation_until_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Terms(_message.Message):
    __slots__ = ("clock", "ready_check", "starts_when_full", "stand_in", "invited_account_ids", "rematch_of_game_id", "signed", "forced_moves", "least_finished", "club_id", "hints", "tries", "draws")
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    READY_CHECK_FIELD_NUMBER: _ClassVar[int]
    STARTS_WHEN_FULL_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_FIELD_NUMBER: _ClassVar[int]
    INVITED_ACCOUNT_IDS_FIELD_NUMBER: _ClassVar[int]
    REMATCH_OF_GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNED_FIELD_NUMBER: _ClassVar[int]
    FORCED_MOVES_FIELD_NUMBER: _ClassVar[int]
    LEAST_FINISHED_FIELD_NUMBER: _ClassVar[int]
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    HINTS_FIELD_NUMBER: _ClassVar[int]
    TRIES_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    clock: Clock
    ready_check: bool
    starts_when_full: bool
    stand_in: str
    invited_account_ids: _containers.RepeatedScalarFieldContainer[str]
    rematch_of_game_id: str
    signed: bool
    forced_moves: bool
    least_finished: LeastFinished
    club_id: str
    hints: int
    tries: int
    draws: str
    def __init__(self, clock: _Optional[_Union[Clock, _Mapping]] = ..., ready_check: _Optional[bool] = ..., starts_when_full: _Optional[bool] = ..., stand_in: _Optional[str] = ..., invited_account_ids: _Optional[_Iterable[str]] = ..., rematch_of_game_id: _Optional[str] = ..., signed: _Optional[bool] = ..., forced_moves: _Optional[bool] = ..., least_finished: _Optional[_Union[LeastFinished, _Mapping]] = ..., club_id: _Optional[str] = ..., hints: _Optional[int] = ..., tries: _Optional[int] = ..., draws: _Optional[str] = ...) -> None: ...

class LeastFinished(_message.Message):
    __slots__ = ("percent", "games")
    PERCENT_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    percent: int
    games: int
    def __init__(self, percent: _Optional[int] = ..., games: _Optional[int] = ...) -> None: ...

class Beacon(_message.Message):
    __slots__ = ("chain", "public_key", "genesis_s", "period_s", "lead_s")
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    GENESIS_S_FIELD_NUMBER: _ClassVar[int]
    PERIOD_S_FIELD_NUMBER: _ClassVar[int]
    LEAD_S_FIELD_NUMBER: _ClassVar[int]
    chain: str
    public_key: str
    genesis_s: int
    period_s: int
    lead_s: int
    def __init__(self, chain: _Optional[str] = ..., public_key: _Optional[str] = ..., genesis_s: _Optional[int] = ..., period_s: _Optional[int] = ..., lead_s: _Optional[int] = ...) -> None: ...
