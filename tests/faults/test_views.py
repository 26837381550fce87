"""Views under faults, with real servers: whatever happens, they equal a rebuild afterwards, byte for byte."""

import asyncio
import signal
import sys
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
import redis

from projections.stores.interface import ViewUnavailable
from projections.stores.memory_view import MemoryView
from services.projection_runner.rebuild import rebuild
from services.projection_runner.views import open_views
from services.store.postgres import PostgresStore
from services.store.schema import migrate
from support.histories import CODEC, Game
from support.servers import RedisServer
from tests.faults.conftest import LONG
from tests.projections.projection_kit import caught_up

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
TAKE_OVER_S = 5.0
FROZEN_S = 10.0 if LONG else 1.0  # on top of the time that taking over takes
SHARDS = 8
LEADS_ALL = ("leads",) * (SHARDS + 2)
"""All shards of the boards, the lists, the leaderboards."""
LEADS_HALF = ("leads",) * (SHARDS // 2)
LEADS_THE_REST = LEADS_ALL[len(LEADS_HALF) :]
PLAYERS = ("ann", "bob", "cy", "bot:greedy")
PAUSE_S = 0.02
"""Between two commands of a table, so that the tests do not drown in events."""


class Load:
    """Plays games into the store, eight at a time, until the block ends; then every command is acknowledged.

    Games are thought out in a thread, one at a time: eight at once in the loop's own held it for longer than a lead may
    be silent."""

    def __init__(self, store):
        self._store, self._stopped, self._games, self._begun = store, False, 0, asyncio.Condition()
        self._name = uuid4().hex
        self._tables, self._thinking = asyncio.TaskGroup(), asyncio.Semaphore()

    async def __aenter__(self):
        await self._tables.__aenter__()
        for _ in range(8):
            self._tables.create_task(self._table())
        await self.games(8)
        return self

    async def __aexit__(self, *error):
        self._stopped = True
        await self._tables.__aexit__(*error)

    async def games(self, more):
        """Returns after so many more games."""
        wanted = self._games + more
        async with self._begun:
            await self._begun.wait_for(lambda: self._games >= wanted)

    async def _table(self):
        while not self._stopped:
            async with self._begun:
                self._games += 1
                number = self._games
                self._begun.notify_all()
            async with self._thinking:
                commands = await asyncio.to_thread(self._commands, number)
            for rows in commands:
                await self._store.append(rows, timeout_s=20)
                await asyncio.sleep(PAUSE_S)

    def _commands(self, number):
        """The rows of each command of a game."""
        commands = []
        game = Game(commands, f"{self._name}-{number}").open("ann", seats=3)
        game.seat(*(PLAYERS[(number + place) % 4] for place in range(3))).start().play()
        return commands


@pytest.fixture
async def store(postgres_url):
    migrate(postgres_url)
    opened = PostgresStore(postgres_url)
    yield opened
    await opened.close()


@asynccontextmanager
async def following(store, url):
    """Views at a Redis, and a follower in this process."""
    views = await open_views(url)
    task = asyncio.create_task(views.follower(store, CODEC).run())
    try:
        yield views
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await views.close()


@asynccontextmanager
async def follower_process(*arguments):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.faults.follow", *arguments, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
            process.kill()
        await process.wait()


async def says(process, *lines):
    for line in lines:
        assert (await process.stdout.readline()).decode().strip() == line


async def assert_right(store, views):
    """Wait until the views are at the end of the log; then they equal a rebuild from nothing."""
    head = await store.log_head()
    async with asyncio.timeout(60):
        for _, view in views:
            await stands_at(view, head)
    for projection, view in views:
        anew = await MemoryView("anew").live()
        await caught_up(store, [(projection, anew)])
        has, wanted = await content(await view.live()), await content(anew)
        assert sorted(each for each in has | wanted if has.get(each) != wanted.get(each)) == [], projection.name


async def content(generation):
    """All that it holds and keeps, by name."""
    found = {}
    async for portion in generation.names():
        names = list(dict.fromkeys(portion))
        found |= {name: held for name, held in zip(names, await generation.dump(names), strict=True) if held}
    return found


async def stands_at(view, position):
    while True:
        with suppress(ViewUnavailable):
            if await (await view.live()).intact(position):
                return
        await asyncio.sleep(0.02)


def flush(url):
    with redis.Redis.from_url(url) as client:
        client.flushall()


async def test_flushall_under_load_heals_by_itself(store, redis_url, fault):
    async with following(store, redis_url) as views:
        for _ in fault.times(2, 20):
            with fault.injection():
                async with Load(store) as load:
                    flush(redis_url)
                    await load.games(5)
                await assert_right(store, views)
        with fault.injection():
            flush(redis_url)  # when nothing happens any more
            await assert_right(store, views)


async def test_redis_killed_under_load_loses_no_command_and_comes_back_right(store, private, fault):
    server = private(RedisServer())
    async with following(store, server.url) as views:
        for _ in fault.times(1, 20):
            with fault.injection():
                async with Load(store) as load:
                    server.kill()
                    await load.games(5)  # commands continue without Redis
                    server.start()
                    await load.games(5)
                await assert_right(store, views)


async def test_a_node_of_a_cluster_that_loses_its_memory_is_folded_anew(store, redis_cluster, fault):
    for url in redis_cluster.urls:
        flush(url)
    async with following(store, redis_cluster.urls[0]) as views:
        for round_ in fault.times(3, 21):
            with fault.injection():
                async with Load(store) as load:
                    flush(redis_cluster.urls[round_ % 3])
                    await load.games(5)
                await assert_right(store, views)


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "frozen"])
async def test_two_followers_divide_the_boards_and_when_one_is_lost_the_other_has_all_within_five_seconds(
    store, postgres_url, redis_url, fault, by
):
    views = await open_views(redis_url)
    async with AsyncExitStack() as processes:
        leader = await processes.enter_async_context(follower_process(postgres_url, redis_url))
        await says(leader, "waits", *LEADS_ALL)
        for _ in fault.times(1, 10):
            with fault.injection():
                successor = await processes.enter_async_context(follower_process(postgres_url, redis_url))
                await says(successor, "waits", *LEADS_HALF)
                async with Load(store) as load:
                    leader.send_signal(by)
                    async with asyncio.timeout(TAKE_OVER_S):
                        await says(successor, *LEADS_THE_REST)
                    if by == signal.SIGSTOP:
                        await asyncio.sleep(FROZEN_S)
                        leader.send_signal(signal.SIGCONT)  # it believes that it leads
                    await load.games(5)
                await assert_right(store, views)
                leader.kill() if by == signal.SIGSTOP else None
                leader = successor
    await views.close()


