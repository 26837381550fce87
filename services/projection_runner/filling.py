"""Fills new generations of views, some shards per process. Views that span games are all filled by one process, which
folds every game anyway."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import TypeAlias

from msgspec import Struct

from domain import stored
from domain.history.codec import UNREADABLE, read_envelope
from domain.history.record import EventRow
from projections.stores.interface import Generation
from services.history.imports import Imports
from services.platform import garbage
from services.projection_runner.projector import Projector
from services.projection_runner.views import open_views
from services.store import open_sql, open_store
from services.store.archive.read_through import ReadThroughStore
from services.store.logs.log_set import ShardedEventStore

FOLDING, WRITING, SPANNING = 8.0, 11.0, 4.0
"""Microseconds an event: to fold it, to write what it does to a board, and all that spans games (bench/views.py). Only
how they relate matters, for shares of equal work."""
FILLED_AT_ONCE = 16_000
"""Rows per step. No viewer waits for a board here, and the more rows of a game come together, the less often it is
drawn."""
PAGE = 10_000
OVER = ("table.GameFinished/", "table.TableClosed/", "table.SecretRevealed/")
"""After one of these topics a table is silent; the last one is all that an archived game leaves in the store."""
Store: TypeAlias = ReadThroughStore | ShardedEventStore
Rows: TypeAlias = Mapping[str, int]
"""Called with the number of rows folded for a view, by its id."""
Share: TypeAlias = Mapping[str, Sequence[int]]
"""Shards by the id of a view."""


class Servers(Struct, frozen=True):
    """The addresses of the servers, as the settings name them."""

    store: str
    views: str
    keep_s: float | None = None
    archive: str = ""
    archive_cache_mb: int = 64


class Task(Struct, frozen=True):
    """The part of one process. `generations`: numbers by the ids of views. `left`: see `fill`."""

    servers: Servers
    generations: Mapping[str, int]
    share: Share
    left: Collection[str]


def divided(views: Mapping[str, int], processes: int) -> list[Share]:
    """Shares of about equal work, at most one a process. `views`: how many shards each has."""
    shares: list[dict[str, list[int]]] = [{} for _ in range(processes)]
    loads = [0.0] * processes
    spanning = [name for name, shards in views.items() if shards == 1]
    for name in spanning:
        shares[0][name] = [0]
        loads[0] = FOLDING + SPANNING
    for name, shards in views.items():
        for shard in range(shards) if shards > 1 else ():
            place = loads.index(min(loads))
            shares[place].setdefault(name, []).append(shard)
            loads[place] += (WRITING + (0 if spanning and place == 0 else FOLDING)) / shards
    return [share for share in shares if share]


async def left_long_ago(store: Store, keep_s: float | None, now: datetime) -> Collection[str]:
    """Games that are over for longer than views keep them, or archived: who asks for one is shown it by its events."""
    if keep_s is None:
        return ()
    left, before = set[str](), now - timedelta(seconds=keep_s)
    for log in store.logs:
        position = 0
        while rows := await log.hot.read_tables(position, PAGE):
            position = rows[-1].position
            over = (each.row for each in rows if each.row.topic.startswith(OVER))
            left.update(row.stream_id for row in over if _is_before(row, before))
        left.update(game.game_id for game in await log.hot.archived_last(0))
    return left


def _is_before(row: EventRow, moment: datetime) -> bool:
    """A row that cannot be read is passed over by the projector, so its game does not leave here."""
    try:
        return read_envelope(row).at < moment
    except UNREADABLE:
        return False


async def fill(
    servers: Servers,
    generations: Mapping[str, Generation],
    views: Mapping[str, int],
    processes: int,
    left: Collection[str] = (),
) -> Rows:
    """Takes the generations to where their logs end; over how many rows. `left`: games that are passed over where
    nothing spans games. Raises what a process met."""
    numbers = {view: generation.number for view, generation in generations.items()}
    shares = divided(views, processes)
    running = [asyncio.create_task(_run(Task(servers, numbers, share, left))) for share in shares]
    try:
        return {view: rows for filled in await asyncio.gather(*running) for view, rows in filled.items()}
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _run(task: Task) -> Rows:
    async with _process(task) as answers:
        answer = await asyncio.to_thread(_answer, answers)
    if isinstance(answer, Exception):
        raise answer
    return answer


@asynccontextmanager
async def _process(task: Task) -> AsyncIterator[Connection]:
    """Ended with the block, whatever it is at."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(task, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.terminate()
        await asyncio.to_thread(process.join)


def _answer(answers: Connection) -> Rows | Exception:
    try:
        found: Rows | Exception = answers.recv()
    except EOFError:
        return RuntimeError("a process that filled views has died")
    return found


def _work(task: Task, answers: Connection) -> None:
    """Runs in a process of its own with rarer garbage collection: a batch is thousands of states that stay as long as
    it is folded, and scanning them took a quarter of the time."""
    garbage.look(garbage.SELDOM)
    try:
        answers.send(asyncio.run(_follow(task)))
    except Exception as error:
        answers.send(error)


async def _follow(task: Task) -> Rows:
    servers = task.servers
    store = open_store(servers.store, servers.archive, servers.archive_cache_mb)
    views = await open_views(servers.views, servers.keep_s, store)
    sql = open_sql(servers.store)
    try:
        targets = [
            (log, projection, view.id, view.generation(task.generations[view.id]).part(task.share[view.id]))
            for log, (projection, view) in views.of_logs(store)
            if view.id in task.share
        ]
        read, imported, filled = stored.codec().read, Imports(sql).among, dict[str, int]()
        for log in dict.fromkeys(log for log, *_ in targets):
            of_log = [(projection, generation) for of, projection, _, generation in targets if of is log]
            rows = await _caught_up(Projector(log, read, of_log, imported=imported, left=task.left))
            filled |= {view: rows for of, _, view, _ in targets if of is log}
        return filled
    finally:
        await sql.close()
        await views.close()
        await store.close()


async def _caught_up(projector: Projector) -> int:
    """Continue until a batch is not full, or the parent process is gone."""
    await projector.resume()
    rows, above = 0, parent_process()
    while projector.behind and above and above.is_alive():
        rows += await projector.step(FILLED_AT_ONCE)
    return rows
