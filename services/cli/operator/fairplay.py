"""`turnledger fairplay ACCOUNT`: shows an operator how often a player's decisions agreed with `expert`."""

from typing import Annotated

import typer
from google.protobuf.json_format import MessageToJson
from rich.console import Console

from services.cli import drawing
from services.cli.boards.board_parts import pairs
from services.cli.request import Lang, Name, Server, call_server
from services.texts.error_texts import chosen
from services.texts.said import said
from turnledger import Client
from turnledger.v1 import operators_pb2


def fairplay(
    account: Annotated[str, typer.Argument(help="Id of the account")],
    variant: Annotated[str, typer.Option(help="The variant whose games are looked at")] = "power_grid/russia",
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as the API has it")] = False,
) -> None:
    """Compare an account's decisions in explained games with those of `expert`, and with players of about its rating.

    For operators: a figure with its interval, and no verdict."""

    async def ask(me: Client) -> operators_pb2.CompareWithExpertResponse:
        return await me.operators.compare_with_expert(account_id=account, variant=variant)

    found = call_server(ask, name, lang, server)
    if as_json:
        typer.echo(MessageToJson(found, always_print_fields_with_no_presence=True))
        return
    Console().print(pairs(*figure_lines(found, chosen(drawing.language_tag(lang)))))


def figure_lines(found: operators_pb2.CompareWithExpertResponse, language: str) -> list[tuple[str, str]]:
    """Labels of the figures."""
    lines = [
        (said("games explained", language), str(found.games)),
        (said("decisions", language), str(found.decisions)),
        (said("as expert", language), _percent(found.share_permille)),
        (said("other players", language), str(found.players)),
        (said("their decisions", language), str(found.others_decisions)),
        (said("they as expert", language), _percent(found.others_share_permille)),
    ]
    if found.HasField("beyond"):
        beyond = found.beyond
        interval = f"{_percent(beyond.low_permille, '+')} … {_percent(beyond.high_permille, '+')}"
        lines.append((said("beyond, 95 of 100", language), f"{_percent(beyond.excess_permille, '+')} ({interval})"))
    else:
        lines.append((said("beyond, 95 of 100", language), said("too little to say", language)))
    return lines


def _percent(permille: int, sign: str = "") -> str:
    return f"{permille / 10:{sign}.1f} %"
