"""`turnledger sign-in`: use an account at this terminal, approved on a device with a browser."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer

from services.api.gate.scopes import GRANTED, word
from services.cli import drawing
from services.cli.credentials import StoredCredentials
from services.cli.failure import fail
from services.cli.request import Lang, Server, event_lines
from services.cli.terminal_app import SignInFailed, TerminalApp
from services.settings import from_environment
from turnledger import Client, ServiceError
from turnledger.connection import Connection
from turnledger.v1 import accounts_pb2

SCOPES = tuple(map(word, GRANTED))
NEEDED = "account:read"
"""Each command asks for the name of the account."""


def sign_in(
    url: Annotated[str, typer.Argument(metavar="URL", help="The public address of the server: https://HOST")],
    scope: Annotated[
        list[str] | None, typer.Option(help="Only this scope, such as games:read; may be given several times")
    ] = None,
    lang: Lang = "en",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print code and result as one JSON object a line")] = False,
) -> None:
    """Use your account at this terminal: type the code that is shown at the server's page, on any device.

    Other commands for the same --server then act as you, until `turnledger sign-out`.
    """
    if unknown := set(scope or ()) - set(SCOPES):
        fail(f"--scope is {min(unknown)!r}; allowed: {', '.join(SCOPES)}")
    scopes = tuple(dict.fromkeys((NEEDED, *scope))) if scope else SCOPES
    address = server or from_environment().listen
    try:
        name = asyncio.run(_sign_in(url.rstrip("/"), address, scopes, drawing.language_tag(lang), as_json=as_json))
    except SignInFailed as failed:
        fail(str(failed), 1)
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(130) from interrupt
    if as_json:
        event_lines(as_json=True)("signed_in", name=name, server=address)
    else:
        typer.echo(f"Signed in as {name} on {address}.")


async def _sign_in(issuer: str, server: str, scopes: Sequence[str], language: str, *, as_json: bool) -> str:
    """Return the name of the account, whose tokens are stored. Raises SignInFailed, ServiceError."""
    async with TerminalApp(issuer) as app:
        code = await app.begin(scopes)
        if as_json:
            event_lines(as_json=True)("code", user_code=code.user_code, address=code.address, link=code.link)
        else:
            typer.echo(f"Open {code.address} and type {code.user_code} (or open {code.link}).")
            typer.echo(f"The code is good for {code.expires_s // 60} minutes. Keep it to yourself.")
        tokens = await app.wait(code)
        connection = Connection(server, tokens, language=language)
        try:
            name = (await Client(connection, accounts_pb2.Account()).accounts.get_me()).account.display_name
        except BaseException:
            await app.revoke(tokens.refresh_token)
            raise
        finally:
            await connection.close()
    stored = StoredCredentials(server, name)
    stored.issuer = issuer
    stored.keep(tokens)
    return name
