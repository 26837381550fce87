"""The file of one archived game: gzip of a line that says where its events stand in the log, and of its signed history.

    {"format":"turnledger/archive/1","game":"…","positions":[first,step,step,…]}
    {"format":"turnledger/history/1",…   as docs/history-format.md has it, to the end

`gunzip -c FILE | tail -n +2` is thus a file for `turnledger verify`.
"""

import gzip
import zlib
from collections.abc import Sequence
from hashlib import sha256
from itertools import accumulate, pairwise
from typing import Literal
from urllib.parse import quote

import msgspec
from msgspec import Struct

from domain.history.codec import link_of
from domain.history.file import MalformedFile, take_apart
from domain.history.record import LogRow
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.objects import Damaged

FORMAT: Literal["turnledger/archive/1"] = "turnledger/archive/1"


class Placed(Struct, frozen=True):
    """The first line. `positions`: of the first event, and of each other how far it is from the one before."""

    format: Literal["turnledger/archive/1"]
    game: str
    positions: tuple[int, ...]


def pack(rows: Sequence[LogRow], history: bytes) -> bytes:
    """The same rows and history give the same bytes, from the same zlib."""
    positions = [each.position for each in rows]
    steps = (positions[0], *(after - before for before, after in pairwise(positions)))
    line = msgspec.json.encode(Placed(FORMAT, rows[0].row.stream_id, steps))
    return gzip.compress(line + b"\n" + history, mtime=0)


def described(rows: Sequence[LogRow], content: bytes) -> ArchivedGame:
    """The data that remains in the store of a game whose file has this content. The name contains the digest, so no
    file is ever replaced by another."""
    first, last, digest = rows[0], rows[-1], sha256(content).hexdigest()
    name = f"{digest[:2]}/{quote(last.row.stream_id, safe='')}.{digest[:16]}.jsonl.gz"
    version, chain = last.row.version, link_of(last.row)
    return ArchivedGame(last.row.stream_id, name, digest, version, chain, first.position, last.position)


def unpack(content: bytes, game: ArchivedGame) -> tuple[tuple[LogRow, ...], bytes]:
    """Return all rows of the game and its history file. Raises Damaged."""
    if sha256(content).hexdigest() != game.sha256:
        raise Damaged(f"the file {game.object} of the archive is damaged: not the bytes that were stored")
    try:
        line, _, history = gzip.decompress(content).partition(b"\n")
        placed, rows = msgspec.json.decode(line, type=Placed), take_apart(history).rows
        found = tuple(LogRow(*each) for each in zip(accumulate(placed.positions), rows, strict=True))
    except (OSError, EOFError, zlib.error, ValueError, MalformedFile) as error:
        raise Damaged(f"the file {game.object} of the archive cannot be read: {error}") from error
    if placed.game != game.game_id or described(found, content) != game:
        raise Damaged(f"the file {game.object} of the archive is of another game")
    return found, history


def rows_digest(rows: Sequence[LogRow]) -> str:
    """Return the digest by which the store checks its own rows before it deletes them (`archive_game` of the
    migrations)."""
    mark = sha256()
    for position, row in ((each.position, each.row) for each in rows):
        mark.update(f"{position} {row.version} {row.topic} {len(row.body)}\n".encode() + row.body)
    return mark.hexdigest()
