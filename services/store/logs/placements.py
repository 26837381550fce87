"""The log of each game: stored in the home before its first event, and never changed."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from zlib import crc32

from services.store.sql import Sql

HELD_MAX = 200_000
HOME = 0


class Placements:
    """Placements that this process knows. They never change, so each is read once."""

    def __init__(self, sql: Sql, count: int) -> None:
        self._sql, self._count = sql, count
        self._held: OrderedDict[str, int] = OrderedDict()

    async def find(self, game_id: str) -> int:
        """The log that holds the game, if there is such a game. Raises StoreUnavailable."""
        held = self._held.get(game_id)
        if held is not None:
            self._held.move_to_end(game_id)
            return held
        found = await self._sql.run("SELECT log FROM placed_games WHERE game_id = ?", (game_id,))
        # A game without a placement dates from the days of one log, or does not exist: no other log has rows of it.
        return self.remember(game_id, found[0][0]) if found else HOME

    async def place(self, game_id: str) -> int:
        """The same for a game that is about to be opened: the first who asks decides. Raises StoreUnavailable."""
        if (held := self._held.get(game_id)) is not None:
            return held
        await self._sql.run(
            "INSERT INTO placed_games (game_id, log) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (game_id, crc32(game_id.encode()) % self._count),
        )
        return await self.find(game_id)

    async def known(self, game_ids: Sequence[str]) -> Mapping[str, int]:
        """Return the stored placements of these games. Raises StoreUnavailable."""
        rows = await self._sql.run(
            "SELECT game_id, log FROM placed_games WHERE game_id = ANY(CAST(? AS text[]))", ([*game_ids],)
        )
        return dict(rows)

    async def unnamed(self, games_max: int) -> Sequence[str]:
        """Games, at most so many, that are written down as being in a log that there is not. Raises
        StoreUnavailable."""
        rows = await self._sql.run(
            "SELECT game_id FROM placed_games WHERE log NOT BETWEEN 0 AND ? LIMIT ?", (self._count - 1, games_max)
        )
        return [game_id for (game_id,) in rows]

    async def put_back(self, game_ids: Sequence[str], log: int) -> int:
        """Writes down where games are that have events there, as far as nothing is written down of them; of how many.
        Raises StoreUnavailable."""
        rows = await self._sql.run(
            "INSERT INTO placed_games (game_id, log) SELECT game, ? FROM unnest(CAST(? AS text[])) AS game"
            " ON CONFLICT DO NOTHING RETURNING game_id",
            (log, [*game_ids]),
        )
        return len(rows)

    def remember(self, game_id: str, log: int) -> int:
        """A game that has events there."""
        self._held[game_id] = log
        if len(self._held) > HELD_MAX:
            self._held.popitem(last=False)
        return log
