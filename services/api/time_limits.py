"""The most time that a call may take."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

LOOK_S = 0.05
"""How much later than at its deadline a call may be ended."""

T = TypeVar("T")


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
