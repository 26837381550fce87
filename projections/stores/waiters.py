"""Waiters of this process for a game to be shown at a version."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager


class _Waiter:
    __slots__ = ("reached", "wanted", "woken")

    def __init__(self, wanted: int) -> None:
        self.wanted, self.reached, self.woken = wanted, 0, asyncio.Event()


class Waiters:
    """Wakes them in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[_Waiter, None]] = {}

    def reached(self, game_id: str, version: int) -> bool:
        """Wake waiters: the game is now shown at this version. Return whether there were any."""
        waiting = self._waiting.get(game_id, ())
        for waiter in waiting:
            if version >= waiter.wanted:
                waiter.reached = version
                waiter.woken.set()
        return bool(waiting)

    def look(self) -> None:
        """Something may have been missed: all look for themselves."""
        for waiting in self._waiting.values():
            for waiter in waiting:
                waiter.woken.set()

    def awaited(self) -> list[str]:
        """Return the games that have waiters."""
        return list(self._waiting)

    async def wait(self, game_id: str, version: int, timeout_s: float, shown: Callable[[], Awaitable[int]]) -> int:
        """The version reached, at least `version`; what `shown` answers at time-out. It is asked first, and whenever
        something may have been missed."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_s
        with self._waiter(game_id, version) as waiter:
            while True:
                reached = await shown()
                left = deadline - loop.time()
                if reached >= version or left <= 0:
                    return reached
                try:
                    async with asyncio.timeout(left):
                        await waiter.woken.wait()
                except TimeoutError:
                    continue
                if waiter.reached:
                    return waiter.reached
                waiter.woken.clear()

    @contextmanager
    def _waiter(self, game_id: str, version: int) -> Iterator[_Waiter]:
        waiter = _Waiter(version)
        waiting = self._waiting.setdefault(game_id, {})
        waiting[waiter] = None
        try:
            yield waiter
        finally:
            del waiting[waiter]
            if not waiting:
                self._waiting.pop(game_id, None)
