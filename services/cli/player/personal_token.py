"""`turnledger personal-token`: tokens with which programs act as your account, with scopes and an end."""

import asyncio
from getpass import getpass
from typing import Annotated, TypeAlias

import typer
from google.protobuf import json_format
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from services.cli.failure import fail
from services.cli.request import Lang, Name, Server, call_server
from turnledger import Client
from turnledger.v1 import accounts_pb2, scopes_pb2

app = typer.Typer(no_args_is_help=True, add_completion=False)
DAY_S = 24 * 60 * 60
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print each token as one JSON object a line")]


@app.callback()
def personal_tokens() -> None:
    """Give a program a token to act as you, with a few rights and an end.

    docs/personal-tokens.md lists the scopes."""


@app.command()
def new(
    token_name: Annotated[str, typer.Argument(metavar="TOKEN_NAME", help="Your name for the token")],
    scope: Annotated[list[str], typer.Option(help="A scope such as games:read; may be given several times")],
    days: Annotated[int, typer.Option(min=1, max=366, help="How long the token is valid")] = 30,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Make a token and print it, this once. Asks for your password if the account has one."""
    scopes = [_scope(each) for each in scope]

    async def create(me: Client) -> accounts_pb2.CreatePersonalTokenResponse:
        password = ""
        if (await me.accounts.get_me()).account.has_password:
            password = await asyncio.to_thread(getpass, f"The password of {me.account.display_name}: ")
        return await me.accounts.create_personal_token(
            token_name=token_name, scopes=scopes, lifetime=Duration(seconds=days * DAY_S), password=password
        )

    found = call_server(create, name, lang, server)
    typer.echo(json_format.MessageToJson(found, indent=None) if as_json else found.token)


@app.command("list")
def list_tokens(name: Name = "", lang: Lang = "en", server: Server = None, as_json: AsJson = False) -> None:
    """Show your tokens: id, name, scopes, end and last use."""
    _tell(call_server(_listed, name, lang, server), as_json=as_json)


@app.command()
def revoke(
    token_id: Annotated[str, typer.Argument(help="The id that `list` shows")],
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: AsJson = False,
) -> None:
    """Revoke a token, and show the others. Calls with it end within a minute."""

    async def revoke_and_list(me: Client) -> list[accounts_pb2.PersonalToken]:
        await me.accounts.revoke_personal_token(token_id=token_id)
        return await _listed(me)

    _tell(call_server(revoke_and_list, name, lang, server), as_json=as_json)


async def _listed(me: Client) -> list[accounts_pb2.PersonalToken]:
    return list((await me.accounts.list_personal_tokens()).personal_tokens)


def _tell(tokens: list[accounts_pb2.PersonalToken], *, as_json: bool) -> None:
    for token in tokens:
        if as_json:
            typer.echo(json_format.MessageToJson(token, indent=None))
            continue
        used = f"last used {_day(token.use_time)}" if token.HasField("use_time") else "never used"
        scopes = " ".join(map(_word, token.scopes))
        typer.echo(f"{token.token_id}  {token.token_name}  {scopes}  until {_day(token.expire_time)}, {used}")


def _day(moment: Timestamp) -> str:
    return moment.ToJsonString().partition("T")[0]


def _word(scope: scopes_pb2.Scope) -> str:
    return scopes_pb2.Scope.Name(scope).removeprefix("SCOPE_").lower().replace("_", ":", 1)


def _scope(word: str) -> str:
    """Return the name of a scope in the contract. Ends the program for an unknown one."""
    name = f"SCOPE_{word.upper().replace(':', '_')}"
    if name not in set(scopes_pb2.Scope.keys()):
        fail(f"--scope is {word!r}: docs/personal-tokens.md lists the scopes")
    return name
