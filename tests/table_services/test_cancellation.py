"""Endless tasks end when they are cancelled, even if a library has lost the cancellation (asyncio.wait_for, Python
3.11)."""

import asyncio
from contextlib import suppress

import pytest

from services.application.game_service import GameService
from services.notify.guard import Guard
from services.notify.notice_storage import NoticeStorage
from services.notify.notifier import Notifier
from services.notify.posting import Poster
from services.notify.targets import WEBHOOK
from services.notify.webhook import Webhooks
from services.roles.beacon_rounds import BeaconRounds, Relays
from services.roles.bot_player import Bots
from services.roles.deadlines import Deadlines
from services.store import open_sql
from services.store.schema import migrate
from services.store.sqlite import SqliteStore
from services.tables.unfinished import OpenTableIndex
from tests.table_services.services_kit import CODEC


class Swallowing(SqliteStore):
    """Loses the first cancellation that comes while the log is read, or what became of tables in it."""

    def __init__(self, path):
        super().__init__(path)
        self.reading, self.loses = asyncio.Event(), "log"

    async def read_log(self, after, limit):
        await self._lose("log")
        return await super().read_log(after, limit)

    async def read_tables(self, after, limit):
        await self._lose("tables")
        return await super().read_tables(after, limit)

    async def _lose(self, what):
        if what == self.loses and not self.reading.is_set():
            self.reading.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()


@pytest.fixture
async def store(tmp_path):
    migrate(f"sqlite:///{tmp_path}/events.db")
    opened = Swallowing(f"{tmp_path}/events.db")
    yield opened
    await opened.close()


@pytest.fixture
async def sql(store, tmp_path):
    opened = open_sql(f"sqlite:///{tmp_path}/events.db")
    yield opened
    await opened.close()


@pytest.fixture
async def webhooks(store, sql):
    poster = Poster(Guard(private=True))
    yield Notifier(GameService(store, CODEC), store, NoticeStorage(sql), {WEBHOOK: Webhooks(poster)})
    await poster.close()


@pytest.mark.parametrize("role", ["bots", "deadlines", "webhooks", "beacon"])
async def test_a_cancellation_that_a_library_swallows_ends_the_role_all_the_same(store, sql, webhooks, role):
    games, tables = GameService(store, CODEC), OpenTableIndex(store, sql)
    runs = {
        "bots": Bots(games, store, tables),
        "deadlines": Deadlines(games, store, tables),
        "webhooks": webhooks,
        "beacon": BeaconRounds(games, store, tables, Relays(())),
    }
    store.loses = "tables" if role == "beacon" else "log"  # which is all that it reads
    task = asyncio.create_task(runs[role].run())
    await store.reading.wait()
    task.cancel()
    await asyncio.wait([task], timeout=60)
    assert task.cancelled()
