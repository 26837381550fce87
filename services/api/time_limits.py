"""The most time that a call may take, and the least that it must have."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar

LOOK_S = 0.05
"""How much later than at its deadline a call may be ended."""
HARDLY_S, ENOUGH_S = 0.1, 1.0
BEHIND_S = 1.0

T = TypeVar("T")


class Waiting:
    """Calls wait inside gRPC until they are taken, the oldest first. Where more come than can be done each is taken
    when its time is all but over, and all work is for callers who have gone. Two with hardly any time left, one soon
    after the other, are the sign; then calls that have not enough are refused, so that the next have, and are done."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._behind_until = clock, float("-inf")

    def check(self, left_s: float | None) -> None:
        """Of a call that is taken. Raises TimeoutError where it would come too late."""
        if left_s is None or left_s >= ENOUGH_S:
            return
        now = self._clock()
        behind = now < self._behind_until
        if left_s < HARDLY_S:
            self._behind_until = now + BEHIND_S
        if behind:
            raise TimeoutError


class TimeLimits:
    """One look at all calls that are under way, every LOOK_S, costs less than a timer for each."""

    def __init__(self) -> None:
        self._deadlines: dict[asyncio.Task[Any], float] = {}
        self._late: set[asyncio.Task[Any]] = set()
        self._next_look: asyncio.TimerHandle | None = None

    async def within(self, deadline: float, work: Awaitable[T]) -> T:
        """Raises TimeoutError where the work is not done at the deadline, in the loop's time."""
        task = asyncio.current_task()
        assert task
        self._deadlines[task] = deadline
        if self._next_look is None:
            self._look(asyncio.get_running_loop())
        try:
            return await work
        except asyncio.CancelledError:
            if task in self._late and task.cancelling() == 1:  # nobody else wants it to end
                raise TimeoutError from None
            raise
        finally:
            del self._deadlines[task]
            if task in self._late:
                self._late.remove(task)
                task.uncancel()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for task, deadline in self._deadlines.items():
            if deadline <= now and task not in self._late:
                self._late.add(task)
                task.cancel()
        self._next_look = loop.call_later(LOOK_S, self._look, loop) if self._deadlines else None
