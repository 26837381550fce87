"""`turnledger watch`: the events of a game as they happen, over gRPC."""

import asyncio
from contextlib import aclosing
from typing import Annotated

import typer
from google.protobuf import json_format
from rich.console import Console

from services.cli import drawing
from services.cli.maintenance import tell_maintenance
from services.cli.remote import read_by, signed_in
from services.settings import from_environment
from services.texts.error_texts import chosen
from turnledger import Client, ServiceError
from turnledger.v1 import lobby_pb2


def watch(
    game_id: Annotated[str, typer.Argument(help="The game; the newest public one if not given")] = "",
    server: Annotated[str | None, typer.Option(help="gRPC: HOST:PORT; TURNLEDGER_LISTEN if not given")] = None,
    lang: Annotated[str, typer.Option(envvar="LANG", help="Language of the events: en or ru")] = "en",
    from_version: Annotated[int, typer.Option(min=0, help="First version; 0 for what happens from now on")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line")] = False,
) -> None:
    """Show the events of a game, from any version on, up to its end. Reconnects by itself after a break."""
    try:
        language = drawing.language_tag(lang)
        after_version = from_version - 1 if from_version else None
        asyncio.run(_watch(server or from_environment().listen, game_id, after_version, language, as_json=as_json))
    except ServiceError as error:
        typer.echo(drawing.refusal(error), err=True)
        raise typer.Exit(1) from error


async def _watch(server: str, game_id: str, after_version: int | None, language: str, *, as_json: bool) -> None:
    console = Console(highlight=False)
    async with signed_in(server, language=language) as me:
        await tell_maintenance(me, language)
        game_id = game_id or await _newest(me)
        game = me.game(game_id)
        async with aclosing(game.events(after_version, words=True)) as events:
            async for event in events:
                if as_json:
                    typer.echo(json_format.MessageToJson(event, indent=None))
                else:
                    console.out(drawing.event(event), highlight=False)
        if not as_json:
            table = await game.table()
            by = await read_by(me, table, chosen(language))
            console.print(drawing.board(table, await game.board(), by))
            console.print(drawing.standings(table, by))


async def _newest(me: Client) -> str:
    """The newest public game that is on, else the newest that is over."""
    for status in (lobby_pb2.TABLE_STATUS_RUNNING, lobby_pb2.TABLE_STATUS_FINISHED):
        async for table in me.tables(status=status):
            return table.game_id
    typer.echo("there is no public game on this server", err=True)
    raise typer.Exit(1)
