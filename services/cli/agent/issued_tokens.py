"""Tokens that a game server issued for this MCP server: it is asked by introspection (RFC 7662)."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import httpx
from mcp.server.auth.provider import AccessToken

from services.accounts.app_storage import is_of_app
from services.apps.documents import METADATA_PATH
from services.platform.trust import trusted_roots

BELIEVED_S, REFUSED_S = 60.0, 5.0
"""How long an answer about a valid and an invalid token is believed."""
BELIEVED_MAX = 10_000
TOKEN_MAX = 200
ASK_S = 10.0
_OK = 200


class IssuerUnavailable(Exception):
    """The game server did not say whether a token is valid."""


class IssuerRefused(Exception):
    """The game server issues no tokens for this address. The text says what to do."""


class IssuedTokens:
    """The verifier of the SDK (TokenVerifier). `issuer`: the public URL of the game server. `resource`: the address of
    this MCP server, which is its client id there."""

    def __init__(self, issuer: str, resource: str, clock: Callable[[], float] = time.time) -> None:
        self._issuer, self._resource, self._clock = issuer, resource, clock
        self._http = httpx.AsyncClient(timeout=ASK_S, trust_env=False, verify=trusted_roots(environment=True))
        self._endpoint = ""
        self._believed: OrderedDict[str, tuple[AccessToken | None, float]] = OrderedDict()

    async def begin(self) -> None:
        """Read where to ask. Raises IssuerUnavailable, IssuerRefused."""
        url = f"{self._issuer}{METADATA_PATH}"
        found = await self._json(self._http.build_request("GET", url))
        if found.get("issuer") != self._issuer:
            raise IssuerRefused(f"{url} names the issuer {found.get('issuer')!r}, not {self._issuer!r}")
        if self._resource not in found.get("protected_resources", ()):
            raise IssuerRefused(
                f"{self._issuer} issues no tokens for {self._resource}: set TURNLEDGER_MCP_URL for the game server, too"
            )
        self._endpoint = found["introspection_endpoint"]

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return a valid access token for this resource. Raises IssuerUnavailable."""
        if not is_of_app(token) or len(token) > TOKEN_MAX:
            return None
        found, until = self._believed.get(token, (None, 0.0))
        if until <= self._clock():
            found = await self._ask(token)
            self._believed[token] = (found, self._clock() + (BELIEVED_S if found else REFUSED_S))
            if len(self._believed) > BELIEVED_MAX:
                self._believed.popitem(last=False)
        return found if found and (found.expires_at or 0) > self._clock() else None

    def knows(self, token: str) -> bool:
        """Return whether the token was valid when the game server was last asked."""
        return self._believed.get(token, (None, 0.0))[0] is not None

    async def close(self) -> None:
        await self._http.aclose()

    async def _ask(self, token: str) -> AccessToken | None:
        fields = {"token": token, "client_id": self._resource}
        said = await self._json(self._http.build_request("POST", self._endpoint, data=fields))
        if not said.get("active") or said.get("aud") != self._resource or said.get("token_type") != "Bearer":
            return None
        return AccessToken(
            token=token,
            client_id=said["client_id"],
            scopes=said["scope"].split(),
            expires_at=said["exp"],
            resource=said["aud"],
            subject=said["sub"],
            claims={"iss": said["iss"]},
        )

    async def _json(self, request: httpx.Request) -> dict[str, Any]:
        try:
            answer = await self._http.send(request)
            if answer.status_code != _OK:
                raise IssuerUnavailable(f"{request.url} answered with status {answer.status_code}")
            found: dict[str, Any] = answer.json()
        except (httpx.HTTPError, ValueError) as problem:
            raise IssuerUnavailable(f"{request.url} cannot be read: {type(problem).__name__}") from problem
        return found
