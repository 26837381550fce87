"""The composition root: the only place that builds the parts of a server and knows them all."""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from uuid import uuid4

import grpc
import structlog
from msgspec import Struct
from msgspec.structs import replace

from domain import catalogue, stored
from domain.table.messages import AddBot, OpenTable, StartGame
from projections.folds.registry import NAMES
from projections.stores.interface import ViewAway
from services.accounts.account import is_account_id
from services.accounts.oidc import OidcIssuer
from services.accounts.sign_in import SignIn
from services.accounts.storage import AccountStorage
from services.accounts.tokens import Issuer, KeyRing
from services.api.rpc import Gate
from services.api.server import GrpcServer, Parts, Served, served
from services.api.stopping import Stopping
from services.application.aggregate_snapshots import AggregateSnapshots
from services.application.beacon import beacon_of
from services.application.begin_under import begin_under
from services.application.games import Games
from services.chat.chat import TableChat
from services.chat.storage import ChatStorage
from services.history.imports import Imports
from services.history.parts import history_parts, signing_keys
from services.notify.guard import Guard
from services.notify.notifier import Notifier
from services.notify.sender import Sender
from services.notify.storage import WebhookStorage
from services.platform.callers import Proxies
from services.roles.beacon import BeaconRounds, Relays
from services.roles.bots import Bots
from services.roles.deadlines import Deadlines
from services.roles.matchmaking import Matchmaking
from services.settings import BadSettings, Settings, host_and_port
from services.store import open_sql, open_store
from services.store.interface import EventStore, StoreAway
from services.tables.farewell import Farewell
from services.tables.open_tables import OpenTables
from services.tlog.asking import Witnesses
from services.tlog.parts import check_log, log_signer, policy_of
from services.tlog.role import LogWriter
from services.tlog.storage import LogStorage
from services.views import MEMORY, ProjectedViews, open_views
from services.web.app import web_app
from services.web.server import WebServer

HOST = "server"
"""Host of the game that bots play for show."""
GRACE_S = 5.0
"""Calls in flight have so long to end after SIGTERM."""
READY_S = 1.0
log = structlog.get_logger(__name__)


class Started(Struct, frozen=True):
    """Where the server listens: HOST:PORT; empty for a port that is not served. `game_id`: the bots' game, if any."""

    grpc: str = ""
    http: str = ""
    game_id: str = ""


