"""Access tokens of an operator's own issuer (OpenID Connect), checked by its published key set (RFC 7517)."""

import asyncio
import time
from collections.abc import Callable

import httpx
import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from services.accounts.tokens import LEEWAY_S, Claims, Unauthenticated
from services.store.contract import StoreAway
from services.trust import trusted_roots

ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]
"""Signatures by a key pair only: with HMAC, whoever can check a token could make one."""
KEYS_S = 60 * 60
"""The key set is fetched again after an hour, and when a token names a key that is not in it, at most once a minute."""
UNKNOWN_KEY_S = 60
FETCH_S = 5.0
KEYS_BYTES_MAX = 256 * 1024


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
        self._keys, self._fetched_at = KeySet([]), 0.0
        self._fetching = asyncio.Lock()

    async def read(self, token: str) -> Claims:
        """The token's claims; the account in them is the issuer's subject. Raises Unauthenticated, StoreAway."""
        await self._keys_younger_than(KEYS_S)
        try:
            claims = self._claims(token)
        except (JoseError, ValueError, KeyError):
            if not await self._keys_younger_than(UNKNOWN_KEY_S):
                raise Unauthenticated("TOKEN_INVALID") from None
            try:
                claims = self._claims(token)
            except (JoseError, ValueError, KeyError) as error:
                raise Unauthenticated("TOKEN_INVALID") from error
        return self._checked(claims)

    def _claims(self, token: str) -> _Claims:
        return msgspec.convert(jwt.decode(token, self._keys, algorithms=ALGORITHMS).claims, _Claims)

    def _checked(self, claims: _Claims) -> Claims:
        audiences = claims.aud if isinstance(claims.aud, list) else [claims.aud]
        now = self._clock()
        if claims.iss != self.name or self._audience not in audiences or not claims.sub:
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
            try:
                async with httpx.AsyncClient(timeout=FETCH_S, trust_env=False, verify=trusted_roots()) as http:
                    answer = await http.get(self._keys_url)
                    answer.raise_for_status()
                if len(answer.content) > KEYS_BYTES_MAX:
                    raise ValueError("a key set of that size")
                self._keys = KeySet.import_key_set(answer.json())
            except (httpx.HTTPError, JoseError, ValueError, KeyError) as error:
                raise StoreAway("the issuer's key set cannot be read") from error
            self._fetched_at = self._clock()
            return True
