"""The role that looks for puzzles in finished public games, one game after another, while a daily budget lasts.

One process at a time does so for the whole store. A child process searches the games, and is killed when the time of a
game is over. Only games that ended here and are open to all are searched (`is_public`), without imported ones.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import date, datetime
from time import monotonic

import msgspec
import structlog
from msgspec.structs import replace

from domain.history.record import LogRow
from services.history import puzzle_finder
from services.history.puzzle_finder import Extent, PuzzleTask
from services.history.puzzle_storage import PuzzleStorage, SearchState
from services.platform.clock import ClockTrust, process_clock
from services.platform.jitter import pause
from services.platform.worker_process import WorkerEnded, WorkerProcess
from services.roles.leader_election import keep_leading
from services.store.interface import EventStore
from services.store.sql import AlreadyThere

EVERY_S = 300.0
STOCK_DAYS = 7
"""Days, with today, for which puzzles are stored ahead. No game is searched beyond them."""
GAME_S, GAME_LEAST_S = 300.0, 30.0
"""The longest search of one game. None begins with less time than the second, unless a whole day has less."""
EVENTS_MAX = 5_000
BATCH = 500
_OVER = "table.GameFinished/"
log = structlog.get_logger(__name__)


class PuzzleSearch:
    """`budget_s`: seconds of a core per day. `imported`: returns those of some games that came from files."""

    def __init__(
        self,
        store: EventStore,
        storage: PuzzleStorage,
        imported: Callable[[Sequence[str]], Awaitable[Collection[str]]],
        budget_s: float,
        *,
        trust: ClockTrust | None = None,
        clock: Callable[[], datetime] = process_clock,
        extent: Extent = Extent(),  # noqa: B008  # frozen
    ) -> None:
        self._store, self._storage, self._imported, self._budget_s = store, storage, imported, budget_s
        self._trust, self._clock, self._extent = trust or ClockTrust(), clock, extent

    async def run(self) -> None:
        """Lead, or wait to lead, until cancelled."""
        await keep_leading(self._store, "puzzles", self._lead, self._trust.wait)

    async def _lead(self) -> None:
        while self._trust.agrees:
            await pause(EVERY_S)
            while await self.step():
                pass

    async def step(self) -> bool:
        """Read a part of the log, and search the first finished game in it. Return whether another step may follow.
        Raises StoreUnavailable."""
        today, state = self._clock().date(), await self._storage.search_state()
        if state.day != today.isoformat():
            state = SearchState(state.position, today.isoformat())
        left_s = self._budget_s - state.spent_ms / 1000
        if left_s < min(GAME_LEAST_S, self._budget_s) or await self._storage.days_ahead(today) >= STOCK_DAYS:
            return False
        rows = await self._store.read_tables(state.position, BATCH)
        ended = next((each for each in rows if each.row.topic.startswith(_OVER)), None)
        if ended:
            spent_s = await self._search(ended, today, min(left_s, GAME_S))
            state = replace(state, spent_ms=state.spent_ms + round(spent_s * 1000))
        if rows:
            last = ended or rows[-1]
            await self._storage.keep_search_state(replace(state, position=last.position))
        return bool(rows)

    async def _search(self, ended: LogRow, today: date, limit_s: float) -> float:
        """Search a game that ended, store its puzzle, and return the seconds that it took."""
        game_id, since_s = ended.row.stream_id, monotonic()
        if ended.row.version > EVENTS_MAX or await self._imported([game_id]):
            return 0.0
        rows = await self._store.load(game_id)
        try:
            number = await self._find(PuzzleTask(tuple(rows), self._extent), today, limit_s)
        except TimeoutError:
            log.info("the search of a game for a puzzle took too long", game_id=game_id, seconds=limit_s)
        except (WorkerEnded, AlreadyThere) as failure:
            log.warning("a game was not searched for a puzzle", game_id=game_id, reason=str(failure))
        else:
            log.info("searched a game for a puzzle", game_id=game_id, puzzle=number)
        return monotonic() - since_s

    async def _find(self, task: PuzzleTask, today: date, limit_s: float) -> int | None:
        """Return the number of the stored puzzle. Raises TimeoutError, WorkerEnded, AlreadyThere."""
        finder = WorkerProcess(puzzle_finder.__name__)
        try:
            async with asyncio.timeout(limit_s):
                answer = await finder.ask(msgspec.msgpack.encode(task))
        finally:
            await finder.close()
        return None if answer == b"null" else await self._storage.add(answer, task.rows[0].stream_id, today)
