"""Connects views to Redis or Valkey: one server, a cluster through any of its nodes, or the primary that Sentinels
name."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff

from projections.stores.interface import ViewUnavailable
from projections.stores.redis_calls import Client, away

CONNECTIONS_MAX = 128
"""More than the calls of three views (CALLS_MAX each) and their listeners need: the client refuses what is above it."""
CONNECT_S, ANSWER_S = 2.0, 5.0
PORT, SENTINEL_PORT = 6379, 26379
_URL = re.compile(
    r"(?P<scheme>rediss?)(?P<sentinel>\+sentinel)?://(?P<who>[^/?]*@)?(?P<hosts>[^/?@]+)"
    r"(?P<path>/[^?]*)?(?P<query>\?.*)?"
)
_ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]]+)(:(?P<port>[0-9]{1,5}))?", re.ASCII)
_OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": CONNECT_S,
    "socket_timeout": ANSWER_S,
    "max_connections": CONNECTIONS_MAX,
}
_MALFORMED = "the URL is none of HOST:PORT/DATABASE; in a password @ is written as %40, / as %2F"


class Named(NamedTuple):
    """The parts of a URL. `options`: of each connection."""

    hosts: Sequence[tuple[str, int]]
    service: str
    """The name of the primary for Sentinels; empty without Sentinels."""
    options: dict[str, Any]
    sentinel_options: dict[str, Any]


async def connect(url: str) -> Client:
    """A client for the server at `redis://HOST:PORT/0`; for the cluster that any of `redis://HOST:PORT,HOST:PORT`
    belongs to; for the primary that `redis+sentinel://HOST:PORT,HOST:PORT/SERVICE/0` know. Raises ViewUnavailable."""
    named = _named(url)
    with away():
        try:
            return await _by_sentinels(named) if named.service else await _by_nodes(named)
        except TypeError as unknown:
            raise ViewUnavailable(f"the URL asks for what no connection knows: {unknown}") from unknown


async def close(client: Client) -> None:
    """The client, with its connections to Sentinels if it has any."""
    await client.aclose()
    pool = client.connection_pool if isinstance(client, Redis) else None
    if isinstance(pool, SentinelConnectionPool):
        await pool.sentinel_manager.aclose()


async def _by_sentinels(named: Named) -> Client:
    about_it = _OPTIONS | named.sentinel_options
    sentinel = Sentinel(named.hosts, sentinel_kwargs=about_it, **_OPTIONS, **named.options)  # type: ignore[no-untyped-call]
    client: Redis = sentinel.master_for(named.service, retry=_retry())
    try:
        await client.ping()
    except BaseException:
        await close(client)
        raise
    return client


async def _by_nodes(named: Named) -> Client:
    """Asks one after another, until one answers."""
    for place, (host, port) in enumerate(named.hosts, 1):
        client = Redis(host=host, port=port, retry=_retry(), **_OPTIONS, **named.options)
        try:
            with away():
                about: dict[str, Any] = await client.info("cluster")
        except ViewUnavailable:
            await client.aclose()
            if place == len(named.hosts):
                raise
            continue
        if not about.get("cluster_enabled") and len(named.hosts) == 1:
            return client
        await client.aclose()
        if about.get("cluster_enabled"):
            return await _cluster(named)
        raise ViewUnavailable(
            "several hosts are nodes of a cluster, and this is none: name its Sentinels, or the primary alone"
        )
    raise AssertionError("a URL has a host")


async def _cluster(named: Named) -> Client:
    nodes = [ClusterNode(host, port) for host, port in named.hosts]
    options = {name: value for name, value in named.options.items() if name != "db"}
    cluster = RedisCluster(startup_nodes=nodes, retry=_retry(), **_OPTIONS, **options)
    await cluster.initialize()
    return cluster


def _retry() -> Retry:
    return Retry(NoBackoff(), 1)  # a connection that a restart of the server has closed


def _named(url: str) -> Named:
    """The URL is not repeated in an error: it may hold a part of the password."""
    parts = _URL.fullmatch(url)
    if not parts:
        raise ViewUnavailable(_MALFORMED)
    path, service = parts["path"] or "", ""
    if parts["sentinel"]:
        service, _, database = path.removeprefix("/").partition("/")
        path = f"/{database}"
        if not service:
            raise ViewUnavailable("Sentinels want a service: redis+sentinel://HOST:PORT,HOST:PORT/SERVICE/DATABASE")
    addresses = parts["hosts"].split(",")
    try:
        one = f"{parts['scheme']}://{parts['who'] or ''}{addresses[0]}{path}{parts['query'] or ''}"
        options: dict[str, Any] = dict(parse_url(one))
        hosts = [_host(each, SENTINEL_PORT if service else PORT) for each in addresses]
    except ValueError:
        raise ViewUnavailable(_MALFORMED) from None
    for name in ("host", "port"):
        options.pop(name, None)
    if options.pop("connection_class", None) is SSLConnection:
        options["ssl"] = True
    of_sentinels = {name: options.pop(f"sentinel_{name}", None) for name in ("username", "password")}
    secure = {name: value for name, value in options.items() if name.startswith("ssl")}
    return Named(hosts, service, options, of_sentinels | secure)


def _host(address: str, usual: int) -> tuple[str, int]:
    """`HOST`, `HOST:PORT` or `[ADDRESS]:PORT`. Raises ValueError."""
    parts = _ADDRESS.fullmatch(address)
    if not parts:
        raise ValueError
    return parts["host"].strip("[]"), int(parts["port"] or usual)
