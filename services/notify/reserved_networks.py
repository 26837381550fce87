"""Reserved address ranges that webhooks must not reach: IANA's special-purpose address registries, complete."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

_IPV4 = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
"""https://www.iana.org/assignments/iana-ipv4-special-registry (RFC 6890), and multicast. Those that are reached from
everywhere (AS112, AMT, anycast relays) are services of the network, not of a person."""
_IPV6 = tuple(
    map(
        IPv6Network,
        (*("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),),
    )
)
"""https://www.iana.org/assignments/iana-ipv6-special-registry, the entries within _UNICAST: Teredo, ORCHID, 6to4,
AS112, documentation. All are listed here, because Python's own list differs between versions."""
_UNICAST = IPv6Network("2000::/3")
"""All allocated IPv6 unicast addresses."""
_NAT64 = IPv6Network("64:ff9b::/96")


def is_ordinary(address: IPv4Address | IPv6Address) -> bool:
    """Return whether the address is on the public internet, including IPv4 addresses embedded in IPv6."""
    if isinstance(address, IPv6Address):
        carried = IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else address.ipv4_mapped
        if carried is None:
            return address in _UNICAST and not any(address in network for network in _IPV6)
        address = carried
    return not any(address in network for network in _IPV4)
