"""The time that deadlines and histories go by."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

SLEW = 0.1
"""A clock that was set forward or back is followed this much faster or slower: a minute of a player's time never
passes in less than 54 seconds. An hour is caught up with in ten."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class SteadyClock:
    """UTC that never runs backwards and never jumps, whatever is done to the machine's clock while the process runs.

    The machine's clock is believed when the process starts: a deadline is an absolute moment, and after a restart
    nothing else can say how long the process was gone."""

    def __init__(
        self, wall: Callable[[], datetime] = utc_now, monotonic_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall, self._monotonic_s = wall, monotonic_s
        self._now, self._read_at_s = wall(), monotonic_s()

    def __call__(self) -> datetime:
        read_at_s = self._monotonic_s()
        passed = timedelta(seconds=read_at_s - self._read_at_s)
        steady, most = self._now + passed, passed * SLEW
        drift = self._wall() - steady
        self._now, self._read_at_s = steady + max(-most, min(drift, most)), read_at_s
        return self._now


class ClockTrust:
    """The agreement of this process's clock with others; `services/roles/clock_check.py` compares them."""

    def __init__(self, *, agrees: bool = True) -> None:
        self._agrees = asyncio.Event()
        self.set(agrees=agrees)

    @property
    def agrees(self) -> bool:
        return self._agrees.is_set()

    def set(self, *, agrees: bool) -> None:
        if agrees:
            self._agrees.set()
        else:
            self._agrees.clear()

    async def wait(self) -> None:
        """Return as soon as the clocks agree."""
        await self._agrees.wait()


def countdown(timeout_s: float) -> Callable[[], float]:
    """Gives the seconds that are left of a caller's patience each time it is asked: each step of some work takes of the
    same time."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s
    return lambda: max(0.0, deadline - loop.time())


process_clock = SteadyClock()
"""The clock of this process."""
