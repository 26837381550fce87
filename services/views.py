"""The views of this process: where they are kept, who follows for them, who reads them."""

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from domain.history.codec import Codec
from projections.folds.registry import PROJECTIONS
from projections.folds.transitions import Imported, Lead, Projection, Transition, none_imported
from projections.read import ReadSide
from projections.stores.interface import View, ViewAway
from projections.stores.memory_view import MemoryView
from services.observe.metrics import (
    FOLLOWER_LAG_EVENTS,
    FOLLOWER_RESTARTS,
    SERVER_ANSWERS,
    SERVER_SECONDS,
    SERVER_SILENCES,
)
from services.observe.traces import listening, span
from services.platform.cancellation import stop_if_cancelled
from services.roles.follower.follow import Follower
from services.roles.follower.leads import LocalLead
from services.store.interface import EventStore, StoreAway

if TYPE_CHECKING:  # an installation with views in memory alone has no redis
    from projections.stores.redis_calls import Client

MEMORY = "memory://"
HOUR_S = 3_600.0
MEASURE_S = 1.0
ANSWER_S = 3.0
"""A server that says nothing for so long does not answer."""
T = TypeVar("T")


class ProjectedViews:
    """All views, each with the projection that feeds it. Made by `open_views`."""

    def __init__(self, views: Sequence[tuple[Projection, View]], client: "Client | None" = None) -> None:
        self._views, self._client = tuple(views), client
        self.read = ReadSide({projection.name: view for projection, view in views})

    def __iter__(self) -> Iterator[tuple[Projection, View]]:
        return iter(self._views)

    def lead(self, store: EventStore) -> Lead:
        """Leader election among followers: one process of all that share the views; with views in memory, each."""
        return store.lead if self._client else LocalLead()

    def follower(
        self, store: EventStore, codec: Codec, names: tuple[str, ...] = (), imported: Imported = none_imported
    ) -> Follower:
        """Follows for the named views, for all if none is named."""
        chosen = [pair for pair in self._views if not names or pair[0].name in names]
        label = ",".join(projection.name for projection, _ in chosen)
        return Follower(
            store,
            codec.read,
            chosen,
            lead=self.lead(store),
            applied=_trace,
            restarted=FOLLOWER_RESTARTS.labels(label).inc,
            imported=imported,
        )

    async def shortcomings(self) -> list[str]:
        """What is wrong with the server that keeps the views. Raises ViewAway."""
        if self._client is None:
            return []
        from projections.stores.redis_server import look_at

        return await look_at(self._client)

    async def keep_measuring(self, store: EventStore) -> None:
        """Until cancelled: how far each view is behind, and whether store and views answer at all."""
        while True:
            stop_if_cancelled()
            stand, head = await asyncio.gather(
                _answer("views", self._positions(), ViewAway), _answer("store", store.log_head(), StoreAway)
            )
            if stand is not None and head is not None:
                _tell_lag(stand, head)
            await asyncio.sleep(MEASURE_S)

    async def measure(self, store: EventStore) -> None:
        """Measures how far each view is behind, whether or not anybody follows for it. Raises ViewAway, StoreAway."""
        stand = await self._positions()
        _tell_lag(stand, await store.log_head())

    async def _positions(self) -> dict[str, int]:
        return {projection.name: await (await view.live()).position() for projection, view in self._views}

    async def close(self) -> None:
        for _, view in self._views:
            await view.close()
        if self._client:
            from projections.stores.redis_connect import close

            await close(self._client)


async def _answer(server: str, asked: Awaitable[T], away: type[Exception]) -> T | None:
    """What the server says, None where it says nothing in time: whichever it is, the metric tells."""
    answer, asked_s = None, monotonic()
    with suppress(away, TimeoutError):
        async with asyncio.timeout(ANSWER_S):
            answer = await asked
    SERVER_ANSWERS.labels(server).set(answer is not None)
    SERVER_SECONDS.labels(server).set(monotonic() - asked_s)
    SERVER_SILENCES.labels(server).inc(answer is None)
    return answer


def _tell_lag(stand: Mapping[str, int], head: int) -> None:
    for name, position in stand.items():
        FOLLOWER_LAG_EVENTS.labels(name).set(head - position)


def _trace(transitions: Sequence[Transition]) -> None:
    """Ends the trace of each command: its events are in the views."""
    for transition in transitions if listening() else ():
        if transition.record.envelope.command:
            with span(
                "apply",
                transition.record.envelope.request_id,
                game_id=transition.record.game_id,
                version=transition.record.version,
            ):
                pass


async def open_views(url: str, keep_s: float | None = None) -> ProjectedViews:
    """`memory://`, or a URL of Redis or Valkey as `redis_connect.connect` takes it. `keep_s`: how long the board of a
    game that is over stays, None for ever. Raises ViewAway."""
    if url == MEMORY:
        return ProjectedViews([(each, MemoryView(each.name, keep_s)) for each in PROJECTIONS])
    from redis.asyncio.cluster import RedisCluster

    from projections.stores.redis_connect import connect
    from projections.stores.redis_view import CLUSTER_SHARDS, SHARDS, RedisView

    client = await connect(url)
    shards = CLUSTER_SHARDS if isinstance(client, RedisCluster) else SHARDS
    views = [
        (
            each,
            RedisView(client, each.name, schema=each.schema, shards=shards if each.by_game else 1, keep_s=keep_s),
        )
        for each in PROJECTIONS
    ]
    return ProjectedViews(views, client)
