"""Sign-ins of accounts in apps: codes, and the tokens that they are exchanged for, as digests in SQL tables.

A refresh token is `tlr_family.secret` and can be used once. A second use ends its family, because then two parties have
it (RFC 9700, 4.14.2). A code that comes a second time ends what was made of it (RFC 6749, 4.1.2).
"""

import secrets
from hashlib import sha256

import structlog
from msgspec import Struct

from services.accounts.tokens import Unauthenticated
from services.store.sql import Sql, Statement

log = structlog.get_logger(__name__)

ACCESS_PREFIX, REFRESH_PREFIX = "tla_", "tlr_"
CODE_S, ACCESS_S, REFRESH_S = 60, 60 * 60, 90 * 24 * 60 * 60
DEVICE_S, POLL_S = 10 * 60, 5
"""How long a device waits to be let in, and the seconds between its questions."""
CODE_LETTERS, CODE_LENGTH = "BCDFGHJKLMNPQRSTVWXZ", 8
"""Letters that no reader confuses and that form no words (RFC 8628, 6.1)."""
CODE_TYPED_MAX = 40
CODE_KEPT_S = 60 * 60
"""How long after its end a code is known, so that a second use is found."""
APPS_MAX = 50
USE_S = 60 * 60
"""The time of the last use is stored to this precision."""


class AppCode(Struct, frozen=True):
    """A code that an app exchanges. `challenge`: S256 of its verifier (RFC 7636). `expires_at`: seconds since 1970.
    `nonce`: for the ID token; empty for none. `resource`: see AppGrant."""

    account_id: str
    client_id: str
    client_name: str
    redirect_uri: str
    scopes: str
    challenge: str
    expires_at: int
    nonce: str = ""
    resource: str = ""


class AppGrant(Struct, frozen=True):
    """A sign-in in an app. Times are seconds since 1970, UTC; `used_at` is 0 for never. `resource`: the address for
    which its tokens are issued (RFC 8707); empty for the API."""

    grant_id: str
    account_id: str
    client_id: str
    client_name: str
    scopes: str
    created_at: int
    used_at: int
    resource: str = ""


class AppTokens(Struct, frozen=True):
    access: str
    refresh: str
    scopes: str


class AppDevice(Struct, frozen=True):
    """A device that waits to be let in. `account_id`: empty until a player has answered. `is_denied`: the answer was
    no. `is_hasty`: it asks more often than each `POLL_S`. `resource`: see AppGrant."""

    client_id: str
    scopes: str
    expires_at: int
    account_id: str = ""
    client_name: str = ""
    is_denied: bool = False
    is_hasty: bool = False
    resource: str = ""


class IssuedToken(Struct, frozen=True):
    """A token that its sign-in still has. `expires_at`: seconds since 1970."""

    grant: AppGrant
    is_access: bool
    expires_at: int


def is_of_app(token: str) -> bool:
    return token.startswith(ACCESS_PREFIX)


