"""The time of a new leader, and of a process for quick matches, to know the games in play, by the number of all games
ever played. `python -m bench.takeover [GAMES…]` prints JSON and a table.

On a PostgreSQL of its own, with a thousand tables in play and so many finished games before them, all stored with one
COPY. Games are copies of one that two bots played, under other ids: of its events what became of the table, and as
many of the others as MOVES says. In turn: the whole log, as it once was read; from the checkpoint; and the checkpoint
made from nothing, as after an upgrade.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from statistics import median
from time import perf_counter
from uuid import UUID, uuid4

import psycopg
import structlog

from bench import report, under
from domain import stored
from domain.history.bot_moves import bot_command
from domain.history.record import EventRow, LogRow
from domain.table.aggregate import FINISHED
from domain.table.messages import AddBot, OpenTable, StartGame
from services.application.game_service import GameService
from services.roles.bot_player import Bots
from services.roles.deadlines import Deadlines
from services.roles.matchmaking import Matchmaking
from services.store import open_sql, open_store
from services.store.interface import EventStore
from services.store.log_reader import read_on
from services.store.schema import migrate
from services.tables.unfinished import OpenTableIndex
from support.servers import PostgresServer, create_database

PLAYING = 1_000
MOVES = 10
ROUNDS = 5
Show = Callable[[Callable[[LogRow], None]], Awaitable[int]]


async def play(url: str) -> Sequence[EventRow]:
    """The rows of a game of two bots."""
    store = open_store(url)
    games = GameService(store, stored.codec())
    game_id = (await games.open_table(OpenTable("card_game", 2), actor="ann", request_id=str(uuid4()))).game_id
    for command in (AddBot("random"), AddBot("random"), StartGame()):
        await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
    live = await games.load(game_id)
    while live.loaded.status != FINISHED:
        seat = live.loaded.to_act[0]
        move = bot_command(live.loaded, live.version, seat)
        await games.execute(game_id, move, actor="bot:random", request_id=str(uuid4()))
    rows = await store.load(game_id)
    await store.close()
    return rows


def fill(url: str, game: Sequence[EventRow], finished: int) -> None:
    """Copies of the game, and of its beginning for those that are in play."""
    table = [row for row in game if row.topic.startswith("table.")]
    moves = [row for row in game if not row.topic.startswith("table.")][:MOVES]
    began = next(place for place, row in enumerate(table, 1) if row.topic.startswith("table.GameBegan/"))
    whole = [*table[:began], *moves, *table[began:]]
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        into = "COPY stored_events (originator_id, originator_version, topic, state) FROM STDIN (FORMAT binary)"
        with connection.cursor().copy(into) as copy:
            copy.set_types(["text", "int8", "text", "bytea"])
            for number in range(finished + PLAYING):
                name = str(UUID(int=number + 1))
                for version, row in enumerate(whole if number < finished else whole[: began + len(moves)], 1):
                    body = row.body.replace(row.stream_id.encode(), name.encode())
                    copy.write_row((name, version, row.topic, body))
        connection.execute("VACUUM ANALYZE stored_events")


async def taken_ms(store: EventStore, tables: OpenTableIndex, show: Show) -> float:
    """Milliseconds until bots, deadlines and quick matches know, each by itself; the slowest of them."""
    games = GameService(store, stored.codec())
    taken = list[float]()
    for role in (Bots(games, store, tables), Deadlines(games, store, tables), Matchmaking(games, store, [tables])):
        began = perf_counter()
        await show(role._notice)
        taken.append(1000 * (perf_counter() - began))
    return max(taken)


async def measured(url: str, finished: int) -> dict[str, float]:
    store, sql = open_store(url), open_sql(url)
    tables = OpenTableIndex(store, sql, recent_s=0)
    whole = await taken_ms(store, tables, partial(read_on, store.read_tables, 0))
    began = perf_counter()
    await tables.keep()
    made = 1000 * (perf_counter() - began)
    near = median([await taken_ms(store, tables, tables.show) for _ in range(ROUNDS)])
    await sql.close()
    await store.close()
    return {
        f"from_the_whole_log_ms_{finished}": whole,
        f"from_the_checkpoint_ms_{finished}": near,
        f"checkpoint_from_nothing_ms_{finished}": made,
    }


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="*", default=[20_000, 100_000], help="finished games")
    given, figures = parser.parse_args(), dict[str, float]()
    with ExitStack() as stack:
        server = stack.enter_context(PostgresServer()).url()
        first = create_database(server)
        migrate(first)
        game = asyncio.run(play(first))
        for finished in given.games:
            url = create_database(server)
            migrate(url)
            fill(url, game, finished)
            figures |= asyncio.run(measured(url, finished))
    report(figures, {name: under(1_000) for name in figures if "from_the_checkpoint" in name})


if __name__ == "__main__":
    main()
