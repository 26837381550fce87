"""`turnledger bot`: accounts of programs, and the program that plays under one."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any, TypeAlias

import typer
from google.protobuf import json_format

from services.cli import drawing
from services.cli.failure import fail
from services.cli.player.device import account_password
from services.cli.request import Lang, Name, Server, call_server, event_lines
from services.settings import from_environment
from turnledger import Client, ServiceError
from turnledger.bot import GAMES, THINK_S, any_table, run_bot
from turnledger.v1 import lobby_pb2, programs_pb2

app = typer.Typer(no_args_is_help=True, add_completion=False)
TOKEN = "BOT_TOKEN"  # noqa: S105  # the variable's name
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object a line")]
Account: TypeAlias = Annotated[str, typer.Argument(help="The account that `list` shows")]


@app.callback()
def bots() -> None:
    """Accounts of programs: make one, list them, challenge one, and keep yours playing. docs/program-accounts.md"""


@app.command()
def create(
    bot_name: Annotated[str, typer.Argument(metavar="BOT_NAME", help="Its name")],
    home: Annotated[str, typer.Option(help="A page about it: https://…")],
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Make an account for a program of yours, and print its token, this once. A guest takes a password now."""

    async def make(me: Client) -> programs_pb2.CreateProgramResponse:
        if (await me.accounts.get_me()).account.guest:
            await account_password(me)
        return await me.programs.create_program(display_name=bot_name, home_page=home)

    made = call_server(make, name, lang, server)
    typer.echo(json_format.MessageToJson(made, indent=None) if as_json else made.token)


@app.command("list")
def list_bots(
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Show the programs that have an account here: account, name, owner and page."""

    async def listed(me: Client) -> list[programs_pb2.Program]:
        return [each async for each in me.programs.list_programs()]

    for each in call_server(listed, name, lang, server):
        told = (each.player.account_id, each.player.display_name, each.owner.display_name, each.home_page)
        typer.echo(json_format.MessageToJson(each, indent=None) if as_json else "  ".join(told))


@app.command()
def token(account: Account, name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Make a new token for a program of yours; the one before ends within a minute."""

    async def make(me: Client) -> programs_pb2.CreateProgramTokenResponse:
        return await me.programs.create_program_token(account_id=account)

    made = call_server(make, name, lang, server)
    typer.echo(json_format.MessageToJson(made, indent=None) if as_json else made.token)


@app.command()
def delete(
    account: Account, name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False
) -> None:
    """Delete the account of a program of yours. It leaves its tables."""

    async def remove(me: Client) -> programs_pb2.DeleteProgramResponse:
        return await me.programs.delete_program(account_id=account)

    removed = call_server(remove, name, lang, server)
    if as_json:
        typer.echo(json_format.MessageToJson(removed, indent=None))


@app.command()
def challenge(
    account: Account,
    variant: Annotated[str, typer.Argument(help="The game, such as card_game")],
    players: Annotated[int, typer.Option(min=2, max=6, help="Seats at the table")] = 2,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Open a table that starts when it is full, sit down, and invite a program. Then: `turnledger play --game GAME`."""

    async def invite(me: Client) -> lobby_pb2.Table:
        if me.account.guest:
            typer.echo("You are a guest: this game counts for no rating (TB-RATE-07)", err=True)
        terms = {"invited_account_ids": [account], "starts_when_full": True}
        return await (await me.create_table(variant, seats=players, join=True, private=True, terms=terms)).table()

    table = call_server(invite, name, lang, server)
    typer.echo(json_format.MessageToJson(table, indent=None) if as_json else table.game_id)


@app.command()
def run(
    program: Annotated[str, typer.Argument(metavar="MODULE:FUNCTION", help="What chooses: called with each turn")],
    games: Annotated[int, typer.Option(min=1, max=100, help="Tables at a time")] = GAMES,
    think: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds for a move")] = THINK_S,
    spar: Annotated[str, typer.Option(metavar="VARIANT", help="Play bots here until rated in this game")] = "",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Keep a program playing: it answers challenges and plays until Ctrl-C or SIGTERM.

    BOT_TOKEN is its token. A function `accepts` of the module is asked about each challenge.
    """
    secret = os.environ.get(TOKEN, "")
    if not secret:
        fail(f"{TOKEN} is not set: `turnledger bot create` prints a token")
    choose, accepts = _functions(program)

    async def play() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        address = server or from_environment().listen
        how: dict[str, Any] = {"accepts": accepts, "games": games, "think_s": think, "spar": spar}
        await run_bot(address, secret, choose, stop=stop, report=event_lines(as_json=as_json), **how)

    try:
        asyncio.run(play())
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    except ValueError as other:
        fail(str(other))


def _functions(program: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the function that chooses and the one that accepts. Ends the program if there is no such function."""
    name, _, function = program.partition(":")
    sys.path.insert(0, os.getcwd())
    try:
        module = import_module(name)
    except (ImportError, ValueError) as error:
        fail(f"{name or program!r} cannot be imported: {error}")
    choose = getattr(module, function, None) if function else None
    if not callable(choose):
        fail(f"{program!r} names no function: write MODULE:FUNCTION")
    return choose, getattr(module, "accepts", any_table)
