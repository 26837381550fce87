"""What the commands of `turnledger cup` share: their options, and the way to the server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, TypeAlias, TypeVar

import typer
from google.protobuf import json_format
from google.protobuf.message import Message

from services.cli import drawing
from services.cli.failure import fail
from services.cli.remote import as_before
from services.settings import from_environment
from turnledger import Client, ServiceError

T = TypeVar("T")
EventId: TypeAlias = Annotated[str, typer.Argument(help="The tournament: `turnledger cup list` shows them")]
Name: TypeAlias = Annotated[str, typer.Option("--name", help="Your name; who played here last if not given")]
Lang: TypeAlias = Annotated[str, typer.Option("--lang", envvar="LANG", help="Language: en or ru")]
Server: TypeAlias = Annotated[
    str | None, typer.Option("--server", help="gRPC: HOST:PORT; TURNLEDGER_LISTEN if not given")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print messages of the API, one JSON object a line")]
AsCsv: TypeAlias = Annotated[bool, typer.Option("--csv", help="Print it for a spreadsheet")]
Reason: TypeAlias = Annotated[str, typer.Option(help="Why: everybody may read it")]


def asked(ask: Callable[[Client], Awaitable[T]], name: str, lang: str, server: str | None) -> T:
    """What the server answers the player at this terminal. Ends the program with a refusal and its code."""

    async def run() -> T:
        async with as_before(server or from_environment().listen, name, drawing.language_tag(lang)) as (me, _):
            return await ask(me)

    try:
        return asyncio.run(run())
    except ServiceError as error:
        fail(drawing.refusal(error), 1)


def print_json(messages: Iterable[Message]) -> None:
    for each in messages:
        typer.echo(json_format.MessageToJson(each, indent=None, always_print_fields_with_no_presence=True))
