"""Where a webhook may lead: never into the operator's own network, whatever a name resolves to."""

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

URL_MAX = 2_000
RESOLVE_S = 5.0
RESOLVING_MAX = 64
"""Names looked up at the same moment, in threads of their own: whoever owns a name may let its server never answer."""
_UNICAST = IPv6Network("2000::/3")
"""All of IPv6 that is given out; what carries IPv4 besides is looked through."""
_NAT64 = IPv6Network("64:ff9b::/96")
_EXAMPLES = IPv6Network("3fff::/20")


class Forbidden(Exception):
    """`reason`: URL_INVALID, URL_NOT_HTTPS or ADDRESS_PRIVATE."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Guard:
    """`private`: whether the operator allows plain http and addresses of private networks (for tests and intranets)."""

    def __init__(self, *, private: bool = False, resolve: Callable[..., Any] = socket.getaddrinfo) -> None:
        self._private, self._resolve = private, resolve
        self._resolving = ThreadPoolExecutor(RESOLVING_MAX, "resolve")

    def check_url(self, url: str) -> None:
        """Raises Forbidden for what can never be a webhook."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Forbidden("URL_INVALID") from None
        if len(url) > URL_MAX or not url.isascii() or not parts.hostname or parts.username is not None or port == 0:
            raise Forbidden("URL_INVALID")
        if parts.scheme != "https" and not (self._private and parts.scheme == "http"):
            raise Forbidden("URL_NOT_HTTPS")

    async def address(self, url: str) -> str:
        """The address to connect to, so that the name cannot lead elsewhere between check and use. Raises Forbidden,
        and OSError for a name that does not resolve, or not within RESOLVE_S."""
        self.check_url(url)
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        look_up = partial(self._resolve, parts.hostname, port, type=socket.SOCK_STREAM)
        async with asyncio.timeout(RESOLVE_S):
            found = await asyncio.get_running_loop().run_in_executor(self._resolving, look_up)
        addresses = [str(each[4][0]) for each in found]
        if not self._private and not all(map(is_public, addresses)):
            raise Forbidden("ADDRESS_PRIVATE")
        return addresses[0]


def is_public(text: str) -> bool:
    """Whether the address belongs to the public internet, looking through the ways IPv6 carries IPv4."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        carried = _carried(address)
        if carried is None:
            return address in _UNICAST and address not in _EXAMPLES and address.is_global
        address = carried
    return address.is_global and not address.is_multicast


def _carried(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
