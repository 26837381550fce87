"""The player at a terminal: a person (person.py), or a program that reads and writes JSON."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from msgspec import Struct

from services.cli.reader import Reader
from services.cli.typed import Typed
from turnledger import Game, ServiceError, Turn
from turnledger.v1 import events_pb2, games_pb2, lobby_pb2, play_pb2


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """Command `number` of an option, both from 0."""

    option: int
    number: int = 0


class Player(Protocol):
    @property
    def language(self) -> str: ...

    def seated(self, game: Game, by: Reader) -> None: ...

    def sit(self, by: Reader) -> None:
        """The occupants may have changed."""

    def waits(self, table: lobby_pb2.Table) -> None:
        """The game has not begun."""

    def happened(self, events: Sequence[events_pb2.GameEvent]) -> None:
        """Changes since the last call."""

    async def choose(self, table: lobby_pb2.Table, turn: Turn) -> Choice | games_pb2.Command:
        """Raises EOFError."""

    def done(self, answer: play_pb2.SubmitResponse) -> None: ...

    def refused(self, error: ServiceError) -> None: ...

    def over(self, table: lobby_pb2.Table) -> None: ...

    def leave(self) -> None:
        """The player goes; the seat waits."""


class Program:
    """One JSON object a line, messages of the contract in it; for each `turn` a Choice is read: `{"option": 0}`."""

    language = "en"

    def __init__(self) -> None:
        self._typed = Typed()

    def seated(self, game: Game, by: Reader) -> None:
        _write("seated", game_id=game.game_id)

    def sit(self, by: Reader) -> None:
        """Names are in the tables."""

    def waits(self, table: lobby_pb2.Table) -> None:
        _write("waits", table=_json(table))

    def happened(self, events: Sequence[events_pb2.GameEvent]) -> None:
        for event in events:
            _write("event", event=_json(event))

    async def choose(self, table: lobby_pb2.Table, turn: Turn) -> Choice:
        board, options = _json(turn.snapshot.board), [_json(option) for option in turn.options]
        _write("turn", version=turn.version, seat=turn.seat, table=_json(table), board=board, options=options)
        while True:
            line = await self._typed.line()
            try:
                return msgspec.json.decode(line, type=Choice)
            except msgspec.DecodeError as error:
                _write("refused", reason="MALFORMED", message=str(error), says="", facts={})

    def done(self, answer: play_pb2.SubmitResponse) -> None:
        _write("done", first_version=answer.first_version, version=answer.version)

    def refused(self, error: ServiceError) -> None:
        _write("refused", reason=error.reason, message=error.message, says=error.says, facts=dict(error.facts))

    def over(self, table: lobby_pb2.Table) -> None:
        _write("over", table=_json(table))

    def leave(self) -> None:
        _write("left")


def _write(kind: str, **fields: object) -> None:
    typer.echo(msgspec.json.encode({"kind": kind} | fields))


def _json(message: Message) -> object:
    return json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
