"""Tables that continued from other games: an SQL table derived from the log, which can be rebuilt at any time."""

from msgspec import Struct

from domain.table.messages import GameOpened
from services.store.sql import Sql


class Child(Struct, frozen=True):
    """A table that continues from `version` of its parent. `kind`: BRANCH or IMPORT."""

    game_id: str
    kind: str
    version: int
    host: str
    private: bool


class Lineages:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def keep(self, opened: GameOpened) -> None:
        """Notes where a table comes from; nothing for a table that begins a game of its own."""
        if not opened.position:
            return
        lineage = opened.position.lineage
        await self._sql.run(
            "INSERT INTO lineages (game_id, kind, parent, version, host, private) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (opened.game_id, lineage.kind, lineage.game_id, lineage.version, opened.host, int(opened.private)),
        )

    async def of(self, parent: str, viewer: str, after: str, limit: int) -> list[Child]:
        """Return the tables that continued from a game, by id, after the id `after`; private ones for their host
        alone."""
        rows = await self._sql.run(
            "SELECT game_id, kind, version, host, private FROM lineages"
            " WHERE parent = ? AND game_id > ? AND (private = 0 OR host = ?) ORDER BY game_id LIMIT ?",
            (parent, after, viewer, limit),
        )
        return [Child(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows]
