import datetime

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

class TournamentStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_STATUS_UNSPECIFIED: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_ENTRY: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_RUNNING: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_ENDED: _ClassVar[TournamentStatus]
    TOURNAMENT_STATUS_STARTING: _ClassVar[TournamentStatus]

class TournamentForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_FORM_UNSPECIFIED: _ClassVar[TournamentForm]
    TOURNAMENT_FORM_LEAGUE: _ClassVar[TournamentForm]
    TOURNAMENT_FORM_SWISS: _ClassVar[TournamentForm]
    TOURNAMENT_FORM_KNOCKOUT: _ClassVar[TournamentForm]
    TOURNAMENT_FORM_ARENA: _ClassVar[TournamentForm]
    TOURNAMENT_FORM_GIVEN: _ClassVar[TournamentForm]

class EntrantStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENTRANT_STATUS_UNSPECIFIED: _ClassVar[EntrantStatus]
    ENTRANT_STATUS_IN: _ClassVar[EntrantStatus]
    ENTRANT_STATUS_WAITING: _ClassVar[EntrantStatus]
    ENTRANT_STATUS_OUT: _ClassVar[EntrantStatus]
    ENTRANT_STATUS_DISQUALIFIED: _ClassVar[EntrantStatus]

class PairingStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PAIRING_STATUS_UNSPECIFIED: _ClassVar[PairingStatus]
    PAIRING_STATUS_OPEN: _ClassVar[PairingStatus]
    PAIRING_STATUS_PLAYED: _ClassVar[PairingStatus]
    PAIRING_STATUS_ANNULLED: _ClassVar[PairingStatus]

class TournamentFile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_FILE_UNSPECIFIED: _ClassVar[TournamentFile]
    TOURNAMENT_FILE_STANDINGS: _ClassVar[TournamentFile]
    TOURNAMENT_FILE_CROSSTABLE: _ClassVar[TournamentFile]
    TOURNAMENT_FILE_HISTORY: _ClassVar[TournamentFile]
TOURNAMENT_STATUS_UNSPECIFIED: TournamentStatus
TOURNAMENT_STATUS_ENTRY: TournamentStatus
TOURNAMENT_STATUS_RUNNING: TournamentStatus
TOURNAMENT_STATUS_ENDED: TournamentStatus
TOURNAMENT_STATUS_STARTING: TournamentStatus
TOURNAMENT_FORM_UNSPECIFIED: TournamentForm
TOURNAMENT_FORM_LEAGUE: TournamentForm
TOURNAMENT_FORM_SWISS: TournamentForm
TOURNAMENT_FORM_KNOCKOUT: TournamentForm
TOURNAMENT_FORM_ARENA: TournamentForm
TOURNAMENT_FORM_GIVEN: TournamentForm
ENTRANT_STATUS_UNSPECIFIED: EntrantStatus
ENTRANT_STATUS_IN: EntrantStatus
ENTRANT_STATUS_WAITING: EntrantStatus
ENTRANT_STATUS_OUT: EntrantStatus
ENTRANT_STATUS_DISQUALIFIED: EntrantStatus
PAIRING_STATUS_UNSPECIFIED: PairingStatus
PAIRING_STATUS_OPEN: PairingStatus
PAIRING_STATUS_PLAYED: PairingStatus
PAIRING_STATUS_ANNULLED: PairingStatus
TOURNAMENT_FILE_UNSPECIFIED: TournamentFile
TOURNAMENT_FILE_STANDINGS: TournamentFile
TOURNAMENT_FILE_CROSSTABLE: TournamentFile
TOURNAMENT_FILE_HISTORY: TournamentFile

