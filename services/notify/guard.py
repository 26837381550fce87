"""The check of webhook addresses: none may lead into the operator's own network, whatever a name resolves to."""

import asyncio
import re
import socket
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from services.notify.reserved_networks import is_ordinary
from services.platform.lazily import lazily
from services.platform.rate_limiter import TooFast

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


URL_MAX = 2_000
RESOLVE_S = 5.0
RESOLVING_MAX = 64
"""Names looked up at the same moment, in threads of their own: the owner of a name may let its server never answer."""
RESOLVING_OF_ONE = 4
"""Lookups of one network that are under way: others find free threads whatever names are never answered."""
_URL = re.compile(r"[!-~]+")
_LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
HOST_MAX = 253
"""Characters of a name (RFC 1035, 2.3.4)."""


class Forbidden(Exception):
    """`reason`: URL_INVALID, URL_NOT_HTTPS or ADDRESS_PRIVATE."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Guard:
    """`private`: whether the operator allows plain http and addresses of private networks (for tests and intranets)."""

    def __init__(self, *, private: bool = False, resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        self.private, self._resolve = private, resolve
        self._resolving = ThreadPoolExecutor(RESOLVING_MAX, "resolve")
        self._running: Counter[str] = Counter()

    def check_url(self, url: str) -> None:
        """Raises Forbidden for what can never be a webhook."""
        if len(url) > URL_MAX or not _URL.fullmatch(url):  # the library would leave line ends out, and we keep them
            raise Forbidden("URL_INVALID")
        try:
            parts = urlsplit(url)
            port = parts.port
            httpx.URL(url)
        except (ValueError, httpx.InvalidURL):
            raise Forbidden("URL_INVALID") from None
        if not _is_host(parts.hostname or "") or parts.username is not None or port == 0:
            raise Forbidden("URL_INVALID")
        if parts.scheme != "https" and not (self.private and parts.scheme == "http"):
            raise Forbidden("URL_NOT_HTTPS")

    async def address(self, url: str, asker: str = "") -> str:
        """Return the address to connect to, so that the name cannot lead elsewhere between check and use. `asker`: the
        network that names the URL now; empty for the server itself. Raises Forbidden, TooFast for an asker with too
        many lookups under way, and OSError for a name that does not resolve, or not within RESOLVE_S."""
        self.check_url(url)
        if asker and self._running[asker] >= RESOLVING_OF_ONE:
            raise TooFast(RESOLVE_S)
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        look_up = partial(self._resolve, parts.hostname, port, type=socket.SOCK_STREAM)
        try:
            async with asyncio.timeout(RESOLVE_S):
                found = await self._looked_up(look_up, asker)
        except UnicodeError as no_name:  # of the codec that writes names for the resolver
            raise Forbidden("URL_INVALID") from no_name
        addresses = [str(each[4][0]) for each in found]
        if not self.private and not all(map(is_public, addresses)):
            raise Forbidden("ADDRESS_PRIVATE")
        return addresses[0]

    def _looked_up(self, look_up: Callable[[], Any], asker: str) -> asyncio.Future[Any]:
        """Start the lookup. It counts until its thread ends, however soon nobody waits for it any more."""
        work = self._resolving.submit(look_up)
        if asker:
            self._running[asker] += 1
            loop = asyncio.get_running_loop()
            work.add_done_callback(lambda _: loop.call_soon_threadsafe(self._ended, asker))
        return asyncio.wrap_future(work)

    def _ended(self, asker: str) -> None:
        self._running[asker] -= 1
        if not self._running[asker]:
            del self._running[asker]


def is_public(text: str) -> bool:
    return is_ordinary(ip_address(text.partition("%")[0]))


def _is_host(host: str) -> bool:
    """An address, or a name that can be looked up: labels of 1-63 letters, digits, - and _."""
    try:
        ip_address(host)
    except ValueError:
        labels = host.removesuffix(".").split(".")
        return len(host) <= HOST_MAX and all(map(_LABEL.fullmatch, labels))
    return True
