"""Who plays at a terminal: a person who reads tables and types numbers, or a program that reads and writes JSON."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Protocol

import msgspec
import typer
from google.protobuf import json_format
from google.protobuf.message import Message
from msgspec import Struct
from rich.columns import Columns
from rich.console import Console
from rich.prompt import IntPrompt
from rich.text import Text

from services.cli import drawing
from turnledger import Game, ServiceError, Turn
from turnledger.v1 import events_pb2, lobby_pb2, play_pb2, views_pb2

WAYS_MAX = 100
"""So many of an option's commands are listed."""


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """Command `number` of an option, both from 0."""

    option: int
    number: int = 0


class Player(Protocol):
    def seated(self, game: Game) -> None: ...

    def happened(self, events: Sequence[events_pb2.GameEvent]) -> None:
        """Since the last time."""

    async def choose(self, table: lobby_pb2.Table, board: views_pb2.GetBoardResponse, turn: Turn) -> Choice:
        """Raises EOFError."""

    def done(self, answer: play_pb2.SubmitResponse) -> None: ...

    def refused(self, error: ServiceError) -> None: ...

    def over(self, table: lobby_pb2.Table) -> None: ...


class Person:
    """`language`: of boards, cards and results, `en` or `ru`."""

    def __init__(self, language: str) -> None:
        self._console, self._language = Console(highlight=False), language

    def seated(self, game: Game) -> None:
        self._console.print(f"game {game.game_id}")

    def happened(self, events: Sequence[events_pb2.GameEvent]) -> None:
        for event in events:
            self._console.print(drawing.event(event), markup=False, soft_wrap=True)

    async def choose(self, table: lobby_pb2.Table, board: views_pb2.GetBoardResponse, turn: Turn) -> Choice:
        self._console.print(drawing.board(table, board, self._language))
        for number, offered in enumerate(turn.options, 1):
            self._console.print(f"{number:3} {drawing.option(offered, self._language)}", markup=False, soft_wrap=True)
        option = await _ask("Your choice", len(turn.options))
        count = turn.options[option].count
        return Choice(option, await self._way(turn.options[option]) if count > 1 else 0)

    async def _way(self, offered: play_pb2.Option) -> int:
        ways = drawing.ways(offered, WAYS_MAX, self._language)
        numbered = [Text(f"{number:3} {way}") for number, way in enumerate(ways, 1)]
        self._console.print(Columns(numbered, padding=(0, 3)))
        if offered.count > len(ways):
            self._console.print(f"… and more like these, up to {offered.count}", style="dim")
        return await _ask("Which", offered.count)

    def done(self, answer: play_pb2.SubmitResponse) -> None:
        self._console.print(f"taken as event {answer.first_version}", style="dim")

    def refused(self, error: ServiceError) -> None:
        self._console.print(drawing.refusal(error), style="red", markup=False, soft_wrap=True)

    def over(self, table: lobby_pb2.Table) -> None:
        self._console.print(drawing.standings(table, self._language))


class Program:
    """One JSON object a line, messages of the contract in it; for each `turn` a Choice is read: `{"option": 0}`."""

    def seated(self, game: Game) -> None:
        _write("seated", game_id=game.game_id)

    def happened(self, events: Sequence[events_pb2.GameEvent]) -> None:
        for event in events:
            _write("event", event=_json(event))

    async def choose(self, table: lobby_pb2.Table, board: views_pb2.GetBoardResponse, turn: Turn) -> Choice:
        options = [_json(option) for option in turn.options]
        _write("turn", version=turn.version, seat=turn.seat, table=_json(table), board=_json(board), options=options)
        while True:
            line = await asyncio.to_thread(sys.stdin.readline)
            if not line:
                raise EOFError
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


def _write(kind: str, **fields: object) -> None:
    typer.echo(msgspec.json.encode({"kind": kind} | fields))


def _json(message: Message) -> object:
    return json_format.MessageToDict(message, always_print_fields_with_no_presence=True)


async def _ask(question: str, most: int) -> int:
    """A number from 0, asked for from 1; the connection lives on while the player thinks."""
    while True:
        given = await asyncio.to_thread(IntPrompt.ask, f"{question} (1–{most})")
        if 1 <= given <= most:
            return given - 1
