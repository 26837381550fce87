"""Requirements on Redis or Valkey for views, and their check: for the doctor and for starting servers."""

from collections.abc import Iterator, Mapping
from typing import Any

from redis.asyncio.cluster import RedisCluster

from projections.stores.redis_calls import Client, away

FULL = 0.95
"""The share of `maxmemory` in use above which the server may soon refuse writes."""


async def look_at(client: Client) -> list[str]:
    """Return the problems of the server, or of any primary of the cluster. Raises ViewUnavailable."""
    with away():
        if isinstance(client, RedisCluster):
            nodes = await client.info(target_nodes=RedisCluster.PRIMARIES)
            return [f"{name}: {said}" for name, about in nodes.items() for said in _shortcomings(about)]
        return list(_shortcomings(await client.info()))


def _shortcomings(about: Mapping[str, Any]) -> Iterator[str]:
    """Some servers with the protocol of Redis do not report all values."""
    if about.get("role", "master") != "master":
        yield "it is a replica, which nothing can be written to"
    policy, evicted = str(about.get("maxmemory_policy", "")), about.get("evicted_keys", 0)
    if policy.startswith("allkeys"):
        yield f"it drops keys to make room (maxmemory-policy {policy}), which nobody notices"
    if evicted:
        yield f"it has dropped {evicted} keys to make room since it started"
    used, room = about.get("used_memory", 0), about.get("maxmemory", 0)
    if room and used > FULL * room:
        yield f"it is full: {used} of {room} bytes"
