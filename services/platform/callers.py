"""The source that a call without an account counts for: the address that it came from, or what the operator's own
proxies say of it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import unquote

from msgspec import Struct

from services.platform.rate_limiter import ConcurrencyLimiter, Limiter

FORWARDED = "x-forwarded-for"
LETTERS_MAX = 45
"""The IPv4 address within an IPv6 address, if there is one."""
HOST_BITS, SITE_BITS = 64, 48
"""Prefix lengths of IPv6: the holder of one address has the whole first network and can get the second, because
providers give a customer up to that much."""
SITE_FACTOR = 16
"""A site gets so many times what one of its networks gets, and never more."""


class Caller(Struct, frozen=True):
    """`network`: the unit that is counted, an IPv4 address or the /64 of an IPv6 address. `site`: the /48 around it,
    for IPv6. `here`: the connection came from this machine and was not forwarded."""

    network: str
    site: str = ""
    here: bool = False

    @property
    def area(self) -> str:
        """Return the part that stays the same when a provider changes addresses: the site, for IPv4 the /24."""
        return self.site or self.network.rpartition(".")[0] or self.network


HERE = Caller("127.0.0.1", here=True)


class Proxies:
    """The operator's own proxies: addresses, or networks that they are in. Each stands for one proxy on a call's way,
    so that a client that calls from such a network itself is counted, and not believed. Two proxies in one network are
    named by their addresses, or the network twice."""

    def __init__(self, proxies: Sequence[str] = ()) -> None:
        self._proxies = sorted(map(ip_network, proxies), key=lambda network: network.prefixlen, reverse=True)

    def caller(self, peer: str, forwarded: Sequence[str] = ()) -> Caller:
        """`peer`: host of the connection's other end. `forwarded`: the values of `x-forwarded-for`, to which each
        proxy has added whom it was called by, at the end."""
        if not forwarded:
            return _direct(peer)
        hops = ",".join(forwarded).rsplit(",", len(self._proxies) + 1)
        left, counted = list(self._proxies), _address(peer)
        if counted is None:
            return Caller(peer)
        for hop in reversed(hops):
            proxy = next((network for network in left if counted in network), None)
            if proxy is None:
                break
            left.remove(proxy)  # it sent the call on: for whom, it may not know
            said = _address(hop)
            if said is None:
                break
            counted = said
        return _caller(counted, here=len(left) == len(self._proxies) and counted.is_loopback)


class CallerLimiter:
    """Rate limits of callers: per network, and SITE_FACTOR times as much per site. The machine itself is not limited:
    an unnamed proxy on the same machine has to limit by itself."""

    def __init__(self, per_s: float, burst: int) -> None:
        self._networks = Limiter(per_s, burst)
        self._sites = Limiter(SITE_FACTOR * per_s, SITE_FACTOR * burst)

    def take(self, caller: Caller, cost: int = 1) -> None:
        """Raises TooFast."""
        if caller.here:
            return
        self._networks.take(caller.network, cost)
        if caller.site:
            self._sites.take(caller.site, cost)

    def look(self, caller: Caller) -> None:
        """Raises TooFast where `take` would; takes nothing."""
        if caller.here:
            return
        self._networks.look(caller.network)
        if caller.site:
            self._sites.look(caller.site)


class CallerPlaces:
    """Limits of open streams: per network, and SITE_FACTOR times as many per site."""

    def __init__(self, most: int, retry_after_s: float) -> None:
        self._networks = ConcurrencyLimiter(most, "TOO_MANY_STREAMS", retry_after_s)
        self._sites = ConcurrencyLimiter(SITE_FACTOR * most, "TOO_MANY_STREAMS", retry_after_s)

    @contextmanager
    def one(self, caller: Caller) -> Iterator[None]:
        """A place for as long as the block runs. Raises TooMany."""
        with ExitStack() as places:
            places.enter_context(self._networks.one(caller.network))
            if caller.site:
                places.enter_context(self._sites.one(caller.site))
            yield


@lru_cache(maxsize=4096)
def host_of(peer: str) -> str:
    """`ipv4:192.0.2.1:5000`, `ipv6:%5B2001:db8::1%5D:5000` or `http:192.0.2.1:5000` without kind and port."""
    address = unquote(peer.partition(":")[2])
    return address[1:].partition("]")[0] if address.startswith("[") else address.rpartition(":")[0]


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """`192.0.2.1`, `192.0.2.1:5000`, `2001:db8::1`, `[2001:db8::1]:5000`, and the same in quotes or with a zone, as
    proxies write them; None for anything else."""
    host = text.strip(' \t"')
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    host = host.partition("%")[0]
    return _read(host) if len(host) <= LETTERS_MAX else None


@lru_cache(maxsize=4096)
def _read(host: str) -> IPv4Address | IPv6Address | None:
    """Remembered, since the same few call all the time."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found


@lru_cache(maxsize=4096)
def _direct(peer: str) -> Caller:
    """Return the caller that no proxy speaks for."""
    address = _address(peer)
    return Caller(peer) if address is None else _caller(address, here=address.is_loopback)


@lru_cache(maxsize=4096)
def _caller(address: IPv4Address | IPv6Address, *, here: bool) -> Caller:
    if isinstance(address, IPv4Address) or address.is_loopback:
        return Caller(str(address), here=here)
    return Caller(_around(address, HOST_BITS), _around(address, SITE_BITS))


def _around(address: IPv6Address, bits: int) -> str:
    return str(IPv6Network((int(address), bits), strict=False))
