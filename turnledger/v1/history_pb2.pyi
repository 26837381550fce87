from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import events_pb2 as _events_pb2
from turnledger.v1 import games_pb2 as _games_pb2
from turnledger.v1 import lobby_pb2 as _lobby_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListEventsRequest(_message.Message):
    __slots__ = ("game_id", "page_size", "page_token", "as_spectator", "words", "from_version", "to_version")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    AS_SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    FROM_VERSION_FIELD_NUMBER: _ClassVar[int]
    TO_VERSION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    page_size: int
    page_token: str
    as_spectator: bool
    words: bool
    from_version: int
    to_version: int
    def __init__(self, game_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., as_spectator: _Optional[bool] = ..., words: _Optional[bool] = ..., from_version: _Optional[int] = ..., to_version: _Optional[int] = ...) -> None: ...

class ListEventsResponse(_message.Message):
    __slots__ = ("events", "next_page_token")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.GameEvent]
    next_page_token: str
    def __init__(self, events: _Optional[_Iterable[_Union[_events_pb2.GameEvent, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ExportGameRequest(_message.Message):
    __slots__ = ("game_id", "as_spectator")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    AS_SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    as_spectator: bool
    def __init__(self, game_id: _Optional[str] = ..., as_spectator: _Optional[bool] = ...) -> None: ...

class ExportGameResponse(_message.Message):
    __slots__ = ("content",)
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    content: bytes
    def __init__(self, content: _Optional[bytes] = ...) -> None: ...

class ImportGameRequest(_message.Message):
    __slots__ = ("request_id", "content", "private")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    content: bytes
    private: bool
    def __init__(self, request_id: _Optional[str] = ..., content: _Optional[bytes] = ..., private: _Optional[bool] = ...) -> None: ...

class ImportGameResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: _lobby_pb2.Table
    def __init__(self, table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ...) -> None: ...

class VerifyGameRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class VerifyGameResponse(_message.Message):
    __slots__ = ("right", "events", "commands", "fault")
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    COMMANDS_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    right: bool
    events: int
    commands: int
    fault: HistoryFault
    def __init__(self, right: _Optional[bool] = ..., events: _Optional[int] = ..., commands: _Optional[int] = ..., fault: _Optional[_Union[HistoryFault, _Mapping]] = ...) -> None: ...

class HistoryFault(_message.Message):
    __slots__ = ("code", "rule", "version", "topic", "says")
    CODE_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    code: str
    rule: str
    version: int
    topic: str
    says: str
    def __init__(self, code: _Optional[str] = ..., rule: _Optional[str] = ..., version: _Optional[int] = ..., topic: _Optional[str] = ..., says: _Optional[str] = ...) -> None: ...

class BranchGameRequest(_message.Message):
    __slots__ = ("request_id", "game_id", "version", "private")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game_id: str
    version: int
    private: bool
    def __init__(self, request_id: _Optional[str] = ..., game_id: _Optional[str] = ..., version: _Optional[int] = ..., private: _Optional[bool] = ...) -> None: ...

class BranchGameResponse(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: _lobby_pb2.Table
    def __init__(self, table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ...) -> None: ...

class ListBranchesRequest(_message.Message):
    __slots__ = ("game_id", "page_size", "page_token")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    page_size: int
    page_token: str
    def __init__(self, game_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListBranchesResponse(_message.Message):
    __slots__ = ("branches", "next_page_token")
    BRANCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    branches: _containers.RepeatedCompositeFieldContainer[Branch]
    next_page_token: str
    def __init__(self, branches: _Optional[_Iterable[_Union[Branch, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Branch(_message.Message):
    __slots__ = ("game_id", "kind", "version", "host_account_id")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    HOST_ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    kind: _common_pb2.LineageKind
    version: int
    host_account_id: str
    def __init__(self, game_id: _Optional[str] = ..., kind: _Optional[_Union[_common_pb2.LineageKind, str]] = ..., version: _Optional[int] = ..., host_account_id: _Optional[str] = ...) -> None: ...

class ListCheckpointsRequest(_message.Message):
    __slots__ = ("game_id", "page_size", "page_token")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    page_size: int
    page_token: str
    def __init__(self, game_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListCheckpointsResponse(_message.Message):
    __slots__ = ("checkpoints", "next_page_token")
    CHECKPOINTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    checkpoints: _containers.RepeatedCompositeFieldContainer[Checkpoint]
    next_page_token: str
    def __init__(self, checkpoints: _Optional[_Iterable[_Union[Checkpoint, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Checkpoint(_message.Message):
    __slots__ = ("game_id", "version", "chain", "key", "signature")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    chain: str
    key: str
    signature: str
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., chain: _Optional[str] = ..., key: _Optional[str] = ..., signature: _Optional[str] = ...) -> None: ...

class GetProofsRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetProofsResponse(_message.Message):
    __slots__ = ("proofs",)
    PROOFS_FIELD_NUMBER: _ClassVar[int]
    proofs: _containers.RepeatedCompositeFieldContainer[Proof]
    def __init__(self, proofs: _Optional[_Iterable[_Union[Proof, _Mapping]]] = ...) -> None: ...

class Proof(_message.Message):
    __slots__ = ("leaf", "proof")
    LEAF_FIELD_NUMBER: _ClassVar[int]
    PROOF_FIELD_NUMBER: _ClassVar[int]
    leaf: str
    proof: str
    def __init__(self, leaf: _Optional[str] = ..., proof: _Optional[str] = ...) -> None: ...

class GetLogHeadRequest(_message.Message):
    __slots__ = ("old_size", "size")
    OLD_SIZE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    old_size: int
    size: int
    def __init__(self, old_size: _Optional[int] = ..., size: _Optional[int] = ...) -> None: ...

class GetLogHeadResponse(_message.Message):
    __slots__ = ("checkpoint", "path")
    CHECKPOINT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    checkpoint: str
    path: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, checkpoint: _Optional[str] = ..., path: _Optional[_Iterable[bytes]] = ...) -> None: ...

class KnowledgeRequest(_message.Message):
    __slots__ = ("game_id", "version", "field")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    version: int
    field: str
    def __init__(self, game_id: _Optional[str] = ..., version: _Optional[int] = ..., field: _Optional[str] = ...) -> None: ...

class KnowledgeResponse(_message.Message):
    __slots__ = ("knowers",)
    KNOWERS_FIELD_NUMBER: _ClassVar[int]
    knowers: _containers.RepeatedCompositeFieldContainer[Knower]
    def __init__(self, knowers: _Optional[_Iterable[_Union[Knower, _Mapping]]] = ...) -> None: ...

class Knower(_message.Message):
    __slots__ = ("seat", "from_version")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FROM_VERSION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    from_version: int
    def __init__(self, seat: _Optional[int] = ..., from_version: _Optional[int] = ...) -> None: ...

class ListSigningKeysRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListSigningKeysResponse(_message.Message):
    __slots__ = ("key_set",)
    KEY_SET_FIELD_NUMBER: _ClassVar[int]
    key_set: str
    def __init__(self, key_set: _Optional[str] = ...) -> None: ...

class GetFiguresRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetFiguresResponse(_message.Message):
    __slots__ = ("figures", "rounds", "leads")
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    LEADS_FIELD_NUMBER: _ClassVar[int]
    figures: _containers.RepeatedCompositeFieldContainer[Figure]
    rounds: _containers.RepeatedCompositeFieldContainer[SeatFigures]
    leads: _containers.RepeatedCompositeFieldContainer[Lead]
    def __init__(self, figures: _Optional[_Iterable[_Union[Figure, _Mapping]]] = ..., rounds: _Optional[_Iterable[_Union[SeatFigures, _Mapping]]] = ..., leads: _Optional[_Iterable[_Union[Lead, _Mapping]]] = ...) -> None: ...

class Figure(_message.Message):
    __slots__ = ("name", "says", "sum")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    SUM_FIELD_NUMBER: _ClassVar[int]
    name: str
    says: str
    sum: bool
    def __init__(self, name: _Optional[str] = ..., says: _Optional[str] = ..., sum: _Optional[bool] = ...) -> None: ...

class SeatFigures(_message.Message):
    __slots__ = ("round", "seat", "values")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    round: int
    seat: int
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, round: _Optional[int] = ..., seat: _Optional[int] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...

class Lead(_message.Message):
    __slots__ = ("version", "round", "seats")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    version: int
    round: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, version: _Optional[int] = ..., round: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class AnalyzeGameRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class AnalyzeGameResponse(_message.Message):
    __slots__ = ("progress", "analysis")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    ANALYSIS_FIELD_NUMBER: _ClassVar[int]
    progress: AnalysisProgress
    analysis: Analysis
    def __init__(self, progress: _Optional[_Union[AnalysisProgress, _Mapping]] = ..., analysis: _Optional[_Union[Analysis, _Mapping]] = ...) -> None: ...

class AnalysisProgress(_message.Message):
    __slots__ = ("version", "last_version")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LAST_VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    last_version: int
    def __init__(self, version: _Optional[int] = ..., last_version: _Optional[int] = ...) -> None: ...

class Analysis(_message.Message):
    __slots__ = ("tries", "decisions", "mattered", "line", "luck")
    TRIES_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    MATTERED_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    LUCK_FIELD_NUMBER: _ClassVar[int]
    tries: int
    decisions: _containers.RepeatedCompositeFieldContainer[WeighedDecision]
    mattered: _containers.RepeatedScalarFieldContainer[int]
    line: _containers.RepeatedCompositeFieldContainer[RoundChances]
    luck: _containers.RepeatedCompositeFieldContainer[SeatLuck]
    def __init__(self, tries: _Optional[int] = ..., decisions: _Optional[_Iterable[_Union[WeighedDecision, _Mapping]]] = ..., mattered: _Optional[_Iterable[int]] = ..., line: _Optional[_Iterable[_Union[RoundChances, _Mapping]]] = ..., luck: _Optional[_Iterable[_Union[SeatLuck, _Mapping]]] = ...) -> None: ...

class WeighedDecision(_message.Message):
    __slots__ = ("version", "round", "seat", "done", "chance_permille", "best", "best_chance_permille", "error_permille", "tries", "done_says", "best_says")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    CHANCE_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    BEST_CHANCE_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    ERROR_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    TRIES_FIELD_NUMBER: _ClassVar[int]
    DONE_SAYS_FIELD_NUMBER: _ClassVar[int]
    BEST_SAYS_FIELD_NUMBER: _ClassVar[int]
    version: int
    round: int
    seat: int
    done: _games_pb2.Command
    chance_permille: int
    best: _games_pb2.Command
    best_chance_permille: int
    error_permille: int
    tries: int
    done_says: str
    best_says: str
    def __init__(self, version: _Optional[int] = ..., round: _Optional[int] = ..., seat: _Optional[int] = ..., done: _Optional[_Union[_games_pb2.Command, _Mapping]] = ..., chance_permille: _Optional[int] = ..., best: _Optional[_Union[_games_pb2.Command, _Mapping]] = ..., best_chance_permille: _Optional[int] = ..., error_permille: _Optional[int] = ..., tries: _Optional[int] = ..., done_says: _Optional[str] = ..., best_says: _Optional[str] = ...) -> None: ...

class RoundChances(_message.Message):
    __slots__ = ("version", "round", "chances_permille")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    CHANCES_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    version: int
    round: int
    chances_permille: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, version: _Optional[int] = ..., round: _Optional[int] = ..., chances_permille: _Optional[_Iterable[int]] = ...) -> None: ...

class SeatLuck(_message.Message):
    __slots__ = ("seat", "as_dealt_permille", "anew_permille", "error_permille", "deals")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AS_DEALT_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    ANEW_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    ERROR_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    as_dealt_permille: int
    anew_permille: int
    error_permille: int
    deals: int
    def __init__(self, seat: _Optional[int] = ..., as_dealt_permille: _Optional[int] = ..., anew_permille: _Optional[int] = ..., error_permille: _Optional[int] = ..., deals: _Optional[int] = ...) -> None: ...
