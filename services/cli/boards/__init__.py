"""Boards of each game as tables, for people at a terminal, in English or Russian.

A game has a module here with its name, with `drawn(board, reader)`; any other game is drawn field by field.
"""

from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Group, RenderableType
from rich.table import Table

from services.cli.reader import Reader
from services.platform.per_game import module_of
from turnledger.v1 import games_pb2


def drawn(shown: games_pb2.Board, by: Reader) -> RenderableType:
    game = shown.WhichOneof("game")
    assert game, "a server of this version"
    own, board = module_of(__name__, game), getattr(shown, game)
    picture: RenderableType = own.drawn(board, by) if own else _any_game(board, by)
    return picture


def _any_game(shown: Message, by: Reader) -> RenderableType:
    """The fields of the board, a line each; of a list of objects a table, in which `player` is a seat."""
    plain, tables = Table(show_header=False), []
    for name, value in json_format.MessageToDict(shown).items():
        rows = value if isinstance(value, list) and value and all(isinstance(row, dict) for row in value) else []
        if rows:
            tables.append(Table(*map(by.called, rows[0]), title=by.called(name)))
            for row in rows:
                tables[-1].add_row(*(_any_cell(key, cell, by) for key, cell in row.items()))
        elif name != "game":
            plain.add_row(by.called(name), _any_cell(name, value, by))
    return Group(plain, *tables)


def _any_cell(name: str, value: Any, by: Reader) -> str:
    if value in (None, [], {}):
        return "–"
    if isinstance(value, list):
        return ", ".join(_any_cell(name, each, by) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{by.called(key)} {_any_cell(key, each, by)}" for key, each in value.items())
    if isinstance(value, float) and not isinstance(value, bool):
        return by.seat(int(value)) if name == "player" else f"{value:g}"
    return by.called(str(value))
