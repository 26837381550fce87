"""One webhook call: signed as Standard Webhooks (https://www.standardwebhooks.com, 1.0.0) says."""

import asyncio
import base64
import hmac
from hashlib import sha256
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec import Struct

from services.notify.guard import Forbidden, Guard
from services.notify.news import Notice
from services.notify.storage import Webhook
from services.trust import trusted_roots

TIMEOUT_S = 10.0
"""For the whole call. What the HTTP client calls a time-out begins anew with each byte that comes."""
GONE = 410
SECRET_PREFIX = "whsec_"  # noqa: S105  # how receivers' libraries know a secret, not one itself


class Body(Struct, frozen=True):
    """What is sent. `deadline_ms`: milliseconds since 1970 UTC, 0 for no clock."""

    id: str
    kind: str
    game_id: str
    variant: str
    version: int
    seat: int
    deadline_ms: int


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


class Sender:
    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        # No proxies or netrc from the environment, and no redirects: both would lead around the guard.
        self._http = httpx.AsyncClient(
            timeout=TIMEOUT_S, follow_redirects=False, trust_env=False, verify=trusted_roots()
        )

    async def send(self, hook: Webhook, notice: Notice, timestamp_s: int) -> Sent:
        """What came of one call, within TIMEOUT_S."""
        body = msgspec.json.encode(
            Body(
                notice.notice_id,
                notice.kind,
                notice.game_id,
                notice.variant,
                notice.version,
                notice.seat,
                notice.deadline_ms,
            )
        )
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return Sent(await self._post(hook, notice.notice_id, timestamp_s, body))
        except (httpx.HTTPError, httpx.InvalidURL, OSError, Forbidden) as problem:  # of which TimeoutError is one
            return Sent(0, type(problem).__name__)

    async def _post(self, hook: Webhook, notice_id: str, timestamp_s: int, body: bytes) -> int:
        """The status of the answer. Connects to the very address that was checked; the certificate must be that of the
        name."""
        address = await self._guard.address(hook.url)
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
            extensions={"sni_hostname": url.host},
        )
        answer = await self._http.send(request, stream=True)  # what it says besides is not read
        await answer.aclose()
        return answer.status_code

    async def close(self) -> None:
        await self._http.aclose()
