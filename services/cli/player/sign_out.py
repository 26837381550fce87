"""`turnledger sign-out`: end the sign-in of this terminal."""

import asyncio
from typing import Annotated

import typer

from services.cli.credentials import StoredCredentials
from services.cli.failure import fail
from services.cli.request import Name, Server, event_lines
from services.cli.terminal_app import SignInFailed, TerminalApp
from services.settings import from_environment


def sign_out(
    name: Name = "",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object")] = False,
) -> None:
    """Sign this terminal out: the server takes its tokens no more, and this computer forgets them.

    It is for what `turnledger sign-in` began.
    """
    address = server or from_environment().listen
    stored = StoredCredentials(address, name)
    if not stored.issuer:
        fail(f"{stored.name or 'no player'} was not signed in on {address} by `turnledger sign-in`", 1)
    try:
        asyncio.run(_sign_out(stored))
    except SignInFailed as failed:
        fail(f"still signed in: {failed}. Try again, or end it on the page, under “Apps”.", 1)
    except KeyboardInterrupt as interrupt:
        raise typer.Exit(130) from interrupt
    if as_json:
        event_lines(as_json=True)("signed_out", name=stored.name, server=address)
    else:
        typer.echo(f"Signed {stored.name} out on {address}.")


async def _sign_out(stored: StoredCredentials) -> None:
    """Raises SignInFailed."""
    async with stored.alone() as tokens, TerminalApp(stored.issuer) as app:
        if tokens:
            await app.revoke(tokens.refresh_token)
        stored.forget()
