"""Devices that are signed in, each a family of refresh tokens (RFC 9700, 4.14.2). A token can be used once. A second
use ends its family, because then two parties have it and one of them is a thief.

For one minute the last token gets the same answer again, so that a lost answer locks no device out: any number of times
from the network that used it, and from one other network (a phone that changes networks), but not in two generations in
a row. So a thief elsewhere is found at the second refresh at the latest, whichever of the two is faster. A token is
`family.secret`. Stored are hashes, and the answer sealed with the token that it answers.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

import structlog
from msgspec import Struct
from msgspec.structs import astuple

from services.accounts.account import Device
from services.accounts.tokens import Unauthenticated
from services.store.sql import Sql, Statement

log = structlog.get_logger(__name__)

REFRESH_S = 90 * 24 * 60 * 60
GRACE_S = 60
FIRST_BYTES = 64
_STRAYED, _STRAYED_BEFORE = 1, 2
"""In `strayed`: the last answer was also given to another network, the one before it was not."""


class UsedAgain(Exception):
    """A refresh token was used before. Its device is signed out."""

    def __init__(self, account_id: str) -> None:
        super().__init__(account_id)
        self.account_id = account_id


class Refreshed(Struct, frozen=True):
    """`ends_at`: seconds since 1970, UTC."""

    account_id: str
    device_id: str
    token: str
    ends_at: int


class DeviceStorage:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, device: Device) -> Refreshed:
        """Signs the device in."""
        token = first_tokens(secrets.token_bytes(FIRST_BYTES)).refresh
        await self._sql.run(
            "DELETE FROM devices WHERE account_id = ? AND expires_at <= ?", (device.account_id, device.seen_at)
        )
        await self._sql.run(*signed_in(device, token))
        return Refreshed(device.account_id, device.device_id, token, device.seen_at + REFRESH_S)

    async def signed_in_since(self, account_id: str, first: "FirstTokens", since: int) -> int | None:
        """Return when the first refresh token of a device that began after `since` ends, unless it was exchanged
        already."""
        rows = await self._sql.run(
            "SELECT expires_at FROM devices"
            " WHERE account_id = ? AND device_id = ? AND token_sha256 = ? AND seen_at > ?",
            (account_id, first.device_id, _hash(first.refresh), since),
        )
        return int(rows[0][0]) if rows else None

    async def refresh(self, token: str, now: int, network: str) -> Refreshed:
        """The next token of the family. Raises Unauthenticated, UsedAgain."""
        family, secret, ends_at = token.partition(".")[0], secrets.token_bytes(32), now + REFRESH_S
        following = _token(family, secret)
        rows = await self._sql.run(
            "UPDATE devices SET token_sha256 = ?, expires_at = ?, seen_at = ?, used_sha256 = token_sha256, used_at = ?,"
            " used_from = ?, answer = ?, strayed = CASE WHEN strayed = ? THEN ? ELSE 0 END"
            " WHERE family_sha256 = ? AND token_sha256 = ? AND expires_at > ? RETURNING account_id, device_id",
            (
                *(_hash(following), ends_at, now, now, network, _sealed(token, secret).hex()),
                *(_STRAYED, _STRAYED_BEFORE, _hash(family), _hash(token), now),
            ),
        )
        if rows:
            account_id, device_id = rows[0]
            return Refreshed(account_id, device_id, following, ends_at)
        return await self._again(token, family, now, network)

    async def list(self, account_id: str) -> list[Device]:
        """The devices that are signed in, last seen first."""
        rows = await self._sql.run(
            "SELECT device_id, account_id, device_name, seen_at FROM devices WHERE account_id = ?"
            " ORDER BY seen_at DESC, device_id",
            (account_id,),
        )
        return [Device(*row) for row in rows]

    async def is_signed_in(self, account_id: str, device_id: str) -> bool:
        rows = await self._sql.run(
            "SELECT 1 FROM devices WHERE account_id = ? AND device_id = ?", (account_id, device_id)
        )
        return bool(rows)

    async def sign_out(self, account_id: str, device_id: str) -> None:
        await self._sql.run("DELETE FROM devices WHERE account_id = ? AND device_id = ?", (account_id, device_id))

    async def _again(self, token: str, family: str, now: int, network: str) -> Refreshed:
        """The answer that the token had, if it was used last and a moment ago; else its family ends."""
        rows = await self._sql.run(
            "SELECT account_id, device_id, expires_at, token_sha256, used_sha256, used_at, answer FROM devices"
            " WHERE family_sha256 = ?",
            (_hash(family),),
        )
        if not rows or rows[0][2] <= now or rows[0][3] == _hash(token):
            raise Unauthenticated("TOKEN_INVALID")
        account_id, device_id, ends_at, _, used, used_at, answer = rows[0]
        if used == _hash(token) and now < used_at + GRACE_S and await self._may_stray(device_id, used, network):
            return Refreshed(account_id, device_id, _token(family, _sealed(token, bytes.fromhex(answer))), ends_at)
        await self.sign_out(account_id, device_id)
        log.warning("a refresh token was used again: its device is signed out", account=account_id, device=device_id)
        raise UsedAgain(account_id)

    async def _may_stray(self, device_id: str, used: str, network: str) -> bool:
        """Return whether this caller may have the answer again. From now on another network counts as the token's
        network."""
        rows = await self._sql.run(
            "UPDATE devices SET strayed = CASE WHEN used_from = ? THEN strayed ELSE ? END, used_from = ?"
            " WHERE device_id = ? AND used_sha256 = ? AND (used_from = ? OR strayed = 0) RETURNING device_id",
            (network, _STRAYED, network, device_id, used, network),
        )
        return bool(rows)


class FirstTokens(Struct, frozen=True):
    """The first credentials of a device: its id, a refresh token, and the id of the access token."""

    device_id: str
    refresh: str
    access_id: str


def first_tokens(random: bytes) -> FirstTokens:
    """`random`: FIRST_BYTES of secret randomness."""
    family, secret, device_id, access_id = random[:16], random[16:48], random[48:56], random[56:FIRST_BYTES]
    return FirstTokens(device_id.hex(), _token(_letters(family), secret), access_id.hex())


def signed_in(device: Device, token: str) -> Statement:
    """Stores the device with its first refresh token."""
    return (
        "INSERT INTO devices (device_id, account_id, device_name, seen_at, family_sha256, token_sha256, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*astuple(device), _hash(token.partition(".")[0]), _hash(token), device.seen_at + REFRESH_S),
    )


def _token(family: str, secret: bytes) -> str:
    return f"{family}.{_letters(secret)}"


def _letters(random: bytes) -> str:
    return urlsafe_b64encode(random).decode().rstrip("=")


def _hash(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()


def _sealed(token: str, secret: bytes) -> bytes:
    """Encrypt or decrypt the secret for the token's holder, by a pad that is used for one secret only."""
    pad = hmac.digest(token.encode(), b"the next token", sha256)
    return bytes(one ^ other for one, other in zip(secret, pad, strict=True))
