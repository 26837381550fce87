"""Tuning of the garbage collector, which frees cycles that reference counts do not."""

import gc
import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import structlog

from services.platform.jitter import pause

log = structlog.get_logger(__name__)

OFTEN = (10_000, 5, 4_000)
"""Of a server. Twenty thousand watchers are three million objects, and looking through all of them stops everything for
2 to 3 seconds; as Python does it by itself that was a third of the processor time of such a process, every few seconds.
So all are looked through once in two hundred million new ones: hours apart, not seconds; and whenever the memory of the
process has grown (`keep_looking`). The young, in which nearly all cycles die, are looked through for milliseconds."""
SELDOM = (100_000, 20, 100)
"""For processes in which a batch is thousands of states that stay as long as it is folded."""
CHECKED_S = 5.0
GROWN_BYTES, GROWN = 64 * 1024 * 1024, 0.25
"""Growth of resident memory that is worth a look through all objects: the larger of the two, the second a part of what
the process had after the last look. A cycle that keeps large buffers is few objects and much memory."""
_STATM, _PAGE = Path("/proc/self/statm"), os.sysconf("SC_PAGE_SIZE")


def look(every: tuple[int, int, int]) -> None:
    """From now on in this process: after so many new objects, the last two counted in looks of the one before."""
    gc.set_threshold(*every)


def resident_bytes() -> int:
    """Return the resident memory of this process; 0 where the system does not tell."""
    try:
        return int(_STATM.read_text().split()[1]) * _PAGE
    except OSError:
        return 0


class MemoryGrowth:
    """Looks through all objects when resident memory has grown since the last look."""

    def __init__(self, resident: Callable[[], int] = resident_bytes) -> None:
        self._resident = resident
        self._least = resident()

    def check(self) -> bool:
        """Look if it is due. Return whether it was."""
        now = self._resident()
        self._least = min(self._least, now)
        if now - self._least < max(GROWN_BYTES, self._least * GROWN):
            return False
        began = perf_counter()
        freed = gc.collect()
        self._least = self._resident()
        log.info(
            "memory has grown: all objects were looked through",
            resident_mb=now >> 20,
            left_mb=self._least >> 20,
            freed=freed,
            seconds=round(perf_counter() - began, 3),
        )
        return True


async def keep_looking() -> None:
    """Check the growth again and again until cancelled."""
    growth = MemoryGrowth()
    while True:
        growth.check()
        await pause(CHECKED_S)
