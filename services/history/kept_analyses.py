"""Stored explanations of games, made once and shown to all viewers: one per game, in an SQL table.

They are derived data: they can be deleted at any time and are made again on request.
"""

import zlib

from msgspec import Struct

from services.store.sql import Sql


class AnalysisInputs(Struct, frozen=True):
    """The inputs of an explanation besides the game: the versions of the analysis and of the expert, and the extent."""

    number: int
    bot_number: int
    tries: int
    deals: int


class KeptAnalyses:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def of(self, game_id: str, made: AnalysisInputs) -> bytes | None:
        """The JSON of an Analysis that was made so."""
        rows = await self._sql.run(
            "SELECT body FROM analyses WHERE game_id = ? AND number = ? AND bot_number = ? AND tries = ? AND deals = ?",
            (game_id, made.number, made.bot_number, made.tries, made.deals),
        )
        return zlib.decompress(rows[0][0]) if rows else None

    async def whatever_of(self, game_id: str) -> bytes | None:
        """The JSON of an Analysis, however it was made."""
        rows = await self._sql.run("SELECT body FROM analyses WHERE game_id = ?", (game_id,))
        return zlib.decompress(rows[0][0]) if rows else None

    async def games(self, most: int) -> list[str]:
        """Those that were explained, in the order of their ids."""
        rows = await self._sql.run("SELECT game_id FROM analyses ORDER BY game_id LIMIT ?", (most,))
        return [row[0] for row in rows]

    async def keep(self, game_id: str, made: AnalysisInputs, content: bytes) -> None:
        """Store an explanation in place of one with other inputs."""
        await self._sql.run(
            "INSERT INTO analyses (game_id, number, bot_number, tries, deals, body) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (game_id) DO UPDATE SET number = excluded.number, bot_number = excluded.bot_number,"
            " tries = excluded.tries, deals = excluded.deals, body = excluded.body",
            (game_id, made.number, made.bot_number, made.tries, made.deals, zlib.compress(content)),
        )
