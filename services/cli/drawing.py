"""Boards, events and standings for people at a terminal."""

from rich.console import RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from services.cli.boards import drawn
from services.cli.reader import Reader
from services.texts.sentences import HIDDEN
from turnledger import ServiceError
from turnledger.v1 import events_pb2, lobby_pb2, snapshot_pb2

ID_WIDTH = 36
"""The column of a game's id, which people type again, so it is never cut off."""


def board(table: lobby_pb2.Table, shown: snapshot_pb2.Snapshot, by: Reader) -> RenderableType:
    """A board as its viewer may know it."""
    if not shown.HasField("board"):
        return seats(table, by)
    moment = f"{by.say('round')} {shown.moment.round}, {by.phase(shown.moment.phase)}"
    title = f"{table.variant} · {by.say('version')} {shown.version} · {moment}"
    to_act = ", ".join(map(by.seat, shown.to_act)) or "–"
    return Panel(drawn(shown.board, by), title=title, subtitle=f"{by.say('to act')}: {to_act}")


def seats(table: lobby_pb2.Table, by: Reader) -> RenderableType:
    status = state(table, by)
    places = by.say("{n} seats").format(n=table.seats)
    listed = Table(
        by.say("seat"),
        by.say("name"),
        by.say("colour"),
        title=f"{table.variant}: {status}, {places}",
    )
    for seat, occupant in enumerate(table.occupants):
        listed.add_row(str(seat), escape(occupant.display_name), by.called(occupant.colour))
    return listed


def state(table: lobby_pb2.Table, by: Reader) -> str:
    """Return the table's status, and whether it is unrated because of a guest (TB-RATE-07)."""
    counts = not table.rated or not any(each.guest for each in table.occupants)
    doing = _doing(table.status, by)
    return doing if counts else f"{doing} ({by.say('a guest has a seat here: not rated')})"


def _doing(status: lobby_pb2.TableStatus, by: Reader) -> str:
    return {
        lobby_pb2.TABLE_STATUS_OPEN: by.say("open"),
        lobby_pb2.TABLE_STATUS_RUNNING: by.say("running"),
        lobby_pb2.TABLE_STATUS_FINISHED: by.say("finished"),
        lobby_pb2.TABLE_STATUS_STARTING: by.say("waits for the beacon"),
        lobby_pb2.TABLE_STATUS_CLOSED: by.say("closed"),
    }.get(status, "")


def standings(table: lobby_pb2.Table, by: Reader) -> RenderableType:
    title = f"{by.say('Result')}: {by.called(table.outcome.reason)}"
    ranking = Table(by.say("place"), by.say("player"), by.say("score"), title=title)
    for standing in table.outcome.standings:
        mark = " ★" if standing.won else ""
        ranking.add_row(str(standing.rank), by.seat(standing.seat) + mark, str(standing.score))
    return ranking


def event(happened: events_pb2.GameEvent) -> str:
    """One line: `   12 Ann bids 28.`"""
    return f"{happened.version:5} {happened.says or HIDDEN}"


def language_tag(locale: str) -> str:
    """Return the part of a locale (`ru_RU.UTF-8`) that `accept-language` takes (`ru-RU`)."""
    return locale.partition(".")[0].replace("_", "-")


def refusal(error: ServiceError) -> str:
    """Return the text for people, with the code for programs and operators."""
    return f"{error.says or error.message} ({error.reason or error.code.name})"
