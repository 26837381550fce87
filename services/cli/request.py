"""Shared parts of commands that call a server: the account, and the connection."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias, TypeVar

import msgspec
import typer

from services.cli import drawing
from services.cli.failure import fail
from services.cli.remote import as_before
from services.settings import from_environment
from turnledger import Client, ServiceError

T = TypeVar("T")
Name: TypeAlias = Annotated[str, typer.Option("--name", help="Your name; who played here last if not given")]
Lang: TypeAlias = Annotated[str, typer.Option("--lang", envvar="LANG", help="Language: en or ru")]
Server: TypeAlias = Annotated[
    str | None,
    typer.Option("--server", help="gRPC: HOST:PORT, https://HOST:PORT with TLS; TURNLEDGER_LISTEN if not given"),
]


def call_server(ask: Callable[[Client], Awaitable[T]], name: str, lang: str, server: str | None) -> T:
    """Return the server's answer for the player at this terminal. A refusal ends the program with its code."""

    async def run() -> T:
        async with as_before(server or from_environment().listen, name, drawing.language_tag(lang)) as (me, _):
            return await ask(me)

    try:
        return asyncio.run(run())
    except ServiceError as error:
        fail(drawing.refusal(error), 1)


def event_lines(*, as_json: bool) -> Callable[..., None]:
    """Return a function that prints an event with its facts as a line."""

    def report(event: str, /, **facts: object) -> None:
        line = " ".join((event, *(f"{key}={value}" for key, value in facts.items())))
        typer.echo(msgspec.json.encode({"event": event, **facts}).decode() if as_json else line)

    return report
