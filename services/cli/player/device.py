"""`turnledger device`: a key of this computer, stored with the sign-in, with which `play` signs commands."""

import asyncio
import platform
from collections.abc import Awaitable, Callable
from getpass import getpass
from typing import Annotated, TypeAlias

import typer
from google.protobuf import json_format

from services.cli import drawing
from services.cli.credentials import StoredCredentials
from services.cli.failure import fail
from services.cli.remote import as_before
from services.cli.request import Lang, Name, Server
from services.settings import from_environment
from turnledger import Client, Device, ServiceError
from turnledger.v1 import accounts_pb2

app = typer.Typer(no_args_is_help=True, add_completion=False)
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print each key as one JSON object a line")]
Asked: TypeAlias = Callable[[Client, StoredCredentials], Awaitable[list[accounts_pb2.DeviceKey]]]


@app.callback()
def devices() -> None:
    """Let this computer sign your commands: nobody else can then have given them.

    A table knows the keys that you had when you sat down. `turnledger table new --signed` opens one that wants them."""


@app.command()
def add(name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Make a key, keep it here, and register it. Asks for your password; a guest takes one now."""

    async def added(me: Client, kept: StoredCredentials) -> list[accounts_pb2.DeviceKey]:
        password = await account_password(me)
        device = me.device or Device()
        kept.keep_device(me.account.account_id, device.private_bytes)
        registered = await me.accounts.add_device_key(
            public_key=device.public_key,
            device_name=platform.node(),
            proof=device.proof(me.account.account_id),
            password=password,
        )
        return list(registered.device_keys)

    _tell(added, name, lang, server, as_json=as_json)


@app.command("list")
def list_keys(name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Show the keys that are registered."""

    async def listed(me: Client, _: StoredCredentials) -> list[accounts_pb2.DeviceKey]:
        return list((await me.accounts.list_device_keys()).device_keys)

    _tell(listed, name, lang, server, as_json=as_json)


@app.command()
def remove(
    key: Annotated[str, typer.Argument(help="The public key; this computer's if not given")] = "",
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Take a key away. At tables where you sit already it stays good; what it signed stays signed."""

    async def removed(me: Client, kept: StoredCredentials) -> list[accounts_pb2.DeviceKey]:
        own = me.device.public_key if me.device else ""
        if not (key or own):
            fail("this computer has no key here", 1)
        await me.accounts.remove_device_key(public_key=key or own)
        if own and key in ("", own):
            kept.keep_device(me.account.account_id, None)
        return list((await me.accounts.list_device_keys()).device_keys)

    _tell(removed, name, lang, server, as_json=as_json)


async def account_password(me: Client) -> str:
    """The account's; empty where it has none. A guest gets a named account."""
    account = (await me.accounts.get_me()).account
    if not account.guest:
        return await _typed(f"The password of {account.display_name}: ") if account.has_password else ""
    password = await _typed(f"A password for {account.display_name} (10-200 characters): ")
    if await _typed("The same again: ") != password:
        fail("these were two passwords: nothing happened", 1)
    await me.accounts.upgrade_me(display_name=account.display_name, password=password)
    return password


async def _typed(question: str) -> str:
    """Read a line without echo. The connection stays alive meanwhile."""
    return await asyncio.to_thread(getpass, question)


def _tell(ask: Asked, name: str, lang: str, server: str | None, *, as_json: bool) -> None:
    async def run() -> tuple[str, list[accounts_pb2.DeviceKey]]:
        async with as_before(server or from_environment().listen, name, drawing.language_tag(lang)) as (me, kept):
            found = await ask(me, kept)
            private = kept.device(me.account.account_id)
            return Device(private).public_key if private else "", found

    try:
        own, found = asyncio.run(run())
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    for key in found:
        here = " (this computer)" if key.public_key == own else ""
        told = json_format.MessageToJson(key, indent=None) if as_json else f"{key.public_key} {key.device_name}{here}"
        typer.echo(told)
