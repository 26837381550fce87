"""The store loses nothing that it acknowledged and stores nothing that it refused, whatever breaks meanwhile."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from domain.history.record import EventRow
from services.store import open_store, postgres
from services.store.interface import EventStore, StoreUnavailable
from services.store.schema import migrate
from support.servers import PostgresServer, create_database, wait_until
from tests.faults.conftest import LONG
from tests.faults.load import Load, assert_whole, whole_log
from tests.faults.proxy import Wire

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1800 if LONG else 900)]

SLACK_S = 1.0  # for a machine with much else to do


@asynccontextmanager
async def opened(*urls: str) -> AsyncIterator[list[EventStore]]:
    stores = [open_store(url) for url in urls]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


@pytest.fixture(scope="session")
def mortal_postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture
def mortal_url(mortal_postgres) -> str:
    url = create_database(mortal_postgres.url())
    migrate(url)
    return url


def end_aggregates(url: str, role: str) -> int:
    """Ends the connections of our programs that do this work; how many there were."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = %s",
            (f"turnledger {role}",),
        )
        return len(ended.fetchall())


def aggregate_pids(url: str) -> list[int]:
    """The processes of PostgreSQL that work for our programs."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'turnledger%'")
        return [pid for (pid,) in found]


async def test_the_appending_connection_is_ended_under_load(fault, postgres_store_url):
    async with opened(postgres_store_url, postgres_store_url) as stores:
        async with Load(*stores) as load:
            for _ in fault.times(short=5, long=100):
                with fault.injection():
                    await load.more(random.randrange(1, 60))
                    assert await asyncio.to_thread(end_aggregates, postgres_store_url, "append")
                    await load.more(40)
        await load.verify()


async def test_reading_and_listening_connections_are_ended_under_load(fault, postgres_store_url):
    async with opened(postgres_store_url) as stores:
        async with Load(*stores) as load:
            for _ in fault.times(short=3, long=50):
                with fault.injection():
                    await load.more(20)
                    await asyncio.to_thread(end_aggregates, postgres_store_url, "listen")
                    await asyncio.to_thread(end_aggregates, postgres_store_url, "read")
                    await load.more(20)
        await load.verify()


async def test_a_waiter_still_wakes_after_its_listening_connection_was_ended(fault, postgres_store_url):
    async with opened(postgres_store_url, postgres_store_url) as (store, other):
        for number in fault.times(short=2, long=50):
            head = await store.log_head()
            waiting = asyncio.create_task(store.wait(head, 30))
            await asyncio.to_thread(
                wait_until, lambda: end_aggregates(postgres_store_url, "listen") > 0, "nobody listens"
            )
            with fault.injection():
                await other.append([EventRow(f"g{number}", 1, "demo.Said/1", b"{}")], 5)
                await asyncio.wait_for(waiting, 20)


async def test_the_reply_to_a_commit_is_lost(fault, postgres_store_url):
    server = conninfo_to_dict(postgres_store_url)
    async with Wire(int(server["port"])) as wire:
        through_wire = (
            f"postgresql://{server['user']}:{server.get('password', '')}@127.0.0.1:{wire.port}/{server['dbname']}"
        )
        async with opened(postgres_store_url, through_wire) as (direct, store):
            stored = await direct.log_head()
            await store.append([EventRow("g", 1, "demo.Said/1", b"0")], 10)
            for number in fault.times(short=5, long=200):
                wire.cut_before_reply_to(b"lost-%d" % number)
                with fault.injection():
                    # 16 commands in one batch: its commit is done, its reply is gone; each is acknowledged all the same
                    rows = [
                        [
                            EventRow(f"lost-{number}-{n}", 1, "demo.Said/1", b"a"),
                            EventRow(f"lost-{number}-{n}", 2, "t", b"b"),
                        ]
                        for n in range(16)
                    ]
                    await asyncio.gather(*(store.append(each, 10) for each in rows))
                    assert wire.cut.is_set()
                    assert [len(await direct.load(each[0].stream_id)) for each in rows] == [2] * 16
            assert stored == 0
            assert_whole(await whole_log(direct))


async def test_postgres_is_stopped_at_once_and_started_again_under_load(fault, mortal_postgres, mortal_url):
    async with opened(mortal_url, mortal_url) as stores:
        async with Load(*stores, timeout_s=0.5) as load:
            for turn in fault.times(short=2, long=20):
                with fault.injection():
                    await load.more(50)
                    await asyncio.to_thread(mortal_postgres.kill)
                    if turn % 2 == 0:
                        await load.told_away()
                    await asyncio.to_thread(mortal_postgres.start)
                    began = time.monotonic()
                    await load.more(50)
                    assert time.monotonic() - began < 15  # and not when the pool would try next
        await load.verify()
    assert load.away
    assert load.overrun_s < SLACK_S


async def test_postgres_stands_still_and_goes_on(fault, mortal_postgres, mortal_url):
    """Callers learn in time that the outcome is unknown; the same bytes sent again have one effect."""
    async with opened(mortal_url) as stores:
        async with Load(*stores, timeout_s=0.3) as load:
            for _ in fault.times(short=1, long=10):
                await load.more(20)
                pids = await asyncio.to_thread(aggregate_pids, mortal_url)
                with fault.injection():
                    for pid in pids:
                        os.kill(pid, signal.SIGSTOP)
                    await load.told_away()
                    for pid in pids:
                        os.kill(pid, signal.SIGCONT)
                    await load.more(20)
        await load.verify()
    assert load.overrun_s < SLACK_S


async def test_a_store_that_is_away_answers_within_the_time_of_each_caller(fault, mortal_postgres, mortal_url):
    async with opened(mortal_url) as (store,):
        await store.append([EventRow("g", 1, "demo.Said/1", b"{}")], 10)
        for _ in fault.times(short=1, long=5):
            mortal_postgres.kill()
            try:
                with fault.injection():
                    took = await asyncio.gather(*(_time_to_refusal(store, timeout_s) for timeout_s in (0.1, 0.3, 1.0)))
                    for timeout_s, elapsed_s in zip((0.1, 0.3, 1.0), took, strict=True):
                        assert timeout_s <= elapsed_s < timeout_s + SLACK_S
            finally:
                mortal_postgres.start()
        await store.append([EventRow("g", 2, "demo.Said/1", b"{}")], 10)


async def _time_to_refusal(store: EventStore, timeout_s: float) -> float:
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        await store.append([EventRow(f"late-{timeout_s}", 1, "demo.Said/1", b"{}")], timeout_s)
    return time.monotonic() - began


async def test_many_writers_with_delayed_commits_and_nothing_is_skipped(fault, postgres_store_url):
    """Transactions of four writers stay open for a while after their insert, while two queues append and one reader
    follows. It must see every event, in the order of the log."""
    events = 50_000 if LONG else 4_000
    stop = asyncio.Event()

    async def late(number: int) -> None:
        game, version, dice = f"late-{number}", 0, random.Random(number)
        async with await psycopg.AsyncConnection.connect(postgres_store_url) as connection:
            while not stop.is_set():
                version += 1
                await connection.execute(
                    "SELECT append_events(ARRAY[%s], ARRAY[%s::bigint], ARRAY['t'], ARRAY[%s::bytea], '{}', '{}')",
                    (game, version, b"%d" % version),
                )
                await asyncio.sleep(dice.choice((0, 0, 0.001, 0.004)))
                await connection.commit()

    async with opened(postgres_store_url, postgres_store_url) as stores:
        with fault.injection():
            load = Load(*stores, games=24, timeout_s=10)
            async with load:
                writers = [asyncio.create_task(late(number)) for number in range(4)]
                while len(load.seen) < events:
                    await load.more(50)
                stop.set()
                await asyncio.gather(*writers)
            log = await whole_log(stores[0])
            assert [entry.position for entry in load.seen] == [entry.position for entry in log]
            assert load.seen == log
            assert len(log) >= events
            assert_whole(log)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_writing_process_is_killed_at_any_moment(fault, kind, request, tmp_path):
    url = f"sqlite:///{tmp_path}/store.db" if kind == "sqlite" else request.getfixturevalue("postgres_store_url")
    acknowledged: dict[str, int] = {}
    for turn in fault.times(short=3, long=200):
        with fault.injection():
            said = await asyncio.to_thread(_acknowledged_until_killed, url, f"run{turn}")
            async with opened(url) as (store,):
                heads = {game: len(await store.load(game)) for game in said}
            assert not _lost(said, heads)
            acknowledged |= said
    async with opened(url) as (store,):
        log = await whole_log(store)
    assert_whole(log)
    heads = {entry.row.stream_id: entry.row.version for entry in log}
    assert not _lost(acknowledged, heads)
    assert not [game for game, head in heads.items() if head % 2], "half a command is stored"


def _lost(acknowledged: dict[str, int], heads: dict[str, int]) -> dict[str, int]:
    return {game: version for game, version in acknowledged.items() if heads.get(game, 0) < version}


@pytest.mark.parametrize(
    ("kind", "point", "batches_stored"),
    [
        ("sqlite", "before", 4),
        ("sqlite", "open", 4),
        ("sqlite", "after", 5),
        ("postgres", "before", 4),
        ("postgres", "after", 5),
    ],
)
async def test_a_writing_process_dies_at_a_named_point(fault, kind, point, batches_stored, request, tmp_path):
    url = f"sqlite:///{tmp_path}/store.db" if kind == "sqlite" else request.getfixturevalue("postgres_store_url")
    for turn in fault.times(short=1, long=10):
        with fault.injection():
            said = await asyncio.to_thread(_acknowledged_until_killed, url, f"run{turn}", point)
            assert set(said.values()) == {2 * 4}, "four batches were answered, the fifth was not"
            async with opened(url) as (store,):
                assert {len(await store.load(game)) for game in said} == {2 * batches_stored}


def _acknowledged_until_killed(url: str, run: str, point: str = "") -> dict[str, int]:
    """Games and the last version acknowledged. Without a `point` it is killed at any moment."""
    command = [sys.executable, "-m", "tests.faults.writer", url, run, point]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline()]
        if not point:
            time.sleep(random.uniform(0, 0.2))  # the moment of the blow; nothing is waited for
            writer.kill()
        lines += writer.stdout.read().splitlines(keepends=True)
    said = [line.decode().split() for line in lines if line.endswith(b"\n")]
    return {game: int(version) for game, version in said}


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """A folder that holds 160 MB."""
    with tempfile.TemporaryDirectory(prefix="turnledger-") as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", folder], capture_output=True)
        if mounted.returncode != 0:
            pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.decode().strip()}")
        try:
            os.chmod(folder, 0o755)
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def fill(folder: Path, leave_bytes: int) -> Path:
    ballast = folder / "ballast"
    free = os.statvfs(folder)
    with ballast.open("wb") as file, suppress(OSError):
        os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - leave_bytes)
    return ballast


async def test_the_disk_of_sqlite_is_full_and_has_room_again(fault, small_disk):
    async with opened(f"sqlite:///{small_disk}/store.db") as (store,):
        await _survives_a_full_disk(fault, store, small_disk)


async def test_the_disk_of_postgres_is_full_and_has_room_again(fault, small_disk):
    data = small_disk / "data"
    data.mkdir(mode=0o700)
    with PostgresServer(data, max_wal_size="32MB", min_wal_size="32MB") as server:
        url = create_database(server.url())
        migrate(url)

        def revive() -> None:
            # Without room for its log PostgreSQL stops; it recovers when it is started again.
            if not server.answers():
                server.kill()
                server.start()

        async with opened(url) as (store,):
            await _survives_a_full_disk(fault, store, small_disk, revive)


async def _survives_a_full_disk(fault, store, disk, revive=lambda: None):
    acknowledged = 0
    for _ in fault.times(short=1, long=5):
        ballast = fill(disk, leave_bytes=3_000_000)
        with fault.injection():
            acknowledged = await _append_until_away(store, acknowledged)
            ballast.unlink()
            await asyncio.to_thread(revive)
            stored = await store.load("g")
            assert len(stored) in (acknowledged, acknowledged + 1), "the one without an answer may be there"
            acknowledged = len(stored)
            await store.append([EventRow("g", acknowledged + 1, "t", b"again")], 20)
            acknowledged += 1
            assert [row.version for row in await store.load("g")] == list(range(1, acknowledged + 1))


async def _append_until_away(store: EventStore, acknowledged: int) -> int:
    """The last version that was acknowledged."""
    for version in range(acknowledged + 1, acknowledged + 1000):
        try:
            await store.append([EventRow("g", version, "t", os.urandom(100_000))], 2)
        except StoreUnavailable:
            return version - 1
    raise AssertionError("the disk is not full")


async def test_the_connection_that_holds_a_lead_is_ended(fault, postgres_store_url):
    async with opened(postgres_store_url, postgres_store_url) as (store, other):
        for _ in fault.times(short=2, long=50):
            with fault.injection():
                led = asyncio.Event()
                holder = asyncio.create_task(_lead_for_ever(store, led))
                await asyncio.wait_for(led.wait(), 60)
                heir_leads = asyncio.Event()
                heir = asyncio.create_task(_lead_for_ever(other, heir_leads))
                await asyncio.to_thread(_end_holder, postgres_store_url)
                with pytest.raises(StoreUnavailable):
                    await asyncio.wait_for(holder, 60)
                await asyncio.wait_for(heir_leads.wait(), 60)
                heir.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await heir


LEADER = (
    "import asyncio, sys; from services.store import open_store\n"
    "async def main():\n"
    "    async with open_store(sys.argv[1]).lead('boards'):\n"
    "        print('leads', flush=True); await asyncio.Event().wait()\n"
    "asyncio.run(main())"
)


async def test_the_process_that_holds_a_lead_is_killed(fault, store_url):
    async with opened(store_url) as (store,):
        for _ in fault.times(short=1, long=20):
            holder = await asyncio.create_subprocess_exec(
                sys.executable, "-c", LEADER, store_url, stdout=subprocess.PIPE
            )
            assert holder.stdout is not None
            await holder.stdout.readline()
            with fault.injection():
                leads = asyncio.Event()
                heir = asyncio.create_task(_lead_for_ever(store, leads))
                holder.kill()
                await holder.wait()
                await asyncio.wait_for(leads.wait(), 5)
                heir.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await heir


async def test_a_process_that_waits_for_a_lead_is_killed_and_leaves_no_connection(fault, postgres_store_url):
    async with opened(postgres_store_url) as (store,), store.lead("boards"):
        for _ in fault.times(short=1, long=20):
            heir = await asyncio.create_subprocess_exec(sys.executable, "-c", LEADER, postgres_store_url)
            await asyncio.to_thread(
                wait_until, lambda: lead_waiters(postgres_store_url) == 1, "nobody waits for the lead"
            )
            with fault.injection():
                heir.kill()
                await heir.wait()
                await asyncio.to_thread(
                    wait_until, lambda: lead_waiters(postgres_store_url) == 0, "the dead wait for the lead"
                )


async def test_a_process_leads_and_waits_over_one_connection_however_many_roles_it_has(postgres_store_url):
    async with opened(postgres_store_url, postgres_store_url) as (store, other), AsyncExitStack() as led:
        for number in range(12):
            await led.enter_async_context(store.lead(f"role {number}"))
        heirs = [asyncio.create_task(_lead_for_ever(other, asyncio.Event(), f"role {number}")) for number in range(12)]
        await asyncio.to_thread(wait_until, lambda: lead_waiters(postgres_store_url) == 1, "nobody waits for the leads")
        assert connections(postgres_store_url, "lead") == 2
        for heir in heirs:
            heir.cancel()
        await asyncio.wait(heirs)
        await asyncio.to_thread(
            wait_until, lambda: connections(postgres_store_url, "lead") == 1, "it waits for nothing"
        )


async def test_connections_that_a_crowd_needed_are_closed_when_it_has_gone(postgres_store_url, monkeypatch):
    async with opened(postgres_store_url) as (store,):
        await asyncio.gather(*(store.load(f"g{number}") for number in range(20)))
        assert connections(postgres_store_url, "read") == 8
        monkeypatch.setattr(postgres, "IDLE_S", 0)
        await store.load("g")
        await asyncio.to_thread(
            wait_until, lambda: connections(postgres_store_url, "read") == 1, "connections stay though nobody reads"
        )


def connections(url: str, role: str) -> int:
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s",
            (f"turnledger {role}",),
        ).fetchone()
    assert found is not None
    return int(found[0])


def lead_waiters(url: str) -> int:
    """Return how many processes wait for the lease."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = 'turnledger lead'"
            " AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"
        ).fetchone()
    assert found is not None
    return int(found[0])


async def _lead_for_ever(store: EventStore, leads: asyncio.Event, role: str = "boards") -> None:
    async with store.lead(role):
        leads.set()
        await asyncio.Event().wait()


def _end_holder(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE locktype = 'advisory' AND granted AND datname = current_database()"
            " AND application_name = 'turnledger lead'"
        )
