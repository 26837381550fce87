"""`turnledger mcp`: language models play as the player of this terminal, by the Model Context Protocol."""

import asyncio
from typing import Annotated

import typer

from services.cli import drawing
from services.cli.credentials import folder
from services.cli.failure import fail
from services.cli.remote import as_before
from services.cli.request import Lang, Name, Server
from services.settings import from_environment
from services.settings.kinds import address, host_and_port
from turnledger import ServiceError


def mcp(
    http: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Serve streamable HTTP here instead of standard input")
    ] = None,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    _: Annotated[bool, typer.Option("--json", help="Accepted as by every command; answers are always JSON")] = False,
) -> None:
    """Serve the Model Context Protocol: language models list tables, join, play and look back as you.

    The client of a model starts it and speaks to it over standard input and output. With --http callers must send the
    secret of the file that is named at the start. The account is the one of the other commands. docs/agents.md has
    examples.
    """
    try:
        from services.cli.agent import mcp_server
    except ModuleNotFoundError as missing:
        package = str(missing.name).partition(".")[0]
        fail(f"{package} is not installed: pip install 'turnledger[mcp]'")
    host, port = _address(http) if http is not None else ("", 0)

    async def run() -> None:
        async with as_before(server or from_environment().listen, name, drawing.language_tag(lang)) as (me, _):
            serving = mcp_server.agent_server(me)
            if http is None:
                await serving.run_stdio_async()
            else:
                secret = mcp_server.own_secret(folder())
                await mcp_server.serve_http(serving, host, port, secret, _listening)

    try:
        asyncio.run(run())
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(130) from interrupt


def _listening(endpoint: str) -> None:
    typer.echo(endpoint)
    typer.echo(f"send the header `Authorization: Bearer SECRET` with the secret of {folder() / 'mcp.secret'}", err=True)


def _address(text: str) -> tuple[str, int]:
    """Return host and port. Ends the program for another text."""
    try:
        return host_and_port(text)
    except ValueError:
        fail(f"--http is {text!r}; allowed: {address().allowed}")
