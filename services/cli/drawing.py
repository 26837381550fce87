"""Boards, events and standings for people at a terminal."""

from collections.abc import Iterable
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from domain.history.sentences import HIDDEN
from turnledger import ServiceError
from turnledger.v1 import events_pb2, lobby_pb2, play_pb2, power_grid_pb2, views_pb2


def board(table: lobby_pb2.Table, shown: views_pb2.GetBoardResponse) -> RenderableType:
    """A board as its viewer may know it: Power Grid as tables, other games field by field."""
    kind = shown.WhichOneof("board")
    if kind is None:
        return seats(table)
    title = f"{table.variant} · version {shown.version} · round {shown.moment.round}, {shown.moment.phase}"
    body = _power_grid(table, shown.power_grid) if kind == "power_grid" else _fields(getattr(shown, kind))
    to_act = ", ".join(who(table, seat) for seat in shown.to_act) or "–"
    return Panel(body, title=title, subtitle=escape(f"to act: {to_act}"))


def seats(table: lobby_pb2.Table) -> RenderableType:
    status = lobby_pb2.TableStatus.Name(table.status).removeprefix("TABLE_STATUS_").lower()
    drawn = Table("seat", "name", "colour", title=f"{table.variant}: {status}, {table.seats} places")
    for seat, occupant in enumerate(table.occupants):
        drawn.add_row(str(seat), escape(occupant.display_name), occupant.colour)
    return drawn


def standings(table: lobby_pb2.Table) -> RenderableType:
    drawn = Table("place", "player", "score", title=f"Result: {table.outcome.reason}")
    for standing in table.outcome.standings:
        mark = " ★" if standing.won else ""
        drawn.add_row(str(standing.rank), escape(who(table, standing.player)) + mark, str(standing.score))
    return drawn


def event(happened: events_pb2.GameEvent) -> str:
    """One line: `   12 Ann bids 28.`"""
    return f"{happened.version:5} {happened.says or HIDDEN}"


def language_tag(locale: str) -> str:
    """Of a locale (`ru_RU.UTF-8`) what `accept-language` takes (`ru-RU`)."""
    return locale.partition(".")[0].replace("_", "-")


def option(offered: play_pb2.Option) -> str:
    """What an option stands for, in a line: `place bid: plant 5, amount 12–50  [39 ways]`."""
    kind = offered.WhichOneof("game")
    assert kind, "a server of this version"
    family = getattr(offered, kind)
    name = family.WhichOneof("option")
    fields = json_format.MessageToDict(getattr(family, name), preserving_proto_field_name=True)
    title = name.removesuffix("_option").replace("_", " ")
    said = ", ".join(_figures(fields))
    many = f"  [{offered.count} ways]" if offered.count > 1 else ""
    return (f"{title}: {said}" if said else title) + many


def refusal(error: ServiceError) -> str:
    """For people, with the code that programs and operators go by."""
    return f"{error.says or error.message} ({error.reason or error.code.name})"


def who(table: lobby_pb2.Table, seat: int) -> str:
    return table.occupants[seat].display_name if seat < len(table.occupants) else f"seat {seat}"


def _power_grid(table: lobby_pb2.Table, shown: power_grid_pb2.PowerGridBoard) -> RenderableType:
    players = Table("player", "cash", "plants", "fuel", "cities", "powered")
    for seat in sorted(shown.seats, key=lambda seat: list(shown.order).index(seat.player)):
        players.add_row(
            escape(who(table, seat.player)),
            str(seat.cash),
            " ".join(seat.plants),
            _amounts(seat.fuel),
            f"{len(seat.cities)}: {' '.join(seat.cities)}",
            str(seat.powered),
        )
    market = Table("stage", "offer", "next", "pile", "fuel on the market (cheapest price × tokens)")
    rows = (
        f"{row.type} {_cheapest(row.spaces)}, {sum(space.n for space in row.spaces)} left"
        for row in shown.resource_market
    )
    market.add_row(
        str(shown.stage), " ".join(shown.current), " ".join(shown.future), str(shown.deck_left), "; ".join(rows)
    )
    return Group(players, market)


def _cheapest(spaces: Iterable[Any]) -> str:
    return next((f"{space.price}×{space.n}" for space in spaces if space.n), "sold out")


def _amounts(amounts: Iterable[Any]) -> str:
    return " ".join(f"{amount.n} {amount.type}" for amount in amounts if amount.n)


def _fields(shown: Message) -> RenderableType:
    drawn = Table(show_header=False)
    for name, value in json_format.MessageToDict(shown, preserving_proto_field_name=True).items():
        drawn.add_row(name.replace("_", " "), Text(_short(value)))
    return drawn


def _figures(fields: dict[str, Any]) -> Iterable[str]:
    """`plant 5`, and of two fields that are the ends of a range one figure: `amount 12–50`."""
    for name, value in fields.items():
        stem = name.removesuffix("_min")
        if (name.endswith("_max") and name.removesuffix("_max") + "_min" in fields) or name == "player":
            continue
        most = fields.get(f"{stem}_max") if stem != name else None
        shown = _short(value) if most is None else f"{value}–{most}"
        if shown:
            yield f"{stem if most is not None else name} {shown}".replace("_", " ")


def _short(value: Any) -> str:
    """Messages and lists in a few characters; amounts as `3 coal`, without what there is none of."""
    if isinstance(value, dict) and "type" in value:
        rest = " ".join(_short(each) for name, each in value.items() if name not in ("type", "n"))
        return f"{value['n']} {value['type']}" if "n" in value else f"{value['type']} {rest}" if rest else ""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} {_short(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        shown = [text for text in map(_short, value) if text]
        return "[" + " ".join(shown) + "]" if len(shown) > 1 else "".join(shown)
    return str(value)
