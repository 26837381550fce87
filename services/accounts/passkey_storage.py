"""Passkeys of accounts and open challenges, in SQL tables. Every method raises StoreUnavailable."""

import secrets
from hashlib import sha256

from msgspec import Struct

from services.store.sql import Sql

PASSKEYS_MAX = 10
CHALLENGE_BYTES, CHALLENGE_MS = 32, 5 * 60 * 1000
CHALLENGES_MAX, STRANGERS_MAX = 5, 10_000
"""The most open challenges, of one account and of all sign-ins: the oldest are dropped."""
NOBODY = ""
"""The account of a challenge for a sign-in, which has no account yet."""


class Passkey(Struct, frozen=True):
    """`passkey_id`: what the authenticator calls it, base64url. `public_key`: COSE. `sign_count`: as it last said; 0 of
    one that does not count. `created_at`, `used_at`: seconds since 1970, UTC; 0 for never."""

    passkey_id: str
    account_id: str
    public_key: bytes
    sign_count: int
    name: str
    created_at: int
    used_at: int = 0


class PasskeyStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, passkey: Passkey) -> None:
        """Store a passkey, unless there are PASSKEYS_MAX or it belongs to another account. Its account is no longer a
        guest's."""
        mine = passkey.account_id
        # The account's row comes first: of two at the same moment the second waits for it, and counts what the first
        # did.
        alone = ("UPDATE accounts SET guest = guest WHERE account_id = ?", (mine,))
        added = (
            "INSERT INTO passkeys (passkey_id, account_id, public_key, sign_count, passkey_name, created_at, used_at)"
            " SELECT ?, account_id, ?, ?, ?, ?, 0 FROM accounts WHERE account_id = ?"
            " AND (SELECT count(*) FROM passkeys WHERE account_id = ?) < ? ON CONFLICT DO NOTHING",
            (
                *(passkey.passkey_id, passkey.public_key.hex(), passkey.sign_count, passkey.name, passkey.created_at),
                *(mine, mine, PASSKEYS_MAX),
            ),
        )
        kept = (
            "UPDATE accounts SET guest = 0 WHERE account_id = ?"
            " AND EXISTS (SELECT 1 FROM passkeys WHERE account_id = ? AND passkey_id = ?)",
            (mine, mine, passkey.passkey_id),
        )
        await self._sql.together([alone, added, kept])

    async def get(self, passkey_id: str) -> Passkey | None:
        found = await self._select("passkey_id = ?", passkey_id)
        return found[0] if found else None

    async def of(self, account_id: str) -> list[Passkey]:
        """Oldest first."""
        return await self._select("account_id = ?", account_id)

    async def _select(self, where: str, value: str) -> list[Passkey]:
        rows = await self._sql.run(
            "SELECT passkey_id, account_id, public_key, sign_count, passkey_name, created_at, used_at FROM passkeys"  # noqa: S608
            f" WHERE {where} ORDER BY created_at, passkey_id",
            (value,),
        )
        return [Passkey(row[0], row[1], bytes.fromhex(row[2]), *row[3:]) for row in rows]

    async def used(self, passkey: Passkey, sign_count: int, now_s: int) -> bool:
        """Return whether the passkey still existed with a lower count, and no other call was faster."""
        rows = await self._sql.run(
            "UPDATE passkeys SET sign_count = ?, used_at = ? WHERE passkey_id = ? AND account_id = ?"
            " AND (sign_count < ? OR (sign_count = 0 AND ? = 0)) RETURNING passkey_id",
            (sign_count, now_s, passkey.passkey_id, passkey.account_id, sign_count, sign_count),
        )
        return bool(rows)

    async def remove(self, account_id: str, passkey_id: str) -> None:
        """Delete the passkey, unless its account could not sign in without it."""
        alone = ("UPDATE accounts SET guest = guest WHERE account_id = ?", (account_id,))
        others = (
            "EXISTS (SELECT 1 FROM accounts WHERE account_id = ? AND password <> '')"
            " OR EXISTS (SELECT 1 FROM identities WHERE account_id = ?)"
            " OR (SELECT count(*) FROM passkeys WHERE account_id = ?) > 1"
        )
        gone = (
            f"DELETE FROM passkeys WHERE account_id = ? AND passkey_id = ? AND ({others})",  # noqa: S608
            (account_id, passkey_id, account_id, account_id, account_id),
        )
        await self._sql.together([alone, gone])

    async def challenge(self, account_id: str, now_ms: int) -> bytes:
        """Store a new challenge, for the account or for NOBODY."""
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        newest = STRANGERS_MAX if account_id == NOBODY else CHALLENGES_MAX
        await self._sql.together(
            [
                ("DELETE FROM passkey_challenges WHERE ends_at_ms <= ?", (now_ms,)),
                (
                    "INSERT INTO passkey_challenges (challenge_sha256, account_id, ends_at_ms) VALUES (?, ?, ?)",
                    (sha256(challenge).hexdigest(), account_id, now_ms + CHALLENGE_MS),
                ),
                (
                    "DELETE FROM passkey_challenges WHERE account_id = ? AND ends_at_ms <= (SELECT ends_at_ms"
                    " FROM passkey_challenges WHERE account_id = ? ORDER BY ends_at_ms DESC LIMIT 1 OFFSET ?)",
                    (account_id, account_id, newest),
                ),
            ]
        )
        return challenge

    async def answered(self, challenge: bytes, account_id: str, now_ms: int) -> bool:
        """Use up a challenge. Return whether it belonged to the account (or NOBODY) and was still valid."""
        rows = await self._sql.run(
            "DELETE FROM passkey_challenges WHERE challenge_sha256 = ? AND account_id = ? AND ends_at_ms > ?"
            " RETURNING account_id",
            (sha256(challenge).hexdigest(), account_id, now_ms),
        )
        return bool(rows)
