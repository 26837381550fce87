"""The time to open a game, and a past board of it, by its length: with snapshots and without.

`python -m bench.opening [EVENTS…]`, on an SQLite file of its own. Best of so many, in milliseconds.
"""

import argparse
import asyncio
import sys
import tempfile
from time import perf_counter
from uuid import uuid4

import structlog

from domain import stored
from domain.table import pace
from domain.table.aggregate import options
from domain.table.messages import OpenTable, StartGame, TakeSeat, Undo
from services.application.aggregate_snapshots import AggregateSnapshots
from services.application.game_service import GameService
from services.store import open_sql, open_store
from services.store.interface import EventStore
from services.store.sql import Sql

PLAYERS = ("ann", "bob", "cy")
BEST_OF = 15


async def make(games: GameService, events: int) -> str:
    """A game of Power Grid in which every command is taken back and given again, since it would end else."""

    async def execute(game_id: str, command: object, actor: str) -> None:
        await games.execute(game_id, command, actor=actor, request_id=str(uuid4()))  # type: ignore[arg-type]

    opened = await games.open_table(OpenTable("power_grid/russia", 3), actor="ann", request_id=str(uuid4()))
    for actor in PLAYERS:
        await execute(opened.game_id, TakeSeat(), actor)
    await execute(opened.game_id, StartGame(), "ann")
    live = await games.load(opened.game_id)
    while live.version < events:
        aggregate = live.loaded
        actor = aggregate.occupants[aggregate.to_act[0]].account
        for _ in range(10):
            await execute(opened.game_id, options(live.loaded, aggregate.to_act[0])[0].nth(0), actor)
            if live.loaded.undo_points[-1].version <= live.loaded.final_to or live.version >= events:
                break
            await execute(opened.game_id, Undo(), actor)
    return opened.game_id


async def best(store: EventStore, game_id: str, sql: Sql | None) -> tuple[float, float]:
    """Measure opening it, and a board twenty events before its end."""
    opening, past = list[float](), list[float]()
    for _ in range(BEST_OF):
        games = GameService(store, stored.codec(), snapshots=AggregateSnapshots(sql) if sql else None)
        began = perf_counter()
        live = await games.load(game_id)
        opened = perf_counter()
        await games.load_at_version(game_id, live.version - 20)
        opening.append(opened - began)
        past.append(perf_counter() - opened)
    return min(opening) * 1000, min(past) * 1000


async def main(lengths: list[int]) -> None:
    pace.DETOURS_MAX = sys.maxsize
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/store.db"
        store, sql = open_store(url), open_sql(url)
        snapshots = AggregateSnapshots(sql)
        for events in lengths:
            game_id = await make(GameService(store, stored.codec(), snapshots=snapshots), events)
            await snapshots.write()
            for name, beside in (("folded", None), ("from a snapshot", sql)):
                opening, past = await best(store, game_id, beside)
                print(f"{events} events, {name}: opened in {opening:.1f} ms, a past board in {past:.1f} ms")
        await sql.close()
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", type=int, nargs="*", default=[500, 9_900], help="lengths of the games")
    asyncio.run(main(parser.parse_args().events))
