"""`turnledger staff`: which account holds which grant of an operator, and giving and taking one."""

import time
from typing import Annotated, TypeAlias

import typer
from google.protobuf import json_format
from google.protobuf.timestamp_pb2 import Timestamp
from grpc import StatusCode

from services.accounts.account import is_account_id
from services.api.gate.grants import GIVEN, grant_word
from services.cli.failure import fail
from services.cli.request import Lang, Name, Server, call_server
from services.platform.typed_text import name_key
from turnledger import Client, ServiceError
from turnledger.v1 import grants_pb2, operators_pb2

app = typer.Typer(no_args_is_help=True, add_completion=False)
DAY_S = 24 * 60 * 60
_BY_WORD = {grant_word(grant): grant for grant in GIVEN}
Account: TypeAlias = Annotated[str, typer.Argument(metavar="ACCOUNT", help="Its name, or its id")]
GrantWord: TypeAlias = Annotated[str, typer.Argument(metavar="GRANT", help=", ".join(_BY_WORD))]
Reason: TypeAlias = Annotated[str, typer.Option(help="Why: all operators read it, and the holder in the own data")]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print each grant as one JSON object a line")]


@app.callback()
def staff() -> None:
    """Give others parts of your powers as an operator, until a time; list and take them.

    docs/moderation.md explains the grants. Giving and taking are for accounts in TURNLEDGER_OPERATORS."""


@app.command("list")
def list_grants(name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Show the grants in force: number, holder, account, grant, end, giver and reason."""
    _print(call_server(_listed, name, lang, server), as_json=as_json)


@app.command()
def give(
    account: Account,
    grant: GrantWord,
    reason: Reason,
    days: Annotated[int, typer.Option(min=1, max=365, help="How long it is valid")] = 30,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Give a grant to an account, and show all grants. The same grant again gets the new end."""
    given = _grant(grant)

    async def give_and_list(me: Client) -> list[tuple[operators_pb2.StaffGrant, str]]:
        end = Timestamp(seconds=int(time.time()) + days * DAY_S)
        await me.operators.give_grant(account_id=await _id_of(me, account), grant=given, end_time=end, text=reason)
        return await _listed(me)

    _print(call_server(give_and_list, name, lang, server), as_json=as_json)


@app.command()
def take(
    account: Account,
    grant: GrantWord,
    reason: Reason,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Take a grant from an account, and show the others. It fails at the holder's next call."""
    taken = _grant(grant)

    async def take_and_list(me: Client) -> list[tuple[operators_pb2.StaffGrant, str]]:
        await me.operators.take_grant(account_id=await _id_of(me, account), grant=taken, text=reason)
        return await _listed(me)

    _print(call_server(take_and_list, name, lang, server), as_json=as_json)


async def _listed(me: Client) -> list[tuple[operators_pb2.StaffGrant, str]]:
    """Return the grants in force, each with the name of the account that gave it."""
    grants = [each async for each in me.operators.list_grants()]
    names = {giver: await _name_of(me, giver) for giver in {each.giver_id for each in grants}}
    return [(each, names[each.giver_id]) for each in grants]


async def _name_of(me: Client, account: str) -> str:
    """Return the name of an account, or the id of a deleted one."""
    try:
        return (await me.views.get_player(account_id=account)).player.display_name
    except ServiceError as error:
        if error.code != StatusCode.NOT_FOUND:
            raise
        return account


async def _id_of(me: Client, account: str) -> str:
    """Return the id of the account with this name or id. Ends the program if no listed player has exactly the name."""
    if is_account_id(account):
        return account
    found = (await me.people.find_players(name=account)).players
    same = [each.account_id for each in found if name_key(each.display_name) == name_key(account)]
    if len(same) != 1:
        fail(f"no listed player is called {account}: the id of the account works, too")
    return same[0]


def _grant(word: str) -> grants_pb2.Grant:
    """Return the grant of a word. Ends the program for an unknown one."""
    if word not in _BY_WORD:
        fail(f"the grant is {word!r}: it may be {', '.join(_BY_WORD)}")
    return _BY_WORD[word]


def _print(grants: list[tuple[operators_pb2.StaffGrant, str]], *, as_json: bool) -> None:
    for grant, giver in grants:
        if as_json:
            typer.echo(json_format.MessageToJson(grant, indent=None))
            continue
        held = f"{grant.number}  {grant.holder.display_name}  {grant.holder.account_id}  {grant_word(grant.grant)}"
        typer.echo(f"{held}  until {grant.end_time.ToJsonString()}, given by {giver}: {grant.text}")
