"""Access tokens: JSON Web Tokens signed with Ed25519 (RFC 7519, 8037, 9864) by keys in a folder.

One file per key, named by its id, readable by its owner only. The newest key signs, all keys verify. A new key is made
every thirty days, and a key is deleted once no token of it can be valid. Processes that share the folder share the
keys: a key whose file was removed (because it leaked) is invalid as soon as there is another. In a folder that is not
writable (a mounted secret) the operator adds and removes keys.
"""

import hmac
import json
import os
import secrets
import time
from base64 import urlsafe_b64decode
from collections.abc import Callable
from hashlib import sha512
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import GuestProtocol, KeySet, OKPKey, RSAKey
from msgspec import UNSET, Struct, UnsetType

from services.platform.private_files import make_folder

ALGORITHM = "Ed25519"
ACCESS_S = 60 * 60
KEY_SIGNS_S = 30 * 24 * 60 * 60
KEY_KEPT_S = KEY_SIGNS_S + 24 * 60 * 60
TOKEN_MAX = 8_000
"""Characters. Ours have some 300; those of other issuers that list groups and scopes a few thousand."""
LEEWAY_S = 30
"""Clocks of several machines differ by less."""


class Unauthenticated(Exception):
    """`reason`: TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_REVOKED, NAME_OR_PASSWORD_WRONG,
    RECOVERY_WRONG, ISSUER_REFUSED or BANNED."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Claims(Struct, frozen=True):
    """The account of a token, when it was issued and when it ends, in seconds since 1970. `device_id`: where it is
    signed in; empty for one of another issuer."""

    account_id: str
    issued_at: int
    expires_at: int
    device_id: str = ""


class _Header(Struct):
    """The part of a token's header that determines how it is read (RFC 7515, 4.1)."""

    alg: str
    kid: str = ""
    crit: msgspec.Raw | UnsetType = UNSET


class _Issued(Struct):
    iss: str


class _Claims(Struct):
    """The claims of our tokens (RFC 7519, 4.1)."""

    iss: str
    sub: str
    iat: int
    exp: int
    sid: str = ""


C = TypeVar("C", bound=Struct)
SigningKey: TypeAlias = OKPKey | RSAKey


class KeyKind(Struct, frozen=True):
    """A kind of key with the ending of its files, how one is made of its parameters, and how it is read."""

    ending: str
    algorithm: str
    make: Callable[[Any], SigningKey]
    read: Callable[[Any], SigningKey]


OF_ACCESS_TOKENS = KeyKind(
    "jwk", ALGORITHM, lambda parameters: OKPKey.generate_key("Ed25519", parameters), OKPKey.import_key
)


