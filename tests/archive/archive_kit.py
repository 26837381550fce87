"""Stores whose games are over, and archives that they go to."""

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import groupby

from domain import stored
from domain.history.codec import read_envelope
from services.history.export import Exporter
from services.history.seals import Seals
from services.operations.archiver import Archiver
from services.store import open_sql, open_store
from services.store.backends import backend
from support.played_games import KEYS, begun, played

CODEC = stored.codec()
LATER = datetime(2100, 1, 1, tzinfo=UTC)
RUNNING = "card_game", 3


def games():
    """Streams of finished games of every kind, and of a running one."""
    over = [played("card_game", 2, number).rows for number in range(3)]
    return [*over, played("colony61", 2).rows, played("power_grid/russia", 2).rows, begun(played(*RUNNING))]


async def store_all(store, streams):
    """Store the streams as if played at the same time: some commands of each in turn."""
    left = [_turns(rows) for rows in streams]
    while left := [turns for turns in left if turns]:
        await asyncio.gather(*(store.append(turns.popleft(), 10.0) for turns in left))


def _turns(rows):
    """Ends of commands, some thirty rows apart."""
    turns, turn = deque(), []
    for _, command in groupby(rows, lambda row: read_envelope(row).request_id):
        turn += command
        if len(turn) > 30:
            turns.append(turn)
            turn = []
    return turns + deque([turn] if turn else [])


@asynccontextmanager
async def opened(url, folder):
    store, sql = open_store(url, str(folder)), open_sql(url)
    try:
        yield store, sql
    finally:
        await store.close()
        await sql.close()


def archiver(url, store, sql, let_go=None):
    exporter = Exporter(store, CODEC, KEYS, Seals(sql))
    return Archiver(store.hot, store.archive, CODEC, exporter, KEYS, let_go or backend(url).let_go)


async def archive(url, store, sql, games_max=None, before=LATER):
    return [each async for each in archiver(url, store, sql).run(before, games_max)]


async def log_of(store, read="read_log", page=97):
    found = []
    while rows := await getattr(store, read)(found[-1].position if found else 0, page):
        found += rows
    return found
