"""`turnledger mcp`: language models play as the player of this terminal, or as those who bring a token, by the Model
Context Protocol."""

import asyncio
from typing import Annotated

import typer

from services.cli import drawing
from services.cli.credentials import folder
from services.cli.failure import fail
from services.cli.remote import as_before
from services.cli.request import Lang, Name, Server
from services.settings import Settings, from_environment
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
    secret of the file that is named at the start; the account is the one of the other commands. With --http and
    TURNLEDGER_MCP_URL callers send tokens of the game server instead, and each plays as its own player. docs/agents.md
    has examples.
    """
    try:
        import mcp.server  # noqa: F401  # the extra
    except ModuleNotFoundError as missing:
        package = str(missing.name).partition(".")[0]
        fail(f"{package} is not installed: pip install 'turnledger[mcp]'")
    settings, language = from_environment(), drawing.language_tag(lang)
    host, port = _address(http) if http is not None else ("", 0)
    called = server or settings.listen
    if http is not None and settings.mcp_url and name:
        fail("--name chooses one account, but with TURNLEDGER_MCP_URL each caller plays as its own player")
    try:
        if http is not None and settings.mcp_url:
            asyncio.run(_serve_callers(settings, host, port, called, language))
        else:
            asyncio.run(_serve_one(called, name, language, (host, port) if http is not None else None))
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(130) from interrupt


async def _serve_one(server: str, name: str, language: str, at: tuple[str, int] | None) -> None:
    """Serve the account of this terminal over standard input and output, or over HTTP at `at`."""
    from services.cli.agent import mcp_server

    async with as_before(server, name, language) as (me, _):
        serving = mcp_server.agent_server(me)
        if at is None:
            await serving.run_stdio_async()
        else:
            await mcp_server.serve_http(serving, *at, mcp_server.own_secret(folder()), _listening)


async def _serve_callers(settings: Settings, host: str, port: int, server: str, language: str) -> None:
    """Serve each caller as the player of its token."""
    from services.cli.agent import agent_players, issued_tokens, protected_server

    if not settings.public_url:
        fail("TURNLEDGER_MCP_URL needs TURNLEDGER_PUBLIC_URL, the address of the game server")
    tokens = issued_tokens.IssuedTokens(settings.public_url, settings.mcp_url)
    players = agent_players.Players(server, language)
    try:
        await tokens.begin()
        at = protected_server.ProtectedAddress(settings.public_url, settings.mcp_url, host, port, settings.proxies)
        await protected_server.serve_protected(at, tokens, players, typer.echo)
    except (issued_tokens.IssuerUnavailable, issued_tokens.IssuerRefused) as problem:
        fail(str(problem), 1)
    finally:
        await players.close()
        await tokens.close()


def _listening(endpoint: str) -> None:
    typer.echo(endpoint)
    typer.echo(f"send the header `Authorization: Bearer SECRET` with the secret of {folder() / 'mcp.secret'}", err=True)


def _address(text: str) -> tuple[str, int]:
    """Return host and port. Ends the program for another text."""
    try:
        return host_and_port(text)
    except ValueError:
        fail(f"--http is {text!r}; allowed: {address().allowed}")
