"""Compares the clock of this process with others: the database's, the newest event's, and the machine's own.

A process whose clock is days ahead would end the time of players who have days left, and delete keys that others still
need. So work that cannot be undone waits while the clocks disagree by minutes.
"""

from collections.abc import Callable
from datetime import datetime

import structlog

from domain.history.codec import read_envelope
from domain.history.record import milliseconds
from services.observe.metrics import CLOCK_DIFFERENCE_SECONDS
from services.platform.clock import ClockTrust, process_clock, utc_now
from services.platform.jitter import pause
from services.store.interface import EventStore, StoreUnavailable
from services.store.log_reader import show
from services.store.sql import Sql

log = structlog.get_logger(__name__)

DISAGREES_MS = 2 * 60 * 1000
ASKED_AGAIN_S = 10.0
LAST_ROWS = 20
"""Rows at the end of a log among which the newest time is looked for."""


class ClockCheck:
    """`trust` tells the rest of the process whether the clocks agree. They do not before the first comparison."""

    def __init__(
        self,
        store: EventStore,
        sql: Sql,
        clock: Callable[[], datetime] = process_clock,
        machine: Callable[[], datetime] = utc_now,
    ) -> None:
        self.trust = ClockTrust(agrees=False)
        self._store, self._sql, self._clock, self._machine = store, sql, clock, machine
        self._newest_ms: int | None = None
        self._reported = ""

    async def run(self) -> None:
        """Compare again and again until cancelled."""
        while True:
            try:
                await self.compare()
            except StoreUnavailable as away:
                log.info("clocks are compared when the store answers", reason=str(away))
            await pause(ASKED_AGAIN_S)

    async def compare(self) -> None:
        """Compare once. Raises StoreUnavailable."""
        if self._newest_ms is None:
            self._newest_ms = await _newest_ms(self._store)
        before_ms = self._now_ms()
        database_ms = await self._sql.now_ms()
        now_ms = self._now_ms()
        behind = {
            "database": 0 if database_ms is None else database_ms - (before_ms + now_ms) // 2,
            "newest event": max(0, self._newest_ms - now_ms),
            "machine": milliseconds(self._machine()) - now_ms,
        }
        for other, ahead_ms in behind.items():
            CLOCK_DIFFERENCE_SECONDS.labels(other).set(ahead_ms / 1000)
        wrong = {other: ahead_ms // 1000 for other, ahead_ms in behind.items() if abs(ahead_ms) >= DISAGREES_MS}
        self._report(wrong)
        self.trust.set(agrees=not wrong)

    def _report(self, wrong: dict[str, int]) -> None:
        """Log each change once. `wrong`: by how many seconds another clock is ahead of ours."""
        about = " ".join(sorted(wrong))
        if about and about != self._reported:
            log.critical(
                "the clock is wrong: no deadlines, tournaments or key deletions here; set it and restart the process",
                ahead_of_us_s=wrong,
            )
        elif self._reported and not about:
            log.info("the clock is right again: deadlines, tournaments and key deletions continue")
        self._reported = about

    def _now_ms(self) -> int:
        return milliseconds(self._clock())


async def _newest_ms(store: EventStore) -> int:
    """Return when the newest events of all logs were stored; 0 without events."""
    found = [0]
    for each in store.logs:
        rows = await each.read_log(max(0, await each.log_head() - LAST_ROWS), LAST_ROWS)
        for row in rows:
            show(row, lambda each: found.append(milliseconds(read_envelope(each.row).at)))
    return max(found)
