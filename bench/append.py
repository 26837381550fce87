"""The speed of storing events in PostgreSQL and of loading a game. `python -m bench.append` prints JSON and a table.

Ratios are taken in one run against a bare batch insert (psycopg, one `INSERT … SELECT unnest` of 64 rows a commit into
the same table, without waiting callers) and against the save of the library `eventsourcing`. Rounds alternate and
medians count, because absolute figures drift.
"""

import argparse
import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

import psycopg
import uvloop
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from bench import at_least, report, under
from domain.history.record import EventRow
from services.store.log_reader import read_on
from services.store.postgres import PostgresStore
from services.store.schema import migrate
from support.servers import PostgresServer, create_database, drop_database

CALLERS = 64
BODY = b'{"event":{"type":"BidPlaced","player":0,"plant":13,"bid":14},"at":"2026-11-21T12:00:00Z"%s}' % (b" " * 210)
TOPIC, TABLE_TOPIC = "power_grid.BidPlaced/1", "table.PlayerSeated/1"
_new_game = count()


def _game() -> str:
    return f"bench-{next(_new_game):032}"


async def bare_insert(url: str, seconds: float) -> float:
    """Rows a second of one connection that only inserts: the same rows as the callers of the queue append."""
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    games, version = [_game() for _ in range(CALLERS)], 0
    rows, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        version += 1
        batch = [EventRow(game, version, TOPIC, BODY) for game in games]
        columns = (
            [row.stream_id for row in batch],
            [row.version for row in batch],
            [row.topic for row in batch],
            [row.body for row in batch],
        )
        await connection.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state)"
            " SELECT * FROM unnest(%b, %b::int8[], %b, %b)",
            columns,
            prepare=True,
        )
        rows += CALLERS
    rate = rows / (perf_counter() - began)
    await connection.close()
    return rate


async def queue_append(url: str, seconds: float, callers: int = CALLERS) -> tuple[float, float]:
    """Commands of one row a second with that many callers, each waiting for its answer; and the median wait in ms."""
    store = PostgresStore(url)
    await store.append([EventRow(_game(), 1, TOPIC, BODY)], 10)
    waits: list[float] = []
    began = perf_counter()

    async def call() -> None:
        game, version = _game(), 0
        while (start := perf_counter()) - began < seconds:
            version += 1
            await store.append([EventRow(game, version, TOPIC, BODY)], 10)
            waits.append(perf_counter() - start)

    await asyncio.gather(*(call() for _ in range(callers)))
    rate = len(waits) / (perf_counter() - began)
    await store.close()
    return rate, 1000 * median(waits)


def library_save(url: str, seconds: float, threads: int) -> float:
    """Events a second through the library's own recorder."""
    known = conninfo_to_dict(url)
    dbname, host, port, user, password = (
        str(known.get(name, "")) for name in ("dbname", "host", "port", "user", "password")
    )
    with PostgresDatastore(
        dbname, host, port, user, password, originator_id_type="text", pool_size=threads
    ) as datastore:
        recorder = PostgresApplicationRecorder(datastore)
        recorder.create_table()
        began = perf_counter()

        def save(_: int) -> int:
            game, version = _game(), 0
            while perf_counter() - began < seconds:
                version += 1
                recorder.insert_events([StoredEvent(game, version, TOPIC, BODY)])
            return version

        with ThreadPoolExecutor(threads) as pool:
            return sum(pool.map(save, range(threads))) / (perf_counter() - began)


async def load_ms(url: str, events: int) -> float:
    """Median milliseconds to load a game of that many events."""
    store = PostgresStore(url)
    game = _game()
    await store.append([EventRow(game, version, TOPIC, BODY) for version in range(1, events + 1)], 10)
    times = []
    for _ in range(50):
        start = perf_counter()
        assert len(await store.load(game)) == events
        times.append(perf_counter() - start)
    await store.close()
    return 1000 * median(times)


