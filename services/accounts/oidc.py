"""Tokens of an operator's own issuer (OpenID Connect), checked by its published key set (RFC 7517)."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from services.accounts.tokens import LEEWAY_S, Claims, Unauthenticated, verified
from services.platform.lazily import lazily
from services.platform.trust import trusted_roots
from services.store.interface import StoreUnavailable

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"]
"""Asymmetric signatures only: with HMAC, every party that can check a token could forge one."""
KEYS_S = 60 * 60
"""The key set is fetched again after an hour, and when a token names a key that is not in it, at most once a minute."""
UNKNOWN_KEY_S = 60
FETCH_S = AGAIN_S = 5.0
"""The time that one attempt may take, and the time after a failed one without attempts, however many tokens arrive."""
KEYS_BYTES_MAX = 256 * 1024
SUBJECT_MAX = 255


class IssuerUnavailable(StoreUnavailable):
    """The operator's issuer does not answer."""


class _Claims(Struct):
    """The required claims of a token (OpenID Connect Core 2, RFC 9068)."""

    iss: str
    sub: str
    aud: str | list[str]
    iat: float
    exp: float
    nbf: float = 0


class _IdClaims(_Claims):
    """The further claims of an ID token (OpenID Connect Core 2; 5.1)."""

    nonce: str = ""
    azp: str = ""
    preferred_username: str = ""


class Person(Struct, frozen=True):
    """Whom an ID token is about, and what that person likes to be called; empty for nothing."""

    subject: str
    name: str


C = TypeVar("C", bound=_Claims)


class OidcIssuer:
    """`audience`: of the access tokens that are taken; none are where it is empty."""

    def __init__(self, name: str, audience: str, keys_url: str, clock: Callable[[], float] = time.time) -> None:
        self.name, self._audience, self._keys_url, self._clock = name, audience, keys_url, clock
        self._keys, self._fetched_at, self._failed_at = KeySet([]), 0.0, 0.0
        self._fetching = asyncio.Lock()

    async def read(self, token: str) -> Claims:
        """The token's claims; the account in them is the issuer's subject. Raises Unauthenticated,
        IssuerUnavailable."""
        claims = self._checked(await self._signed(token, _Claims), self._audience)
        return Claims(claims.sub, int(claims.iat), int(claims.exp))

    async def read_id_token(self, token: str, client_id: str, nonce: str) -> Person:
        """Whom a sign-in was about that this client began with this nonce. Raises Unauthenticated,
        IssuerUnavailable."""
        try:
            claims = self._checked(await self._signed(token, _IdClaims), client_id)
        except Unauthenticated as error:
            raise Unauthenticated("ISSUER_REFUSED") from error
        several = isinstance(claims.aud, list) and len(claims.aud) > 1
        if ((claims.azp or several) and claims.azp != client_id) or not nonce or claims.nonce != nonce:
            raise Unauthenticated("ISSUER_REFUSED")
        return Person(claims.sub, claims.preferred_username)

    async def _signed(self, token: str, kind: type[C]) -> C:
        await self._keys_younger_than(KEYS_S)
        try:
            return verified(token, self._keys, ALGORITHMS, kind)
        except Unauthenticated:
            if not await self._keys_younger_than(UNKNOWN_KEY_S):
                raise
            return verified(token, self._keys, ALGORITHMS, kind)

    def _checked(self, claims: C, audience: str) -> C:
        audiences = claims.aud if isinstance(claims.aud, list) else [claims.aud]
        now = self._clock()
        if claims.iss != self.name or not audience or audience not in audiences or not _is_subject(claims.sub):
            raise Unauthenticated("TOKEN_INVALID")
        if max(claims.iat, claims.nbf) > now + LEEWAY_S:
            raise Unauthenticated("TOKEN_INVALID")
        if claims.exp < now - LEEWAY_S:
            raise Unauthenticated("TOKEN_EXPIRED")
        return claims

    async def _keys_younger_than(self, seconds: int) -> bool:
        """Fetches the key set if it is older; whether it did."""
        async with self._fetching:
            if self._clock() - self._fetched_at < seconds:
                return False
            if self._clock() - self._failed_at < AGAIN_S:
                raise IssuerUnavailable("the issuer's key set could not be read")
            try:
                async with httpx.AsyncClient(timeout=FETCH_S, trust_env=False, verify=trusted_roots()) as http:
                    answer = await http.get(self._keys_url)
                    answer.raise_for_status()
                if len(answer.content) > KEYS_BYTES_MAX:
                    raise ValueError("a key set of that size")
                self._keys = KeySet.import_key_set(answer.json())
            except (httpx.HTTPError, JoseError, ValueError, KeyError) as error:
                self._failed_at = self._clock()
                raise IssuerUnavailable("the issuer's key set cannot be read") from error
            self._fetched_at = self._clock()
            return True


def _is_subject(sub: str) -> bool:
    """At most 255 ASCII characters (OpenID Connect Core 2), so that every database can store and index them."""
    return 0 < len(sub) <= SUBJECT_MAX and sub.isascii() and sub.isprintable()