class TournamentTerms(_message.Message):
    __slots__ = ("name", "form", "variants", "options", "seats", "rounds", "advance", "points", "tie_breaks", "seeded_by_rating", "players_max", "check_in", "invited_account_ids", "rating_min", "rating_max", "official_account_ids", "clock", "stand_in", "unrated", "late_rounds", "club_id", "minutes", "draws")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    VARIANTS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    ADVANCE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    SEEDED_BY_RATING_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_MAX_FIELD_NUMBER: _ClassVar[int]
    CHECK_IN_FIELD_NUMBER: _ClassVar[int]
    INVITED_ACCOUNT_IDS_FIELD_NUMBER: _ClassVar[int]
    RATING_MIN_FIELD_NUMBER: _ClassVar[int]
    RATING_MAX_FIELD_NUMBER: _ClassVar[int]
    OFFICIAL_ACCOUNT_IDS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    LATE_ROUNDS_FIELD_NUMBER: _ClassVar[int]
    CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    MINUTES_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    name: str
    form: TournamentForm
    variants: _containers.RepeatedScalarFieldContainer[str]
    options: _containers.ScalarMap[str, str]
    seats: int
    rounds: int
    advance: int
    points: str
    tie_breaks: _containers.RepeatedScalarFieldContainer[str]
    seeded_by_rating: bool
    players_max: int
    check_in: bool
    invited_account_ids: _containers.RepeatedScalarFieldContainer[str]
    rating_min: int
    rating_max: int
    official_account_ids: _containers.RepeatedScalarFieldContainer[str]
    clock: _common_pb2.Clock
    stand_in: str
    unrated: bool
    late_rounds: int
    club_id: str
    minutes: int
    draws: str
    def __init__(self, name: _Optional[str] = ..., form: _Optional[_Union[TournamentForm, str]] = ..., variants: _Optional[_Iterable[str]] = ..., options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[int] = ..., rounds: _Optional[int] = ..., advance: _Optional[int] = ..., points: _Optional[str] = ..., tie_breaks: _Optional[_Iterable[str]] = ..., seeded_by_rating: _Optional[bool] = ..., players_max: _Optional[int] = ..., check_in: _Optional[bool] = ..., invited_account_ids: _Optional[_Iterable[str]] = ..., rating_min: _Optional[int] = ..., rating_max: _Optional[int] = ..., official_account_ids: _Optional[_Iterable[str]] = ..., clock: _Optional[_Union[_common_pb2.Clock, _Mapping]] = ..., stand_in: _Optional[str] = ..., unrated: _Optional[bool] = ..., late_rounds: _Optional[int] = ..., club_id: _Optional[str] = ..., minutes: _Optional[int] = ..., draws: _Optional[str] = ...) -> None: ...

class Tournament(_message.Message):
    __slots__ = ("event_id", "version", "status", "paused", "organiser", "terms", "round", "players", "waiting", "divisions", "create_time", "commitment", "open_tables", "opening_tables", "end_time", "beacon_round", "tournament_id", "pairing_closed")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    ORGANISER_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    DIVISIONS_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    OPEN_TABLES_FIELD_NUMBER: _ClassVar[int]
    OPENING_TABLES_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    BEACON_ROUND_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAIRING_CLOSED_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    version: int
    status: TournamentStatus
    paused: bool
    organiser: _common_pb2.Player
    terms: TournamentTerms
    round: int
    players: int
    waiting: int
    divisions: int
    create_time: _timestamp_pb2.Timestamp
    commitment: str
    open_tables: int
    opening_tables: int
    end_time: _timestamp_pb2.Timestamp
    beacon_round: int
    tournament_id: str
    pairing_closed: bool
    def __init__(self, event_id: _Optional[str] = ..., version: _Optional[int] = ..., status: _Optional[_Union[TournamentStatus, str]] = ..., paused: _Optional[bool] = ..., organiser: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., terms: _Optional[_Union[TournamentTerms, _Mapping]] = ..., round: _Optional[int] = ..., players: _Optional[int] = ..., waiting: _Optional[int] = ..., divisions: _Optional[int] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., commitment: _Optional[str] = ..., open_tables: _Optional[int] = ..., opening_tables: _Optional[int] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., beacon_round: _Optional[int] = ..., tournament_id: _Optional[str] = ..., pairing_closed: _Optional[bool] = ...) -> None: ...

