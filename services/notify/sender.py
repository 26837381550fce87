"""One webhook call: signed as Standard Webhooks (https://www.standardwebhooks.com, 1.0.0) says."""

import asyncio
import base64
import hmac
from collections.abc import Coroutine
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec import Struct

from services.notify.guard import Forbidden, Guard
from services.notify.news import CHALLENGE, Notice
from services.notify.storage import Webhook
from services.platform.callers import CallerLimiter, Proxies
from services.platform.trust import trusted_roots

TIMEOUT_S = 10.0
"""For the whole call. The HTTP client's own time-out restarts with each byte received."""
GONE = 410
CHALLENGES_PER_S, CHALLENGES = 1 / 60, 5
"""Challenges to one address, over all accounts: its owner may want none."""
SECRET_PREFIX = "whsec_"  # noqa: S105  # how receivers' libraries know a secret, not one itself


class Payload(Struct, frozen=True):
    """What is sent. `deadline_ms`: milliseconds since 1970 UTC, 0 for no clock."""

    id: str
    kind: str
    game_id: str
    variant: str
    version: int
    seat: int
    deadline_ms: int


class Challenge(Struct, frozen=True):
    """What is sent before anything else; the answer's body must be `challenge`, and nothing more."""

    id: str
    kind: str
    challenge: str


class Sent(Struct, frozen=True):
    """`status` of the answer; 0 for none, and then `problem` says why."""

    status: int
    problem: str = ""

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


def shown_secret(secret: bytes) -> str:
    """As the receiver's library takes it."""
    return SECRET_PREFIX + base64.b64encode(secret).decode()


def signature(secret: bytes, notice_id: str, timestamp_s: int, body: bytes) -> str:
    """HMAC-SHA256 over id, moment and body, so that nobody can send the same again later or with another body."""
    signed = f"{notice_id}.{timestamp_s}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(secret, signed, sha256)).decode()


def challenge_of(secret: bytes, notice_id: str) -> str:
    """The same at each try."""
    return hmac.digest(secret, f"challenge.{notice_id}".encode(), sha256).hex()


class Sender:
    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._challenges = CallerLimiter(CHALLENGES_PER_S, CHALLENGES)
        self.challenged_at = Proxies().caller
        # No proxies or netrc from the environment, and no redirects: both would lead around the guard.
        self._http = httpx.AsyncClient(
            timeout=TIMEOUT_S, follow_redirects=False, trust_env=False, verify=trusted_roots()
        )

    async def send(self, hook: Webhook, notice: Notice, timestamp_s: int) -> Sent:
        """What came of one call, within TIMEOUT_S."""
        body = msgspec.json.encode(
            Payload(
                notice.notice_id,
                notice.kind,
                notice.game_id,
                notice.variant,
                notice.version,
                notice.seat,
                notice.deadline_ms,
            )
        )
        return await self._called(self._noticed(hook, notice.notice_id, timestamp_s, body))

    async def challenge(self, hook: Webhook, notice_id: str, timestamp_s: int) -> Sent:
        """Whether the receiver gives back what it was sent, and so wants notices. Raises TooFast."""
        challenge = challenge_of(hook.secret, notice_id)
        body = msgspec.json.encode(Challenge(notice_id, CHALLENGE, challenge))
        return await self._called(self._challenged(hook, notice_id, timestamp_s, body, challenge))

    async def _called(self, call: Coroutine[Any, Any, Sent]) -> Sent:
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await call
        except (httpx.HTTPError, httpx.InvalidURL, OSError, Forbidden) as problem:  # of which TimeoutError is one
            return Sent(0, type(problem).__name__)

    async def _noticed(self, hook: Webhook, notice_id: str, timestamp_s: int, body: bytes) -> Sent:
        """What the answer says besides its status is not read."""
        answer = await self._post(hook, await self._guard.address(hook.url), notice_id, timestamp_s, body)
        await answer.aclose()
        return Sent(answer.status_code)

    async def _challenged(self, hook: Webhook, notice_id: str, timestamp_s: int, body: bytes, wanted: str) -> Sent:
        address = await self._guard.address(hook.url)
        self._challenges.take(self.challenged_at(address))
        answer = await self._post(hook, address, notice_id, timestamp_s, body)
        said = b""
        async for part in answer.aiter_raw():
            said += part
            if len(said) > 2 * len(wanted):
                break
        await answer.aclose()
        sent = Sent(answer.status_code)
        return Sent(0, "another answer than the challenge") if sent.ok and said.strip() != wanted.encode() else sent

    async def _post(self, hook: Webhook, address: str, notice_id: str, timestamp_s: int, body: bytes) -> httpx.Response:
        """The answer, whose body is still to be read or left. Connects to the very address that was checked; the
        certificate must be that of the name."""
        url = httpx.URL(hook.url)
        request = self._http.build_request(
            "POST",
            url.copy_with(host=address),
            content=body,
            headers={
                "host": urlsplit(hook.url).netloc,
                "content-type": "application/json",
                "webhook-id": notice_id,
                "webhook-timestamp": str(timestamp_s),
                "webhook-signature": signature(hook.secret, notice_id, timestamp_s, body),
            },
            extensions={"sni_hostname": url.raw_host.decode()},
        )
        return await self._http.send(request, stream=True)

    async def close(self) -> None:
        await self._http.aclose()
