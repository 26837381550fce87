from turnledger.v1 import common_pb2 as _common_pb2
from turnledger.v1 import games_pb2 as _games_pb2
from turnledger.v1 import lobby_pb2 as _lobby_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Parts(_message.Message):
    __slots__ = ("board", "options", "words")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    board: bool
    options: bool
    words: bool
    def __init__(self, board: _Optional[bool] = ..., options: _Optional[bool] = ..., words: _Optional[bool] = ...) -> None: ...

class Snapshot(_message.Message):
    __slots__ = ("version", "status", "seat", "to_act", "moment", "clocks", "proposal", "board", "options", "draw")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    PROPOSAL_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    version: int
    status: _lobby_pb2.TableStatus
    seat: int
    to_act: _containers.RepeatedScalarFieldContainer[int]
    moment: _common_pb2.Moment
    clocks: _containers.RepeatedCompositeFieldContainer[_common_pb2.SeatClock]
    proposal: _lobby_pb2.Proposal
    board: _games_pb2.Board
    options: Options
    draw: _lobby_pb2.AwaitedDraw
    def __init__(self, version: _Optional[int] = ..., status: _Optional[_Union[_lobby_pb2.TableStatus, str]] = ..., seat: _Optional[int] = ..., to_act: _Optional[_Iterable[int]] = ..., moment: _Optional[_Union[_common_pb2.Moment, _Mapping]] = ..., clocks: _Optional[_Iterable[_Union[_common_pb2.SeatClock, _Mapping]]] = ..., proposal: _Optional[_Union[_lobby_pb2.Proposal, _Mapping]] = ..., board: _Optional[_Union[_games_pb2.Board, _Mapping]] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., draw: _Optional[_Union[_lobby_pb2.AwaitedDraw, _Mapping]] = ...) -> None: ...

class Options(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[_games_pb2.Option]
    def __init__(self, options: _Optional[_Iterable[_Union[_games_pb2.Option, _Mapping]]] = ...) -> None: ...
