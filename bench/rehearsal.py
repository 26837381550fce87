"""Growth of costs with all events ever stored. `python -m bench.rehearsal [--events N]` prints JSON and a table: the
rehearsal itself is `--events 10000000`, which takes about 12 GB of disk and three quarters of an hour.

Recorded games of all kinds, three bots and one of 20,000 people at each table, are copied under other ids (random
text), each with a chain of its own, and stored by COPY in the order in which TABLES tables would play them: straight
into the table, past the append queue, which is measured on the filled store. It stops three times: at a hundredth and a
tenth of the events, and at all of them. Views are rebuilt as long as there are not more than REBUILT_MAX events. The
figures for 100 million follow by the law that is named there.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple
from uuid import UUID

import psycopg
import structlog
import uvloop
from redis import Redis

from bench import at_least, report, under
from bench.append import queue_append
from bench.takeover import taken_ms
from domain import stored
from domain.history.chain import first_link, salts
from domain.history.codec import read_envelope, sealed_bytes
from domain.history.record import EventRow
from domain.table.messages import GameOpened
from services.history.export import Exporter
from services.history.keys import SigningKeys
from services.history.seals import Seals
from services.operations.archiver import Archiver, Gone
from services.store import open_sql, open_store
from services.store.backends import backend
from services.store.schema import migrate
from services.tables.unfinished import OpenTableIndex
from support.histories import Game
from support.servers import PostgresServer, RedisServer, create_database, free_port

CODEC = stored.codec()
KINDS = (("power_grid/russia", 4), ("card_game", 4), ("colony61", 4))
RECORDED = 4
"""Games of each kind."""
PEOPLE, TABLES, COPIED = 20_000, 500, 100_000
"""Accounts, tables in play at the same time, rows a COPY."""
REBUILT_MAX = 1_000_000
ARCHIVED = 300
"""Games at most that are archived at the end."""
AHEAD = 100_000_000
PROCESSES = (1, 2)
PERSON, LINK_END = b'"ann"', b'"}'
LINEAR = ("_mb", "vacuum_s", "freeze_s", "backup_s", "rebuild_cpu_s", "from_nothing_s", "rows_counted_s")
"""Figures that grow with what is stored. The others are to stay as they are."""


class Recording(NamedTuple):
    """A game that was played, ready to be copied: of each command its rows with the salts of their links."""

    game_id: str
    commitment: str
    commands: Sequence[Sequence[tuple[EventRow, bytes]]]


def recorded() -> list[Recording]:
    return [_recording(_played(kind, number)) for kind in KINDS for number in range(RECORDED)]


def _played(kind: tuple[str, int], number: int) -> list[EventRow]:
    commands: list[Sequence[EventRow]] = []
    variant, seats = kind
    game = Game(commands, f"{variant}-{number}-recorded", codec=CODEC).open("ann", variant=variant, seats=seats)
    game.seat("ann", *["bot:random"] * (seats - 1)).start().play(commands=100_000)
    return [row for rows in commands for row in rows]


def _recording(rows: Sequence[EventRow]) -> Recording:
    opened = CODEC.read(rows[0]).event
    assert isinstance(opened, GameOpened)
    commands: list[list[tuple[EventRow, bytes]]] = []
    for row, salt in zip(rows, salts(bytes.fromhex(opened.secret), 1), strict=False):
        if read_envelope(row).command:
            commands.append([])
        commands[-1].append((row, salt))
    return Recording(rows[0].stream_id, opened.commitment, commands)


def copied(game: Recording, game_id: str, person: str) -> Iterator[list[EventRow]]:
    """Return the commands of the same game under another id, with other players."""
    before, ids = game.game_id.encode(), game_id.encode()
    link = bytes.fromhex(first_link(game_id, game.commitment))
    name = f'"{person}"'.encode()
    for command in game.commands:
        rows = []
        for row, salt in command:
            body = row.body.replace(before, ids).replace(PERSON, name)
            link = sha256(link + salt + sealed_bytes(EventRow(game_id, row.version, row.topic, body))).digest()
            rows.append(
                EventRow(game_id, row.version, row.topic, body[: -len(LINK_END) - 64] + link.hex().encode() + LINK_END)
            )
        yield rows


def evening(games: Sequence[Recording], luck: random.Random) -> Iterator[EventRow]:
    """Yield events as TABLES tables would store them, without end."""
    tables = [iter(list[list[EventRow]]()) for _ in range(TABLES)]
    while True:
        for place, table in enumerate(tables):
            rows = next(table, None)
            if rows is None:
                game_id, person = str(UUID(int=luck.getrandbits(128))), f"person-{luck.randrange(PEOPLE)}"
                tables[place] = copied(luck.choice(games), game_id, person)
                rows = next(tables[place])
            yield from rows


def fill(url: str, rows: Iterator[EventRow], more: int) -> None:
    into = "COPY stored_events (originator_id, originator_version, topic, state) FROM STDIN (FORMAT binary)"
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        while more > 0:
            with connection.cursor().copy(into) as copy:
                copy.set_types(["text", "int8", "text", "bytea"])
                for row in islice(rows, min(more, COPIED)):
                    copy.write_row((row.stream_id, row.version, row.topic, row.body))
            more -= COPIED


def _timed(connection: "psycopg.Connection[tuple[object, ...]]", statement: str) -> float:
    began = perf_counter()
    connection.execute(statement.encode())
    return perf_counter() - began


def room(url: str) -> dict[str, float]:
    """Return the size of the table and its indexes in MB, and the time of a vacuum in seconds."""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        vacuumed = connection.execute(
            "SELECT autovacuum_count FROM pg_stat_user_tables WHERE relname = 'stored_events'"
        )
        (autovacuums,) = vacuumed.fetchone() or (0,)
        figures = {"autovacuums": float(autovacuums), "vacuum_s": _timed(connection, "VACUUM ANALYZE stored_events")}
        figures["vacuum_again_s"] = _timed(connection, "VACUUM stored_events")
        figures["rows_counted_s"] = _timed(connection, "SELECT count(*) FROM stored_events")
        sizes = connection.execute(
            "SELECT 'table', pg_table_size('stored_events') UNION ALL SELECT indexrelid::regclass::text,"
            " pg_relation_size(indexrelid) FROM pg_index WHERE indrelid = 'stored_events'::regclass"
        ).fetchall()
        _timed(connection, "CHECKPOINT")
    return figures | {f"{name.removeprefix('stored_events_')}_mb": size / 2**20 for name, size in sizes}


def appended(url: str) -> dict[str, float]:
    """Measure appends of made-up games through the append queue; they are deleted again."""
    pace, wait = uvloop.run(queue_append(url, 5))
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("DELETE FROM stored_events WHERE originator_id LIKE 'bench-%'")
    return {"append_per_s": pace, "append_wait_ms": wait}


async def measure_start(url: str) -> dict[str, float]:
    """Measure a process: the load of a game, and the work of new leaders."""
    store, sql = open_store(url), open_sql(url)
    opened = [
        row.row.stream_id for row in await store.read_tables(0, 20_000) if row.row.topic.startswith("table.GameOpened")
    ]
    took = list[float]()
    for game in random.Random(1).sample(opened, min(50, len(opened))):
        began = perf_counter()
        await store.load(game)
        took.append(1000 * (perf_counter() - began))
    tables = OpenTableIndex(store, sql, recent_s=0)
    began = perf_counter()
    await tables.keep()
    made = perf_counter() - began
    known = median([await taken_ms(store, tables, tables.show) for _ in range(3)])
    await sql.close()
    await store.close()
    return {"a_game_ms": median(took), "takeover_ms": known, "takeover_checkpoint_from_nothing_s": made}


def started_s(environment: dict[str, str]) -> float:
    """Until a new process of the API, bots and deadlines says where it listens."""
    ports = {name: f"127.0.0.1:{free_port()}" for name in ("TURNLEDGER_LISTEN", "TURNLEDGER_HTTP")}
    given = environment | ports | {"TURNLEDGER_ROLES": "api,bots,deadlines"}
    began = perf_counter()
    command = [sys.executable, "-m", "turnledger_server", "serve", "--json"]
    with subprocess.Popen(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        process.stdout.readline()
        took = perf_counter() - began
        process.terminate()
    return took


def program(environment: dict[str, str], *arguments: str) -> tuple[float, float]:
    """Seconds that a command takes, of the clock and of its processes' time."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run(
        [sys.executable, "-m", "turnledger_server", *arguments, "--json"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=arguments[0] != "doctor",  # it finds that no process follows
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return perf_counter() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rebuilt(environment: dict[str, str], events: int) -> dict[str, float]:
    """Into an empty Redis, by one process and by two."""
    figures = dict[str, float]()
    for processes in PROCESSES:
        with RedisServer() as server, Redis(port=server.port) as client:
            into = environment | {"TURNLEDGER_VIEWS": server.url}
            took, spent = program(into, "rebuild", "--processes", str(processes))
            about = client.info("all")
            figures |= {
                f"rebuild_by_{processes}_s": took,
                f"rebuild_by_{processes}_cpu_us_an_event": 1e6 * spent / events,
                "rebuild_redis_us_an_event": 1e6 * (about["used_cpu_user"] + about["used_cpu_sys"]) / events,
                "redis_mb": about["used_memory"] / 2**20,
            }
    return figures


def backed_up(server: PostgresServer, url: str, folder: Path) -> dict[str, float]:
    """Back up by pg_dump, with the least compression."""
    file, began = folder / "dump", perf_counter()
    subprocess.run([server.binaries / "pg_dump", "-Fc", "-Z1", "-f", file, url], check=True)
    figures = {"backup_s": perf_counter() - began, "backup_mb": file.stat().st_size / 2**20}
    file.unlink()
    return figures


async def archived(url: str, folder: Path, games: int) -> dict[str, float]:
    """The oldest games that are over."""
    store, sql, keys = open_store(url, str(folder / "archive")), open_sql(url), SigningKeys.fresh()
    exporter, (log,) = Exporter(store, CODEC, keys, Seals(sql)), store.logs
    archiver = Archiver(log.hot, log.archive, CODEC, exporter, keys, backend(url).let_go)
    began = perf_counter()
    gone = [each async for each in archiver.run(datetime(2100, 1, 1, tzinfo=UTC), games)]
    took = perf_counter() - began
    await store.close()
    await sql.close()
    left = [each for each in gone if isinstance(each, Gone)]
    assert len(left) == len(gone), gone
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        vacuumed = _timed(connection, "VACUUM stored_events")
        frozen = _timed(connection, "VACUUM (FREEZE) stored_events")
    return {
        "archived_events": sum(each.events for each in left),
        "archive_ms_a_game": 1000 * took / len(left),
        "archive_kb_a_game": sum(each.bytes for each in left) / len(left) / 1024,
        "vacuum_after_the_archive_s": vacuumed,
        "freeze_s": frozen,
    }


def measured(server: PostgresServer, url: str, events: int, folder: Path) -> dict[str, float]:
    with RedisServer() as views:
        environment = os.environ | {
            "TURNLEDGER_STORE": url,
            "TURNLEDGER_VIEWS": views.url,
            "TURNLEDGER_KEYS": str(folder / "keys"),
        }
        figures = room(url)
        figures |= appended(url) | uvloop.run(measure_start(url))
        figures["start_s"] = median([started_s(environment) for _ in range(3)])
        figures["doctor_s"] = program(environment, "doctor")[0]
    if events <= REBUILT_MAX:
        figures |= rebuilt(environment, events)
    return figures | backed_up(server, url, folder)


def print_step(events: int, figures: dict[str, float]) -> None:
    """Print at once, for a waiting reader."""
    print(json.dumps({"events": events} | {name: round(each, 3) for name, each in figures.items()}), file=sys.stderr)


def rehearse(server: PostgresServer, folder: Path, events: int) -> dict[str, float]:
    url, rows, there = create_database(server.url()), evening(recorded(), random.Random(20_040)), 0
    migrate(url)
    steps, found = [events // 100, events // 10, events], dict[str, float]()
    for step in steps:
        began = perf_counter()
        fill(url, rows, step - there)
        figures = {"copied_per_s": (step - there) / (perf_counter() - began)}
        there = step
        figures |= measured(server, url, step, folder)
        if step == events:
            figures |= asyncio.run(archived(url, folder, min(ARCHIVED, events // 50_000)))
        print_step(step, figures)
        found |= {f"{name}_at_{step}": each for name, each in figures.items()}
    found |= {f"{name}_at_{AHEAD}_by_law": figures[name] * AHEAD / events for name in figures if name.endswith(LINEAR)}
    first, last = steps[0], steps[-1]
    found["append_beside_all_to_a_hundredth"] = found[f"append_per_s_at_{last}"] / found[f"append_per_s_at_{first}"]
    found["takeover_ms_at_the_end"] = found[f"takeover_ms_at_{last}"]
    return found


TARGETS = {"append_beside_all_to_a_hundredth": at_least(0.8), "takeover_ms_at_the_end": under(1_000)}


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200_000)
    events = parser.parse_args().events
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        server = stack.enter_context(
            PostgresServer(shared_buffers="512MB", max_wal_size="4GB", maintenance_work_mem="256MB")
        )
        report(rehearse(server, folder, events), TARGETS)


if __name__ == "__main__":
    main()
