"""The ports of a process."""

import asyncio
from contextlib import AsyncExitStack

import grpc
from msgspec import Struct

from projections.stores.interface import ViewAway
from services.api.rpc import Gate
from services.api.server import GrpcServer, Served
from services.platform.callers import Proxies
from services.settings import BadSettings, Settings, host_and_port
from services.store.interface import EventStore, StoreAway
from services.tlog.parts import policy_at
from services.tlog.storage import LogStorage
from services.views import ProjectedViews
from services.web.app import web_app
from services.web.mail_pages import MailPages
from services.web.server import WebServer

GRACE_S = 5.0
"""Calls in flight have so long to end after SIGTERM."""
READY_S = 1.0


class Started(Struct, frozen=True):
    """Where the server listens: HOST:PORT; empty for a port that is not served. `game_id`: the bots' game, if any."""

    grpc: str = ""
    http: str = ""
    game_id: str = ""


async def listen(
    parts: AsyncExitStack,
    settings: Settings,
    store: EventStore,
    views: ProjectedViews,
    api: Served,
    gate: Gate | None = None,
    logged: LogStorage | None = None,
    mail: MailPages | None = None,
) -> Started:
    """Opens the ports: for calls, if there is a `gate` to them, and in every process for metrics and health. They end,
    in good order, before what they stand on."""
    rpc, web = (
        _grpc_server(api, settings, gate) if gate else None,
        _web_server(api, settings, store, views, logged, mail),
    )
    told = Started()
    if rpc:
        await rpc.start()
        parts.push_async_callback(rpc.stop, GRACE_S)
        told = Started(_address(settings.listen, rpc.port))
    if web:
        serving = asyncio.create_task(web.serve(), name="http")
        parts.push_async_callback(_end, web, serving)
        await web.listening.wait()
        told = Started(told.grpc, _address(settings.http, web.port))
    return told


def _grpc_server(api: Served, settings: Settings, gate: Gate) -> GrpcServer:
    try:
        return GrpcServer(api, settings.listen, _credentials(settings), gate, shared_port=settings.shared_ports)
    except RuntimeError as taken:  # all that grpc says, whatever the reason
        raise BadSettings(f"nothing can listen on {settings.listen}") from taken


def _web_server(
    api: Served,
    settings: Settings,
    store: EventStore,
    views: ProjectedViews,
    logged: LogStorage | None,
    mail: MailPages | None,
) -> WebServer | None:
    if not settings.http:
        return None
    app = web_app(
        api,
        ready=lambda: _ready(store, views),
        origins=settings.origins,
        proxies=Proxies(settings.proxies),
        logged=logged,
        log_policy=_published_policy(settings),
        mail=mail,
    )
    try:
        return WebServer(app, *host_and_port(settings.http), shared_port=settings.shared_ports)
    except OSError as taken:
        raise BadSettings(f"nothing can listen on {settings.http}: {taken.strerror}") from taken


def _published_policy(settings: Settings) -> bytes:
    """Raises BadSettings for what is no policy."""
    if settings.log_policy is None:
        return b""
    policy_at(settings.log_policy)
    return settings.log_policy.read_bytes()


def _address(asked: str, port: int) -> str:
    """With the port that the system chose, if it was to choose."""
    return f"{asked.rpartition(':')[0]}:{port}"


async def _end(web: WebServer, serving: asyncio.Task[None]) -> None:
    web.end()
    await serving


async def _ready(store: EventStore, views: ProjectedViews) -> bool:
    """Whether store and views answer in time: one that takes connections and says nothing does not."""
    try:
        async with asyncio.timeout(READY_S):
            await asyncio.gather(store.log_head(), views.read.lists.upto())
    except (StoreAway, ViewAway, TimeoutError):
        return False
    return True


def _credentials(settings: Settings) -> grpc.ServerCredentials | None:
    if not settings.tls_certificate:
        return None
    if not settings.tls_key:
        raise BadSettings("TURNLEDGER_TLS_KEY goes with TURNLEDGER_TLS_CERTIFICATE")
    pair = (settings.tls_key.read_bytes(), settings.tls_certificate.read_bytes())
    client_ca = settings.tls_client_ca.read_bytes() if settings.tls_client_ca else None
    return grpc.ssl_server_credentials([pair], client_ca, require_client_auth=client_ca is not None)
