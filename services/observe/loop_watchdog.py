"""Measures how late the event loop of a process is, and logs the stack of what holds it.

A heartbeat in the loop is due every 50 ms. A thread waits for it; while it is late, the thread reads the stack of the
loop's thread, which is the only one that knows what runs there.
"""

import asyncio
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import FrameType

import structlog

from services.observe.metrics import LOOP_HELD_SECONDS, LOOP_LAG_SECONDS

BEAT_S = 0.05
HELD_S = 0.25
"""A heartbeat that is later than this was held up: it is logged, with the stack of what held it."""
FRAMES_MAX = 40
log = structlog.get_logger(__name__)


class LoopWatchdog:
    """The watchdog of the loop that it runs in. `monotonic_s`: the clock."""

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s, self._due_s = monotonic_s, monotonic_s()
        self._stopped = threading.Event()

    async def run(self) -> None:
        """Measure until cancelled."""
        self._due_s = self._now_s() + BEAT_S
        watching = threading.Thread(
            target=self._watch, args=(threading.get_ident(),), name="loop watchdog", daemon=True
        )
        watching.start()
        try:
            while True:
                await self._beat()
        finally:
            self._stopped.set()

    async def _beat(self) -> None:
        self._due_s, cpu_s = self._now_s() + BEAT_S, time.thread_time()
        await asyncio.sleep(BEAT_S)
        lag_s = max(0.0, self._now_s() - self._due_s)
        LOOP_LAG_SECONDS.observe(lag_s)
        if lag_s > HELD_S:
            LOOP_HELD_SECONDS.inc(lag_s)
            log.warning("event loop was held", lag_s=round(lag_s, 3), cpu_s=round(time.thread_time() - cpu_s, 3))

    def _watch(self, thread: int) -> None:
        """Log the stack when the heartbeat is late, and again each time it is twice as late as then."""
        due_s, late_s = self._due_s, HELD_S
        while not self._stopped.wait(max(0.0, due_s + late_s - self._now_s())):
            if self._due_s != due_s:
                due_s, late_s = self._due_s, HELD_S
            elif self._now_s() >= due_s + late_s:
                late_s *= 2
                log.warning("event loop is held", late_s=round(self._now_s() - due_s, 3), frames=_frames(thread))


def _frames(thread: int) -> list[str]:
    """Return the calls of a thread, outermost first. Local variables are left out: they hold secrets."""
    frame: FrameType | None = sys._current_frames().get(thread)
    calls = traceback.extract_stack(frame) if frame else []
    return [f"{call.filename}:{call.lineno} {call.name}" for call in calls[-FRAMES_MAX:]]