async def lose_the_end(store, url):
    """Like a replica that had not got it yet: some forty events, whole commands, and every connection."""
    rows = await store.read_log(await store.log_head() - 60, 60)
    cut = next(row.position for row, after in pairwise(rows[20:]) if row.row.stream_id != after.row.stream_id)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DELETE FROM stored_events WHERE notification_id > %s", (cut,))
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'turnledger%'"
        )
    return cut


async def test_a_log_that_loses_its_end_takes_the_views_along_without_an_operator(
    store, postgres_url, redis_url, fault
):
    async with following(store, redis_url) as views, following(store, redis_url):  # two who could lead
        for _ in fault.times(1, 10):
            async with Load(store) as load:
                await load.games(3)
            await assert_right(store, views)
            with fault.injection():
                before = [(await view.live()).number for _, view in views]
                await lose_the_end(store, postgres_url)
                async with Load(store) as load:  # in the place of what was lost
                    await load.games(3)
                await assert_right(store, views)
                assert all([(await view.live()).number > was for (_, view), was in zip(views, before, strict=True)])


async def test_a_rebuild_beside_the_live_view_while_games_go_on(store, redis_url):
    async with following(store, redis_url) as views:
        async with Load(store) as load:
            for projection, view in views:
                before = (await view.live()).number
                done = await rebuild(store, CODEC.read, projection, view, lead=store.lead)
                assert (done.differing, done.switched) == (0, True)
                assert (await view.live()).number != before
                await load.games(3)
        await assert_right(store, views)


async def cancelled_at(phase, store, projection, view):
    def stop(now, done, of):
        if now == phase:
            task.cancel()

    task = asyncio.create_task(rebuild(store, CODEC.read, projection, view, lead=store.lead, progress=stop))
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("phase", ["build", "compare", "switch"])
async def test_a_rebuild_cancelled_half_way_harms_nothing(store, redis_url, fault, phase, monkeypatch):
    monkeypatch.setattr("projections.stores.redis_calls.PORTION", 50)
    async with following(store, redis_url) as views:
        for round_ in fault.times(1, 12):
            projection, view = list(views)[round_ % 3]
            with fault.injection():
                async with Load(store) as load:
                    await cancelled_at(phase, store, projection, view)
                    await load.games(3)
                await assert_right(store, views)
                # and the next one needs no help
                assert (await rebuild(store, CODEC.read, projection, view, lead=store.lead)).differing == 0


async def test_a_rebuild_killed_with_its_process_harms_nothing(store, postgres_url, redis_url, fault):
    async with following(store, redis_url) as views:
        for _ in fault.times(1, 10):
            with fault.injection():
                async with Load(store) as load:
                    async with follower_process(postgres_url, redis_url, "rebuild") as process:
                        await says(process, "build", "compare")
                        process.kill()
                    await load.games(5)
                await assert_right(store, views)
