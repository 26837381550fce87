"""Signing in by a browser with the operator's own issuer: authorization code flow with PKCE (RFC 6749, 7636, 9700;
OpenID Connect Core 1.0). The browser brings a code, this process exchanges it: no token of the issuer reaches the page.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec
import structlog
from msgspec import Struct

from services.accounts.oidc import AGAIN_S, FETCH_S, IssuerUnavailable, OidcIssuer, Person
from services.accounts.tokens import Unauthenticated
from services.observe.traces import onward
from services.platform.lazily import lazily
from services.platform.trust import trusted_roots

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


log = structlog.get_logger(__name__)

WELL_KNOWN = "/.well-known/openid-configuration"
ENDPOINTS_S = 60 * 60
ANSWER_BYTES_MAX = 256 * 1024
REFUSED, SERVER_ERROR = 400, 500
ERROR_MAX = 40


class Endpoints(Struct, frozen=True):
    """The subset of the provider metadata (OpenID Connect Discovery 1.0, 3) that we use."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str


class Code(Struct, frozen=True):
    """The data that a browser brings back: the code, and the values that it kept when it left. `verifier`: of PKCE (RFC
    7636, 4.1)."""

    code: str
    verifier: str
    redirect_url: str
    nonce: str


class Client(Struct, frozen=True):
    """Our registration at the issuer. `secret`: empty for a public client. `name`: the issuer's name for people."""

    client_id: str
    name: str
    secret: str = ""


class _TokenAnswer(Struct):
    id_token: str


class _TokenError(Struct):
    error: str = ""


class CodeFlow:
    def __init__(self, oidc: OidcIssuer, client: Client, clock: Callable[[], float] = time.time) -> None:
        self._oidc, self.client, self._clock = oidc, client, clock
        self.issuer = oidc.name
        self._endpoints: Endpoints | None = None
        self._read_at = self._failed_at = 0.0
        self._reading = asyncio.Lock()

    async def endpoints(self) -> Endpoints:
        """Return the provider metadata, read once an hour. Raises IssuerUnavailable."""
        async with self._reading:
            if self._endpoints and self._clock() - self._read_at < ENDPOINTS_S:
                return self._endpoints
            if self._clock() - self._failed_at < AGAIN_S:
                raise IssuerUnavailable("the issuer does not answer")
            try:
                self._endpoints = self._checked(await self._published())
            except (httpx.HTTPError, msgspec.MsgspecError, ValueError) as error:
                self._failed_at = self._clock()
                raise IssuerUnavailable("what the issuer publishes of itself cannot be read") from error
            self._read_at = self._clock()
            return self._endpoints

    async def person(self, code: Code) -> Person:
        """Whom the code stands for. Raises Unauthenticated, IssuerUnavailable."""
        endpoints = await self.endpoints()
        asked = {
            "grant_type": "authorization_code",
            "code": code.code,
            "code_verifier": code.verifier,
            "redirect_uri": code.redirect_url,
            "client_id": self.client.client_id,
        }
        client, secret = (quote(each, safe="") for each in (self.client.client_id, self.client.secret))
        auth = httpx.BasicAuth(client, secret) if secret else httpx.Auth()  # spelt so: RFC 6749, 2.3.1
        try:
            async with _http() as http:
                answer = await http.post(endpoints.token_endpoint, data=asked, auth=auth)
        except httpx.HTTPError as error:
            raise IssuerUnavailable("the issuer does not answer") from error
        return await self._oidc.read_id_token(_id_token(answer), self.client.client_id, code.nonce)

    async def _published(self) -> bytes:
        async with _http() as http:
            answer = await http.get(self.issuer.rstrip("/") + WELL_KNOWN)
        answer.raise_for_status()
        return _bounded(answer)

    def _checked(self, published: bytes) -> Endpoints:
        """Browsers are led to one of these, and codes to the other: nowhere less safe than the issuer itself."""
        found = msgspec.json.decode(published, type=Endpoints)
        schemes = ("https://",) if self.issuer.startswith("https://") else ("https://", "http://")
        if found.issuer != self.issuer:
            raise ValueError("it is another issuer")
        if not all(url.startswith(schemes) for url in (found.authorization_endpoint, found.token_endpoint)):
            raise ValueError("an endpoint is not https")
        return found


def _id_token(answer: "httpx.Response") -> str:
    """Raises Unauthenticated for a code that the issuer refuses, IssuerUnavailable where it is at fault itself."""
    content = _bounded(answer)
    if answer.status_code >= SERVER_ERROR:
        raise IssuerUnavailable("the issuer does not answer")
    try:
        if answer.status_code >= REFUSED:
            said = msgspec.json.decode(content, type=_TokenError).error[:ERROR_MAX]
            log.warning("the issuer refused a code", status=answer.status_code, error=said)
            raise Unauthenticated("ISSUER_REFUSED")
        return msgspec.json.decode(content, type=_TokenAnswer).id_token
    except msgspec.MsgspecError as error:
        raise Unauthenticated("ISSUER_REFUSED") from error


def _bounded(answer: "httpx.Response") -> bytes:
    if len(answer.content) > ANSWER_BYTES_MAX:
        raise IssuerUnavailable("an answer of that size")
    return answer.content


def _http() -> "httpx.AsyncClient":
    return httpx.AsyncClient(headers=onward(), timeout=FETCH_S, trust_env=False, verify=trusted_roots())
