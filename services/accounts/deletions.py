"""Accounts that were deleted a moment ago, for a second look at what was theirs."""

from services.store.sql import Sql, Statement


class DeletionStorage:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def pending(self) -> dict[str, int]:
        """Return the accounts that have to be looked at again, and how often each was."""
        return dict(await self._sql.run("SELECT account_id, looks FROM deletions ORDER BY account_id"))

    async def looked(self, account_id: str) -> None:
        await self._sql.run("UPDATE deletions SET looks = looks + 1 WHERE account_id = ?", (account_id,))

    async def forget(self, account_id: str) -> None:
        await self._sql.run("DELETE FROM deletions WHERE account_id = ?", (account_id,))


def deletion(account_id: str) -> Statement:
    """Return what is stored with the deletion of an account."""
    return "INSERT INTO deletions (account_id) VALUES (?) ON CONFLICT DO NOTHING", (account_id,)
