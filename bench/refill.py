"""Measure how soon boards return after Redis lost its memory. `python -m bench.refill` prints seconds; see --help.

The log holds copies of a finished game and, in its last part, running games of `--moves` events each. A runner follows
it into an empty Redis, and the bench asks Redis for the boards of the running games until all are complete.
"""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from sqlite3 import connect
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from msgspec.structs import replace

from bench import report, under
from domain import stored
from domain.history.record import EventRow
from projections.folds.boards import Boards
from projections.stores.interface import version_of
from services.platform import garbage
from services.projection_runner.views import open_views
from services.store import open_sql, open_store
from services.tables.unfinished import OpenTableIndex
from support.played_games import begun, played
from support.servers import RedisServer

CODEC = stored.codec()
KEEP_S = 86_400.0


def history(events: int, running: int, moves: int) -> list[EventRow]:
    """Return rows of so many running games, and of as many finished ones as the log needs."""
    over, going = played("power_grid/russia", 2).rows, begun(played("power_grid/russia", 4), moves)  # type: ignore[no-untyped-call]
    finished = max(0, events - running * len(going)) // len(over)
    games: list[Sequence[EventRow]] = [[replace(row, stream_id=f"over-{n}") for row in over] for n in range(finished)]
    games += [[replace(row, stream_id=f"on-{n}") for row in going] for n in range(running)]
    return list(chain.from_iterable(games))


def store_all(path: Path, rows: Sequence[EventRow]) -> None:
    with connect(path) as database:
        database.executemany(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
            ((row.stream_id, row.version, row.topic, row.body) for row in rows),
        )


async def measure(events: int, running: int, moves: int) -> dict[str, float]:
    with TemporaryDirectory() as folder, RedisServer() as redis:
        path = Path(folder) / "log.db"
        store, sql = open_store(f"sqlite:///{path}"), open_sql(f"sqlite:///{path}")
        await store.log_head()
        rows = history(events, running, moves)
        store_all(path, rows)
        index = OpenTableIndex(store, sql)
        await index.keep()  # processes keep it as the log grows
        views = await open_views(redis.url, KEEP_S, store)
        boards = next(view for projection, view in views if projection.name == Boards.name)
        began, worked = perf_counter(), process_time()
        follower = views.followers(store, CODEC, unfinished={store: index.game_ids})[0]
        following, times = asyncio.create_task(follower.run()), list[float]()
        left = [f"on-{n}" for n in range(running)]
        while left:
            generation = await boards.live()
            while left and await version_of(generation, left[-1]):
                left.pop()
                times.append(perf_counter() - began)
            await asyncio.sleep(0.02)
        worked = process_time() - worked
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
        await views.close()
        await sql.close()
        await store.close()
    return {"events": len(rows), "running": running, "first_s": times[0], "all_s": times[-1], "all_cpu_s": worked}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--running", type=int, default=200)
    parser.add_argument("--moves", type=int, default=300, help="events of each running game")
    given = parser.parse_args()
    garbage.look(garbage.OFTEN)  # as servers do
    figures = asyncio.run(measure(given.events, given.running, given.moves))
    report(figures, {"first_s": under(2.0), "all_s": under(30.0)})


if __name__ == "__main__":
    main()
