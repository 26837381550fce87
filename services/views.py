"""The views of this process: where they are kept, who follows for them, who reads them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from domain.history.codec import Codec
from projections.boards import Boards
from projections.contract import View
from projections.follow import Follower, LocalLead
from projections.leaders import Leaders
from projections.lists import Lists
from projections.memory_view import MemoryView
from projections.read import ReadSide
from projections.steps import Lead, Projection, Step
from services.observe.metrics import FOLLOWER_LAG_EVENTS, FOLLOWER_RESTARTS
from services.observe.traces import listening, span
from services.store.contract import EventStore

if TYPE_CHECKING:  # an installation with views in memory alone has no redis
    from projections.redis_generation import Client

MEMORY = "memory://"
NAMES = (Boards.name, Lists.name, Leaders.name)


class Views:
    """Boards, lists and leaderboards, with the projection that feeds each. Made by `open_views`."""

    def __init__(self, boards: View, lists: View, leaders: View, client: "Client | None" = None) -> None:
        self._views: tuple[tuple[Projection, View], ...] = ((Boards(), boards), (Lists(), lists), (Leaders(), leaders))
        self._client = client
        self.read = ReadSide(boards, lists, leaders)

    def __iter__(self) -> Iterator[tuple[Projection, View]]:
        return iter(self._views)

    def lead(self, store: EventStore) -> Lead:
        """Who may follow: one process of all that share the views, or everybody for views of its own."""
        return store.lead if self._client else LocalLead()

    def follower(self, store: EventStore, codec: Codec, names: tuple[str, ...] = ()) -> Follower:
        """Follows for the named views, for all if none is named."""
        chosen = [pair for pair in self._views if not names or pair[0].name in names]
        label = ",".join(projection.name for projection, _ in chosen)
        return Follower(
            store,
            codec.read,
            chosen,
            lead=self.lead(store),
            lag_of=FOLLOWER_LAG_EVENTS.labels(label).set,
            applied=_trace,
            restarted=FOLLOWER_RESTARTS.labels(label).inc,
        )

    async def close(self) -> None:
        for _, view in self._views:
            await view.close()
        if self._client:
            await self._client.aclose()


def _trace(steps: Sequence[Step]) -> None:
    """Ends the trace of each command: its events are in the views."""
    for step in steps if listening() else ():
        if step.record.envelope.command:
            with span(
                "apply", step.record.envelope.request_id, game_id=step.record.game_id, version=step.record.version
            ):
                pass


async def open_views(url: str) -> Views:
    """`memory://`, or `redis://…` and `rediss://…` for Redis, Valkey and their clusters. Raises ViewAway."""
    if url == MEMORY:
        return Views(MemoryView("boards"), MemoryView("lists"), MemoryView("leaders"))
    from redis.asyncio.cluster import RedisCluster

    from projections.redis_view import CLUSTER_SHARDS, RedisView, connect

    client = await connect(url)
    shards = CLUSTER_SHARDS if isinstance(client, RedisCluster) else 1
    boards = RedisView(client, "boards", shards=shards)
    return Views(boards, RedisView(client, "lists"), RedisView(client, "leaders"), client)
