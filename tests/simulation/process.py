"""One server process of the simulation: the product's own parts, put together as services/main does."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from domain import stored
from domain.history.record import EventRow
from domain.kernel.dice import SEED_BYTES
from domain.kernel.ids import Viewer
from projections.folds.registry import PROJECTIONS
from projections.read.games import BoardView
from projections.stores.interface import ViewUnavailable
from projections.stores.memory_view import MemoryView
from services.application import game_service
from services.application.aggregate_snapshots import AggregateSnapshots
from services.application.game_service import GameService
from services.main.composition import ProcessParts
from services.platform.clock import ClockTrust, SteadyClock
from services.projection_runner.views import MEMORY, ProjectedViews, open_views
from services.roles import deadlines
from services.roles.bot_player import Bots
from services.roles.deadlines import Deadlines
from services.roles.orders.desk import StandingOrderService
from services.roles.orders.follow import OrderFollower
from services.roles.orders.forced import Forced
from services.roles.orders.order_storage import OrderStorage
from services.store.interface import EventStore, VersionConflict
from services.tables.unfinished import OpenTableIndex
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage
from tests.simulation.api import api_host
from tests.simulation.logs import open_store, urls_of_logs
from tests.simulation.loop import PROCESS, ProcessState, SimulatedLoop
from tests.simulation.postgres import Cluster
from tests.simulation.room import Room
from tests.simulation.sql import SimulatedSql
from tests.simulation.valkey import Valkey
from tests.simulation.wire import Host

T = TypeVar("T")
REDIS = "10.0.0.6"
KEEP_S = 60.0
"""How long the data of finished games stays in Redis."""
WATCH_S = 5.0
SNAPSHOTS_OF = "simulated"
BOTS_PACE_S = 0.5
"""The pause between two commands of a game in which only bots play."""
INDEX_STEP, RECENT_S = 20, 120.0
"""The index of open tables moves more often than in production."""
BEGAN = datetime(2026, 11, 21, 12, tzinfo=UTC)


class MachineClock:
    """The clock of a machine, which may run too fast and be set."""

    def __init__(self, loop: SimulatedLoop, drift: float) -> None:
        self._loop, self._drift, self.ahead_s = loop, drift, 0.0

    def __call__(self) -> datetime:
        return BEGAN + timedelta(seconds=self._loop.time() * (1 + self._drift) + self.ahead_s)


class Process:
    """A process with all roles, from its start to its end. `url`: unlike that of any other process, because processes
    share nothing. `clusters`: the logs. `redis`: holds the views, if they are not in memory. `keys`: the folder of keys
    of a process that answers calls; its `host` does once the views are open. `rooms`: have roles in it. Tasks are kept
    beyond a kill: freed, they would run their `finally` blocks."""

    def __init__(
        self,
        name: str,
        url: str,
        clusters: Sequence[Cluster],
        dice: Random,
        redis: Valkey | None = None,
        keys: Path | None = None,
        rooms: Sequence[Room] = (),
    ) -> None:
        self.name, self._clusters, self._redis, self._keys = name, clusters, redis, keys
        self._loop = clusters[0].loop
        self.host: Host | None = None
        self._rooms = rooms
        self.state, self._context = ProcessState(name), copy_context()
        self._context.run(PROCESS.set, self.state)
        self.wall = MachineClock(self._loop, dice.uniform(-1e-4, 1e-4))
        self.tasks: list[asyncio.Task[Any]] = []
        self.bots: list[Bots] = []
        self._context.run(self._build, url, Random(dice.random()))

    def _build(self, url: str, dice: Random) -> None:
        sqls = [SimulatedSql(each, own) for own, each in zip(urls_of_logs(url), self._clusters, strict=False)]
        self.dice, self.sql = dice, sqls[0]
        sql = self.sql
        clock = self.clock = SteadyClock(self.wall, self._loop.time)
        self.store: EventStore = open_store(url, self._clusters, sql, self._rooms)
        self._note_conflicts()
        codec = stored.codec()
        for room in self._rooms:
            codec = room.codec_of(self.state, codec)
        snapshots = self.snapshots = AggregateSnapshots(
            sql, SNAPSHOTS_OF if codec is stored.codec() else "simulated, older"
        )
        self.games = GameService(
            self.store,
            codec,
            clock,
            lambda: dice.randbytes(SEED_BYTES),
            snapshots=snapshots,
            games_max=game_service.GAMES_MAX,
        )
        tables = self.tables = [
            OpenTableIndex(log, own, clock, step=INDEX_STEP, recent_s=RECENT_S)
            for log, own in zip(self.store.logs, sqls, strict=True)
        ]
        self.views: ProjectedViews | None = None
        if self._redis is None and len(tables) == 1:
            self.views = ProjectedViews([(each, MemoryView(each.name)) for each in PROJECTIONS])
        storage = OrderStorage(sql, stored.orders_codec())
        self.desk = StandingOrderService(self.games, storage, clock=clock)
        work = [
            snapshots.run(),
            *[work for each in tables for work in self._roles_of_log(each, storage)],
            *(self._followers(self.views) if self.views else [self._follow()]),
            *[each for room in self._rooms for each in room.roles(self)],
        ]
        self.roles = [(each.__qualname__, self.begin(each)) for each in work]
        if self.views:
            self._answer(self.views)

    def _note_conflicts(self) -> None:
        """Note commands that were decided without an event that this very process had stored, and conflicts of events
        that are stored."""
        append, stored_upto = self.store.append, dict[str, int]()
        self.own_conflicts, self.wrong_conflicts = list[str](), list[str]()

        async def noted(rows: Sequence[EventRow], *others: Any) -> None:
            game_id = rows[0].stream_id
            try:
                await append(rows, *others)
            except VersionConflict:
                if stored_upto.get(game_id, 0) >= rows[0].version:
                    self.own_conflicts.append(f"{game_id} at {rows[0].version}")
                if any(self._is_stored(each, rows[0]) for each in self._clusters):
                    self.wrong_conflicts.append(f"{game_id} at {rows[0].version}")
                raise
            stored_upto[game_id] = rows[-1].version

        self.store.append = noted  # type: ignore[method-assign]

    def _is_stored(self, cluster: Cluster, row: EventRow) -> bool:
        stored = cluster.primary.by_stream.get(row.stream_id, [])
        return len(stored) >= row.version and EventRow(*stored[row.version - 1][1:]) == row

    def _roles_of_log(self, tables: OpenTableIndex, storage: OrderStorage) -> list[Coroutine[Any, Any, None]]:
        games, log, clock = self.games, tables.store, self.clock
        bots = Bots(games, log, tables, BOTS_PACE_S)
        self.bots.append(bots)
        orders = OrderFollower(
            log, tables, games.codec.read, storage, self.desk, Forced(games), clock, log_of=self.store.log_of
        )
        return [
            tables.run(),
            bots.run(),
            Deadlines(games, log, tables, clock, expiry_s=deadlines.EXPIRY_S).run(),
            orders.run(),
        ]

    def _answer(self, views: ProjectedViews) -> None:
        """Answer calls from now on."""
        if self._keys is None:
            return
        shared = ProcessParts(
            self.store,
            self.sql,
            self.games,
            self.tables,
            views,
            self.desk,
            Tournaments(TournamentStorage(self.sql), self.clock),
            ClockTrust(),
            lambda: self.wall().timestamp(),
        )
        self.host = api_host(self._loop, Random(f"network of {self.name}"), self._context, self._keys, shared)
        measuring = views.keep_measuring(self.store)
        self.roles.append((measuring.__qualname__, self.begin(measuring)))
        self._loop.hosts[self.name] = self.host

    async def _follow(self) -> None:
        """Open the views, and follow for them. A process whose views do not answer at its start ends, and is started
        again."""
        while self.views is None:
            try:
                self.views = await (
                    open_redis_views(self.store) if self._redis else open_views(MEMORY, None, self.store)
                )
            except ViewUnavailable:
                await asyncio.sleep(1)
        self._answer(self.views)
        await asyncio.gather(*self._followers(self.views))

    def _followers(self, views: ProjectedViews) -> list[Coroutine[Any, Any, None]]:
        return [each.run() for each in views.followers(self.store, self.games.codec)]

    async def read_board(self, game_id: str, viewer: Viewer, version: int) -> BoardView:
        """Wait until a game is shown at a version, and read its board, as a watch does."""
        if self.views is None:
            raise ViewUnavailable("the views are not open yet")
        return await self.views.read.games.board(game_id, viewer, version, WATCH_S)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start work in this process."""
        task = self._loop.create_task(work, context=self._context.copy())
        self.tasks.append(task)
        return task

    def kill(self) -> None:
        self.state.is_dead = True
        for each in self._clusters:
            each.ended(self.state)
        if self._redis:
            self._redis.host.ended(self.state)
        if self.host:
            self.host.is_down = True
            self.host.cut()

    async def stop(self) -> None:
        """Stop as after a signal: answer no calls, end all roles, and close the store."""
        if self.host:
            self.host.is_down = True
            self.host.cut()
        for each in self.tasks:
            each.cancel()
        await asyncio.wait(self.tasks)
        await self.begin(self.store.close())

    def freeze(self) -> None:
        self.state.is_frozen = True

    def thaw(self) -> None:
        self._loop.thaw(self.state)


class _InOrder(dict[Any, None]):
    """A set in the order of its members, which follows from the seed."""

    def add(self, each: Any) -> None:
        self[each] = None

    def remove(self, each: Any) -> None:
        del self[each]


async def open_redis_views(store: EventStore) -> ProjectedViews:
    """Open the views in Redis by the way of production. Raises ViewUnavailable."""
    views = await open_views(f"redis://{REDIS}:6379/0", KEEP_S, store)
    pool: Any = views._client.connection_pool
    pool._in_use_connections = _InOrder()
    return views