async def serve(
    settings: Settings, started: Callable[[Started], None], bot_game: str = "", *, with_parent: bool = False
) -> None:
    """Runs until SIGTERM or SIGINT; `with_parent`, until standard input ends, too, to which nobody writes. `started` is
    told once everything answers."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if with_parent:
        loop.add_reader(sys.stdin, stop.set)
    async with running(settings, bot_game) as told:
        started(told)
        await stop.wait()
        log.info("stopping")


@asynccontextmanager
async def running(settings: Settings, bot_game: str = "") -> AsyncIterator[Started]:
    """A server for as long as the block runs. `bot_game`: a variant that four bots play one game of, so that there is
    something to see."""
    check(settings, bot_game)
    async with AsyncExitStack() as parts:
        store = open_store(settings.store)
        parts.push_async_callback(store.close)
        views = await open_views(settings.views)
        parts.push_async_callback(views.close)
        for said in await views.shortcomings():
            log.error("Redis is not as views need it", said=said)
        beside = open_sql(settings.store)
        parts.push_async_callback(beside.close)
        snapshots = AggregateSnapshots(beside)
        games = Games(
            store,
            stored.codec(),
            begin_under=begin_under(settings.rules_max),
            snapshots=snapshots,
            beacon=beacon_of(settings),
        )
        _background(parts, "snapshots", snapshots.run())
        _background(parts, "lag", views.keep_measuring(store))
        if "follower" in settings.roles:
            imported = _imports(parts, settings).among
            _background(parts, "follower", views.follower(store, games.codec, settings.follows, imported).run())
        if "bots" in settings.roles:
            _background(parts, "bots", Bots(games, store, settings.bots_pace_s).run())
        if "deadlines" in settings.roles:
            _background(parts, "deadlines", Deadlines(games, store).run())
        if "beacon" in settings.roles:
            relays = Relays(settings.beacon_relays)
            parts.push_async_callback(relays.close)
            _background(parts, "beacon", BeaconRounds(games, store, relays).run())
        if settings.log and "log" in settings.roles:
            _background(parts, "log", _log_writer(parts, settings, store).run())
        if "webhooks" in settings.roles:
            _background(parts, "webhooks", _notifier(parts, settings, store, games).run())
        if "api" in settings.roles:
            told = await _api(parts, settings, store, games, views)
        else:
            told = await _listen(parts, settings, store, views, {})
        yield replace(told, game_id=await _bot_game(games, bot_game)) if bot_game else told


def _imports(parts: AsyncExitStack, settings: Settings) -> Imports:
    sql = open_sql(settings.store)
    parts.push_async_callback(sql.close)
    return Imports(sql)


def _log_writer(parts: AsyncExitStack, settings: Settings, store: EventStore) -> LogWriter:
    signer, keys = log_signer(settings), signing_keys(settings.keys)
    sql, witnesses = open_sql(settings.store), Witnesses(policy_of(settings, signer))
    parts.push_async_callback(sql.close)
    parts.push_async_callback(witnesses.close)
    return LogWriter(store, LogStorage(sql), signer, witnesses, keys.published)


def _log_storage(parts: AsyncExitStack, settings: Settings) -> LogStorage | None:
    if not settings.log:
        return None
    sql = open_sql(settings.store)
    parts.push_async_callback(sql.close)
    return LogStorage(sql)


def _notifier(parts: AsyncExitStack, settings: Settings, store: EventStore, games: Games) -> Notifier:
    sql, sender = open_sql(settings.store), Sender(Guard(private=settings.webhooks_private))
    parts.push_async_callback(sql.close)
    parts.push_async_callback(sender.close)
    return Notifier(games, store, WebhookStorage(sql), sender)


async def _api(
    parts: AsyncExitStack, settings: Settings, store: EventStore, games: Games, views: ProjectedViews
) -> Started:
    """Starts what answers calls."""
    sql, keys = open_sql(settings.store), KeyRing(settings.keys)
    parts.push_async_callback(sql.close)
    keys.signing()  # who may not make one hears it now, and not at the first sign-in
    chat, webhooks, accounts = ChatStorage(sql), WebhookStorage(sql), AccountStorage(sql)
    await _take_looks(accounts)
    sign_in = SignIn(accounts, Issuer(keys), oidc=_oidc(settings))
    sign_in.on_delete += [Farewell(games, store, views.read.lists).leave, chat.forget, webhooks.delete]
    _background(parts, "chat", chat.follow())
    stopping = Stopping()
    room = OpenTables(games, views.read.lists, settings.tables_per_account).room
    meeting = Matchmaking(games, store, room)
    _background(parts, "meeting", meeting.read_ahead())
    logged = _log_storage(parts, settings)
    history = history_parts(games, store, sql, settings.keys, room, logged)
    _background(parts, "checkpoints", history.checkpoints.run())
    gate = Gate(
        sign_in, settings.calls_per_s, settings.streams_per_account, settings.streams_per_address, settings.proxies
    )
    api = served(
        Parts(
            games=games,
            meeting=meeting,
            read=views.read,
            sign_in=sign_in,
            stopping=stopping,
            chat=TableChat(games, chat),
            history=history,
            webhooks=webhooks,
            guard=Guard(private=settings.webhooks_private),
            room=room,
            fixed_setups=settings.fixed_setups,
            operators=frozenset(settings.operators),
        ),
        gate,
    )
    told = await _listen(parts, settings, store, views, api, gate, logged)
    parts.callback(stopping.stop)
    return told


async def _take_looks(accounts: AccountStorage) -> None:
    try:
        if found := await accounts.take_looks(int(time.time())):
            log.info("names of accounts from before names had looks are kept from others now", accounts=found)
    except StoreAway as away:
        log.warning("the names of old accounts are looked at when a server starts again", reason=str(away))


async def _listen(
    parts: AsyncExitStack,
    settings: Settings,
    store: EventStore,
    views: ProjectedViews,
    api: Served,
    gate: Gate | None = None,
    logged: LogStorage | None = None,
) -> Started:
    """Opens the ports: for calls, if there is a `gate` to them, and in every process for metrics and health. They end,
    in good order, before what they stand on."""
    rpc, web = _grpc_server(api, settings, gate) if gate else None, _web_server(api, settings, store, views, logged)
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
    api: Served, settings: Settings, store: EventStore, views: ProjectedViews, logged: LogStorage | None
) -> WebServer | None:
    if not settings.http:
        return None
    app = web_app(
        api,
        ready=lambda: _ready(store, views),
        origins=settings.origins,
        proxies=Proxies(settings.proxies),
        logged=logged,
    )
    try:
        return WebServer(app, *host_and_port(settings.http), shared_port=settings.shared_ports)
    except OSError as taken:
        raise BadSettings(f"nothing can listen on {settings.http}: {taken.strerror}") from taken


def _address(asked: str, port: int) -> str:
    """With the port that the system chose, if it was to choose."""
    return f"{asked.rpartition(':')[0]}:{port}"


async def _bot_game(games: Games, variant: str) -> str:
    players = min(4, catalogue.find(variant).players_max)
    opened = await games.open_table(OpenTable(variant, players), actor=HOST, request_id=str(uuid4()))
    for command in (*[AddBot("greedy")] * players, StartGame()):
        await games.give(opened.game_id, command, actor=HOST, request_id=str(uuid4()))
    return opened.game_id


def _background(parts: AsyncExitStack, name: str, work: Coroutine[Any, Any, None]) -> None:
    """A role that ends early is reported and the others go on: commands are taken also while views stand still."""
    task = asyncio.create_task(work, name=name)

    def report(ended: asyncio.Task[None]) -> None:
        if not ended.cancelled() and ended.exception():
            log.critical("a role has ended", role=name, exc_info=ended.exception())

    async def cancel() -> None:
        task.cancel()
        await asyncio.wait({task})

    task.add_done_callback(report)
    parts.push_async_callback(cancel)


async def _end(web: WebServer, serving: asyncio.Task[None]) -> None:
    web.end()
    await serving


async def _ready(store: EventStore, views: ProjectedViews) -> bool:
    """Whether store and views answer."""
    try:
        async with asyncio.timeout(READY_S):
            await store.log_head()
            await views.read.lists.upto()
    except (StoreAway, ViewAway, TimeoutError):
        return False
    return True


def check(settings: Settings, bot_game: str = "") -> None:
    """Raises BadSettings for what cannot be together, Refused for a variant that is none."""
    unknown = set(settings.roles) - {"api", "follower", "bots", "deadlines", "webhooks", "beacon", "log"}
    if unknown:
        raise BadSettings(f"no such role: {', '.join(sorted(unknown))}")
    if bot_game:
        catalogue.find(bot_game)
    if settings.views == MEMORY and ({"api", "follower"} - set(settings.roles) or settings.follows):
        raise BadSettings("views in memory need the roles api and follower in this process; or set TURNLEDGER_VIEWS")
    if settings.shared_ports and any(address.endswith(":0") for address in (settings.listen, settings.http)):
        raise BadSettings("workers share their ports, so the ports must be named")
    if not set(settings.follows) <= set(NAMES):
        raise BadSettings(f"follows: there are the views {', '.join(NAMES)}")
    begin_under(settings.rules_max)
    beacon_of(settings)
    check_log(settings)
    for account in settings.operators:
        if not is_account_id(account):
            raise BadSettings(f"operators: {account!r} is no account id (`turnledger token --json` shows one)")


def _oidc(settings: Settings) -> OidcIssuer | None:
    if not settings.oidc_issuer:
        return None
    if not settings.oidc_audience or not settings.oidc_keys:
        raise BadSettings("TURNLEDGER_OIDC_AUDIENCE and TURNLEDGER_OIDC_KEYS go with TURNLEDGER_OIDC_ISSUER")
    return OidcIssuer(settings.oidc_issuer, settings.oidc_audience, settings.oidc_keys)


def _credentials(settings: Settings) -> grpc.ServerCredentials | None:
    if not settings.tls_certificate:
        return None
    if not settings.tls_key:
        raise BadSettings("TURNLEDGER_TLS_KEY goes with TURNLEDGER_TLS_CERTIFICATE")
    pair = (settings.tls_key.read_bytes(), settings.tls_certificate.read_bytes())
    client_ca = settings.tls_client_ca.read_bytes() if settings.tls_client_ca else None
    return grpc.ssl_server_credentials([pair], client_ca, require_client_auth=client_ca is not None)
