"""`turnledger games`: the games of the player at this terminal."""

import asyncio
from typing import Annotated

import typer
from google.protobuf import json_format
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from services.cli import drawing
from services.cli.failure import fail
from services.cli.reader import reader
from services.cli.remote import as_before
from services.settings import from_environment
from services.texts.error_texts import chosen
from turnledger import ServiceError
from turnledger.v1 import lobby_pb2, views_pb2


def games(
    finished: Annotated[bool, typer.Option("--finished", help="Those that are over, too")] = False,
    name: Annotated[str, typer.Option(help="Your name; who played here last if not given")] = "",
    lang: Annotated[str, typer.Option(envvar="LANG", help="Language: en or ru")] = "en",
    server: Annotated[str | None, typer.Option(help="gRPC: HOST:PORT; TURNLEDGER_LISTEN if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line")] = False,
) -> None:
    """List your games, those that wait for you first.

    Continue one: `turnledger play --game GAME`; look at it again: `turnledger replay GAME`.
    """
    language = drawing.language_tag(lang)
    try:
        mine = asyncio.run(_mine(server or from_environment().listen, name, language, finished=finished))
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    if as_json:
        for each in mine:
            typer.echo(json_format.MessageToJson(each, indent=None))
    else:
        _print(mine, chosen(language))


async def _mine(server: str, name: str, language: str, *, finished: bool) -> list[views_pb2.MyGame]:
    async with as_before(server, name, language) as (me, _):
        return [each async for each in me.my_games(finished=finished)]


def _print(mine: list[views_pb2.MyGame], language: str) -> None:
    by = reader(lobby_pb2.Table(), language)
    listed = Table(
        by.say("game"),
        by.say("variant"),
        by.say("state"),
        by.say("round"),
        by.say("turn"),
        by.say("players"),
    )
    listed.columns[0].min_width = drawing.ID_WIDTH
    for each in mine:
        table, at = each.table, reader(each.table, language)
        moment = f"{table.moment.round}, {at.phase(table.moment.phase)}" if table.HasField("moment") else ""
        turn = by.say("yours") if each.my_turn else ", ".join(map(at.seat, table.to_act))
        players = ", ".join(escape(player) for player in at.players)
        listed.add_row(table.game_id, table.variant, drawing.state(table, at), moment, turn, players)
    Console().print(listed if mine else by.say("no games; `turnledger play` begins one"))
