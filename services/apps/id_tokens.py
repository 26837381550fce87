"""ID tokens of OpenID Connect: who signed in, for one app, signed with RS256 by keys of their own.

The keys are files next to those of access tokens and are renewed like them. They sign nothing else, so no ID token can
be taken for an access token. RS256 is the one algorithm that every app must understand (OpenID Connect Core, 15.1).
"""

import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection
from hashlib import sha256
from pathlib import Path
from typing import Any

import structlog
from joserfc import jwt
from joserfc.jwk import RSAKey
from msgspec import Struct

from services.accounts.account import Account
from services.accounts.tokens import KeyKind, KeyRing

log = structlog.get_logger(__name__)

ALGORITHM, KEY_BITS = "RS256", 2048
LIFETIME_S = 10 * 60
OPENID, PROFILE = "openid", "profile"
SCOPES = (OPENID, PROFILE)
NONCE_MAX = 500
_KIND = KeyKind("openid", ALGORITHM, lambda parameters: RSAKey.generate_key(KEY_BITS, parameters), RSAKey.import_key)


class IdTokens(Struct, frozen=True):
    """`issuer`: the public URL of this service."""

    keys: KeyRing
    issuer: str
    clock: Callable[[], float] = time.time

    def is_offered(self) -> bool:
        """Return whether a key can sign: a folder that this process may not write may lack one."""
        try:
            self.keys.signing()
        except OSError as error:
            log.warning("OpenID Connect is not offered: run `turnledger keys`", reason=str(error))
            return False
        return True

    def sign(self, account: Account, client_id: str, scopes: Collection[str], nonce: str, access_token: str) -> str:
        """Return the ID token of an app for a sign-in. `nonce`: empty for none."""
        key, now = self.keys.signing(), int(self.clock())
        claims: dict[str, Any] = {"iss": self.issuer, "aud": client_id, "iat": now, "exp": now + LIFETIME_S}
        claims |= claims_of(account, scopes) | {"at_hash": _half_hash(access_token)}
        if nonce:
            claims["nonce"] = nonce
        return jwt.encode({"alg": ALGORITHM, "kid": key.kid, "typ": "JWT"}, claims, key, algorithms=[ALGORITHM])

    def key_set(self) -> dict[str, Any]:
        """Return the public keys with which apps verify ID tokens (RFC 7517)."""
        return dict(self.keys.public().as_dict(private=False))

    def metadata(self) -> dict[str, Any]:
        """Return what OpenID Connect Discovery adds to the metadata of the authorization server."""
        return {
            "jwks_uri": f"{self.issuer}/oauth/keys",
            "userinfo_endpoint": f"{self.issuer}/oauth/userinfo",
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": [ALGORITHM],
            "claims_supported": ["iss", "sub", "aud", "exp", "iat", "nonce", "at_hash", "name", "preferred_username"],
            "prompt_values_supported": ["consent"],
            "claims_parameter_supported": False,
            "request_parameter_supported": False,
            "request_uri_parameter_supported": False,
        }


def id_token_keys(folder: Path, trusts_clock: Callable[[], bool] = lambda: True) -> KeyRing:
    return KeyRing(folder, trusts_clock=trusts_clock, kind=_KIND)


def claims_of(account: Account, scopes: Collection[str]) -> dict[str, str]:
    """Return what an app with these scopes may know of the account: its public id, and its display name."""
    claims = {"sub": account.account_id}
    if PROFILE in scopes:
        claims |= {"name": account.display_name, "preferred_username": account.display_name}
    return claims


def problem_of(fields: dict[str, str]) -> str:
    """Return why the request asks for something that is not offered here; empty if it does not. A parameter that is
    silently ignored would let an app believe in a fresh sign-in that was never made."""
    for name in ("request", "request_uri", "registration", "max_age"):
        if name in fields:
            return f"{name} is not supported"
    if fields.get("response_mode", "query") != "query":
        return "response_mode is query, or absent"
    if not set(fields.get("prompt", "").split()) <= {"consent"}:
        return "prompt is consent, or absent: the player is always asked, and never to sign in again"
    return f"nonce has up to {NONCE_MAX} characters" if len(fields.get("nonce", "")) > NONCE_MAX else ""


def _half_hash(access_token: str) -> str:
    """Return `at_hash`: the left half of the digest (OpenID Connect Core, 3.1.3.6)."""
    return urlsafe_b64encode(sha256(access_token.encode()).digest()[:16]).decode().rstrip("=")
