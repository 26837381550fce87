"""Writes simulated games as history files, for the commands that simulate games and tournaments."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from domain import stored
from domain.history.file import export
from services.cli.history_files import KEYS, file_name
from services.history.history_parts import signing_keys
from services.operations.simulate import Played
from services.platform.private_files import make_folder, write_file
from services.settings import from_environment


def forget(_: Played) -> None:
    pass


def exporter(to: Path) -> Callable[[Played], None]:
    """Writes the file of each game, and the keys to verify them with."""
    make_folder(to)
    keys = signing_keys(from_environment().keys)
    write_file(to / KEYS, msgspec.json.format(msgspec.json.encode(keys.published())))

    def keep(played: Played) -> None:
        write_file(to / file_name(played.game_id), export(played.rows, stored.codec(), keys.signer))

    return keep
