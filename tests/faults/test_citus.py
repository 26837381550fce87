"""Logs that are schemas of a Citus cluster: moved while commands are stored, and their workers killed. Nothing is
lost, the order is kept, and who follows a log sees every event once (docs/decisions/0054-turns-on-citus.md).

A rehearsal, and no part of `make test`: Citus is an extension of an installed PostgreSQL; where that has none, the
rehearsal is left out, and says it.
"""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from domain.history.record import EventRow
from services.store import open_store
from services.store.interface import EventStore, IncompatibleStore, StoreUnavailable, VersionConflict
from services.store.schema import migrate, require_fit
from support import programs
from support.servers import PostgresServer

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]
T_S = 60.0
KILLS = 8
GAMES = tuple(f"g{number}" for number in range(24))
CITUS = {
    "shared_preload_libraries": "citus",
    "wal_level": "logical",
    "max_prepared_transactions": 100,
    "citus.node_conninfo": "sslmode=disable",
    "citus.recover_2pc_interval": "1s",
    "citus.enable_unsafe_triggers": "on",
    "citus.allow_nested_distributed_execution": "on",
}


def citus_is_there() -> bool:
    config = shutil.which("pg_config")
    if not config:
        return False
    folder = subprocess.run([config, "--sharedir"], capture_output=True, text=True, check=True).stdout.strip()
    return (Path(folder) / "extension" / "citus.control").exists()


def run_sql(url: str, *statements: str) -> list[tuple]:
    with psycopg.connect(url, autocommit=True) as connection:
        for each in statements:
            cursor = connection.execute(each.encode())
        return cursor.fetchall() if cursor.description else []


class Cluster:
    """A coordinator, two workers, and a home next to them; a log on each worker, both reached over the coordinator."""

    def __init__(self, stack: ExitStack, **settings: str) -> None:
        of_citus = CITUS | settings
        self.home, self.coordinator, *self.workers = (
            stack.enter_context(PostgresServer(**each)) for each in ({}, of_citus, of_citus, of_citus)
        )
        for server in (self.coordinator, *self.workers):
            run_sql(server.url(), "CREATE EXTENSION citus")
        self.over = self.coordinator.url()
        run_sql(self.over, f"SELECT citus_set_coordinator_host('127.0.0.1', {self.coordinator.port})")
        for number, worker in enumerate(self.workers):
            run_sql(self.over, f"SELECT citus_add_node('127.0.0.1', {worker.port})")
            run_sql(self.over, "SET citus.enable_schema_based_sharding = on", f"CREATE SCHEMA log{number}")
        logs = [f"{self.over}?options=-c%20search_path%3Dlog{number}" for number in range(2)]
        self.store = " ".join([self.home.url(), *logs])
        migrate(self.store)
        for number, worker in enumerate(self.workers):
            if self.holder(number) is not worker:
                self.move(number, worker)

    def holder(self, log: int) -> PostgresServer:
        asked = f"SELECT nodeport FROM citus_shards WHERE table_name = 'log{log}.stored_events'::regclass"
        ((port,),) = run_sql(self.over, asked)
        return next(worker for worker in self.workers if worker.port == port)

    def move(self, log: int, there: PostgresServer) -> None:
        run_sql(self.over, f"SELECT citus_schema_move('log{log}', '127.0.0.1', {there.port})")

    def in_doubt(self, log: int) -> set[str]:
        """Return the prepared transactions of the worker of a log, by Citus's names."""
        return {name for (name,) in run_sql(self.holder(log).url(), "SELECT gid FROM pg_prepared_xacts")}

    def recover(self) -> None:
        run_sql(self.over, "SELECT recover_prepared_transactions()")


@pytest.fixture
def cluster(request, monkeypatch) -> Iterator[Cluster]:
    """Parametrised indirectly with settings that differ from CITUS."""
    if not citus_is_there():
        pytest.skip("CITUS IS NOT HERE: logs as schemas of a cluster were not rehearsed")
    monkeypatch.setenv(programs.INSTALLED, "1")
    with ExitStack() as stack:
        yield Cluster(stack, **getattr(request, "param", {}))


class Writer:
    """Stores one command after another in each game, again until it is acknowledged."""

    def __init__(self, store: EventStore, games: tuple[str, ...]) -> None:
        self._store, self._games = store, games
        self.acknowledged = dict.fromkeys(games, 0)
        self.ends = asyncio.Event()

    async def run(self) -> None:
        await asyncio.gather(*map(self._write, self._games))

    async def _write(self, game: str) -> None:
        while not self.ends.is_set():
            version = self.acknowledged[game] + 1
            with suppress(StoreUnavailable, VersionConflict):
                await self._store.append([EventRow(game, version, "demo.Said/1", b"%d" % version)], T_S)
                self.acknowledged[game] = version

    async def more(self, games: tuple[str, ...], commands: int) -> None:
        """Returns when each of the games has so many more."""
        wanted = {game: self.acknowledged[game] + commands for game in games}
        async with asyncio.timeout(120):
            while any(self.acknowledged[game] < versions for game, versions in wanted.items()):
                await asyncio.sleep(0.05)


class Follower:
    """Reads a log on from where it is, as every reader does, and keeps what it saw."""

    def __init__(self, log: EventStore) -> None:
        self._log = log
        self.seen: list[tuple[int, str, int]] = []
        self.position = 0

    async def run(self) -> None:
        while True:
            with suppress(StoreUnavailable):
                rows = await self._log.read_log(self.position, 500)
                self.seen += [(each.position, each.row.stream_id, each.row.version) for each in rows]
                self.position = rows[-1].position if rows else self.position
                if not rows:
                    await self._log.wait(self.position, 1)

    async def reach_the_end(self) -> None:
        async with asyncio.timeout(60):
            while self.position < await self._log.log_head():
                await asyncio.sleep(0.05)


