"""Signed files of the games of a tournament, fetched from their server, with the keys to prove them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from domain import stored
from domain.history.record import EventRow
from domain.history.tournament_file import take_apart
from domain.tournament.messages import ResultRecorded
from services.cli.history_files import KEYS, file_name
from services.platform.private_files import write_file
from turnledger import Client


def recorded_games(rows: Iterable[EventRow]) -> list[str]:
    """The ids of the games whose results a tournament's stream has."""
    events = [stored.tournament_codec().read(row).event for row in rows]
    return [event.game_id for event in events if isinstance(event, ResultRecorded) and event.game_id]


def games_of(content: bytes) -> list[str]:
    """Read a signed file of a tournament. Raises MalformedFile."""
    return recorded_games(take_apart(content).rows)


async def write_games(me: Client, games: Iterable[str], to: Path, own_keys: Mapping[str, Any] | None = None) -> None:
    """`own_keys`: a key set that is published in addition to the server's."""
    for game_id in games:
        write_file(to / file_name(game_id), b"".join([part async for part in me.game(game_id).export()]))
    published = msgspec.json.decode((await me.history.list_signing_keys()).key_set)
    more = own_keys["keys"] if own_keys else []
    published["keys"] += [key for key in more if key not in published["keys"]]
    write_file(to / KEYS, msgspec.json.format(msgspec.json.encode(published)))
