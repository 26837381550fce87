"""Accounts, their devices and refresh tokens in small tables beside the events (services/store/migrations/).
A refresh token is kept as its SHA-256 only."""

from hashlib import sha256
from typing import Any

from services.accounts.account import Account, Device, NameRefused, UnknownAccount, name_key
from services.store.sql import AlreadyThere, Sql

_COLUMNS = "account_id, display_name, guest, created_at, tokens_from"


class AccountStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, account: Account) -> None:
        """Raises NameRefused."""
        added = await self._sql.run(
            "INSERT INTO accounts (account_id, display_name, name_key, guest, created_at, tokens_from)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING account_id",
            (
                account.account_id,
                account.display_name,
                name_key(account.display_name),
                int(account.guest),
                account.created_at,
                account.tokens_from,
            ),
        )
        if not added:
            raise NameRefused("NAME_TAKEN", account.display_name)

    async def get(self, account_id: str) -> Account:
        """Raises UnknownAccount."""
        rows = await self._sql.run(f"SELECT {_COLUMNS} FROM accounts WHERE account_id = ?", (account_id,))  # noqa: S608
        if not rows:
            raise UnknownAccount(account_id)
        return _account(rows[0])

    async def rename(self, account_id: str, name: str) -> None:
        """Raises NameRefused."""
        statement = (
            "UPDATE accounts SET display_name = ?, name_key = ? WHERE account_id = ? AND NOT EXISTS"
            " (SELECT 1 FROM accounts WHERE name_key = ? AND account_id <> ?) RETURNING account_id"
        )
        try:
            renamed = await self._sql.run(statement, (name, name_key(name), account_id, name_key(name), account_id))
        except AlreadyThere as taken:  # by who asked at the same moment
            raise NameRefused("NAME_TAKEN", name) from taken
        if not renamed:
            raise NameRefused("NAME_TAKEN", name)

    async def revoke(self, account_id: str, now: int) -> None:
        """Ends every token that was issued up to now."""
        await self._sql.run("DELETE FROM refresh_tokens WHERE account_id = ?", (account_id,))
        await self._sql.run("DELETE FROM devices WHERE account_id = ?", (account_id,))
        await self._sql.run("UPDATE accounts SET tokens_from = ? WHERE account_id = ?", (now, account_id))

    async def keep_refresh(self, token: str, device: Device, expires_at: int) -> None:
        """Keeps the next refresh token of a device."""
        await self._sql.run(
            "INSERT INTO devices (device_id, account_id, device_name, seen_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (device_id) DO UPDATE SET seen_at = excluded.seen_at",
            (device.device_id, device.account_id, device.name, device.seen_at),
        )
        await self._sql.run(
            "INSERT INTO refresh_tokens (token_sha256, account_id, expires_at, device_id) VALUES (?, ?, ?, ?)",
            (_hash(token), device.account_id, expires_at, device.device_id),
        )

    async def forget_ended(self, account_id: str, now: int, grace_s: int, lasts_s: int) -> None:
        """Drops refresh tokens that give nothing any more, and devices that have none left: each refresh leaves one."""
        await self._sql.run(
            "DELETE FROM refresh_tokens WHERE account_id = ? AND (expires_at <= ? OR used_at <= ?)",
            (account_id, now, now - grace_s),
        )
        await self._sql.run("DELETE FROM devices WHERE account_id = ? AND seen_at <= ?", (account_id, now - lasts_s))

    async def use_refresh(self, token: str, now: int, grace_s: int) -> tuple[str, str] | None:
        """Account and device of a refresh token, which is used up by this. It works again for `grace_s` seconds, for a
        client that lost the answer."""
        rows = await self._sql.run(
            "UPDATE refresh_tokens SET used_at = COALESCE(used_at, ?)"
            " WHERE token_sha256 = ? AND expires_at > ? AND COALESCE(used_at, ?) > ? RETURNING account_id, device_id",
            (now, _hash(token), now, now, now - grace_s),
        )
        return (rows[0][0], rows[0][1]) if rows else None

    async def devices(self, account_id: str) -> list[Device]:
        """Who is signed in, seen last first."""
        rows = await self._sql.run(
            "SELECT device_id, account_id, device_name, seen_at FROM devices WHERE account_id = ?"
            " ORDER BY seen_at DESC, device_id",
            (account_id,),
        )
        return [Device(*row) for row in rows]

    async def forget_device(self, account_id: str, device_id: str) -> None:
        await self._sql.run(
            "DELETE FROM refresh_tokens WHERE account_id = ? AND device_id = ?", (account_id, device_id)
        )
        await self._sql.run("DELETE FROM devices WHERE account_id = ? AND device_id = ?", (account_id, device_id))

    async def password(self, name: str) -> tuple[str, str] | None:
        """Account and kept password of a display name."""
        rows = await self._sql.run(
            "SELECT account_id, password FROM accounts WHERE name_key = ? AND password <> ''", (name_key(name),)
        )
        return (rows[0][0], rows[0][1]) if rows else None

    async def set_password(self, account_id: str, password: str) -> None:
        """The account is no guest's any more."""
        await self._sql.run("UPDATE accounts SET password = ?, guest = 0 WHERE account_id = ?", (password, account_id))

    async def identified(self, issuer: str, subject: str) -> str | None:
        """The account of another issuer's subject."""
        rows = await self._sql.run(
            "SELECT account_id FROM identities WHERE issuer = ? AND subject = ?", (issuer, subject)
        )
        return rows[0][0] if rows else None

    async def identify(self, issuer: str, subject: str, account_id: str) -> str:
        """Keeps the account for the subject, or gives the one that was kept first."""
        await self._sql.run(
            "INSERT INTO identities (issuer, subject, account_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (issuer, subject, account_id),
        )
        kept = await self.identified(issuer, subject)
        assert kept, "just kept"
        return kept

    async def delete(self, account_id: str) -> None:
        """The account itself comes last, so that an interrupted deletion can be repeated by its owner."""
        for table in ("refresh_tokens", "devices", "identities", "accounts"):
            await self._sql.run(f"DELETE FROM {table} WHERE account_id = ?", (account_id,))  # noqa: S608


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _account(row: Any) -> Account:
    account_id, display_name, guest, created_at, tokens_from = row
    return Account(account_id, display_name, bool(guest), created_at, tokens_from)