def fill(url: str, rows: int) -> None:
    """Adds events of games of a hundred events each, two of them the table's, until there are that many."""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        (stored,) = connection.execute("SELECT count(*) FROM stored_events").fetchone() or (0,)
        connection.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state)"
            " SELECT 'filled-' || md5((n / 100)::text), n %% 100 + 1, CASE WHEN n %% 100 < 2 THEN %s ELSE %s END, %s"
            " FROM generate_series(%s::int, %s - 1) n",
            (TABLE_TOPIC, TOPIC, BODY, stored - stored % 100 + 100, rows + 100),
        )
        connection.execute("VACUUM ANALYZE stored_events")
        connection.execute("CHECKPOINT")


async def log_ms(url: str) -> tuple[float, float]:
    """Milliseconds to read what became of all tables, as a new leader does, and to read the whole log."""
    store, times = PostgresStore(url), []
    for read in (store.read_tables, store.read_log):
        start = perf_counter()
        await read_on(read, 0, lambda _: None)
        times.append(1000 * (perf_counter() - start))
    await store.close()
    return times[0], times[1]


async def measure(url: str, round_s: float = 0.5, rounds: int = 10) -> dict[str, float]:
    """Every figure, on an empty migrated database at `url`."""
    bare, queued, waits, saved = [], [], [], []
    for _ in range(rounds):
        bare.append(await bare_insert(url, round_s))
        rate, wait = await queue_append(url, round_s)
        queued.append(rate)
        waits.append(wait)
        saved.append(max([await asyncio.to_thread(library_save, url, round_s / 3, threads) for threads in (1, 4, 16)]))
    figures = {
        "bare_insert_per_s": median(bare),
        "queue_per_s": median(queued),
        "queue_wait_ms": median(waits),
        "library_save_per_s": median(saved),
        "queue_to_bare": median(q / b for q, b in zip(queued, bare, strict=True)),
        "queue_to_library": median(q / s for q, s in zip(queued, saved, strict=True)),
        "load_500_ms": await load_ms(url, 500),
    }
    for callers in (1, 16, 256):
        figures[f"queue_per_s_{callers}_callers"], _ = await queue_append(url, round_s, callers)
    return figures


async def measure_growth(few_url: str, many_url: str, round_s: float, rounds: int, many: int) -> dict[str, float]:
    """Return the rate of appending to a store of ten thousand events and to one of `many`, in turn."""
    await asyncio.to_thread(fill, few_url, 10_000)
    await asyncio.to_thread(fill, many_url, many)
    beside_few, beside_many = [], []
    for _ in range(rounds):
        beside_few.append((await queue_append(few_url, round_s))[0])
        beside_many.append((await queue_append(many_url, round_s))[0])
    tables_ms, whole_ms = await log_ms(many_url)
    return {
        "read_tables_ms": tables_ms,
        "read_log_ms": whole_ms,
        "queue_per_s_beside_10k": median(beside_few),
        f"queue_per_s_beside_{many}": median(beside_many),
        "beside_many_to_few": median(m / f for m, f in zip(beside_many, beside_few, strict=True)),
    }


TARGETS = {
    "queue_to_bare": at_least(0.75),
    "queue_to_library": at_least(10),
    "load_500_ms": under(10),
    "beside_many_to_few": at_least(0.9),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="a PostgreSQL server to use instead of a temporary one (superuser)")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a round")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--many", type=int, default=1_000_000, help="stored events beside which to append")
    given = parser.parse_args()

    def run(measuring: Coroutine[Any, Any, dict[str, float]]) -> dict[str, float]:
        return uvloop.run(measuring)

    with ExitStack() as stack:
        server = given.url or stack.enter_context(PostgresServer()).url()
        urls = []
        for _ in range(3):
            urls.append(create_database(server))
            stack.callback(drop_database, urls[-1])
            migrate(urls[-1])
        figures = run(measure(urls[0], given.seconds, given.rounds))
        figures |= run(measure_growth(urls[1], urls[2], given.seconds, given.rounds, given.many))
    report(figures, TARGETS)


if __name__ == "__main__":
    main()
