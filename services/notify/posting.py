"""One POST to an address that a user has chosen, within the limits of the guard."""

import asyncio
import re
from collections.abc import Coroutine, Mapping
from email.utils import parsedate_to_datetime
from math import ceil
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from services.notify.guard import Forbidden, Guard
from services.notify.news import Notice
from services.notify.targets import Target
from services.platform.lazily import lazily
from services.platform.trust import trusted_roots

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


TIMEOUT_S = 10.0
"""Timeout of the whole call. The HTTP client's own timeout restarts with each byte received."""
GONE = 410
_SECONDS = re.compile("[0-9]{1,9}")


class Delivery(Struct, frozen=True):
    """`status` of the answer; 0 for none, and then `problem` is the reason. `gone`: the receiver wants no more notices.
    `retry_after_s`: the earliest next call. `blameless`: the failure is between this server and a service that all its
    targets share, so it does not count against this target."""

    status: int
    problem: str = ""
    gone: bool = False
    retry_after_s: int = 0
    blameless: bool = False

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


class Channel(Protocol):
    """A channel by which notices are delivered."""

    async def send(self, target: Target, notices: list[Notice], now_ms: int) -> Delivery:
        """Return the result of one call, within TIMEOUT_S. Only channels that are MERGED get several notices at
        once. Raises TooFast."""
        ...

    async def challenge(self, target: Target, notice: Notice, now_ms: int) -> Delivery:
        """Ask whether the owner of the target wants notices. Raises TooFast."""
        ...

    def waits_for_answer(self) -> bool:
        """Return whether the challenge is answered later, by a call of its own."""
        ...


class Poster:
    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._http: httpx.AsyncClient | None = None
        """Opened with the first call: most processes make none."""

    async def address(self, url: str) -> str:
        """Raises Forbidden, OSError."""
        return await self._guard.address(url)

    async def deliver(self, url: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
        """Only the status of the answer is read."""
        return await within_time(self._deliver(url, body, headers))

    async def _deliver(self, url: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
        answer = await self.post(url, await self.address(url), body, headers)
        await answer.aclose()
        return Delivery(
            answer.status_code, gone=answer.status_code == GONE, retry_after_s=retry_after_s(answer.headers)
        )

    async def post(self, url: str, address: str, body: bytes, headers: Mapping[str, str]) -> "httpx.Response":
        """The answer, whose body is still to be read or left. Connects to the very address that was checked; the
        certificate must be that of the name."""
        http = await self._client()
        return await http.send(request_to(http, "POST", url, address, headers, body), stream=True)

    async def close(self) -> None:
        if self._http:
            await self._http.aclose()

    async def _client(self) -> "httpx.AsyncClient":
        roots = await asyncio.to_thread(trusted_roots)  # read once, which would hold the event loop
        if self._http is None:
            # No proxies or netrc from the environment, and no redirects: both would lead around the guard.
            self._http = httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False, trust_env=False, verify=roots)
        return self._http


def request_to(
    http: "httpx.AsyncClient",
    method: str,
    url: str,
    address: str,
    headers: Mapping[str, str],
    body: bytes | None = None,
) -> "httpx.Request":
    """Return a request that connects to the very address that was checked; the certificate must be that of the name."""
    parsed = httpx.URL(url)
    return http.build_request(
        method,
        parsed.copy_with(host=address),
        content=body,
        headers={"host": urlsplit(url).netloc, **headers},
        extensions={"sni_hostname": parsed.raw_host.decode()},
    )


def retry_after_s(headers: Mapping[str, str]) -> int:
    """Return when the answer allows the next call (RFC 9110, 10.2.3), 0 if it does not say; a date is relative to the
    answer's own date."""
    said = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(said):
        return int(said)
    try:
        left = parsedate_to_datetime(said) - parsedate_to_datetime(headers.get("date", ""))
    except (ValueError, TypeError):  # no dates, or one with a zone and one without
        return 0
    return max(0, ceil(left.total_seconds()))


async def within_time(call: Coroutine[Any, Any, Delivery]) -> Delivery:
    try:
        async with asyncio.timeout(TIMEOUT_S):
            return await call
    except (httpx.HTTPError, httpx.InvalidURL, OSError, Forbidden) as problem:  # of which TimeoutError is one
        return Delivery(0, type(problem).__name__)