class Play:
    """Two processes that store, and one that follows every log."""

    def __init__(self, url: str) -> None:
        self.stores = [open_store(url) for _ in range(3)]
        self.writers = [Writer(store, GAMES[place::2]) for place, store in enumerate(self.stores[:2])]
        self.followers = [Follower(log) for log in self.stores[2].logs]
        self._storing = [asyncio.create_task(writer.run()) for writer in self.writers]
        self._following = [asyncio.create_task(follower.run()) for follower in self.followers]

    @property
    def acknowledged(self) -> dict[str, int]:
        return {game: version for writer in self.writers for game, version in writer.acknowledged.items()}

    async def games_of(self, log: int) -> set[str]:
        logs = self.stores[0].logs
        return {game for game in GAMES if await self.stores[0].log_of(game) is logs[log]}

    async def more(self, commands: int, games: set[str] | None = None) -> None:
        """Returns when each game, or each of those, has so many more."""
        mine = [tuple(set(writer.acknowledged) & (games or set(GAMES))) for writer in self.writers]
        await asyncio.gather(*(writer.more(of, commands) for writer, of in zip(self.writers, mine, strict=True)))

    async def end(self) -> None:
        """Nothing acknowledged is missing, for followers and for new readers."""
        for writer in self.writers:
            writer.ends.set()
        await asyncio.gather(*self._storing)
        seen = dict[str, list[int]]()
        for follower in self.followers:
            await follower.reach_the_end()
            for _, game, version in follower.seen:
                seen.setdefault(game, []).append(version)
        for following in self._following:
            following.cancel()
        await asyncio.wait(self._following)
        for game, version in self.acknowledged.items():
            assert seen[game] == list(range(1, len(seen[game]) + 1)), game
            assert len(seen[game]) >= version, game
            assert [row.version for row in await self.stores[2].load(game)] == seen[game]
        for store in self.stores:
            await store.close()


async def test_a_log_is_moved_there_and_back_while_two_processes_store_and_nothing_is_lost(cluster):
    require_fit(cluster.store)
    play = Play(cluster.store)
    await play.more(5)
    assert all([await play.games_of(log) for log in range(3)])

    first, second = cluster.workers
    await asyncio.to_thread(cluster.move, 0, second)
    assert cluster.holder(0) is second
    await play.more(5)
    await asyncio.to_thread(cluster.move, 0, first)
    assert cluster.holder(0) is first
    await play.more(5)
    await play.end()


@pytest.mark.parametrize("dying", ["source", "target"])
async def test_a_worker_dies_while_a_log_is_moved_and_the_move_is_made_again(cluster, dying):
    play = Play(cluster.store)
    await play.more(5)
    first, second = cluster.workers
    moving = asyncio.create_task(asyncio.to_thread(cluster.move, 0, second))
    await play.more(5)
    worker = first if dying == "source" else second
    worker.kill()
    await asyncio.to_thread(worker.start)
    with suppress(psycopg.Error):
        await moving
    await play.more(5)

    cluster.recover()
    if cluster.holder(0) is first:
        await asyncio.to_thread(cluster.move, 0, second)
    assert cluster.holder(0) is second
    await play.more(5)
    await play.end()


async def test_workers_are_killed_while_two_processes_store_and_nothing_is_lost(cluster):
    play = Play(cluster.store)
    for place in range(KILLS):
        await play.more(5)
        worker = cluster.workers[place % 2]
        worker.kill()
        await asyncio.to_thread(worker.start)
    await play.more(5)
    await play.end()


@pytest.mark.parametrize("cluster", [{"citus.recover_2pc_interval": "-1"}], indirect=True)
async def test_a_log_waits_for_what_was_prepared_on_a_dead_worker_and_the_others_go_on(cluster):
    play = Play(cluster.store)
    await play.more(5)
    worker = cluster.holder(0)  # of the log after the home
    async with asyncio.timeout(300):
        while True:
            worker.kill()
            await asyncio.to_thread(worker.start)
            # A batch that is being stored has other names a moment later; one in doubt stays.
            before = cluster.in_doubt(0)
            await play.more(20, await play.games_of(2))
            if before & cluster.in_doubt(0):
                break
            await play.more(5)
    held = await play.games_of(1)
    stood = {game: play.acknowledged[game] for game in held}
    await play.more(20, set(GAMES) - held)
    assert {game: play.acknowledged[game] for game in held} == stood

    await asyncio.to_thread(cluster.recover)
    await play.more(5)
    await play.end()


def test_a_log_is_refused_over_a_worker_without_turns_and_as_the_home(cluster):
    one = "?options=-c%20search_path%3Dlog0"
    home, _, last = cluster.store.split()
    with pytest.raises(IncompatibleStore, match="leads to a worker"):
        require_fit(" ".join([home, cluster.holder(0).url() + one, last]))
    run_sql(
        cluster.over + one,
        "CREATE OR REPLACE FUNCTION log_takes_turns() RETURNS boolean LANGUAGE sql AS 'SELECT false'",
    )
    with pytest.raises(IncompatibleStore, match="run it again"):
        require_fit(cluster.store)
    migrate(cluster.store)
    require_fit(cluster.store)
    run_sql(cluster.over, "SET citus.enable_schema_based_sharding = on", "CREATE SCHEMA home")
    alone = f"{cluster.over}?options=-c%20search_path%3Dhome"
    migrate(alone)
    with pytest.raises(IncompatibleStore, match="keeps the home"):
        require_fit(alone)
