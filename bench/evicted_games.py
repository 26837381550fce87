"""The size of a finished game in Redis with its board and after eviction, and the cost of a board then.
`python -m bench.evicted_games [GAMES]` prints JSON and a table.

So many games of each kind, which greedy bots play, folded from a store of SQLite. Room: what Redis says that the
keys take. A board: a spectator's of the end; from Redis, folded from the store by a process that does not have the
game, and from what that keeps. A page: the first hundred events for a watcher. Processor time of that process, median.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import structlog
from redis.asyncio import Redis

from bench import report
from bench.archive import T_S, played
from domain import stored
from projections.read.games import BoardQueries
from services.application.game_service import GameService
from services.projection_runner.evicted_games import EvictedGames
from services.projection_runner.projector import Projector
from services.projection_runner.views import ProjectedViews, open_views
from services.store import open_store
from services.store.interface import EventStore
from services.store.schema import migrate
from support.servers import RedisServer


async def room(client: Redis, name: str) -> int:
    """Bytes of the keys of a view and all that belongs to them."""
    total = 0
    async for key in client.scan_iter(match=f"*{{{name}*", count=1_000):
        total += await client.memory_usage(key, samples=0) or 0
    return total


async def fold(store: EventStore, views: ProjectedViews) -> None:
    for projection, view in views:
        projector = Projector(store, stored.codec().read, [(projection, await view.live())])
        await projector.resume()
        await projector.catch_up()


async def ms(asked: Callable[[str], Awaitable[Any]], ids: list[str]) -> float:
    taken = list[float]()
    for game_id in ids:
        began = process_time()
        await asked(game_id)
        taken.append(1000 * (process_time() - began))
    return median(taken)


async def measured(store: EventStore, url: str, games: int) -> dict[str, float]:
    client, figures = Redis.from_url(url), dict[str, float]()
    streams = await asyncio.to_thread(played, games)
    ids = [rows[0].stream_id for rows in streams]
    for rows in streams:
        await store.append(rows, T_S)
    for name, keep_s in (("kept", None), ("left", 0.0)):
        await client.flushall()
        views = await open_views(url, keep_s)
        await fold(store, views)
        for projection, _ in views:
            size = await room(client, projection.name)
            figures[f"redis_bytes_a_game_{name}_{projection.name}"] = size / len(streams)
        if keep_s is None:
            figures["board_from_redis_ms"] = await ms(views.read.games.board, ids)
        else:
            figures |= await of_left_games(store, views.read.games, ids)
        await views.close()
    await client.aclose()
    return {"events_a_game": sum(map(len, streams)) / len(streams)} | figures


async def of_left_games(store: EventStore, shown: BoardQueries, ids: list[str]) -> dict[str, float]:
    shown = shown.with_left(EvictedGames(GameService(store, stored.codec()), 2**30))
    return {
        "board_folded_ms": await ms(shown.board, ids),
        "board_kept_ms": await ms(shown.board, ids),
        "page_of_100_events_kept_ms": await ms(shown.feed, ids),
    }


async def with_store(folder: Path, redis_url: str, games: int) -> dict[str, float]:
    url = f"sqlite:///{folder}/store.db"
    migrate(url)
    store = open_store(url)
    try:
        return await measured(store, redis_url, games)
    finally:
        await store.close()


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=20, help="of each kind")
    games = parser.parse_args().games
    with RedisServer() as server, TemporaryDirectory() as folder:
        report(asyncio.run(with_store(Path(folder), server.url, games)), {})


if __name__ == "__main__":
    main()
