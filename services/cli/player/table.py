"""`turnledger table`: tables of others and of one's own, before the game begins."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

import msgspec
import typer
from google.protobuf import json_format
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from services.cli import drawing
from services.cli.options import DRAWS, HINTS, OPTIONS, TRIES, named, stated
from services.cli.reader import reader
from services.cli.request import Lang, Name, Server, call_server
from services.texts.error_texts import chosen
from turnledger import Client, Game
from turnledger.v1 import lobby_pb2

app = typer.Typer(no_args_is_help=True, add_completion=False)
GameId: TypeAlias = Annotated[str, typer.Argument(help="The table: `turnledger table list` shows the open ones")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print each table as one JSON object a line")]


@app.callback()
def tables() -> None:
    """Open a table, find one, sit down, ask bots to join, begin. Then: `turnledger play --game GAME`."""


@app.command("list")
def list_open(
    variant: Annotated[str, typer.Argument(help="Name of a variant; all if not given")] = "",
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Show the public tables that are open."""

    async def fetch(me: Client) -> list[lobby_pb2.Table]:
        return [table async for table in me.tables(variant)]

    _tell(fetch, name, lang, server, as_json=as_json)


@app.command()
def show(game: GameId, name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Show a table: what is played there, and who sits where."""
    _at(game, Game.table, name, lang, server, as_json=as_json)


@app.command()
def new(
    variant: Annotated[str, typer.Argument(help="Variant, e.g. power_grid/russia")] = "power_grid/russia",
    players: Annotated[int, typer.Option(min=2, max=6, help="Seats")] = 3,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=OPTIONS)] = None,
    private: Annotated[bool, typer.Option("--private", help="Not listed; `table invite` shows the code")] = False,
    signed: Annotated[
        bool, typer.Option("--signed", help="Players' devices must sign their commands: `turnledger device add`")
    ] = False,
    tries: Annotated[int, typer.Option(help=TRIES)] = 0,
    hints: Annotated[int, typer.Option(help=f"{HINTS}; such a table is unrated")] = 0,
    draws: Annotated[str, typer.Option(help=DRAWS)] = "",
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Open a table and sit down at it."""
    terms = stated(tries, hints, draws)
    if signed:
        terms.signed = True

    async def opened(me: Client) -> list[lobby_pb2.Table]:
        game = await me.create_table(
            variant,
            seats=players,
            options=named(option or ()),
            join=True,
            private=private,
            unrated=private or bool(hints),
            terms=terms,
        )
        return [await game.table()]

    _tell(opened, name, lang, server, as_json=as_json)


@app.command()
def join(
    game: GameId,
    invite: Annotated[str, typer.Option(help="Code of a private table")] = "",
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Sit down."""
    _at(game, lambda at: at.join(invite=invite), name, lang, server, as_json=as_json)


@app.command()
def leave(game: GameId, name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Get up again, before the game begins."""
    _at(game, Game.leave, name, lang, server, as_json=as_json)


@app.command()
def bot(
    game: GameId,
    strategy: Annotated[str, typer.Argument(help="How it plays")] = "greedy",
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Give a bot a seat. The host does."""
    _at(game, lambda at: at.add_bot(strategy), name, lang, server, as_json=as_json)


@app.command()
def start(game: GameId, name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Begin the game. The host does."""
    _at(game, Game.start, name, lang, server, as_json=as_json)


@app.command("hand-in")
def hand_in(
    game: GameId,
    number: Annotated[int, typer.Argument(min=1, help="Number of the round that the table waits for")],
    signature: Annotated[str, typer.Argument(help="Its signature, 96 hex digits, as any relay of the beacon has it")],
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Hand in the round of the beacon that a start or a draw waits for. Any account may."""
    _at(game, lambda at: at.hand_in(number, signature), name, lang, server, as_json=as_json)


@app.command()
def invite(
    game: GameId,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Print the code that opens a private table to others. The host does."""

    async def code(me: Client) -> str:
        return await me.game(game).invite()

    invite_code = call_server(code, name, lang, server)
    typer.echo(msgspec.json.encode({"invite": invite_code}) if as_json else invite_code)


def _at(
    game: str,
    ask: Callable[[Game], Awaitable[lobby_pb2.Table]],
    name: str,
    lang: str,
    server: str | None,
    *,
    as_json: bool,
) -> None:
    async def fetch(me: Client) -> list[lobby_pb2.Table]:
        return [await ask(me.game(game))]

    _tell(fetch, name, lang, server, as_json=as_json)


def _tell(
    ask: Callable[[Client], Awaitable[list[lobby_pb2.Table]]],
    name: str,
    lang: str,
    server: str | None,
    *,
    as_json: bool,
) -> None:
    found = call_server(ask, name, lang, server)
    if as_json:
        for table in found:
            typer.echo(json_format.MessageToJson(table, indent=None))
    else:
        _print(found, chosen(drawing.language_tag(lang)))


def _print(found: list[lobby_pb2.Table], language: str) -> None:
    by = reader(lobby_pb2.Table(), language)
    listed = Table(
        by.say("table"),
        by.say("variant"),
        by.say("state"),
        by.say("seats"),
        by.say("players"),
    )
    listed.columns[0].min_width = drawing.ID_WIDTH
    for table in found:
        at = reader(table, language)
        seats = f"{len(table.occupants)}/{table.seats}"
        players = ", ".join(escape(player) for player in at.players)
        listed.add_row(table.game_id, table.variant, drawing.state(table, at), seats, players)
    Console().print(listed if found else by.say("no open tables"))
