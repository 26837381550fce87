"""Carries out standing orders and forced moves: follows the log, and handles a game whenever an event happened in it.

One process at a time does this for the whole store. It stores nothing of its own: after a crash the next leader reads
every active order, and commands that were given already are not given again (desk.py).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

import structlog

from domain.history.record import EventRow, LogRow, Recorded, milliseconds
from domain.kernel.ids import Seat
from domain.table.messages import GameOpened
from services.application.command_errors import Contended, UnknownGame
from services.platform.clock import process_clock
from services.platform.jitter import pause
from services.roles.leader_election import BROKEN_AGAIN_S, RETRY_S, keep_leading
from services.roles.orders.desk import StandingOrderService
from services.roles.orders.forced import Forced
from services.roles.orders.order_storage import OrderStorage, Place
from services.store.interface import EventStore, QueueFull, StoreUnavailable
from services.store.log_reader import read_on
from services.tables.unfinished import OpenTableIndex

log = structlog.get_logger(__name__)
WAIT_S = 1.0
"""The log is asked at the latest this often, should a wake-up get lost."""
LINGER_S = 0.05
"""Interval in which events are collected."""
LOOK_S = 30
"""Interval of the search for orders of processes that died after storing them; they were given up to SINCE_MS ago."""
SINCE_MS = 10 * 60 * 1000
AT_ONCE = 64
_FORCED = -1
_OPENED, _FINISHED, _CLOSED = "table.GameOpened/", "table.GameFinished/", "table.TableClosed/"


class OrderFollower:
    """For the games of `store`, one log. `log_of`: returns the log of a game, if there are several
    (EventStore.log_of)."""

    def __init__(
        self,
        store: EventStore,
        tables: OpenTableIndex,
        read: Callable[[EventRow], Recorded],
        storage: OrderStorage,
        desk: StandingOrderService,
        forced: Forced,
        clock: Callable[[], datetime] = process_clock,
        log_of: Callable[[str], Awaitable[EventStore]] | None = None,
    ) -> None:
        self._log_of = log_of or store.log_of
        self._store, self._tables, self._read, self._storage, self._clock = store, tables, read, storage, clock
        self._desk, self._server = desk, forced
        self._moved: set[str] = set()
        self._forced: set[str] = set()
        """Games at whose tables the server does what a seat cannot but do."""
        self._waiting: set[Place] = set()
        self._settling: dict[Place, asyncio.Task[None]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Run until cancelled."""
        await keep_leading(self._store, "orders", self._follow)

    async def _follow(self) -> None:
        position, loop = await self._store.log_head(), asyncio.get_running_loop()
        self._forced.clear()
        await self._tables.show(self._notice_table)
        self._moved |= self._forced
        self._waiting |= await self._here(await self._storage.standing())
        looked, has_news = loop.time(), True
        try:
            while True:
                if has_news:
                    position = await read_on(self._store.read_log, position, self._notice)
                moved, self._moved = self._moved, set()
                if moved:
                    self._waiting |= {*await self._storage.standing_in(moved)}
                    self._waiting |= {(game_id, _FORCED) for game_id in moved & self._forced}
                if loop.time() - looked >= LOOK_S:
                    looked = loop.time()
                    since_ms = milliseconds(self._clock()) - SINCE_MS
                    self._waiting |= await self._here(await self._storage.standing(since_ms))
                self._settle_waiting()
                has_news = await self._store.wait(position, WAIT_S)
                await pause(LINGER_S)
        finally:
            for task in self._settling.values():
                task.cancel()

    async def _here(self, places: Sequence[Place]) -> set[Place]:
        """Those whose games are in this log."""
        return {each for each in places if await self._log_of(each[0]) is self._store}

    def _notice(self, each: LogRow) -> None:
        self._moved.add(each.row.stream_id)
        self._notice_table(each)

    def _notice_table(self, each: LogRow) -> None:
        row = each.row
        if row.topic.startswith(_OPENED):
            opened = self._read(row).event
            assert isinstance(opened, GameOpened)
            if opened.terms and opened.terms.forced_moves:
                self._forced.add(row.stream_id)
        elif row.topic.startswith((_FINISHED, _CLOSED)):
            self._forced.discard(row.stream_id)

    def _settle_waiting(self) -> None:
        for place in self._waiting - self._settling.keys():
            self._waiting.discard(place)
            self._settling[place] = settling = asyncio.create_task(self._settle(place))
            settling.add_done_callback(partial(self._was_settled, place))

    def _was_settled(self, place: Place, _: asyncio.Task[None]) -> None:
        """A task that is cancelled before it begins executes no `finally`."""
        del self._settling[place]

    async def _look_after(self, game_id: str, seat: int) -> None:
        if seat == _FORCED:
            await self._server.play(game_id)
        else:
            await self._desk.settle(game_id, Seat(seat))

    async def _settle(self, place: Place) -> None:
        try:
            async with self._places:
                with suppress(UnknownGame):
                    await self._look_after(*place)
        except (StoreUnavailable, QueueFull, Contended) as busy:
            log.info("an order is tried again", game_id=place[0], reason=type(busy).__name__)
            await pause(RETRY_S)
            self._waiting.add(place)
        except Exception:
            log.exception("an order cannot be carried out", game_id=place[0])
            await pause(BROKEN_AGAIN_S)
            self._waiting.add(place)
