"""Personal tokens: their owner makes them for programs, with scopes and an end. The store has their digests alone."""

import secrets
from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from services.accounts.tokens import Unauthenticated
from services.store.sql import Sql

TOKENS_MAX = 20
LIFETIME_MIN_S, LIFETIME_MAX_S = 60, 366 * 24 * 60 * 60
PREFIX = "tlp_"
"""By this beginning scanners for leaked secrets find the tokens."""
USE_S = 60 * 60
"""The time of the last use is stored to this precision, so that few calls write."""


class PersonalToken(Struct, frozen=True):
    """The entry of a token. Times are seconds since 1970, UTC; `used_at` is 0 for never."""

    token_id: str
    account_id: str
    name: str
    scopes: frozenset[str]
    created_at: int
    expires_at: int
    used_at: int = 0


class PersonalTokensFull(Exception):
    """The account has TOKENS_MAX tokens that have not ended."""


def is_personal(token: str) -> bool:
    return token.startswith(PREFIX)


class PersonalTokenStorage:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def create(
        self, account_id: str, name: str, scopes: Iterable[str], now: int, lifetime_s: int
    ) -> tuple[str, PersonalToken]:
        """Store a new token and return it with its entry. Tokens of the account that have ended are forgotten. Raises
        PersonalTokensFull."""
        secret = PREFIX + secrets.token_urlsafe(32)
        token = PersonalToken(secrets.token_hex(8), account_id, name, frozenset(scopes), now, now + lifetime_s)
        # The account's row comes first: of two at the same moment the second waits for it, and counts what the first
        # did.
        alone = ("UPDATE accounts SET guest = guest WHERE account_id = ?", (account_id,))
        ended = ("DELETE FROM personal_tokens WHERE account_id = ? AND expires_at <= ?", (account_id, now))
        added = (
            "INSERT INTO personal_tokens"
            " (token_id, account_id, token_sha256, token_name, scopes, created_at, expires_at, used_at)"
            " SELECT ?, account_id, ?, ?, ?, ?, ?, 0 FROM accounts WHERE account_id = ?"
            " AND (SELECT count(*) FROM personal_tokens WHERE account_id = ?) < ?",
            (
                *(token.token_id, _digest(secret), name, " ".join(sorted(token.scopes)), now, token.expires_at),
                *(account_id, account_id, TOKENS_MAX),
            ),
        )
        await self._sql.together([alone, ended, added])
        if token not in await self.of(account_id):
            raise PersonalTokensFull
        return secret, token

    async def of(self, account_id: str) -> list[PersonalToken]:
        """Oldest first."""
        return await self._select("account_id = ?", account_id)

    async def revoke(self, account_id: str, token_id: str) -> None:
        await self._sql.run("DELETE FROM personal_tokens WHERE account_id = ? AND token_id = ?", (account_id, token_id))

    async def find(self, secret: str, now: int) -> PersonalToken:
        """Return the entry of a token that is valid, and note its use. Raises Unauthenticated."""
        found = await self._select("token_sha256 = ?", _digest(secret))
        if not found:
            raise Unauthenticated("TOKEN_INVALID")
        (token,) = found
        if token.expires_at <= now:
            raise Unauthenticated("TOKEN_EXPIRED")
        if token.used_at <= now - USE_S:
            await self._sql.run("UPDATE personal_tokens SET used_at = ? WHERE token_id = ?", (now, token.token_id))
        return token

    async def revoke_all(self, account_id: str) -> None:
        """End all tokens of the account."""
        await self._sql.run("DELETE FROM personal_tokens WHERE account_id = ?", (account_id,))

    async def _select(self, where: str, value: str) -> list[PersonalToken]:
        rows = await self._sql.run(
            "SELECT token_id, account_id, token_name, scopes, created_at, expires_at, used_at FROM personal_tokens"  # noqa: S608
            f" WHERE {where} ORDER BY created_at, token_id",
            (value,),
        )
        return [
            PersonalToken(token_id, account_id, name, frozenset(scopes.split()), created_at, expires_at, used_at)
            for token_id, account_id, name, scopes, created_at, expires_at, used_at in rows
        ]


def _digest(secret: str) -> str:
    """A plain digest is enough, because a token has 256 random bits."""
    return sha256(secret.encode(errors="replace")).hexdigest()
