"""Boards, events and standings for people at a terminal."""

from collections.abc import Iterable
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from domain import telling
from domain.history.sentences import HIDDEN
from services.api import contract
from services.cli.boards import drawn, reader
from turnledger import ServiceError
from turnledger.v1 import events_pb2, lobby_pb2, play_pb2, views_pb2


def board(table: lobby_pb2.Table, shown: views_pb2.GetBoardResponse, language: str) -> RenderableType:
    """A board as its viewer may know it. `language`: `en` or `ru`."""
    by = reader(table, language)
    if shown.WhichOneof("board") is None:
        return seats(table)
    moment = f"{by.say('round', 'раунд')} {shown.moment.round}, {by.called(shown.moment.phase)}"
    title = f"{table.variant} · {by.say('version', 'версия')} {shown.version} · {moment}"
    to_act = ", ".join(map(by.seat, shown.to_act)) or "–"
    return Panel(drawn(shown, by), title=title, subtitle=f"{by.say('to act', 'ходят')}: {to_act}")


def seats(table: lobby_pb2.Table) -> RenderableType:
    status = lobby_pb2.TableStatus.Name(table.status).removeprefix("TABLE_STATUS_").lower()
    listed = Table("seat", "name", "colour", title=f"{table.variant}: {status}, {table.seats} places")
    for seat, occupant in enumerate(table.occupants):
        listed.add_row(str(seat), escape(occupant.display_name), occupant.colour)
    return listed


def standings(table: lobby_pb2.Table, language: str) -> RenderableType:
    by = reader(table, language)
    title = f"{by.say('Result', 'Итог')}: {by.called(table.outcome.reason)}"
    ranking = Table(by.say("place", "место"), by.say("player", "игрок"), by.say("score", "счёт"), title=title)
    for standing in table.outcome.standings:
        mark = " ★" if standing.won else ""
        ranking.add_row(str(standing.rank), by.seat(standing.player) + mark, str(standing.score))
    return ranking


def event(happened: events_pb2.GameEvent) -> str:
    """One line: `   12 Ann bids 28.`"""
    return f"{happened.version:5} {happened.says or HIDDEN}"


def language_tag(locale: str) -> str:
    """Of a locale (`ru_RU.UTF-8`) what `accept-language` takes (`ru-RU`)."""
    return locale.partition(".")[0].replace("_", "-")


def option(offered: play_pb2.Option, language: str) -> str:
    """What an option stands for, in a line: `place bid: plant 5, amount 12–50  [39 ways]`."""
    family = getattr(offered, _game(offered))
    name = family.WhichOneof("option")
    title = name.removesuffix("_option").replace("_", " ")
    said = ", ".join(_figures(_facts(getattr(family, name)), language))
    many = f"  [{offered.count}]" if offered.count > 1 else ""
    return (f"{title}: {said}" if said else title) + many


def ways(offered: play_pb2.Option, most: int, language: str) -> list[str]:
    """The first commands of an option, by what tells them apart: `amount 12`, `amount 13`…"""
    game = contract.game(_game(offered))
    family = game.option(offered)
    commands = [_command(game.command_message(family.nth(number))) for number in range(min(offered.count, most))]
    names = dict.fromkeys(name for command in commands for name in command)
    telling_apart = [name for name in names if any(each.get(name) != commands[0].get(name) for each in commands)]
    return [
        ", ".join(_figures({name: each[name] for name in telling_apart if name in each}, language)) or "–"
        for each in commands
    ]


def refusal(error: ServiceError) -> str:
    """For people, with the code that programs and operators go by."""
    return f"{error.says or error.message} ({error.reason or error.code.name})"


def _game(offered: play_pb2.Option) -> str:
    kind: str | None = offered.WhichOneof("game")
    assert kind, "a server of this version"
    return kind


def _facts(message: Message) -> dict[str, Any]:
    return json_format.MessageToDict(message, preserving_proto_field_name=True)


def _command(message: play_pb2.Command) -> dict[str, Any]:
    """The fields of a game's command."""
    (game,) = _facts(message).values()
    (fields,) = game.values()
    return dict(fields)


def _figures(fields: dict[str, Any], language: str) -> Iterable[str]:
    """`plant 5`, and of two fields that are the ends of a range one figure: `amount 12–50`."""
    for name, value in fields.items():
        stem = name.removesuffix("_min")
        if (name.endswith("_max") and name.removesuffix("_max") + "_min" in fields) or name == "player":
            continue
        most = fields.get(f"{stem}_max") if stem != name else None
        shown = _short(value, language) if most is None else f"{value}–{most}"
        if shown:
            yield f"{stem if most is not None else name} ".replace("_", " ") + shown


def _short(value: Any, language: str) -> str:
    """Messages and lists in a few characters; amounts as `3 coal`, without what there is none of."""
    if isinstance(value, dict) and "type" in value:
        type_ = telling.word(value["type"], language)
        rest = " ".join(_short(each, language) for name, each in value.items() if name not in ("type", "n"))
        return f"{value['n']} {type_}" if "n" in value else f"{type_} {rest}" if rest else ""
    if isinstance(value, dict):
        return "{" + ", ".join(_figures(value, language)) + "}"
    if isinstance(value, list):
        shown = [text for text in (_short(each, language) for each in value) if text]
        return "[" + ", ".join(shown) + "]" if len(shown) > 1 else "".join(shown)
    return telling.word(value, language) if isinstance(value, str) else str(value)
