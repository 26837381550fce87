"""The log as it is stored: leaves, tiles, checkpoints, and how far the events were read. For SQLite and PostgreSQL.

Leaves, the tiles that they change and the position up to which events were read are one transaction, and a leaf's index
is a primary key: after a crash there is nothing to make up but what was not read, and two who append cannot both
succeed.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from services.store.chained import every
from services.store.interface import StoreUnavailable
from services.store.sql import AlreadyThere, Sql, Statement
from services.tlog.checkpoints import tree_of
from services.tlog.leaves import END, MARK, OPEN, Leaf
from services.tlog.merkle import consistency, inclusion, leaf_hash, tree_root
from services.tlog.notes import MalformedNote, Note, read_note
from services.tlog.proofs import proof_text
from services.tlog.tiles import WIDTH, TileId, fits, grown, node_of, partial_tiles, tiles_for

PROOFS_MAX, MARKS_MAX, LOOKED_UP_MAX = 10, 200, 500


class ReadUpTo(Struct, frozen=True):
    """Positions in the store's log: up to which openings, starts and ends are logged, and up to which games are marked.
    `keys`: the digest of the key set logged last."""

    tables: int = 0
    marks: int = 0
    keys: str = ""


class Proof(Struct, frozen=True):
    """The proof that a line was logged (https://c2sp.org/tlog-proof)."""

    game: str
    leaf: str
    proof: str


class LogStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def size(self) -> int:
        return (await self._end())[0]

    async def read_up_to(self) -> ReadUpTo:
        rows = await self._sql.run("SELECT tables_position, marks_position, key_set FROM log_position")
        return ReadUpTo(*rows[0]) if rows else ReadUpTo()

    async def append(
        self,
        leaves: Sequence[tuple[str, Leaf]],
        read: ReadUpTo,
        *,
        after: ReadUpTo | None = None,
        only_if: Statement | None = None,
    ) -> None:
        """Append all of it or nothing. `leaves`: with the id of the game of each; leaves of games that are in the log
        are left out. `after`: the positions that `read` follows. `only_if`: finds something if the store has the last
        event that was read. Raises StoreUnavailable, also if another process has appended meanwhile, or if the store
        has lost the last leaf, these positions or that event."""
        size, newest = await self._end()
        leaves = await self._without_known(leaves)
        tiles = await self.tiles(partial_tiles(size)) if leaves else {}
        if not fits(tiles, size):
            raise StoreUnavailable("another process has appended to the log")
        changed = grown(tiles, size, [leaf_hash(leaf.line.encode()) for _, leaf in leaves])
        statements: list[Statement] = [
            ("INSERT INTO log_leaves (leaf_index, game_id, leaf) VALUES (?, ?, ?)", (index, game_id, leaf.line))
            for index, (game_id, leaf) in enumerate(leaves, size)
        ]
        statements += [
            (
                "INSERT INTO log_tiles (level, number, hashes) VALUES (?, ?, ?)"
                " ON CONFLICT (level, number) DO UPDATE SET hashes = excluded.hashes",
                (*tile_id, content),
            )
            for tile_id, content in changed.items()
        ]
        statements.append(
            (
                "INSERT INTO log_position (one, tables_position, marks_position, key_set) VALUES (1, ?, ?, ?)"
                " ON CONFLICT (one) DO UPDATE SET tables_position = excluded.tables_position,"
                " marks_position = excluded.marks_position, key_set = excluded.key_set",
                (read.tables, read.marks, read.keys),
            )
        )
        try:
            is_appended = await self._sql.together(statements, only_if=every(_still(size, newest, after), only_if))
        except AlreadyThere as other:
            raise StoreUnavailable("another process has appended to the log") from other
        if not is_appended:
            raise StoreUnavailable("the log has changed since it was read")

    async def _without_known(self, leaves: Sequence[tuple[str, Leaf]]) -> list[tuple[str, Leaf]]:
        """Leave out leaves that are in the log, or twice here: where one of several logs has lost its end, events of
        other logs get new positions and are read a second time. A key set may return."""
        known = set[str]()
        for begin in range(0, len(leaves), LOOKED_UP_MAX):
            some = leaves[begin : begin + LOOKED_UP_MAX]
            places = ", ".join("?" for _ in some)
            rows = await self._sql.run(
                f"SELECT leaf FROM log_leaves WHERE game_id IN ({places}) AND leaf IN ({places})",  # noqa: S608
                [*(game_id for game_id, _ in some), *(leaf.line for _, leaf in some)],
            )
            known.update(line for (line,) in rows)
        return [(game_id, leaf) for game_id, leaf in dict.fromkeys(leaves) if not game_id or leaf.line not in known]

    async def _end(self) -> tuple[int, str]:
        """Return the number of leaves, and the last leaf."""
        found = await self._sql.run("SELECT leaf_index + 1, leaf FROM log_leaves ORDER BY leaf_index DESC LIMIT 1")
        return (int(found[0][0]), found[0][1]) if found else (0, "")

    async def has_opening(self, game_id: str) -> bool:
        found = await self._sql.run(
            "SELECT 1 FROM log_leaves WHERE game_id = ? AND leaf LIKE ? LIMIT 1", (game_id, f"{OPEN} %")
        )
        return bool(found)

    async def index_of_end(self, game_id: str) -> int | None:
        """Return the index of the leaf of a game's end, None where the log has none."""
        found = await self._sql.run(
            "SELECT leaf_index FROM log_leaves WHERE game_id = ? AND leaf LIKE ? LIMIT 1", (game_id, f"{END} %")
        )
        return int(found[0][0]) if found else None

    async def ended_without_opening(self) -> list[str]:
        """Return the games that have an end in the log and no opening."""
        rows = await self._sql.run(
            "SELECT game_id FROM log_leaves AS ended WHERE leaf LIKE ? AND NOT EXISTS"
            " (SELECT 1 FROM log_leaves AS opened WHERE opened.game_id = ended.game_id AND opened.leaf LIKE ?)",
            (f"{END} %", f"{OPEN} %"),
        )
        return [game_id for (game_id,) in rows]

    async def tiles(self, ids: Sequence[TileId]) -> dict[TileId, bytes]:
        """Those that there are."""
        if not ids:
            return {}
        wanted = " OR ".join("(level = ? AND number = ?)" for _ in ids)
        rows = await self._sql.run(
            f"SELECT level, number, hashes FROM log_tiles WHERE {wanted}",  # noqa: S608
            [part for tile_id in ids for part in tile_id],
        )
        return {(level, number): bytes(hashes) for level, number, hashes in rows}

    async def root(self, size: int) -> bytes:
        """Raises StoreUnavailable, also if the store has lost some of these leaves."""
        return _root(await self._tiles_of_root(size), size)

    async def _tiles_of_root(self, size: int) -> dict[TileId, bytes]:
        return await self.tiles(tiles_for(lambda node: tree_root(node, size)))

    async def entries(self, number: int, width: int) -> list[bytes]:
        """The leaves of a bundle, fewer than `width` if there are no more."""
        first = number * WIDTH
        rows = await self._sql.run(
            "SELECT leaf FROM log_leaves WHERE leaf_index >= ? AND leaf_index < ? ORDER BY leaf_index",
            (first, first + width),
        )
        return [leaf.encode() for (leaf,) in rows]

    async def newest(self, *, seen: bool = False) -> Note | None:
        """The newest checkpoint; with `seen` the newest that a quorum of witnesses has seen."""
        return await self._checkpoint("seen >= ? ORDER BY size DESC LIMIT 1", int(seen))

    async def keep(self, size: int, note: Note, *, seen: bool) -> None:
        """Raises StoreUnavailable, also if the store has lost leaves of this checkpoint since it was signed."""
        tiles, lost = await self._tiles_of_root(size), "the log has lost leaves of a checkpoint since it was signed"
        if _root(tiles, size) != tree_of(note).root:
            raise StoreUnavailable(lost)
        kept = (
            "INSERT INTO log_checkpoints (size, note, seen) VALUES (?, ?, ?)"
            " ON CONFLICT (size) DO UPDATE SET note = excluded.note, seen = excluded.seen",
            (size, note.content.decode(), int(seen)),
        )
        if not await self._sql.together([kept], only_if=_unchanged(tiles)):
            raise StoreUnavailable(lost)

    async def growth(self, old: int, size: int) -> list[bytes]:
        """Return the proof that the tree of `size` leaves extends that of `old`; empty if there are no such trees."""
        if not 0 <= old <= size <= await self.size():
            return []
        tiles = await self.tiles(tiles_for(lambda node: consistency(node, old, size)))
        return consistency(node_of(tiles), old, size)

    async def proofs(self, game_id: str) -> list[Proof]:
        """Return the proofs of the opening, start and end of a game that witnesses have cosigned, each as it was first
        seen; and those of its newest marks."""
        leaves = await self._sql.run(
            "SELECT leaf_index, leaf FROM log_leaves WHERE game_id = ? AND leaf NOT LIKE ? ORDER BY leaf_index LIMIT ?",
            (game_id, f"{MARK} %", PROOFS_MAX),
        )
        found = [await self._proof(game_id, index, leaf) for index, leaf in leaves]
        return [*(each for each in found if each), *await self._marks(game_id)]

    async def _marks(self, game_id: str) -> list[Proof]:
        """Return the proofs of the newest marks, all in one tree: it does not matter when they were first seen."""
        note = await self.newest(seen=True)
        if note is None:
            return []
        size = int(note.text.split(b"\n")[1])
        marks = await self._sql.run(
            "SELECT leaf_index, leaf FROM log_leaves WHERE game_id = ? AND leaf LIKE ? AND leaf_index < ?"
            " ORDER BY leaf_index DESC LIMIT ?",
            (game_id, f"{MARK} %", size, MARKS_MAX),
        )
        tiles = await self.tiles(tiles_for(lambda node: [inclusion(node, index, size) for index, _ in marks]))
        return [
            Proof(game_id, leaf, proof_text(index, inclusion(node_of(tiles), index, size), note))
            for index, leaf in reversed(marks)
        ]

    async def _proof(self, game_id: str, index: int, leaf: str) -> Proof | None:
        note = await self._checkpoint("size > ? AND seen = 1 ORDER BY size LIMIT 1", index)
        if note is None:
            return None
        size = int(note.text.split(b"\n")[1])
        tiles = await self.tiles(tiles_for(lambda node: inclusion(node, index, size)))
        return Proof(game_id, leaf, proof_text(index, inclusion(node_of(tiles), index, size), note))

    async def _checkpoint(self, where: str, value: int) -> Note | None:
        rows = await self._sql.run(f"SELECT note FROM log_checkpoints WHERE {where}", (value,))  # noqa: S608
        try:
            return read_note(rows[0][0].encode()) if rows else None
        except MalformedNote as broken:
            raise StoreUnavailable(f"a stored checkpoint of the log is broken: {broken}") from broken


def _still(size: int, newest: str, after: ReadUpTo | None) -> Statement | None:
    """Return a query that finds the last leaf, and the positions that new ones follow; None at the first leaf."""
    if not size:
        return None
    positions = (after.tables, after.marks, after.keys) if after else ()
    place = " AND tables_position = ? AND marks_position = ? AND key_set = ?" if after else ""
    return (
        f"SELECT 1 FROM log_leaves, log_position WHERE leaf_index = ? AND leaf = ?{place}",  # noqa: S608
        (size - 1, newest, *positions),
    )


def _root(tiles: Mapping[TileId, bytes], size: int) -> bytes:
    """Raises StoreUnavailable where the tiles have fewer leaves."""
    try:
        return tree_root(node_of(tiles), size)
    except LookupError as lost:
        raise StoreUnavailable(f"the log has fewer than {size} leaves") from lost


def _unchanged(tiles: Mapping[TileId, bytes]) -> Statement:
    """Return a query that finds something if the log still has all these tiles, grown or not."""
    same = " OR ".join("(level = ? AND number = ? AND substr(hashes, 1, ?) = ?)" for _ in tiles)
    values = [part for tile_id, hashes in tiles.items() for part in (*tile_id, len(hashes), hashes)]
    return (
        f"SELECT 1 FROM (SELECT count(*) AS found FROM log_tiles WHERE {same}) AS tiles WHERE found = ?",  # noqa: S608
        (*values, len(tiles)),
    )
