"""The ports of a process."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import structlog
from msgspec import Struct
from msgspec.structs import replace

from services.api.gate.gate import Gate
from services.api.grpc_server import GrpcServer, Served
from services.main.readiness import Readiness
from services.main.tls import tls_of
from services.platform.callers import Proxies
from services.projection_runner.views import ProjectedViews
from services.settings import BadSettings, Settings, host_and_port
from services.store.interface import EventStore
from services.tlog.installation import policy_at
from services.tlog.tlog_storage import LogStorage
from services.web.app import NO_PAGES, Pages, web_app
from services.web.http_server import WebServer
from services.web.metrics import metrics_app

log = structlog.get_logger(__name__)

GRACE_S = 5.0
"""Calls in flight have so long to end after SIGTERM."""


class Started(Struct, frozen=True):
    """The addresses that the server listens on: HOST:PORT; empty for a port that is not served. `game_id`: the bots'
    game, if any."""

    grpc: str = ""
    http: str = ""
    game_id: str = ""
    metrics: str = ""


async def listen(
    parts: AsyncExitStack,
    settings: Settings,
    store: EventStore,
    views: ProjectedViews,
    api: Served,
    gate: Gate | None = None,
    logged: LogStorage | None = None,
    pages: Pages = NO_PAGES,
) -> Started:
    """Open the ports: for calls, if there is a `gate`, and in every process for health and metrics. They close in
    order, before the services that they use."""
    ready = Readiness(store, views)
    rpc = _grpc_server(api, settings, gate) if gate else None
    web = _web_server(api, settings, ready, logged, pages)
    measured = _metrics_server(settings, ready)
    told = Started()
    if rpc:
        await rpc.start()
        parts.push_async_callback(rpc.stop, GRACE_S)
        told = replace(told, grpc=_address(settings.listen, rpc.port))
    if web:
        await _begin(parts, web, "http")
        told = replace(told, http=_address(settings.http, web.port))
    if measured:
        await _begin(parts, measured, "metrics")
        told = replace(told, metrics=_address(settings.metrics, measured.port))
    return told


async def _begin(parts: AsyncExitStack, web: WebServer, name: str) -> None:
    serving = asyncio.create_task(web.serve(), name=name)
    parts.push_async_callback(_end, web, serving)
    await web.listening.wait()


def _metrics_server(settings: Settings, ready: Callable[[], Awaitable[bool | str]]) -> WebServer | None:
    """None where no metrics are asked for, and where the port is taken: games do not depend on it, and Prometheus
    reports a process that it cannot ask."""
    if not settings.metrics:
        return None
    try:
        return WebServer(metrics_app(ready), *host_and_port(settings.metrics), shared_port=settings.shared_ports)
    except OSError as taken:
        log.error("metrics are not served", address=settings.metrics, reason=taken.strerror)
        return None


def _grpc_server(api: Served, settings: Settings, gate: Gate) -> GrpcServer:
    tls = tls_of(settings)
    try:
        return GrpcServer(
            api,
            settings.listen,
            tls.grpc_credentials() if tls else None,
            gate,
            shared_port=settings.shared_ports,
            connection_age_s=settings.connection_age_s,
        )
    except RuntimeError as taken:  # all that grpc says, whatever the reason
        raise BadSettings(f"nothing can listen on {settings.listen}") from taken


def _web_server(
    api: Served,
    settings: Settings,
    ready: Callable[[], Awaitable[bool | str]],
    logged: LogStorage | None,
    pages: Pages,
) -> WebServer | None:
    if not settings.http:
        return None
    app = web_app(
        api,
        ready=ready,
        origins=settings.origins,
        proxies=Proxies(settings.proxies),
        logged=logged,
        log_policy=_published_policy(settings),
        pages=pages,
    )
    tls = tls_of(settings)
    files = (tls.certificate, tls.key, tls.client_ca) if tls else None
    try:
        return WebServer(app, *host_and_port(settings.http), shared_port=settings.shared_ports, tls=files)
    except OSError as taken:
        raise BadSettings(f"nothing can listen on {settings.http}: {taken.strerror}") from taken


def _published_policy(settings: Settings) -> bytes:
    """Raises BadSettings for an invalid policy."""
    if settings.log_policy is None:
        return b""
    policy_at(settings.log_policy)
    return settings.log_policy.read_bytes()


def _address(asked: str, port: int) -> str:
    """Return the address with the port that the system chose, if port 0 was requested."""
    return f"{asked.rpartition(':')[0]}:{port}"


async def _end(web: WebServer, serving: asyncio.Task[None]) -> None:
    web.end()
    await serving
