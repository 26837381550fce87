"""Stored signatures of the server: checkpoints of running games, and the signatures of finished games' files.

They are in three small tables, the same on SQLite and PostgreSQL.
"""

from collections.abc import Sequence

from msgspec import Struct

from domain.history.verify import Checkpoint
from services.store.sql import Sql

_COLUMNS = "game_id, version, chain, key, signature"


class FileSignature(Struct, frozen=True):
    key: str
    signature: bytes


class Seals:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def keep(self, checkpoints: Sequence[Checkpoint]) -> None:
        """One that is kept already stays as it is."""
        for each in checkpoints:
            await self._sql.run(
                f"INSERT INTO checkpoints ({_COLUMNS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608
                (each.game_id, each.version, each.chain, each.key, each.signature),
            )

    async def of(self, game_id: str) -> list[Checkpoint]:
        """The checkpoints of a game, oldest first."""
        rows = await self._sql.run(
            f"SELECT {_COLUMNS} FROM checkpoints WHERE game_id = ? ORDER BY version",  # noqa: S608
            (game_id,),
        )
        return [Checkpoint(*row) for row in rows]

    async def position(self) -> int:
        """The position in the store's log up to which games are signed."""
        rows = await self._sql.run("SELECT position FROM checkpoint_position")
        return int(rows[0][0]) if rows else 0

    async def moved_to(self, position: int) -> None:
        await self._sql.run(
            "INSERT INTO checkpoint_position (one, position) VALUES (1, ?)"
            " ON CONFLICT (one) DO UPDATE SET position = excluded.position",
            (position,),
        )

    async def file_signature(self, game_id: str) -> FileSignature | None:
        rows = await self._sql.run("SELECT key, signature FROM file_signatures WHERE game_id = ?", (game_id,))
        return FileSignature(rows[0][0], bytes.fromhex(rows[0][1])) if rows else None

    async def keep_file_signature(self, game_id: str, made: FileSignature) -> None:
        await self._sql.run(
            "INSERT INTO file_signatures (game_id, key, signature) VALUES (?, ?, ?)"
            " ON CONFLICT (game_id) DO UPDATE SET key = excluded.key, signature = excluded.signature",
            (game_id, made.key, made.signature.hex()),
        )
