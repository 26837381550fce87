"""Games of the store that were imported from files: they are proven, and not rated here."""

from collections.abc import Collection, Sequence

from services.store.sql import Sql

ASKED_MAX = 500


class Imports:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def keep(self, game_id: str, key: str) -> None:
        """Mark the game before it is stored, so that no view counts it as one of ours. `key`: the signer of the
        file."""
        await self._sql.run("INSERT INTO imports (game_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING", (game_id, key))

    async def among(self, game_ids: Sequence[str]) -> Collection[str]:
        """Those of the games that came from files. Raises StoreUnavailable."""
        found: set[str] = set()
        for start in range(0, len(game_ids), ASKED_MAX):
            some = game_ids[start : start + ASKED_MAX]
            marks = ", ".join("?" * len(some))
            rows = await self._sql.run(f"SELECT game_id FROM imports WHERE game_id IN ({marks})", some)  # noqa: S608
            found.update(row[0] for row in rows)
        return found

    async def accounts_here(self, accounts: Sequence[str]) -> Collection[str]:
        """Those that are accounts of this installation."""
        marks = ", ".join("?" * len(accounts))
        rows = await self._sql.run(f"SELECT account_id FROM accounts WHERE account_id IN ({marks})", accounts)  # noqa: S608
        return {row[0] for row in rows}

    async def all(self) -> list[tuple[str, str]]:
        """Every one, with the key that signed its file."""
        return [(row[0], row[1]) for row in await self._sql.run("SELECT game_id, key FROM imports ORDER BY game_id")]
