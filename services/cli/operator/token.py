"""`turnledger token`: an account and its tokens, for a bot or a person, straight from the store and the keys."""

import asyncio
from typing import Annotated

import typer
from google.protobuf.json_format import MessageToJson

from services.accounts.account import Account, NameRefused
from services.accounts.account_storage import AccountStorage
from services.accounts.replacing import Tokens
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.api.accounts import new_guest
from services.settings import Settings, from_environment
from services.store import open_sql
from services.store.schema import require_fit


def token(
    name: Annotated[str, typer.Argument(help="Display name of the new account; generated if not given")] = "",
    store: Annotated[str | None, typer.Option(help="Event store; TURNLEDGER_STORE if not given")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print account and tokens as Accounts.SignInAsGuest answers")
    ] = False,
) -> None:
    """Make an account and print its access token. Needs the store and the keys of the server, and no server."""
    try:
        account, tokens = asyncio.run(_make(from_environment(store=store), name))
    except NameRefused as refused:
        typer.echo(f"{refused.reason}: {refused.name}", err=True)
        raise typer.Exit(1) from refused
    typer.echo(MessageToJson(new_guest(account, tokens), indent=None) if as_json else tokens.access)


async def _make(settings: Settings, name: str) -> tuple[Account, Tokens]:
    require_fit(settings.store)
    sql = open_sql(settings.store)
    try:
        keys = KeyRing(settings.keys, trusts_clock=lambda: False)
        return await SignIn(AccountStorage(sql), Issuer(keys)).as_guest(name)
    finally:
        await sql.close()
