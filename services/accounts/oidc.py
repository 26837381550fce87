"""Access tokens of an operator's own issuer (OpenID Connect), checked by its published key set (RFC 7517)."""

import asyncio
import time
from collections.abc import Callable

import httpx
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from services.accounts.tokens import LEEWAY_S, Claims, Unauthenticated, verified
from services.platform.trust import trusted_roots
from services.store.interface import StoreAway

ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]
"""Signatures by a key pair only: with HMAC, anybody who can check a token could forge one."""
KEYS_S = 60 * 60
"""The key set is fetched again after an hour, and when a token names a key that is not in it, at most once a minute."""
UNKNOWN_KEY_S = 60
FETCH_S = AGAIN_S = 5.0
"""How long one try may take, and how long after a failed one none is made, however many tokens arrive meanwhile."""
KEYS_BYTES_MAX = 256 * 1024
SUBJECT_MAX = 255


class _Claims(Struct):
    """What a token must say (OpenID Connect Core 2, RFC 9068)."""

    iss: str
    sub: str
    aud: str | list[str]
    iat: float
    exp: float
    nbf: float = 0


class OidcIssuer:
    def __init__(self, name: str, audience: str, keys_url: str, clock: Callable[[], float] = time.time) -> None:
        self.name, self._audience, self._keys_url, self._clock = name, audience, keys_url, clock
        self._keys, self._fetched_at, self._failed_at = KeySet([]), 0.0, 0.0
        self._fetching = asyncio.Lock()

    async def read(self, token: str) -> Claims:
        """The token's claims; the account in them is the issuer's subject. Raises Unauthenticated, StoreAway."""
        await self._keys_younger_than(KEYS_S)
        try:
            claims = self._claims(token)
        except Unauthenticated:
            if not await self._keys_younger_than(UNKNOWN_KEY_S):
                raise
            claims = self._claims(token)
        return self._checked(claims)

    def _claims(self, token: str) -> _Claims:
        return verified(token, self._keys, ALGORITHMS, _Claims)

    def _checked(self, claims: _Claims) -> Claims:
        audiences = claims.aud if isinstance(claims.aud, list) else [claims.aud]
        now = self._clock()
        if claims.iss != self.name or self._audience not in audiences or not _is_subject(claims.sub):
            raise Unauthenticated("TOKEN_INVALID")
        if max(claims.iat, claims.nbf) > now + LEEWAY_S:
            raise Unauthenticated("TOKEN_INVALID")
        if claims.exp < now - LEEWAY_S:
            raise Unauthenticated("TOKEN_EXPIRED")
        return Claims(claims.sub, int(claims.iat), int(claims.exp))

    async def _keys_younger_than(self, seconds: int) -> bool:
        """Fetches the key set if it is older; whether it did."""
        async with self._fetching:
            if self._clock() - self._fetched_at < seconds:
                return False
            if self._clock() - self._failed_at < AGAIN_S:
                raise StoreAway("the issuer's key set could not be read")
            try:
                async with httpx.AsyncClient(timeout=FETCH_S, trust_env=False, verify=trusted_roots()) as http:
                    answer = await http.get(self._keys_url)
                    answer.raise_for_status()
                if len(answer.content) > KEYS_BYTES_MAX:
                    raise ValueError("a key set of that size")
                self._keys = KeySet.import_key_set(answer.json())
            except (httpx.HTTPError, JoseError, ValueError, KeyError) as error:
                self._failed_at = self._clock()
                raise StoreAway("the issuer's key set cannot be read") from error
            self._fetched_at = self._clock()
            return True


def _is_subject(sub: str) -> bool:
    """At most 255 ASCII characters (OpenID Connect Core 2): nothing that a database keeps in no text or no index."""
    return 0 < len(sub) <= SUBJECT_MAX and sub.isascii() and sub.isprintable()
