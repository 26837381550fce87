"""A monitor's store of all entries of a log: a temporary file, because there may be any number of them."""

import sqlite3
from contextlib import closing
from types import TracebackType
from typing import Self

from msgspec import Struct

from services.tlog.leaves import END, MARK, OPEN, START, Leaf, read_leaf

CACHE_KIB = 16 * 1024
DOUBLED_MAX = 1_000
"""The most entries that are reported; a log with more is broken anyway."""
_SCHEMA = f"""
PRAGMA temp_store = FILE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -{CACHE_KIB};
CREATE TABLE links (game BLOB, version INTEGER, place INTEGER, kind TEXT, link BLOB, PRIMARY KEY (game, version))
    WITHOUT ROWID;
CREATE TABLE once (game BLOB, kind TEXT, place INTEGER, version INTEGER, link BLOB, PRIMARY KEY (game, kind))
    WITHOUT ROWID;
BEGIN;
"""
"""One transaction that never ends: what does not fit the cache goes to the file, and nothing else does."""


class Doubled(Struct, frozen=True):
    """Two entries that cannot both be: two links of one version, or two openings, starts or ends of one game."""

    game: str
    first_index: int
    first: str
    index: int
    entry: str


class Entries:
    """Keeps of each game what was logged first of each version and of what happens once. To be closed."""

    def __init__(self) -> None:
        self._sql = sqlite3.connect("", isolation_level=None)
        self._sql.executescript(_SCHEMA)
        self.doubled: list[Doubled] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._sql.close()

    def add(self, index: int, line: str) -> None:
        leaf = read_leaf(line)
        if leaf is None:
            return
        place, first = self._first("links", "version", leaf.version, index, leaf)
        if first.link == leaf.link and leaf.kind != MARK:
            place, first = self._first("once", "kind", leaf.kind, index, leaf)
        wrong = place != index and (first.link != leaf.link or leaf.kind == first.kind != MARK)
        if wrong and len(self.doubled) < DOUBLED_MAX:
            self.doubled.append(Doubled(leaf.game, place, first.line, index, line))

    def count(self, kind: str) -> int:
        """Return the number of games with an entry of that kind."""
        return self._number("SELECT count(*) FROM once WHERE kind = ?", kind)

    @property
    def games(self) -> int:
        return self.count(OPEN)

    @property
    def starts(self) -> int:
        return self.count(START)

    @property
    def stopped(self) -> int:
        """Starts whose `end` follows by one version."""
        return self._number(
            "SELECT count(*) FROM once AS began JOIN once AS ended ON ended.game = began.game AND ended.kind = ?"
            " WHERE began.kind = ? AND ended.version = began.version + 1",
            END,
            START,
        )

    def _first(self, table: str, key: str, value: int | str, index: int, leaf: Leaf) -> tuple[int, Leaf]:
        """Return the first entry of the game under that key, with its position; this leaf if it is the first."""
        game = bytes.fromhex(leaf.game)
        added = self._sql.execute(
            f"INSERT INTO {table} (game, version, place, kind, link) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608
            (game, leaf.version, index, leaf.kind, bytes.fromhex(leaf.link)),
        )
        if added.rowcount:
            return index, leaf
        place, version, kind, found = self._sql.execute(
            f"SELECT place, version, kind, link FROM {table} WHERE game = ? AND {key} = ?",  # noqa: S608
            (game, value),
        ).fetchone()
        return place, Leaf(kind, leaf.game, version, found.hex())

    def _number(self, query: str, *values: str) -> int:
        with closing(self._sql.execute(query, values)) as found:
            return int(found.fetchone()[0])
