"""Logs that are schemas of a Citus cluster: placed, and moved while commands are stored. A worker that is killed breaks
the order of a log (docs/decisions/0073), so that servers refuse to start on one.

A rehearsal, and no part of `make test`: Citus is built from its sources (docs/operations.md, «Several logs») for an
installed PostgreSQL; where that is not so, the rehearsal is left out, and says it.
"""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from domain.history.record import Row
from services.store import open_store
from services.store.interface import EventStore, StoreAway, Unfit, VersionTaken
from services.store.schema import migrate, require_fit
from tests import programs
from tests.servers import PostgresServer

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(600)]
T_S = 60.0
GAMES = tuple(f"g{number}" for number in range(24))
CITUS = {
    "shared_preload_libraries": "citus",
    "wal_level": "logical",
    "max_prepared_transactions": 100,
    "citus.node_conninfo": "sslmode=disable",
    "citus.enable_unsafe_triggers": "on",
    "citus.allow_nested_distributed_execution": "on",
}


def citus_is_there() -> bool:
    config = shutil.which("pg_config")
    if not config:
        return False
    folder = subprocess.run([config, "--sharedir"], capture_output=True, text=True, check=True).stdout.strip()
    return (Path(folder) / "extension" / "citus.control").exists()


def said(url: str, *statements: str) -> list[tuple]:
    with psycopg.connect(url, autocommit=True) as connection:
        for each in statements:
            cursor = connection.execute(each.encode())
        return cursor.fetchall() if cursor.description else []


class Cluster:
    """A coordinator, two workers, and a home beside them; a log on each worker, both reached over the coordinator."""

    def __init__(self, stack: ExitStack) -> None:
        self.home, self.coordinator, *self.workers = (
            stack.enter_context(PostgresServer(**settings)) for settings in ({}, CITUS, CITUS, CITUS)
        )
        for server in (self.coordinator, *self.workers):
            said(server.url(), "CREATE EXTENSION citus")
        self.over = self.coordinator.url()
        said(self.over, f"SELECT citus_set_coordinator_host('127.0.0.1', {self.coordinator.port})")
        for number, worker in enumerate(self.workers):
            said(self.over, f"SELECT citus_add_node('127.0.0.1', {worker.port})")
            said(self.over, "SET citus.enable_schema_based_sharding = on", f"CREATE SCHEMA log{number}")
        logs = [f"{self.over}?options=-c%20search_path%3Dlog{number}" for number in range(2)]
        self.store = " ".join([self.home.url(), *logs])
        migrate(self.store)
        for number, worker in enumerate(self.workers):
            if self.holder(number) is not worker:
                self.move(number, worker)

    def holder(self, log: int) -> PostgresServer:
        asked = f"SELECT nodeport FROM citus_shards WHERE table_name = 'log{log}.stored_events'::regclass"
        ((port,),) = said(self.over, asked)
        return next(worker for worker in self.workers if worker.port == port)

    def move(self, log: int, there: PostgresServer) -> None:
        said(self.over, f"SELECT citus_schema_move('log{log}', '127.0.0.1', {there.port}, 'block_writes')")


@pytest.fixture
def cluster(monkeypatch) -> Iterator[Cluster]:
    if not citus_is_there():
        pytest.skip("CITUS IS NOT HERE: logs as schemas of a cluster were not rehearsed")
    monkeypatch.setenv(programs.INSTALLED, "1")
    with ExitStack() as stack:
        yield Cluster(stack)


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
            with suppress(StoreAway, VersionTaken):
                await self._store.append([Row(game, version, "demo.Said/1", b"%d" % version)], T_S)
                self.acknowledged[game] = version

    async def more(self, games: tuple[str, ...], commands: int) -> None:
        """Returns when each of the games has so many more."""
        wanted = {game: self.acknowledged[game] + commands for game in games}
        async with asyncio.timeout(120):
            while any(self.acknowledged[game] < versions for game, versions in wanted.items()):
                await asyncio.sleep(0.05)


async def test_a_log_is_moved_there_and_back_while_two_processes_store_and_nothing_is_lost(cluster):
    stores = [open_store(cluster.store) for _ in range(2)]
    writers = [Writer(store, GAMES[place::2]) for place, store in enumerate(stores)]
    running = [asyncio.create_task(writer.run()) for writer in writers]
    await asyncio.gather(*(writer.more(tuple(writer.acknowledged), 5) for writer in writers))
    logs = {game: stores[0].logs.index(await stores[0].log_of(game)) for game in GAMES}
    assert set(logs.values()) == {0, 1, 2}

    first, second = cluster.workers
    await asyncio.to_thread(cluster.move, 0, second)
    assert cluster.holder(0) is second
    await asyncio.gather(*(writer.more(tuple(writer.acknowledged), 5) for writer in writers))
    await asyncio.to_thread(cluster.move, 0, first)
    assert cluster.holder(0) is first

    await asyncio.gather(*(writer.more(tuple(writer.acknowledged), 5) for writer in writers))
    for writer in writers:
        writer.ends.set()
    await asyncio.gather(*running)

    with pytest.raises(Unfit, match="Citus keeps"):
        require_fit(cluster.store)
    reader = open_store(cluster.store)
    read = dict[str, list[int]]()
    position, head = 0, await reader.log_head()
    while rows := await reader.read_log(position, 500):
        position = rows[-1].position
        for each in rows:
            read.setdefault(each.row.game_id, []).append(each.row.version)
    assert position == head
    for writer in writers:
        for game, version in writer.acknowledged.items():
            assert read[game] == list(range(1, version + 1)), game
            assert len(await reader.load(game)) == version
    for store in (*stores, reader):
        await store.close()
