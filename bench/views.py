"""The speed of following views and of reading them. `python -m bench.views` prints JSON and a table.

The histories are games of Power Grid by random bots, 64 tables at a time, stored in PostgreSQL. Floors are taken in the
same run: a bare MGET of the same keys, and a PostgreSQL append without watchers.
"""

import argparse
import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from statistics import median, quantiles
from time import perf_counter, process_time

import uvloop
from redis.asyncio import Redis

from bench import at_least, report, under
from domain import stored
from domain.history.record import EventRow
from projections.folds.boards import board_key
from projections.stores.interface import VERSION_KEY
from projections.stores.redis_generation import RedisGeneration
from services.platform import garbage
from services.projection_runner.filling import FILLED_AT_ONCE, Share, divided
from services.projection_runner.projector import Projector
from services.projection_runner.views import ProjectedViews, open_views
from services.store.postgres import PostgresStore
from services.store.schema import migrate
from support.histories import Game
from support.servers import PostgresServer, RedisServer

CODEC = stored.codec()
TABLES = 64
PROCESSES = (1, 2, 4, 8)
Commands = list[Sequence[EventRow]]


def history(events: int, variant: str, players: int) -> Commands:
    """Commands of games, those of 64 tables in turn, until there are that many events. A game that ends is followed by
    another at its table."""
    commands: Commands = []
    games: list[Game] = []
    while sum(map(len, commands)) < events:
        for place in range(TABLES):
            if len(games) <= place:
                games.append(_begun(commands, f"bench-{place}", variant, players))
            elif not games[place].aggregate.to_act:
                games[place] = _begun(commands, f"{games[place].game_id}+", variant, players)
            games[place].play(commands=5)
    return commands


def _begun(commands: Commands, game_id: str, variant: str, players: int) -> Game:
    game = Game(commands, game_id, codec=CODEC).open("ann", variant=variant, seats=players)
    return game.seat("ann", *["bot:random"] * (players - 1)).start()


async def fill(store: PostgresStore, commands: Commands) -> None:
    """In the order of the list; 512 commands at a time wait together."""
    for start in range(0, len(commands), 512):
        await asyncio.gather(*(store.append(rows, 30) for rows in commands[start : start + 512]))


async def catch_up_rate(store: PostgresStore, views: ProjectedViews) -> tuple[float, float]:
    """Events a second from the first to the last, into empty views: of the clock, and of the processor's time that this
    process got (which tells what a machine does that is not busy with other work)."""
    targets = [(projection, await view.fresh()) for projection, view in views]
    projector = Projector(store, CODEC.read, targets)
    await projector.resume()
    began, worked = perf_counter(), process_time()
    await projector.catch_up()
    took, spent = perf_counter() - began, process_time() - worked
    events = await store.log_head()
    for (_, view), (_, generation) in zip(views, targets, strict=True):
        await view.switch(generation)
        await view.sweep()
    return events / took, events / spent


async def share_us(store: PostgresStore, views: ProjectedViews, processes: int, left: Collection[str]) -> list[float]:
    """Microseconds of processor time an event in each of so many processes that fill fresh views."""
    return await filled_us(store, views, divided({view.id: len(view.leads) for _, view in views}, processes), left)


async def filled_us(
    store: PostgresStore, views: ProjectedViews, shares: Sequence[Share], left: Collection[str] = ()
) -> list[float]:
    """The same of processes with these shares: one after another in this one, so that none is on another's core."""
    fresh, taken = {view.id: (projection, await view.fresh()) for projection, view in views}, list[float]()
    garbage.look(garbage.SELDOM)  # as they do
    for share in shares:
        targets = [(fresh[view][0], fresh[view][1].part(shards)) for view, shards in share.items()]
        projector = Projector(store, CODEC.read, targets, left=left)
        await projector.resume()
        worked = process_time()
        while projector.behind:
            await projector.step(FILLED_AT_ONCE)
        taken.append(1e6 * (process_time() - worked) / await store.log_head())
    garbage.look(garbage.OFTEN)
    for _, view in views:
        await view.sweep()
    return taken


async def shares(store: PostgresStore, views: ProjectedViews) -> dict[str, float]:
    """Measure the busiest process and all together, also where all games have left the boards."""
    games, figures = {row.row.stream_id for row in await store.read_log(0, 1_000_000)}, dict[str, float]()
    for name, left in (("", frozenset[str]()), ("_all_left", games)):
        for processes in PROCESSES:
            taken = await share_us(store, views, processes, left)
            figures[f"fill_by_{processes}{name}_busiest_us"] = max(taken)
            figures[f"fill_by_{processes}{name}_us"] = sum(taken)
    alone = [{view.id: range(len(view.leads))} for _, view in views]
    for (projection, _), taken_us in zip(views, await filled_us(store, views, alone), strict=True):
        figures[f"fill_{projection.name}_alone_us"] = taken_us
    return figures