class AppStorage:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add_code(self, code: AppCode, now: int) -> str:
        """Store a code and return its secret. Codes of the account that have ended are forgotten."""
        secret = secrets.token_urlsafe(32)
        ended = ("DELETE FROM app_codes WHERE account_id = ? AND expires_at <= ?", (code.account_id, now - CODE_KEPT_S))
        added = (
            "INSERT INTO app_codes (code_sha256, account_id, client_id, client_name, redirect_uri, scopes, challenge,"
            " expires_at, nonce, resource, grant_id) SELECT ?, account_id, ?, ?, ?, ?, ?, ?, ?, ?, '' FROM accounts"
            " WHERE account_id = ?",
            (
                *(_digest(secret), code.client_id, code.client_name, code.redirect_uri, code.scopes, code.challenge),
                *(code.expires_at, code.nonce, code.resource, code.account_id),
            ),
        )
        await self._sql.together([ended, added])
        return secret

    async def find_code(self, secret: str, now: int) -> AppCode | None:
        """Return a code that can still be exchanged. One that was exchanged before ends what was made of it."""
        rows = await self._sql.run(
            "SELECT account_id, client_id, client_name, redirect_uri, scopes, challenge, expires_at, nonce, resource,"
            " grant_id FROM app_codes WHERE code_sha256 = ?",
            (_digest(secret),),
        )
        if not rows:
            return None
        *fields, grant_id = rows[0]
        if grant_id:
            log.warning("code used again, sign-in ended", account=fields[0], client=fields[1])
            await self.revoke(fields[0], grant_id)
            return None
        code = AppCode(*fields)
        return code if now < code.expires_at else None

    async def exchange(self, secret: str, code: AppCode, now: int) -> AppTokens | None:
        """Return the first tokens of a code; None where another call was faster, which ends its tokens."""
        grant_id = secrets.token_hex(8)
        tokens, statements = _signed_in(grant_id, code, now)
        taken = (
            "UPDATE app_codes SET grant_id = ? WHERE code_sha256 = ? AND grant_id = '' AND expires_at > ?"
            " RETURNING code_sha256",
            (grant_id, _digest(secret), now),
        )
        if await self._sql.together(statements, only_if=taken):
            return tokens
        await self.find_code(secret, now)
        return None

    async def add_device(self, client_id: str, scopes: str, now: int, resource: str = "") -> tuple[str, str]:
        """Store a device that waits, and return its own code and the code that its player types. Devices whose time has
        ended are forgotten."""
        device = secrets.token_urlsafe(32)
        letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        ended = ("DELETE FROM app_devices WHERE expires_at <= ?", (now - CODE_KEPT_S,))
        added = (
            "INSERT INTO app_devices (device_sha256, user_sha256, client_id, scopes, expires_at, polled_at, interval_s,"
            " resource, account_id, client_name, is_denied) VALUES (?, ?, ?, ?, ?, 0, ?, ?, '', '', 0)",
            (_digest(device), _digest(letters), client_id, scopes, now + DEVICE_S, POLL_S, resource),
        )
        await self._sql.together([ended, added])
        return device, f"{letters[: CODE_LENGTH // 2]}-{letters[CODE_LENGTH // 2 :]}"

    async def waiting_device(self, user_code: str, now: int) -> AppDevice | None:
        """Return the device that shows a code and whose player has not answered."""
        rows = await self._sql.run(
            "SELECT client_id, scopes, expires_at FROM app_devices WHERE user_sha256 = ? AND account_id = ''"
            " AND expires_at > ?",
            (_digest(typed_code(user_code)), now),
        )
        return AppDevice(*rows[0]) if rows else None

    async def answer_device(self, user_code: str, account_id: str, name: str, now: int, *, is_approved: bool) -> bool:
        """Store the answer of a player; return False where another was faster, or the time has ended."""
        rows = await self._sql.run(
            "UPDATE app_devices SET account_id = ?, client_name = ?, is_denied = ? WHERE user_sha256 = ?"
            " AND account_id = '' AND expires_at > ? RETURNING client_id",
            (account_id, name, int(not is_approved), _digest(typed_code(user_code)), now),
        )
        return bool(rows)

    async def poll_device(self, device_code: str, now: int) -> AppDevice | None:
        """Return the device of a code, and note that it has asked. One that is hasty has to wait longer each time."""
        rows = await self._sql.run(
            "SELECT client_id, scopes, expires_at, account_id, client_name, is_denied, resource, polled_at,"
            " interval_s FROM app_devices WHERE device_sha256 = ?",
            (_digest(device_code),),
        )
        if not rows:
            return None
        client_id, scopes, expires_at, account_id, name, is_denied, resource, polled_at, interval_s = rows[0]
        is_hasty = now < polled_at + interval_s
        await self._sql.run(
            "UPDATE app_devices SET polled_at = ?, interval_s = interval_s + ? WHERE device_sha256 = ?",
            (now, POLL_S if is_hasty else 0, _digest(device_code)),
        )
        return AppDevice(client_id, scopes, expires_at, account_id, name, bool(is_denied), is_hasty, resource)

    async def exchange_device(self, device_code: str, device: AppDevice, now: int) -> AppTokens | None:
        """Return the first tokens of a device that was let in, once."""
        tokens, statements = _signed_in(secrets.token_hex(8), device, now)
        taken = (
            "DELETE FROM app_devices WHERE device_sha256 = ? AND account_id = ? AND is_denied = 0 AND expires_at > ?"
            " RETURNING device_sha256",
            (_digest(device_code), device.account_id, now),
        )
        return tokens if await self._sql.together(statements, only_if=taken) else None

    async def find_refresh(self, token: str, now: int) -> AppGrant | None:
        """Return the sign-in whose newest refresh token this is. An older one of a family ends it."""
        rows = await self._sql.run(
            "SELECT grant_id, account_id, client_id, client_name, scopes, created_at, used_at, resource,"
            " refresh_sha256, refresh_expires_at FROM app_grants WHERE family_sha256 = ?",
            (_digest(_family(token)),),
        )
        if not rows:
            return None
        *fields, newest, expires_at = rows[0]
        grant = AppGrant(*fields)
        if newest != _digest(token):
            log.warning("refresh token used again, sign-in ended", account=grant.account_id, client=grant.client_id)
            await self.revoke(grant.account_id, grant.grant_id)
            return None
        return grant if now < expires_at else None

    async def rotate(self, token: str, now: int) -> AppTokens | None:
        """Return the next tokens of a sign-in; None where another call was faster, which ends the sign-in."""
        family, new = _family(token), _new_tokens("")
        refresh = f"{REFRESH_PREFIX}{family}.{new.refresh}"
        rows = await self._sql.run(
            "UPDATE app_grants SET refresh_sha256 = ?, refresh_expires_at = ?, access_sha256 = ?,"
            " access_expires_at = ? WHERE family_sha256 = ? AND refresh_sha256 = ? AND refresh_expires_at > ?"
            " RETURNING scopes",
            (
                *(_digest(refresh), now + REFRESH_S, _digest(new.access), now + ACCESS_S),
                *(_digest(family), _digest(token), now),
            ),
        )
        if rows:
            return AppTokens(new.access, refresh, rows[0][0])
        await self.find_refresh(token, now)
        return None

    async def find_access(self, token: str, now: int) -> tuple[AppGrant, int]:
        """Return the sign-in of an access token and when the token ends, and note the use. Raises Unauthenticated."""
        rows = await self._sql.run(
            "SELECT grant_id, account_id, client_id, client_name, scopes, created_at, used_at, resource,"
            " access_expires_at FROM app_grants WHERE access_sha256 = ?",
            (_digest(token),),
        )
        if not rows:
            raise Unauthenticated("TOKEN_INVALID")
        *fields, expires_at = rows[0]
        grant = AppGrant(*fields)
        if expires_at <= now:
            raise Unauthenticated("TOKEN_EXPIRED")
        if grant.used_at <= now - USE_S:
            await self._sql.run("UPDATE app_grants SET used_at = ? WHERE grant_id = ?", (now, grant.grant_id))
        return grant, expires_at

    async def find_token(self, token: str) -> AppGrant | None:
        """Return the sign-in of an access token or of its newest refresh token."""
        found = await self._select("access_sha256 = ? OR refresh_sha256 = ?", _digest(token), _digest(token))
        return found[0] if found else None

    async def find_issued(self, token: str) -> IssuedToken | None:
        """Return an access token or a newest refresh token of a sign-in, also after its end."""
        digest = _digest(token)
        rows = await self._sql.run(
            "SELECT grant_id, account_id, client_id, client_name, scopes, created_at, used_at, resource,"
            " access_sha256, access_expires_at, refresh_expires_at FROM app_grants"
            " WHERE access_sha256 = ? OR refresh_sha256 = ?",
            (digest, digest),
        )
        if not rows:
            return None
        *fields, access, access_expires_at, refresh_expires_at = rows[0]
        is_access = access == digest
        return IssuedToken(AppGrant(*fields), is_access, access_expires_at if is_access else refresh_expires_at)

    async def of(self, account_id: str) -> list[AppGrant]:
        """Oldest first."""
        return await self._select("account_id = ?", account_id)

    async def revoke(self, account_id: str, grant_id: str) -> None:
        await self._sql.run("DELETE FROM app_grants WHERE account_id = ? AND grant_id = ?", (account_id, grant_id))

    async def _select(self, where: str, *values: str) -> list[AppGrant]:
        rows = await self._sql.run(
            "SELECT grant_id, account_id, client_id, client_name, scopes, created_at, used_at, resource"  # noqa: S608
            f" FROM app_grants WHERE {where} ORDER BY created_at, grant_id",
            values,
        )
        return [AppGrant(*row) for row in rows]


