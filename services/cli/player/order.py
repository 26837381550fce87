"""`turnledger order`: what the server shall do for one's seat while one is away."""

from typing import Annotated, Any

import typer
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor

from services.api.messages.convert import message_class
from services.cli.failure import fail
from services.cli.request import Lang, Name, Server, call_server
from turnledger import Client
from turnledger.v1 import games_pb2, play_pb2


def order(
    game: Annotated[str, typer.Argument(help="The game: `turnledger games` lists yours")],
    items: Annotated[
        list[str] | None,
        typer.Argument(metavar="ITEM…", help="'bid_up_to plant=20 most=34 then_pass', 'finish': docs/orders.md"),
    ] = None,
    phase: Annotated[str, typer.Option(help="For this phase, e.g. BUREAUCRACY; now, if not given")] = "",
    ignore: Annotated[list[str] | None, typer.Option(metavar="REASON", help="Does not end it: PLANT_DRAWN")] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Take the order back")] = False,
    trial: Annotated[bool, typer.Option("--trial", help="Only say what it would do at once")] = False,
    name: Name = "",
    lang: Lang = "en",
    server: Server = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the JSON object on one line")] = False,
) -> None:
    """Leave your seat a standing order, look at it, or take it back. Prints JSON: the order in force, why earlier
    ones ended, and what was done at once."""

    async def send(me: Client) -> play_pb2.SetOrdersResponse:
        mine = me.game(game)
        if not items and not clear:
            return play_pb2.SetOrdersResponse(orders=await mine.orders())
        case = (await mine.board()).board.WhichOneof("game") or ""
        wanted = [] if clear else [item(case, text) for text in items or ()]
        return await mine.order(*wanted, phase=phase, ignore=ignore or (), validate_only=trial)

    try:
        answer = call_server(send, name, lang, server)
    except WrongItem as wrong:
        fail(str(wrong))
    typer.echo(json_format.MessageToJson(answer, indent=None if as_json else 2))


class WrongItem(ValueError):
    """Why the typed text is not an item of the game's orders."""


def item(case: str, text: str) -> games_pb2.Order:
    """`bid_up_to plant=20 most=34 then_pass`: the name of an item, then its fields; lists with commas. Raises
    WrongItem."""
    kind, *given = text.split()
    of_game = games_pb2.Order.DESCRIPTOR.fields_by_name[case]
    items = of_game.message_type.fields_by_name if of_game.message_type else {}
    if kind not in items:
        raise WrongItem(f"{kind}: no item of this game; there are {', '.join(items)}")
    fields = message_class(items[kind]).DESCRIPTOR.fields_by_name
    values: dict[str, Any] = {}
    for part in given:
        field, is_given, value = part.partition("=")
        if field not in fields:
            raise WrongItem(f"{field}: {kind} has {', '.join(fields) or 'no fields'}")
        values[field] = _value(fields[field], value) if is_given else True
    try:
        return json_format.ParseDict({case: {kind: values}}, games_pb2.Order())
    except json_format.ParseError as error:
        raise WrongItem(str(error)) from error


def typed(order: games_pb2.Order) -> str:
    """Return an item in the form in which people type it."""
    of_game = getattr(order, order.WhichOneof("game") or "other")
    kind = of_game.WhichOneof("order")
    words = [kind]
    for field, value in getattr(of_game, kind).ListFields():
        if field.type == FieldDescriptor.TYPE_BOOL:
            words.append(field.name)
        else:
            words.append(f"{field.name}={','.join(map(str, value)) if field.is_repeated else value}")
    return " ".join(words)


def _value(field: Any, text: str) -> Any:
    if field.is_repeated:
        return text.split(",") if text else []
    return text == "true" if field.type == FieldDescriptor.TYPE_BOOL else text