async def rate(call: Callable[[int], object], callers: int, seconds: float) -> float:
    """Calls a second with that many callers, each waiting for its answer."""
    done, ends = 0, perf_counter() + seconds

    async def caller(number: int) -> None:
        nonlocal done
        while perf_counter() < ends:
            await call(number + done)  # type: ignore[misc]
            done += 1

    await asyncio.gather(*map(caller, range(callers)))
    return done / seconds


async def read_rates(
    views: ProjectedViews, client: Redis, seconds: float, rounds: int, callers: int
) -> dict[str, float]:
    """GetBoard's part of the read side against a bare MGET of the same two keys."""
    games = [f"bench-{place}" for place in range(TABLES)]
    boards = next(view for projection, view in views if projection.name == "boards")
    generation = await boards.live()
    assert isinstance(generation, RedisGeneration)
    names = [
        [generation._keys.home(generation.number, game) + key for key in (VERSION_KEY, board_key(None))]
        for game in games
    ]
    bare, read = [], []
    for _ in range(rounds):
        bare.append(await rate(lambda turn: client.mget(names[turn % TABLES]), callers, seconds))
        read.append(await rate(lambda turn: views.read.games.board(games[turn % TABLES]), callers, seconds))
    shown = await views.read.games.board(games[0])
    return {
        f"bare_mget_per_s_{callers}_callers": median(bare),
        f"board_per_s_{callers}_callers": median(read),
        f"board_to_mget_{callers}_callers": median(each / floor for each, floor in zip(read, bare, strict=True)),
        "board_bytes": len(shown.board),
    }


async def wake_ms(store: PostgresStore, views: ProjectedViews, commands: Commands, per_s: float) -> dict[str, float]:
    """Measure from the acknowledged append to the waiter on its view, with commands at an even pace."""
    follower = asyncio.create_task(views.follower(store, CODEC).run())
    appended, seen = [], []

    async def one(rows: Sequence[EventRow]) -> None:
        last = rows[-1]
        watching = asyncio.create_task(views.read.games.wait_for(last.stream_id, last.version, 10))
        began = perf_counter()
        await store.append(rows, 10)
        committed = perf_counter()
        assert await watching >= last.version
        appended.append(committed - began)
        seen.append(perf_counter() - committed)

    running: dict[str, asyncio.Task[None]] = {}
    began = perf_counter()
    for place, rows in enumerate(commands):
        await asyncio.sleep(max(0.0, began + place / per_s - perf_counter()))
        if before := running.get(rows[0].stream_id):
            await before
        running[rows[0].stream_id] = asyncio.create_task(one(rows))
    await asyncio.gather(*running.values())
    follower.cancel()
    await asyncio.wait([follower])
    cuts = quantiles(seen, n=100)
    return {
        "append_ms": 1000 * median(appended),
        "commit_to_waiter_p50_ms": 1000 * cuts[49],
        "commit_to_waiter_p99_ms": 1000 * cuts[98],
    }


async def measure(server: str, redis_url: str, given: argparse.Namespace) -> dict[str, float]:
    commands = history(given.events, given.variant, given.players)
    more = len(commands) - min(len(commands) // 10, 2_000)
    store, views, memory = PostgresStore(server), await open_views(redis_url), await open_views("memory://")
    client = Redis.from_url(redis_url)
    await fill(store, commands[:more])
    caught_up = [await catch_up_rate(store, views) for _ in range(given.rounds)]
    figures = {
        "catch_up_per_s": median(pace for pace, _ in caught_up),
        "catch_up_per_cpu_s": median(pace for _, pace in caught_up),
        "catch_up_memory_per_s": (await catch_up_rate(store, memory))[0],
    }
    figures |= await shares(store, views)
    for callers in (1, 16, 64):
        figures |= await read_rates(views, client, given.seconds, given.rounds, callers)
    figures |= await wake_ms(store, views, commands[more:], given.pace)
    await client.aclose()
    await views.close()
    await store.close()
    return figures


TARGETS = {
    "catch_up_per_s": at_least(10_000),
    "commit_to_waiter_p99_ms": under(25),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=40_000)
    parser.add_argument("--variant", default="power_grid/russia")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a round of reading")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pace", type=float, default=500, help="commands a second while watching")
    given = parser.parse_args()
    garbage.look(garbage.OFTEN)  # as servers do
    with ExitStack() as stack:
        server = stack.enter_context(PostgresServer()).url()
        migrate(server)
        figures = uvloop.run(measure(server, stack.enter_context(RedisServer()).url, given))
    report(figures, TARGETS)


if __name__ == "__main__":
    main()