class Entrant(_message.Message):
    __slots__ = ("number", "player", "status", "checked_in", "rating")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    CHECKED_IN_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    number: int
    player: _common_pb2.Player
    status: EntrantStatus
    checked_in: bool
    rating: int
    def __init__(self, number: _Optional[int] = ..., player: _Optional[_Union[_common_pb2.Player, _Mapping]] = ..., status: _Optional[_Union[EntrantStatus, str]] = ..., checked_in: _Optional[bool] = ..., rating: _Optional[int] = ...) -> None: ...

class StandingsRow(_message.Message):
    __slots__ = ("rank", "entrant", "division", "points", "played", "wins", "seconds", "strength", "share", "byes", "reached")
    RANK_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    DIVISION_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    BYES_FIELD_NUMBER: _ClassVar[int]
    REACHED_FIELD_NUMBER: _ClassVar[int]
    rank: int
    entrant: Entrant
    division: int
    points: int
    played: int
    wins: int
    seconds: int
    strength: int
    share: int
    byes: int
    reached: int
    def __init__(self, rank: _Optional[int] = ..., entrant: _Optional[_Union[Entrant, _Mapping]] = ..., division: _Optional[int] = ..., points: _Optional[int] = ..., played: _Optional[int] = ..., wins: _Optional[int] = ..., seconds: _Optional[int] = ..., strength: _Optional[int] = ..., share: _Optional[int] = ..., byes: _Optional[int] = ..., reached: _Optional[int] = ...) -> None: ...

class TournamentPairing(_message.Message):
    __slots__ = ("table", "round", "division", "variant", "seats", "game_id", "status", "standings", "given", "name", "start_time", "options", "clock", "unrated")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    DIVISION_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    table: int
    round: int
    division: int
    variant: str
    seats: _containers.RepeatedCompositeFieldContainer[PairingSeat]
    game_id: str
    status: PairingStatus
    standings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Standing]
    given: bool
    name: str
    start_time: _timestamp_pb2.Timestamp
    options: _containers.ScalarMap[str, str]
    clock: _common_pb2.Clock
    unrated: bool
    def __init__(self, table: _Optional[int] = ..., round: _Optional[int] = ..., division: _Optional[int] = ..., variant: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[PairingSeat, _Mapping]]] = ..., game_id: _Optional[str] = ..., status: _Optional[_Union[PairingStatus, str]] = ..., standings: _Optional[_Iterable[_Union[_common_pb2.Standing, _Mapping]]] = ..., given: _Optional[bool] = ..., name: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., options: _Optional[_Mapping[str, str]] = ..., clock: _Optional[_Union[_common_pb2.Clock, _Mapping]] = ..., unrated: _Optional[bool] = ...) -> None: ...

class PairingSeat(_message.Message):
    __slots__ = ("entrant", "points", "met", "unscored", "scored")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    MET_FIELD_NUMBER: _ClassVar[int]
    UNSCORED_FIELD_NUMBER: _ClassVar[int]
    SCORED_FIELD_NUMBER: _ClassVar[int]
    entrant: Entrant
    points: int
    met: int
    unscored: bool
    scored: int
    def __init__(self, entrant: _Optional[_Union[Entrant, _Mapping]] = ..., points: _Optional[int] = ..., met: _Optional[int] = ..., unscored: _Optional[bool] = ..., scored: _Optional[int] = ...) -> None: ...

