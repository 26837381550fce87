"""The terminal as an app of a server: it signs a player in by a code (RFC 8628), renews the tokens and ends them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self
from urllib.parse import urlsplit

import grpc
import httpx
from google.protobuf.timestamp_pb2 import Timestamp
from msgspec import Struct

from services.apps.documents import METADATA_PATH, TERMINAL_PATH, is_loopback
from services.platform.trust import trusted_roots
from turnledger import ServiceError
from turnledger.v1 import accounts_pb2

ANSWER_S, POLL_S, SLOWER_S = 10.0, 5, 5
"""Seconds for an answer, between two questions where the server names none, and added where it wants fewer."""
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_ENDED = {
    "access_denied": "the sign-in was refused",
    "expired_token": "the code has expired: begin again",
}


class SignInFailed(Exception):
    """The player is not signed in. The text says why."""


class WaitingCode(Struct, frozen=True):
    """The code that the player types at `address`; `link` contains it. `interval_s`: between two questions."""

    device_code: str
    user_code: str
    address: str
    link: str
    expires_s: int
    interval_s: int


class TerminalApp:
    """`issuer`: the public URL of the server. An asynchronous context manager."""

    def __init__(self, issuer: str) -> None:
        self._issuer, self._client_id = issuer, f"{issuer}{TERMINAL_PATH}"
        self._endpoints: dict[str, Any] = {}
        self._http = httpx.AsyncClient(timeout=ANSWER_S, verify=trusted_roots(environment=True))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def begin(self, scopes: Sequence[str]) -> WaitingCode:
        """Get a code for the player. Raises SignInFailed."""
        parts = urlsplit(self._issuer)
        if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
            raise SignInFailed(f"{self._issuer} is neither https://HOST nor http at this computer")
        status, said = await self._post("device_authorization_endpoint", scope=" ".join(scopes))
        if status != httpx.codes.OK:
            raise SignInFailed(f"{self._issuer} refuses: {said.get('error', status)}")
        address = said["verification_uri"]
        return WaitingCode(
            device_code=said["device_code"],
            user_code=said["user_code"],
            address=address,
            link=said.get("verification_uri_complete", address),
            expires_s=said["expires_in"],
            interval_s=said.get("interval", POLL_S),
        )

    async def wait(
        self, code: WaitingCode, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> accounts_pb2.Tokens:
        """Return the tokens once the player has answered. Raises SignInFailed."""
        interval_s, waited_s = code.interval_s, 0
        while waited_s <= code.expires_s:
            await pause(interval_s)
            waited_s += interval_s
            try:
                status, said = await self._post("token_endpoint", grant_type=DEVICE_GRANT, device_code=code.device_code)
            except SignInFailed:
                interval_s *= 2  # the network is away (RFC 8628, 3.5)
                continue
            if status == httpx.codes.OK:
                return _tokens(said)
            error = said.get("error", "")
            if error == "slow_down":
                interval_s += SLOWER_S
            elif error != "authorization_pending":
                raise SignInFailed(_ENDED.get(error, f"{self._issuer} refuses: {error or status}"))
        raise SignInFailed(_ENDED["expired_token"])

    async def renew(self, refresh_token: str) -> accounts_pb2.Tokens:
        """Exchange a refresh token, which is good once. Raises ServiceError, as the API would."""
        try:
            status, said = await self._post("token_endpoint", grant_type="refresh_token", refresh_token=refresh_token)
        except SignInFailed as away:
            raise ServiceError(grpc.StatusCode.UNAVAILABLE, "", str(away), {}) from away
        if status == httpx.codes.OK:
            return _tokens(said)
        if said.get("error") == "invalid_grant":
            raise ServiceError(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID", "this sign-in has ended", {})
        raise ServiceError(grpc.StatusCode.UNAVAILABLE, "", f"{self._issuer} answered with status {status}", {})

    async def revoke(self, refresh_token: str) -> None:
        """End the sign-in. Raises SignInFailed if the server has not confirmed it."""
        status, _ = await self._post("revocation_endpoint", token=refresh_token)
        if status != httpx.codes.OK:
            raise SignInFailed(f"{self._issuer} answered with status {status}")

    async def _post(self, endpoint: str, **fields: str) -> tuple[int, dict[str, Any]]:
        """Return status and answer of an endpoint. Raises SignInFailed."""
        if not self._endpoints:
            status, found = await self._send(self._http.build_request("GET", f"{self._issuer}{METADATA_PATH}"))
            if status != httpx.codes.OK or found.get("issuer") != self._issuer:
                raise SignInFailed(f"{self._issuer} is not the public URL of a server that signs terminals in")
            self._endpoints = found
        form = {"client_id": self._client_id, **fields}
        return await self._send(self._http.build_request("POST", self._endpoints[endpoint], data=form))

    async def _send(self, request: httpx.Request) -> tuple[int, dict[str, Any]]:
        try:
            answer = await self._http.send(request)
            said = answer.json() if answer.content else {}
        except (httpx.HTTPError, httpx.InvalidURL) as problem:
            raise SignInFailed(f"{self._issuer} cannot be reached: {type(problem).__name__}") from problem
        except ValueError:
            said = {}
        return answer.status_code, said if isinstance(said, dict) else {}


def _tokens(said: dict[str, Any]) -> accounts_pb2.Tokens:
    return accounts_pb2.Tokens(
        access_token=said["access_token"],
        refresh_token=said["refresh_token"],
        access_expire_time=Timestamp(seconds=int(time.time()) + said["expires_in"]),
    )
