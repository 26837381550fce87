"""The size of a finished game in PostgreSQL before and after it is archived, and the cost of its board then.
`python -m bench.archive [GAMES]` prints JSON and a table.

So many games of each kind, which greedy bots play. Room: of the tables of the events and of the archived games with all
their indexes, after VACUUM FULL. A board: of a spectator in the middle of a game, by a process that does not know the
game; from the store, from the file, and from a file that is held in memory. Processor time of that process, median.
"""

import argparse
import asyncio
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import psycopg
import structlog

from bench import report
from domain import stored
from domain.history.record import EventRow
from services.application.game_service import GameService
from services.history.export import Exporter
from services.history.keys import SigningKeys
from services.history.seals import Seals
from services.operations.archiver import Archiver, Gone
from services.operations.simulate import SimulationPlan, play_one
from services.store import open_sql, open_store
from services.store.backends import backend
from services.store.schema import migrate
from support.servers import PostgresServer, create_database

KINDS = (("power_grid/russia", 4), ("card_game", 4), ("colony61", 4))
LATER = datetime(2100, 1, 1, tzinfo=UTC)
T_S = 30.0


def played(games: int) -> list[tuple[EventRow, ...]]:
    codec = stored.codec()
    plans = [SimulationPlan(variant, players, 1, "archive", ("greedy",)) for variant, players in KINDS]
    return [play_one(plan, number, codec).rows for plan in plans for number in range(games)]


def room(url: str) -> int:
    """Bytes."""
    with psycopg.connect(url, autocommit=True) as connection:
        total = 0
        for table in ("stored_events", "archived_games"):
            connection.execute(f"VACUUM FULL {table}".encode())
            found = connection.execute("SELECT pg_total_relation_size(%s::regclass)", (table,)).fetchone()
            assert found
            total += found[0]
        return total


async def board_ms(url: str, folder: Path, streams: list[tuple[EventRow, ...]], *, held: bool = False) -> float:
    """Return the processor time of a process that has not read the games; `held`: except for their files."""
    store, taken = open_store(url, str(folder)), list[float]()
    for rows in streams:
        if held:
            await store.load(rows[0].stream_id)
        games, began = GameService(store, stored.codec()), process_time()
        then = await games.load_at_version(rows[0].stream_id, len(rows) // 2)
        assert then.rules
        then.rules.view(then.play, None)
        taken.append(1000 * (process_time() - began))
    await store.close()
    return median(taken)


async def measured(url: str, folder: Path, games: int) -> dict[str, float]:
    streams = await asyncio.to_thread(played, games)
    store, sql = open_store(url, str(folder)), open_sql(url)
    for rows in streams:
        await store.append(rows, T_S)
    events = sum(map(len, streams))
    before, hot_ms = room(url), await board_ms(url, folder, streams)
    keys = SigningKeys.fresh()
    exporter = Exporter(store, stored.codec(), keys, Seals(sql))
    (log,) = store.logs
    archiver = Archiver(log.hot, log.archive, stored.codec(), exporter, keys, backend(url).let_go)
    began = process_time()
    gone = [each async for each in archiver.run(LATER)]
    taken = process_time() - began
    await store.close()
    await sql.close()
    assert len(gone) == len(streams)
    files = sum(each.bytes for each in gone if isinstance(each, Gone))
    return {
        "events_a_game": events / len(streams),
        "store_bytes_an_event": before / events,
        "store_bytes_a_game": before / len(streams),
        "store_bytes_an_archived_game": room(url) / len(streams),
        "file_bytes_a_game": files / len(streams),
        "archiving_ms_a_game": 1000 * taken / len(streams),
        "board_from_the_store_ms": hot_ms,
        "board_from_the_file_ms": await board_ms(url, folder, streams),
        "board_from_the_file_in_memory_ms": await board_ms(url, folder, streams, held=True),
    }


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=40, help="of each kind")
    games = parser.parse_args().games
    with ExitStack() as stack:
        url = create_database(stack.enter_context(PostgresServer()).url())
        folder = stack.enter_context(TemporaryDirectory())
        migrate(url)
        report(asyncio.run(measured(url, Path(folder), games)), {})


if __name__ == "__main__":
    main()
