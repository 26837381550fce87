"""A server from its start to its end."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from time import monotonic
from uuid import uuid4

import structlog
from msgspec.structs import replace

from domain import catalogue, stored
from domain.table.messages import AddBot, OpenTable, StartGame
from services.application.aggregate_snapshots import AggregateSnapshots, this_program
from services.application.game_service import GameService
from services.main.background import background
from services.main.calls import answer_calls
from services.main.composition import ProcessParts
from services.main.new_tables import beacon_of, begin_under
from services.main.order_roles import StandingOrders
from services.main.ports import Started, listen
from services.main.roles import start_roles
from services.main.settings_checks import check
from services.notify.notice_storage import NoticeStorage
from services.notify.tournament_notices import TournamentNews
from services.observe.loop_watchdog import LoopWatchdog
from services.observe.metrics import BUILD
from services.platform.garbage import keep_looking
from services.platform.program import release
from services.projection_runner.view_snapshots import KeptViews
from services.projection_runner.views import HOUR_S, open_views
from services.roles.clock_check import ClockCheck
from services.settings import Settings
from services.store import open_sql, open_store
from services.store.backends import backend, urls_of
from services.store.interface import EventStore
from services.store.sql import Sql
from services.store.wal_archiver import keep_measuring_archiver
from services.tables.unfinished import OpenTableIndex
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage

HOST = "server"
"""Host of the game that bots play for show."""
log = structlog.get_logger(__name__)


async def serve(
    settings: Settings, started: Callable[[Started], None], bot_game: str = "", *, with_parent: bool = False
) -> None:
    """Run until SIGTERM or SIGINT; with `with_parent` also until standard input ends, to which no process writes.
    `started` is called once everything answers."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if with_parent:
        loop.add_reader(sys.stdin, stop.set)
    since_s = monotonic()
    log.info("starting", version=release(), roles=settings.roles, store=backend(settings.store).kind)
    async with running(settings, bot_game) as told:
        seconds, tls = round(monotonic() - since_s, 3), bool(settings.tls_certificate)
        addresses = {"grpc": told.grpc, "http": told.http, "metrics": told.metrics}
        log.info("started", version=release(), program=this_program()[:12], seconds=seconds, tls=tls, **addresses)
        started(told)
        await stop.wait()
        log.info("stopping")
        since_s = monotonic()
    log.info("stopped", seconds=round(monotonic() - since_s, 3))


@asynccontextmanager
async def running(settings: Settings, bot_game: str = "") -> AsyncIterator[Started]:
    """A server for as long as the block runs. `bot_game`: a variant that four bots play one game of, so that there is
    something to see."""
    check(settings, bot_game)
    BUILD.info({"version": release(), "program": this_program()[:12]})
    async with AsyncExitStack() as parts:
        background(parts, "loop watchdog", LoopWatchdog().run())
        background(parts, "garbage", keep_looking())
        store = open_store(settings.store, settings.archive, settings.archive_cache_mb)
        parts.push_async_callback(store.close)
        views = await open_views(settings.views, settings.views_keep_h * HOUR_S, store)
        parts.push_async_callback(views.close)
        for said in await views.shortcomings():
            log.error("Redis is not as views need it", said=said)
        sql = open_sql(settings.store)
        parts.push_async_callback(sql.close)
        snapshots = AggregateSnapshots(sql)
        beacon = beacon_of(settings)
        games = GameService(
            store,
            stored.codec(),
            begin_under=begin_under(settings.rules_max),
            snapshots=snapshots,
            beacon=beacon,
            games_max=settings.games_in_memory,
        )
        clocks = ClockCheck(store, sql)
        background(parts, "clock", clocks.run())
        background(parts, "snapshots", snapshots.run())
        background(parts, "lag", views.keep_measuring(store))
        tables = _tables(parts, settings, store, sql)
        orders = StandingOrders(store, sql, games, tables)
        tournaments = Tournaments(TournamentStorage(sql), news=TournamentNews(NoticeStorage(sql)), beacon=beacon)
        in_memory = views.in_memory(store, settings.follows) if "follower" in settings.roles else ()
        if in_memory:
            await _begin_where_they_were(parts, KeptViews(sql, in_memory))
        process = ProcessParts(store, sql, games, tables, views, orders.desk, tournaments, clocks.trust)
        start_roles(parts, settings, store, process, orders.followers)
        if "api" in settings.roles:
            told = await answer_calls(parts, settings, process)
        else:
            told = await listen(parts, settings, store, views, {})
        yield replace(told, game_id=await _bot_game(games, bot_game)) if bot_game else told


def _tables(parts: AsyncExitStack, settings: Settings, store: EventStore, sql: Sql) -> Sequence[OpenTableIndex]:
    """Checks of each log."""
    found, sqls = [OpenTableIndex(store.logs[0], sql)], [sql]
    for log_, url in zip(store.logs[1:], urls_of(settings.store)[1:], strict=True):
        there = open_sql(url)
        parts.push_async_callback(there.close)
        found.append(OpenTableIndex(log_, there))
        sqls.append(there)
    for each, own, url in zip(found, sqls, urls_of(settings.store), strict=True):
        background(parts, "tables", each.run())
        background(parts, "archiver", keep_measuring_archiver(url, own, each.store.label))
    return found


async def _begin_where_they_were(parts: AsyncExitStack, kept: KeptViews) -> None:
    await kept.restore()
    parts.push_async_callback(kept.end)  # once no projection runner is left
    background(parts, "views", kept.run())


async def _bot_game(games: GameService, variant: str) -> str:
    players = min(4, catalogue.find(variant).players_max)
    opened = await games.open_table(OpenTable(variant, players), actor=HOST, request_id=str(uuid4()))
    for command in (*[AddBot("greedy")] * players, StartGame()):
        await games.execute(opened.game_id, command, actor=HOST, request_id=str(uuid4()))
    return opened.game_id
