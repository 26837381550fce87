from turnledger.v1 import games_pb2 as _games_pb2
from turnledger.v1 import lobby_pb2 as _lobby_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from turnledger.v1 import snapshot_pb2 as _snapshot_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetPuzzleRequest(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class GetPuzzleResponse(_message.Message):
    __slots__ = ("puzzle", "standing", "solution")
    PUZZLE_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    SOLUTION_FIELD_NUMBER: _ClassVar[int]
    puzzle: Puzzle
    standing: PuzzleStanding
    solution: PuzzleSolution
    def __init__(self, puzzle: _Optional[_Union[Puzzle, _Mapping]] = ..., standing: _Optional[_Union[PuzzleStanding, _Mapping]] = ..., solution: _Optional[_Union[PuzzleSolution, _Mapping]] = ...) -> None: ...

class Puzzle(_message.Message):
    __slots__ = ("number", "day", "table", "snapshot", "choices", "points", "answers")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    DAY_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    number: int
    day: str
    table: _lobby_pb2.Table
    snapshot: _snapshot_pb2.Snapshot
    choices: _containers.RepeatedCompositeFieldContainer[PuzzleChoice]
    points: int
    answers: int
    def __init__(self, number: _Optional[int] = ..., day: _Optional[str] = ..., table: _Optional[_Union[_lobby_pb2.Table, _Mapping]] = ..., snapshot: _Optional[_Union[_snapshot_pb2.Snapshot, _Mapping]] = ..., choices: _Optional[_Iterable[_Union[PuzzleChoice, _Mapping]]] = ..., points: _Optional[int] = ..., answers: _Optional[int] = ...) -> None: ...

class PuzzleChoice(_message.Message):
    __slots__ = ("command", "says")
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    SAYS_FIELD_NUMBER: _ClassVar[int]
    command: _games_pb2.Command
    says: str
    def __init__(self, command: _Optional[_Union[_games_pb2.Command, _Mapping]] = ..., says: _Optional[str] = ...) -> None: ...

class PuzzleStanding(_message.Message):
    __slots__ = ("points", "deviation", "answers")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    DEVIATION_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    points: int
    deviation: int
    answers: int
    def __init__(self, points: _Optional[int] = ..., deviation: _Optional[int] = ..., answers: _Optional[int] = ...) -> None: ...

class PuzzleSolution(_message.Message):
    __slots__ = ("choice", "best", "done", "figures", "game_id", "version", "worlds", "search_number", "bot_number", "rules_version")
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    WORLDS_FIELD_NUMBER: _ClassVar[int]
    SEARCH_NUMBER_FIELD_NUMBER: _ClassVar[int]
    BOT_NUMBER_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    choice: int
    best: int
    done: int
    figures: _containers.RepeatedCompositeFieldContainer[PuzzleFigures]
    game_id: str
    version: int
    worlds: int
    search_number: int
    bot_number: int
    rules_version: int
    def __init__(self, choice: _Optional[int] = ..., best: _Optional[int] = ..., done: _Optional[int] = ..., figures: _Optional[_Iterable[_Union[PuzzleFigures, _Mapping]]] = ..., game_id: _Optional[str] = ..., version: _Optional[int] = ..., worlds: _Optional[int] = ..., search_number: _Optional[int] = ..., bot_number: _Optional[int] = ..., rules_version: _Optional[int] = ...) -> None: ...

class PuzzleFigures(_message.Message):
    __slots__ = ("chance_permille", "error_permille")
    CHANCE_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    ERROR_PERMILLE_FIELD_NUMBER: _ClassVar[int]
    chance_permille: int
    error_permille: int
    def __init__(self, chance_permille: _Optional[int] = ..., error_permille: _Optional[int] = ...) -> None: ...

class AnswerPuzzleRequest(_message.Message):
    __slots__ = ("number", "choice")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    number: int
    choice: int
    def __init__(self, number: _Optional[int] = ..., choice: _Optional[int] = ...) -> None: ...

class AnswerPuzzleResponse(_message.Message):
    __slots__ = ("solution", "standing")
    SOLUTION_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    solution: PuzzleSolution
    standing: PuzzleStanding
    def __init__(self, solution: _Optional[_Union[PuzzleSolution, _Mapping]] = ..., standing: _Optional[_Union[PuzzleStanding, _Mapping]] = ...) -> None: ...