class KeyRing:
    """The keys of one kind in a folder. `names` sort by age, since they begin with the second of their birth. Keys are
    renewed and deleted only while the clock can be trusted."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.time,
        trusts_clock: Callable[[], bool] = lambda: True,
        kind: KeyKind = OF_ACCESS_TOKENS,
    ) -> None:
        self._folder, self._clock, self._trusts_clock, self.kind = folder, clock, trusts_clock, kind
        self._keys: dict[str, SigningKey] = {}

    def signing(self) -> SigningKey:
        """Return the newest key; it is made or renewed when due. Raises OSError if no key exists and none can be
        made."""
        self._read()
        newest = max(self._keys, default=None)
        if newest is None or (_born(newest) < self._clock() - KEY_SIGNS_S and self._is_ours() and self._trusts_clock()):
            newest = self._make()
        return self._keys[newest]

    def find(self, key_id: str) -> SigningKey | None:
        self._read()
        return self._keys.get(key_id)

    def public(self) -> KeySet:
        """Return the public keys with which others verify our tokens (RFC 7517)."""
        self._read()
        return KeySet([self.kind.read(key.as_dict(private=False)) for key in self._keys.values()])

    def _is_ours(self) -> bool:
        return os.access(self._folder, os.W_OK)

    def _read(self) -> None:
        paths, may_delete = list(self._folder.glob(f"*.{self.kind.ending}")), self._is_ours() and self._trusts_clock()
        for path in paths:
            if may_delete and _born(path.stem) < self._clock() - KEY_KEPT_S:
                path.unlink(missing_ok=True)
                self._keys.pop(path.stem, None)
            elif path.stem not in self._keys:
                self._keys[path.stem] = self.kind.read(json.loads(path.read_text()))
        if paths:  # a folder that is away takes no keys with it
            for gone in self._keys.keys() - {path.stem for path in paths}:
                del self._keys[gone]

    def _make(self) -> str:
        key_id = f"{int(self._clock()):012}-{secrets.token_hex(4)}"
        key = self.kind.make({"kid": key_id, "use": "sig", "alg": self.kind.algorithm})
        make_folder(self._folder)
        partial = self._folder / f".{key_id}"
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(json.dumps(key.as_dict(private=True)))
        partial.rename(self._folder / f"{key_id}.{self.kind.ending}")
        self._keys[key_id] = key
        return key_id


class Issuer:
    """Gives and reads access tokens."""

    def __init__(self, keys: KeyRing, name: str = "turnledger", clock: Callable[[], float] = time.time) -> None:
        self._keys, self._name, self._clock = keys, name, clock

    def issue(
        self, account_id: str, issued_at: int | None = None, device_id: str = "", token_id: str = ""
    ) -> tuple[str, int]:
        """A token and when it ends. `issued_at`: now, if not given; `token_id`: drawn, if not given. With a device it
        is good as long as that is."""
        key, now = self._keys.signing(), int(self._clock()) if issued_at is None else issued_at
        header = {"alg": ALGORITHM, "kid": key.kid, "typ": "JWT"}
        claims: dict[str, str | int] = {"iss": self._name, "sub": account_id, "iat": now, "exp": now + ACCESS_S}
        claims["jti"] = token_id or secrets.token_hex(8)
        if device_id:
            claims["sid"] = device_id
        return jwt.encode(header, claims, key, algorithms=[ALGORITHM]), now + ACCESS_S

    def derived(self, *texts: str) -> bytes:
        """Return 64 bytes that follow from the texts and cannot be computed without our signing key."""
        secret = str(self._keys.signing().as_dict(private=True)["d"])
        return hmac.digest(secret.encode(), msgspec.json.encode(["derived", *texts]), sha512)

    def read(self, token: str, late_s: int = 0) -> Claims:
        """`late_s`: so long after its end it is still taken. Raises Unauthenticated."""
        claims, now = verified(token, self._key_of, [ALGORITHM], _Claims), self._clock()
        if (
            claims.iss != self._name
            or not (claims.sub.isascii() and claims.sub.isalnum())
            or claims.iat > now + LEEWAY_S
        ):
            raise Unauthenticated("TOKEN_INVALID")
        if claims.exp < now - LEEWAY_S - late_s:
            raise Unauthenticated("TOKEN_EXPIRED")
        return Claims(claims.sub, claims.iat, claims.exp, claims.sid)

    def _key_of(self, given: GuestProtocol) -> SigningKey:
        key = self._keys.find(str(given.headers().get("kid")))
        if key is None:
            raise Unauthenticated("TOKEN_INVALID")
        return key


def verified(
    token: str, key: KeySet | Callable[[GuestProtocol], SigningKey], algorithms: list[str], kind: type[C]
) -> C:
    """Return the claims of a token with a valid signature. No token is assumed to be well formed, neither before nor
    after the check: only known header fields are passed to the library, because odd values of some fields raise
    TypeError there. Raises Unauthenticated."""
    try:
        header = _part(token, 0, _Header)
        if len(token) > TOKEN_MAX or header.crit is not UNSET:  # we know no extension that could be critical
            raise Unauthenticated("TOKEN_INVALID")
        return msgspec.json.decode(jws.deserialize_compact(token, key, algorithms=algorithms).payload, type=kind)
    except (JoseError, ValueError, KeyError, RecursionError) as error:
        raise Unauthenticated("TOKEN_INVALID") from error


def issuer_of(token: str) -> str:
    """The issuer that the token names, unchecked: only to choose its verifier."""
    try:
        return _part(token, 1, _Issued).iss
    except (IndexError, ValueError, RecursionError):
        return ""


def _part(token: str, number: int, kind: type[C]) -> C:
    """Decode one of a token's three parts, unchecked. Raises IndexError, ValueError, RecursionError."""
    return msgspec.json.decode(urlsafe_b64decode(token.split(".", 3)[number] + "=="), type=kind)


def _born(key_id: str) -> int:
    """Return when the key was made; keys with another form of name (an operator's own) count as new."""
    first = key_id.split("-")[0]
    return int(first) if first.isdigit() else 1 << 40
