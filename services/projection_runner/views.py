"""The views of this process: where they are kept, who follows for them, who reads them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

import structlog

from domain.history.codec import Codec
from projections.folds.boards import Boards
from projections.folds.registry import PROJECTIONS
from projections.folds.transitions import Imported, Lead, Projection, Transition, none_imported
from projections.read import Queries
from projections.read.spread import Spread
from projections.stores.interface import View, ViewUnavailable
from projections.stores.memory_view import MemoryView
from services.observe.metrics import (
    FOLLOWER_LAG_EVENTS,
    FOLLOWER_RESTARTS,
    PASSED_OVER_GAMES,
    SERVER_ANSWERS,
    SERVER_SECONDS,
    SERVER_SILENCES,
    VIEWS_LOST,
)
from services.observe.traces import listening, span
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import pause
from services.projection_runner.leases import LocalLead
from services.projection_runner.projector import passed_over
from services.projection_runner.runner import ProjectionRunner, none_left
from services.projection_runner.unfinished_first import Unfinished
from services.store.interface import EventStore, StoreUnavailable

line = structlog.get_logger(__name__)

if TYPE_CHECKING:  # an installation with views in memory alone has no redis
    from projections.stores.redis_calls import Client

MEMORY = "memory://"
HOUR_S = 3_600.0
MEASURE_S, QUIET_S = 1.0, 5.0
"""Views and logs are measured this often; the second while no log grows, no view lags and every server answers."""
BEHIND_EVENTS = 10_000
"""A view that lacks more events is behind, and one that has none: it is being filled, or its runner cannot keep up."""
ANSWER_S = 3.0
"""A server that says nothing for so long does not answer."""
T = TypeVar("T")
Pair: TypeAlias = tuple[Projection, View]


class ProjectedViews:
    """All views, each with the projection that feeds it. Made by `open_views`. `store`: if it has several logs;
    `others`: the views of games of all logs but the first, log by log."""

    def __init__(
        self,
        views: Sequence[Pair],
        client: "Client | None" = None,
        store: EventStore | None = None,
        others: Sequence[Sequence[Pair]] = (),
    ) -> None:
        self._views, self._client, self._others = tuple(views), client, others
        boards = [view for projection, view in self if projection.name == Boards.name]
        spread = Spread(boards, partial(_number_of, store)) if store and others else None
        self.behind: Collection[str] = ()
        """Names of the views that were behind when they were measured last."""
        self.read = Queries({projection.name: view for projection, view in views}, spread)
        self._measurement = Measurement()

    def __iter__(self) -> Iterator[Pair]:
        return chain(self._views, *self._others)

    def of_logs(self, store: EventStore) -> Iterator[tuple[EventStore, Pair]]:
        """Return each view with its source: views of games have their log, the others the store."""
        if not self._others:
            yield from ((store, pair) for pair in self._views)
            return
        yield from ((store.logs[0] if pair[0].by_game else store, pair) for pair in self._views)
        for log, views in zip(store.logs[1:], self._others, strict=True):
            yield from ((log, pair) for pair in views)

    def in_memory(self, store: EventStore, names: tuple[str, ...] = ()) -> list[tuple[EventStore, MemoryView]]:
        """Those that are kept in memory, each with its log: the named ones, all if none is named."""
        return [
            (log, view)
            for log, (projection, view) in self.of_logs(store)
            if isinstance(view, MemoryView) and (not names or projection.name in names)
        ]

    def lead(self, store: EventStore) -> Lead:
        """Leader election among followers: one process of all that share the views; with views in memory, each."""
        return store.lead if self._client else LocalLead()

    def follower(
        self, store: EventStore, codec: Codec, names: tuple[str, ...] = (), imported: Imported = none_imported
    ) -> ProjectionRunner:
        """Run projections for the named views of a store with one log; for all views if none is named."""
        return self._follower(
            store, [pair for pair in self._views if not names or pair[0].name in names], codec, imported
        )

    def followers(
        self,
        store: EventStore,
        codec: Codec,
        names: tuple[str, ...] = (),
        imported: Imported = none_imported,
        left: Callable[[], Awaitable[Collection[str]]] = none_left,
        unfinished: Mapping[EventStore, Unfinished] | None = None,
    ) -> list[ProjectionRunner]:
        """The same of every store: one follower a log for the views of its games, and one for what is made of all.
        `left`: asked by views in memory, which begin empty with their process (runner.py)."""
        chosen = [(log, pair) for log, pair in self.of_logs(store) if not names or pair[0].name in names]
        return [
            self._follower(
                log, [pair for of, pair in chosen if of is log], codec, imported, left, (unfinished or {}).get(log)
            )
            for log in dict.fromkeys(log for log, _ in chosen)
        ]

    def _follower(
        self,
        store: EventStore,
        chosen: Sequence[Pair],
        codec: Codec,
        imported: Imported,
        left: Callable[[], Awaitable[Collection[str]]] = none_left,
        unfinished: Unfinished | None = None,
    ) -> ProjectionRunner:
        label = ",".join(projection.name for projection, _ in chosen)
        return ProjectionRunner(
            store,
            codec.read,
            chosen,
            lead=self.lead(store),
            applied=_trace,
            restarted=FOLLOWER_RESTARTS.labels(label, store.label).inc,
            imported=imported,
            label=store.label,
            left=none_left if self._client or unfinished else left,
            unfinished=unfinished,
        )

    async def shortcomings(self) -> list[str]:
        """Return the problems of the server that holds the views. Raises ViewUnavailable."""
        if self._client is None:
            return []
        from projections.stores.redis_server import look_at

        return await look_at(self._client)

    async def keep_measuring(self, store: EventStore) -> None:
        """Until cancelled, measure the lag of each view, and whether the views and each log answer at all."""
        logs = self._followed(store)
        before: Mapping[EventStore, int] = {}
        while True:
            stop_if_cancelled()
            stand, heads = await asyncio.gather(
                self._measurement.answer("views", "", self._progress(store), ViewUnavailable),
                asyncio.gather(
                    *(
                        self._measurement.answer("store", log.label, log.appended_head(), StoreUnavailable)
                        for log in logs
                    )
                ),
            )
            for view in stand or ():
                PASSED_OVER_GAMES.labels(view.name, view.log.label).set(len(view.passed_over))
            ends = {log: head for log, head in zip(logs, heads, strict=True) if head is not None}
            self.behind = self._measurement.lagging(stand or (), ends)
            is_quiet = ends == before and all(ends.get(view.log) == view.position for view in stand or ())
            before = ends
            await pause(QUIET_S if stand and is_quiet and len(ends) == len(logs) else MEASURE_S)

    async def passed_over(self, store: EventStore) -> list[tuple[EventStore, str, Collection[str]]]:
        """Return the games that each view passed over, with its log. Raises ViewUnavailable."""
        return [(view.log, view.name, view.passed_over) for view in await self._progress(store)]

    async def measure(self, store: EventStore) -> None:
        """Measure the lag of each view, whether or not a projection runner works on it. Raises ViewUnavailable,
        StoreUnavailable."""
        stand = await self._progress(store)
        self.behind = self._measurement.lagging(
            stand, {log: await log.appended_head() for log in self._followed(store)}
        )

    async def _progress(self, store: EventStore) -> Sequence["_Progress"]:
        """Ask all views in one turn of the event loop, which costs as much as asking one."""
        views = self.of_logs(store)
        return await asyncio.gather(*(_progress_of(log, each.name, view) for log, (each, view) in views))

    def _followed(self, store: EventStore) -> Sequence[EventStore]:
        return list(dict.fromkeys(log for log, _ in self.of_logs(store)))

    async def close(self) -> None:
        for _, view in self:
            await view.close()
        if self._client:
            from projections.stores.redis_connect import close

            await close(self._client)


class _Progress(NamedTuple):
    """The position of a view in its log, and the games that it passed over."""

    log: EventStore
    name: str
    position: int
    passed_over: Collection[str]


async def _progress_of(log: EventStore, name: str, view: View) -> _Progress:
    live = await view.live()
    return _Progress(log, name, *await asyncio.gather(live.position(), passed_over(live)))


class Measurement:
    """Compares answers and positions with those of the last time."""

    def __init__(self) -> None:
        self._answered: dict[tuple[str, str], bool] = {}
        self._positions: dict[tuple[str, str], int] = {}

    async def answer(self, server: str, log: str, asked: Awaitable[T], away: type[Exception]) -> T | None:
        """Return the server's answer, None if it does not answer in time. The metric shows both."""
        answer, asked_s = None, monotonic()
        with suppress(away, TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                answer = await asked
        SERVER_ANSWERS.labels(server, log).set(answer is not None)
        SERVER_SECONDS.labels(server, log).set(monotonic() - asked_s)
        SERVER_SILENCES.labels(server, log).inc(answer is None)
        if self._answered.get((server, log)) is not (answer is not None):
            self._answered[server, log] = answer is not None
            if answer is None:
                line.warning("a server does not answer", server=server, log=log)
            else:
                line.info("a server answers", server=server, log=log)
        return answer

    def lagging(self, stand: Sequence[_Progress], heads: Mapping[EventStore, int]) -> Collection[str]:
        """Return the views that are behind. The lag of a log that does not report its end is not updated."""
        behind = dict[str, None]()
        for log, name, position, _ in stand:
            before = self._positions.get((name, log.label), 0)
            self._positions[name, log.label] = position
            VIEWS_LOST.labels(name, log.label).inc(position < before / 2)
            if log in heads:
                lag = heads[log] - position
                FOLLOWER_LAG_EVENTS.labels(name, log.label).set(lag)
                if lag > BEHIND_EVENTS or (lag and not position):
                    behind[name] = None
        return behind


async def _number_of(store: EventStore, game_id: str) -> int:
    return store.logs.index(await store.log_of(game_id))


def _trace(transitions: Sequence[Transition]) -> None:
    """Ends the trace of each command: its events are in the views."""
    for transition in transitions if listening() else ():
        if transition.record.envelope.command:
            with span(
                "apply",
                transition.record.envelope.request_id,
                game_id=transition.record.stream_id,
                version=transition.record.version,
            ):
                pass


async def open_views(url: str, keep_s: float | None = None, store: EventStore | None = None) -> ProjectedViews:
    """`memory://`, or a URL of Redis or Valkey as `redis_connect.connect` takes it. `keep_s`: how long the board of a
    game that is over stays, None for ever. `store`: has to be named where it is several logs. Raises
    ViewUnavailable."""
    logs = len(store.logs) if store else 1
    if url == MEMORY:
        return _opened(logs, lambda each, name: MemoryView(name, keep_s), store)
    from redis.asyncio.cluster import RedisCluster

    from projections.stores.redis_calls import ControlKeys
    from projections.stores.redis_connect import connect
    from projections.stores.redis_view import CLUSTER_SHARDS, SHARDS, RedisView

    client = await connect(url)
    control = ControlKeys(client)
    shards = CLUSTER_SHARDS if isinstance(client, RedisCluster) else SHARDS

    def view(each: Projection, name: str) -> View:
        return RedisView(
            client,
            name,
            schema=each.schema,
            shards=shards if each.by_game else 1,
            keep_s=keep_s,
            pause=pause,
            control=control,
        )

    return _opened(logs, view, store, client)


def _opened(
    logs: int, view: Callable[[Projection, str], View], store: EventStore | None, client: "Client | None" = None
) -> ProjectedViews:
    """The first log has the names that a store has which is one."""
    others = [
        [(each, view(each, f"{each.name}-{number}")) for each in PROJECTIONS if each.by_game]
        for number in range(1, logs)
    ]
    return ProjectedViews([(each, view(each, each.name)) for each in PROJECTIONS], client, store, others)
