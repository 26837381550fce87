"""Explanations of games that were made once and are told to everybody: one a game, beside the events.

What stands there is derived: it can be thrown away at any time, and is made again where somebody asks.
"""

import zlib

from msgspec import Struct

from services.store.sql import Sql


class Made(Struct, frozen=True):
    """What an explanation follows from, besides the game: the numbers of the analysis and of the expert, and how much
    was looked at."""

    number: int
    bot_number: int
    tries: int
    deals: int


class KeptAnalyses:
    """Every method raises StoreAway."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def of(self, game_id: str, made: Made) -> bytes | None:
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

    async def keep(self, game_id: str, made: Made, content: bytes) -> None:
        """In place of one that was made otherwise."""
        await self._sql.run(
            "INSERT INTO analyses (game_id, number, bot_number, tries, deals, body) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (game_id) DO UPDATE SET number = excluded.number, bot_number = excluded.bot_number,"
            " tries = excluded.tries, deals = excluded.deals, body = excluded.body",
            (game_id, made.number, made.bot_number, made.tries, made.deals, zlib.compress(content)),
        )
