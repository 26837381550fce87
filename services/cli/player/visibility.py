"""`turnledger history GAME --knew VERSION.FIELD`: who could know a fact, by the store, a file or a server."""

import asyncio
from collections.abc import Mapping, Sequence

import msgspec
import typer

from domain.history.record import Recorded
from domain.history.replay import aggregate_after
from domain.history.visibility import Visibility, who_knew
from domain.kernel.ids import Seat
from services.cli import drawing
from services.cli.failure import fail
from services.cli.log_seen import look_at_log
from services.cli.remote import as_before
from services.history.story import names_of
from services.texts import LANGUAGES
from turnledger import ServiceError
from turnledger.v1 import history_pb2

VERSION_DIGITS_MAX = 10


def show(records: Sequence[Recorded], fact: str, called: Mapping[str, str], *, as_json: bool) -> None:
    """Print who knew a fact, by the history alone. Raises NoSuchFact."""
    _print(who_knew(records, *_parsed(fact)), names_of(aggregate_after(records), LANGUAGES[0], called), as_json)


def ask(server: str, name: str, game_id: str, fact: str, language: str, *, as_json: bool) -> None:
    """Print the server's answer for the player of that name."""
    version, field = _parsed(fact)
    try:
        knew, names = asyncio.run(_fetch_visibility(server, name, game_id, version, field, language))
    except ServiceError as error:
        fail(drawing.refusal(error), 1)
    _print(knew, names, as_json)


async def _fetch_visibility(
    server: str, name: str, game_id: str, version: int, field: str, language: str
) -> tuple[Sequence[Visibility], dict[Seat, str]]:
    async with as_before(server, name, language) as (me, _):
        await look_at_log(me)
        game = me.game(game_id)
        knowers, table = (await game.knew(version, field)).knowers, await game.table()
    names = {Seat(seat): each.display_name for seat, each in enumerate(table.occupants)}
    return [_knew(each) for each in knowers], names


def _knew(told: history_pb2.Knower) -> Visibility:
    return Visibility(
        Seat(told.seat) if told.HasField("seat") else None,
        told.from_version if told.HasField("from_version") else None,
    )


def _parsed(fact: str) -> tuple[int, str]:
    version, dot, field = fact.partition(".")
    if not (dot and version.isdecimal() and version.isascii() and len(version) < VERSION_DIGITS_MAX):
        fail("--knew names a version and a field of its event: 6.number")
    return int(version), field


def _print(found: Sequence[Visibility], names: Mapping[Seat, str], as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(found))
        return
    for each in found:
        who = "everybody" if each.viewer is None else f"{each.viewer} {names[each.viewer]}"
        typer.echo(f"{who}: {'not yet' if each.from_version is None else f'from version {each.from_version} on'}")
