"""Other players that an account knows: followed, blocked, found by name; and its notes on games. All of it is private:
other accounts never learn that they are followed or blocked. Every method raises StoreUnavailable."""

from services.accounts.account import Account
from services.accounts.account_storage import COLUMNS, account_of
from services.platform.typed_text import name_key
from services.store.sql import Sql

FOLLOW, BLOCK = "FOLLOW", "BLOCK"
KNOWN_MAX = 1_000
"""Of each kind."""
NOTES_MAX = 1_000
FOUND_MAX = 20


class TooManyKnown(Exception):
    """KNOWN_MAX, or NOTES_MAX of notes."""


class People:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, account: str, kind: str, other: str) -> None:
        """Twice is once. Raises TooManyKnown."""
        added = await self._sql.run(
            "INSERT INTO relations (account_id, kind, other_id) SELECT ?, ?, ? WHERE"
            " (SELECT count(*) FROM relations WHERE account_id = ? AND kind = ? AND other_id <> ?) < ?"
            " ON CONFLICT (account_id, kind, other_id) DO UPDATE SET other_id = excluded.other_id RETURNING other_id",
            (account, kind, other, account, kind, other, KNOWN_MAX),
        )
        if not added:
            raise TooManyKnown

    async def remove(self, account: str, kind: str, other: str) -> None:
        await self._sql.run(
            "DELETE FROM relations WHERE account_id = ? AND kind = ? AND other_id = ?", (account, kind, other)
        )

    async def of(self, account: str, kind: str, after: str, limit: int) -> list[str]:
        """Ids above `after`, in their order."""
        rows = await self._sql.run(
            "SELECT other_id FROM relations WHERE account_id = ? AND kind = ? AND other_id > ?"
            " ORDER BY other_id LIMIT ?",
            (account, kind, after, limit),
        )
        return [other for (other,) in rows]

    async def apart(self, account: str) -> frozenset[str]:
        """Whom the account has blocked, and who has blocked it."""
        rows = await self._sql.run(
            "SELECT other_id FROM relations WHERE account_id = ? AND kind = ?"
            " UNION SELECT account_id FROM relations WHERE other_id = ? AND kind = ?",
            (account, BLOCK, account, BLOCK),
        )
        return frozenset(other for (other,) in rows)

    async def list_name(self, account: str, *, listed: bool) -> None:
        """Let others find the account by its name, or not."""
        if listed:
            await self._sql.run("DELETE FROM unlisted_names WHERE account_id = ?", (account,))
        else:
            await self._sql.run("INSERT INTO unlisted_names (account_id) VALUES (?) ON CONFLICT DO NOTHING", (account,))

    async def is_listed(self, account: str) -> bool:
        return not await self._sql.run("SELECT 1 FROM unlisted_names WHERE account_id = ?", (account,))

    async def find(self, start: str) -> list[Account]:
        """Accounts whose names begin so, without guests and those that do not want it; FOUND_MAX at most."""
        key = name_key(start)
        rows = await self._sql.run(
            f"SELECT {COLUMNS} FROM accounts WHERE substr(name_key, 1, ?) = ? AND guest = 0"  # noqa: S608
            " AND NOT EXISTS (SELECT 1 FROM unlisted_names WHERE unlisted_names.account_id = accounts.account_id)"
            " ORDER BY name_key LIMIT ?",
            (len(key), key, FOUND_MAX),
        )
        return list(map(account_of, rows))

    async def note(self, account: str, game_id: str) -> str:
        rows = await self._sql.run(
            "SELECT note FROM game_notes WHERE account_id = ? AND game_id = ?", (account, game_id)
        )
        return rows[0][0] if rows else ""

    async def set_note(self, account: str, game_id: str, note: str) -> None:
        """Nothing for none. Raises TooManyKnown."""
        if not note:
            await self._sql.run("DELETE FROM game_notes WHERE account_id = ? AND game_id = ?", (account, game_id))
            return
        kept = await self._sql.run(
            "INSERT INTO game_notes (account_id, game_id, note) SELECT ?, ?, ? WHERE"
            " (SELECT count(*) FROM game_notes WHERE account_id = ? AND game_id <> ?) < ?"
            " ON CONFLICT (account_id, game_id) DO UPDATE SET note = excluded.note RETURNING game_id",
            (account, game_id, note, account, game_id, NOTES_MAX),
        )
        if not kept:
            raise TooManyKnown

    async def forget(self, account: str) -> None:
        """All that is kept of the account here, also what others have."""
        tables = ("relations", "unlisted_names", "game_notes")
        own = [(f"DELETE FROM {table} WHERE account_id = ?", (account,)) for table in tables]  # noqa: S608
        await self._sql.together([*own, ("DELETE FROM relations WHERE other_id = ?", (account,))])
