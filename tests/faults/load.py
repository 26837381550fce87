"""Callers that append during faults, and the check afterwards: acknowledged rows are stored once, refused rows are not,
histories have no gap, and readers of the log saw exactly the log."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Self

from domain.history.record import EventRow, LogRow
from services.store.interface import EventStore, QueueFull, StoreUnavailable, VersionConflict

PATIENCE_S = 60.0


class Load:
    """Two callers a game, so that they get into each other's way. Each sends a command again until it is answered."""

    def __init__(self, *stores: EventStore, games: int = 8, timeout_s: float = 1.0) -> None:
        self._stores, self._games, self._timeout_s = stores, games, timeout_s
        self.acknowledged: list[EventRow] = []
        self.refused: list[EventRow] = []
        self.away = 0
        """How often a caller got StoreUnavailable."""
        self.seen: list[LogRow] = []
        self.overrun_s = 0.0
        """How much later than its timeout the latest answer came."""
        self._progress = asyncio.Condition()
        self._over = False
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        callers = [
            self._call(self._stores[(game + rival) % len(self._stores)], f"game-{game}", rival)
            for game in range(self._games)
            for rival in range(2)
        ]
        self._tasks = [asyncio.create_task(each) for each in callers]
        self._reader = asyncio.create_task(self._read(self._stores[0]))
        return self

    async def __aexit__(self, *failed: object) -> None:
        self._over = True
        if failed[0] is not None:
            for task in (*self._tasks, self._reader):
                task.cancel()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*self._tasks, self._reader, return_exceptions=failed[0] is not None)

    async def more(self, commands: int) -> None:
        """Returns when so many more commands have been acknowledged."""
        wanted = len(self.acknowledged) + commands
        async with asyncio.timeout(PATIENCE_S), self._progress:
            await self._progress.wait_for(lambda: len(self.acknowledged) >= wanted)

    async def told_away(self) -> None:
        """Return when one more caller has got StoreUnavailable."""
        wanted = self.away + 1
        async with asyncio.timeout(PATIENCE_S), self._progress:
            await self._progress.wait_for(lambda: self.away >= wanted)

    async def verify(self) -> None:
        log = await whole_log(self._stores[0])
        stored = Counter((entry.row.stream_id, entry.row.version, entry.row.body) for entry in log)
        lost = [row for row in self.acknowledged if stored[row.stream_id, row.version, row.body] != 1]
        assert not lost, f"{len(lost)} acknowledged commands are not there once: {lost[:3]}"
        bodies = {entry.row.body for entry in log}
        kept = [row for row in self.refused if row.body in bodies]
        assert not kept, f"{len(kept)} refused commands are stored: {kept[:3]}"
        assert len(bodies) == len(log) == len(self.acknowledged), "something is stored that nobody was told of"
        assert_whole(log)
        assert self.seen == log, "the reader of the log saw something else than the log"

    async def _call(self, store: EventStore, game_id: str, rival: int) -> None:
        version, number = 1, 0
        while not self._over:
            number += 1
            row = EventRow(game_id, version, "demo.Said/1", f"{game_id} {rival} {number}".encode())
            if await self._stored(store, row):
                self.acknowledged.append(row)
                version += 1
            else:
                self.refused.append(row)
                version += len(await self._load(store, game_id, version - 1))
            await self._tell()

    async def _stored(self, store: EventStore, row: EventRow) -> bool:
        while True:
            began = time.monotonic()
            try:
                await store.append([row], self._timeout_s)
                return True
            except VersionConflict:
                return False
            except QueueFull as full:
                await asyncio.sleep(full.retry_after_s)
            except StoreUnavailable:
                self.away += 1
                await self._tell()
            finally:
                self.overrun_s = max(self.overrun_s, time.monotonic() - began - self._timeout_s)

    async def _load(self, store: EventStore, game_id: str, after: int) -> Sequence[EventRow]:
        while True:
            try:
                return await store.load(game_id, after)
            except StoreUnavailable:
                self.away += 1

    async def _read(self, store: EventStore) -> None:
        """Follows the log to its end after the last caller has gone."""
        while True:
            over = all(task.done() for task in self._tasks)
            after = self.seen[-1].position if self.seen else 0
            try:
                page = await store.read_log(after, 100)
            except StoreUnavailable:
                continue
            self.seen += page
            if over and not page:
                return
            if not page:
                await store.wait(after, 0.2)

    async def _tell(self) -> None:
        async with self._progress:
            self._progress.notify_all()


async def whole_log(store: EventStore) -> list[LogRow]:
    found: list[LogRow] = []
    while page := await store.read_log(found[-1].position if found else 0, 1000):
        found += page
    return found


def assert_whole(log: Sequence[LogRow]) -> None:
    """Positions grow, and the versions of every game are 1, 2, 3…"""
    assert all(before.position < after.position for before, after in pairwise(log))
    heads: Counter[str] = Counter()
    for entry in log:
        heads[entry.row.stream_id] += 1
        assert entry.row.version == heads[entry.row.stream_id]