def _signed_in(grant_id: str, source: AppCode | AppDevice, now: int) -> tuple[AppTokens, list[Statement]]:
    """Return the first tokens of a sign-in, and the statements that store it and forget those that have ended."""
    family, new = secrets.token_urlsafe(16), _new_tokens(source.scopes)
    tokens = AppTokens(new.access, f"{REFRESH_PREFIX}{family}.{new.refresh}", source.scopes)
    ended = ("DELETE FROM app_grants WHERE account_id = ? AND refresh_expires_at <= ?", (source.account_id, now))
    added = (
        "INSERT INTO app_grants (grant_id, account_id, client_id, client_name, scopes, created_at, used_at, resource,"
        " family_sha256, refresh_sha256, refresh_expires_at, access_sha256, access_expires_at)"
        " SELECT ?, account_id, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ? FROM accounts WHERE account_id = ?",
        (
            *(grant_id, source.client_id, source.client_name, source.scopes, now, source.resource, _digest(family)),
            *(_digest(tokens.refresh), now + REFRESH_S, _digest(tokens.access), now + ACCESS_S, source.account_id),
        ),
    )
    return tokens, [ended, added]


def typed_code(text: str) -> str:
    """Return a code without what people add when they type it: hyphens, spaces, small letters."""
    return "".join(letter for letter in text.upper()[:CODE_TYPED_MAX] if letter in CODE_LETTERS)


def _new_tokens(scopes: str) -> AppTokens:
    """Return an access token and the secret part of a refresh token."""
    return AppTokens(ACCESS_PREFIX + secrets.token_urlsafe(32), secrets.token_urlsafe(32), scopes)


def _family(token: str) -> str:
    return token.removeprefix(REFRESH_PREFIX).partition(".")[0]


def _digest(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()