class CreateTournamentRequest(_message.Message):
    __slots__ = ("request_id", "terms", "seed", "after_event_id", "moving", "after_tournament_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TERMS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    AFTER_EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    MOVING_FIELD_NUMBER: _ClassVar[int]
    AFTER_TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    terms: TournamentTerms
    seed: str
    after_event_id: str
    moving: int
    after_tournament_id: str
    def __init__(self, request_id: _Optional[str] = ..., terms: _Optional[_Union[TournamentTerms, _Mapping]] = ..., seed: _Optional[str] = ..., after_event_id: _Optional[str] = ..., moving: _Optional[int] = ..., after_tournament_id: _Optional[str] = ...) -> None: ...

class CreateTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class GetTournamentRequest(_message.Message):
    __slots__ = ("event_id", "tournament_id")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    tournament_id: str
    def __init__(self, event_id: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class GetTournamentResponse(_message.Message):
    __slots__ = ("tournament", "me", "my_pairings", "official", "offered")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    ME_FIELD_NUMBER: _ClassVar[int]
    MY_PAIRINGS_FIELD_NUMBER: _ClassVar[int]
    OFFICIAL_FIELD_NUMBER: _ClassVar[int]
    OFFERED_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    me: Entrant
    my_pairings: _containers.RepeatedCompositeFieldContainer[TournamentPairing]
    official: bool
    offered: bool
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ..., me: _Optional[_Union[Entrant, _Mapping]] = ..., my_pairings: _Optional[_Iterable[_Union[TournamentPairing, _Mapping]]] = ..., official: _Optional[bool] = ..., offered: _Optional[bool] = ...) -> None: ...

class ListTournamentsRequest(_message.Message):
    __slots__ = ("status", "mine", "page_size", "page_token", "of_club_id")
    STATUS_FIELD_NUMBER: _ClassVar[int]
    MINE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    OF_CLUB_ID_FIELD_NUMBER: _ClassVar[int]
    status: TournamentStatus
    mine: bool
    page_size: int
    page_token: str
    of_club_id: str
    def __init__(self, status: _Optional[_Union[TournamentStatus, str]] = ..., mine: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., of_club_id: _Optional[str] = ...) -> None: ...

class ListTournamentsResponse(_message.Message):
    __slots__ = ("tournaments", "next_page_token")
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournaments: _containers.RepeatedCompositeFieldContainer[Tournament]
    next_page_token: str
    def __init__(self, tournaments: _Optional[_Iterable[_Union[Tournament, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class EnterTournamentRequest(_message.Message):
    __slots__ = ("request_id", "event_id", "nonce", "tournament_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    event_id: str
    nonce: str
    tournament_id: str
    def __init__(self, request_id: _Optional[str] = ..., event_id: _Optional[str] = ..., nonce: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class EnterTournamentResponse(_message.Message):
    __slots__ = ("me",)
    ME_FIELD_NUMBER: _ClassVar[int]
    me: Entrant
    def __init__(self, me: _Optional[_Union[Entrant, _Mapping]] = ...) -> None: ...

class CheckInToTournamentRequest(_message.Message):
    __slots__ = ("request_id", "event_id", "tournament_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    event_id: str
    tournament_id: str
    def __init__(self, request_id: _Optional[str] = ..., event_id: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class CheckInToTournamentResponse(_message.Message):
    __slots__ = ("me",)
    ME_FIELD_NUMBER: _ClassVar[int]
    me: Entrant
    def __init__(self, me: _Optional[_Union[Entrant, _Mapping]] = ...) -> None: ...

class WithdrawFromTournamentRequest(_message.Message):
    __slots__ = ("request_id", "event_id", "tournament_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    event_id: str
    tournament_id: str
    def __init__(self, request_id: _Optional[str] = ..., event_id: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class WithdrawFromTournamentResponse(_message.Message):
    __slots__ = ("me",)
    ME_FIELD_NUMBER: _ClassVar[int]
    me: Entrant
    def __init__(self, me: _Optional[_Union[Entrant, _Mapping]] = ...) -> None: ...

class StartTournamentRequest(_message.Message):
    __slots__ = ("request_id", "event_id", "tournament_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    event_id: str
    tournament_id: str
    def __init__(self, request_id: _Optional[str] = ..., event_id: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class StartTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class DecideTournamentRequest(_message.Message):
    __slots__ = ("request_id", "event_id", "text", "pause", "resume", "cancel", "annul", "correct", "disqualify", "replace", "reseat", "close_pairing", "tournament_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PAUSE_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    ANNUL_FIELD_NUMBER: _ClassVar[int]
    CORRECT_FIELD_NUMBER: _ClassVar[int]
    DISQUALIFY_FIELD_NUMBER: _ClassVar[int]
    REPLACE_FIELD_NUMBER: _ClassVar[int]
    RESEAT_FIELD_NUMBER: _ClassVar[int]
    CLOSE_PAIRING_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    event_id: str
    text: str
    pause: PauseTournament
    resume: ResumeTournament
    cancel: CancelTournament
    annul: AnnulGame
    correct: CorrectResult
    disqualify: DisqualifyEntrant
    replace: ReplaceEntrant
    reseat: ReseatTable
    close_pairing: ClosePairing
    tournament_id: str
    def __init__(self, request_id: _Optional[str] = ..., event_id: _Optional[str] = ..., text: _Optional[str] = ..., pause: _Optional[_Union[PauseTournament, _Mapping]] = ..., resume: _Optional[_Union[ResumeTournament, _Mapping]] = ..., cancel: _Optional[_Union[CancelTournament, _Mapping]] = ..., annul: _Optional[_Union[AnnulGame, _Mapping]] = ..., correct: _Optional[_Union[CorrectResult, _Mapping]] = ..., disqualify: _Optional[_Union[DisqualifyEntrant, _Mapping]] = ..., replace: _Optional[_Union[ReplaceEntrant, _Mapping]] = ..., reseat: _Optional[_Union[ReseatTable, _Mapping]] = ..., close_pairing: _Optional[_Union[ClosePairing, _Mapping]] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class PauseTournament(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ResumeTournament(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CancelTournament(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnnulGame(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: int
    def __init__(self, table: _Optional[int] = ...) -> None: ...

class CorrectResult(_message.Message):
    __slots__ = ("table", "standings")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    table: int
    standings: _containers.RepeatedCompositeFieldContainer[_common_pb2.Standing]
    def __init__(self, table: _Optional[int] = ..., standings: _Optional[_Iterable[_Union[_common_pb2.Standing, _Mapping]]] = ...) -> None: ...

class DisqualifyEntrant(_message.Message):
    __slots__ = ("entrant",)
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    entrant: int
    def __init__(self, entrant: _Optional[int] = ...) -> None: ...

class ReplaceEntrant(_message.Message):
    __slots__ = ("entrant", "account_id")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    entrant: int
    account_id: str
    def __init__(self, entrant: _Optional[int] = ..., account_id: _Optional[str] = ...) -> None: ...

class ReseatTable(_message.Message):
    __slots__ = ("table", "account_ids")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_IDS_FIELD_NUMBER: _ClassVar[int]
    table: int
    account_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, table: _Optional[int] = ..., account_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class ClosePairing(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DecideTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class GivenTable(_message.Message):
    __slots__ = ("name", "account_ids", "variant", "start_time", "options", "clock", "unrated")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_IDS_FIELD_NUMBER: _ClassVar[int]
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    name: str
    account_ids: _containers.RepeatedScalarFieldContainer[str]
    variant: str
    start_time: _timestamp_pb2.Timestamp
    options: _containers.ScalarMap[str, str]
    clock: _common_pb2.Clock
    unrated: bool
    def __init__(self, name: _Optional[str] = ..., account_ids: _Optional[_Iterable[str]] = ..., variant: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., options: _Optional[_Mapping[str, str]] = ..., clock: _Optional[_Union[_common_pb2.Clock, _Mapping]] = ..., unrated: _Optional[bool] = ...) -> None: ...

class CreateTablesRequest(_message.Message):
    __slots__ = ("request_id", "tournament_id", "tables")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    tournament_id: str
    tables: _containers.RepeatedCompositeFieldContainer[GivenTable]
    def __init__(self, request_id: _Optional[str] = ..., tournament_id: _Optional[str] = ..., tables: _Optional[_Iterable[_Union[GivenTable, _Mapping]]] = ...) -> None: ...

class CreateTablesResponse(_message.Message):
    __slots__ = ("pairings",)
    PAIRINGS_FIELD_NUMBER: _ClassVar[int]
    pairings: _containers.RepeatedCompositeFieldContainer[TournamentPairing]
    def __init__(self, pairings: _Optional[_Iterable[_Union[TournamentPairing, _Mapping]]] = ...) -> None: ...

class ListEntrantsRequest(_message.Message):
    __slots__ = ("event_id", "page_size", "page_token", "tournament_id")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    page_size: int
    page_token: str
    tournament_id: str
    def __init__(self, event_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class ListEntrantsResponse(_message.Message):
    __slots__ = ("entrants", "next_page_token")
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entrants: _containers.RepeatedCompositeFieldContainer[Entrant]
    next_page_token: str
    def __init__(self, entrants: _Optional[_Iterable[_Union[Entrant, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListStandingsRequest(_message.Message):
    __slots__ = ("event_id", "page_size", "page_token", "tournament_id")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    page_size: int
    page_token: str
    tournament_id: str
    def __init__(self, event_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class ListStandingsResponse(_message.Message):
    __slots__ = ("rows", "next_page_token", "version")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedCompositeFieldContainer[StandingsRow]
    next_page_token: str
    version: int
    def __init__(self, rows: _Optional[_Iterable[_Union[StandingsRow, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class ListPairingsRequest(_message.Message):
    __slots__ = ("event_id", "round", "open_only", "page_size", "page_token", "tournament_id")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    OPEN_ONLY_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    round: int
    open_only: bool
    page_size: int
    page_token: str
    tournament_id: str
    def __init__(self, event_id: _Optional[str] = ..., round: _Optional[int] = ..., open_only: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class ListPairingsResponse(_message.Message):
    __slots__ = ("pairings", "next_page_token", "byes")
    PAIRINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    BYES_FIELD_NUMBER: _ClassVar[int]
    pairings: _containers.RepeatedCompositeFieldContainer[TournamentPairing]
    next_page_token: str
    byes: _containers.RepeatedCompositeFieldContainer[Entrant]
    def __init__(self, pairings: _Optional[_Iterable[_Union[TournamentPairing, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., byes: _Optional[_Iterable[_Union[Entrant, _Mapping]]] = ...) -> None: ...

class ExportTournamentRequest(_message.Message):
    __slots__ = ("event_id", "file", "tournament_id")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    file: TournamentFile
    tournament_id: str
    def __init__(self, event_id: _Optional[str] = ..., file: _Optional[_Union[TournamentFile, str]] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class ExportTournamentResponse(_message.Message):
    __slots__ = ("content",)
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    content: bytes
    def __init__(self, content: _Optional[bytes] = ...) -> None: ...

class WatchTournamentRequest(_message.Message):
    __slots__ = ("event_id", "after_version", "tournament_id")
    EVENT_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ID_FIELD_NUMBER: _ClassVar[int]
    event_id: str
    after_version: int
    tournament_id: str
    def __init__(self, event_id: _Optional[str] = ..., after_version: _Optional[int] = ..., tournament_id: _Optional[str] = ...) -> None: ...

class WatchTournamentResponse(_message.Message):
    __slots__ = ("version", "status", "round", "opening_tables")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    OPENING_TABLES_FIELD_NUMBER: _ClassVar[int]
    version: int
    status: TournamentStatus
    round: int
    opening_tables: int
    def __init__(self, version: _Optional[int] = ..., status: _Optional[_Union[TournamentStatus, str]] = ..., round: _Optional[int] = ..., opening_tables: _Optional[int] = ...) -> None: ...
