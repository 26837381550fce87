"""`turnledger password`: sets a new password for a player who has lost it. It needs write access to the store."""

import asyncio
import secrets
import time
from typing import Annotated

import msgspec
import typer

from services.accounts.account_storage import AccountStorage
from services.accounts.password import hashed
from services.cli.failure import fail
from services.settings import Settings, from_environment
from services.store import open_sql
from services.store.schema import require_fit

BYTES = 12


def password(
    name: Annotated[str, typer.Argument(help="Display name of the account")],
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Give a named account a new password, print it, and sign out all its devices.

    Make sure first who asks. They change it after they have signed in."""
    made = asyncio.run(_reset(from_environment(store=store), name))
    if made is None:
        fail(f"no account with a password is called {name}", 1)
    typer.echo(msgspec.json.encode({"name": name, "password": made}) if as_json else made)


async def _reset(settings: Settings, name: str) -> str | None:
    require_fit(settings.store)
    sql = open_sql(settings.store)
    try:
        storage = AccountStorage(sql)
        found = await storage.password(name)
        if found is None:
            return None
        made = secrets.token_urlsafe(BYTES)
        await storage.reset_password(found[0], await hashed(made), int(time.time()))
        return made
    finally:
        await sql.close()
