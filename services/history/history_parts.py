"""The parts that the History service is made of, wired for one store."""

import json
from pathlib import Path

from msgspec import Struct

from domain.history.file import Keys
from services.application.game_service import GameService
from services.history.analyses import Analyses
from services.history.branches import Branches
from services.history.checkpoints import Checkpoints
from services.history.export import Exporter
from services.history.imports import Imports
from services.history.kept_analyses import KeptAnalyses
from services.history.keys import SigningKeys, published_keys
from services.history.lineages import Lineages
from services.history.seals import Seals
from services.platform.private_files import make_folder, narrow
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tables.open_tables import TableQuota, always_room
from services.tlog.tlog_storage import LogStorage

KEYS_FILE = "history.json"
"""File in the folder of keys: the keys that sign histories."""
TRUSTED_FILE = "trusted.json"
"""Optional file next to it: key sets of other servers whose files can be imported."""


class HistoryParts(Struct, frozen=True):
    store: EventStore
    keys: SigningKeys
    seals: Seals
    lineages: Lineages
    imports: Imports
    exporter: Exporter
    branches: Branches
    checkpoints: Checkpoints
    log: LogStorage | None
    analyses: Analyses


def history_parts(
    games: GameService,
    store: EventStore,
    sql: Sql,
    folder: Path,
    room: TableQuota = always_room,
    log: LogStorage | None = None,
    analyses: Analyses | None = None,
) -> HistoryParts:
    """`folder`: where the keys lie; made with a fresh key at the first start."""
    keys, seals, lineages, imports = signing_keys(folder), Seals(sql), Lineages(sql), Imports(sql)
    return HistoryParts(
        store,
        keys,
        seals,
        lineages,
        imports,
        Exporter(store, games.codec, keys, seals),
        Branches(games, store, lineages, imports, keys.keys, _trusted(folder), room),
        Checkpoints(store, games.codec, seals, lineages, keys.signer),
        log,
        analyses or Analyses(KeptAnalyses(sql)),
    )


def signing_keys(folder: Path) -> SigningKeys:
    make_folder(folder)
    for each in key_files(folder):
        narrow(each)
    return SigningKeys.at(folder / KEYS_FILE)


def key_files(folder: Path) -> tuple[Path, ...]:
    """Return the files with private keys: of histories, of access tokens and of ID tokens."""
    return (folder / KEYS_FILE, *folder.glob("*.jwk"), *folder.glob("*.openid"))


def _trusted(folder: Path) -> Keys:
    path = folder / TRUSTED_FILE
    return published_keys(json.loads(path.read_text())) if path.exists() else {}
