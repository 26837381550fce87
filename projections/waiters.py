"""Who waits in this process for a game to be shown at a version. Waking is a hint: the woken look for themselves."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager


class Waiters:
    def __init__(self) -> None:
        self._waiting: dict[str, dict[asyncio.Event, int]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def wake(self, game_id: str, version: int) -> None:
        for event, wanted in self._waiting.get(game_id, {}).items():
            if version >= wanted:
                event.set()

    async def wait(
        self, game_id: str, version: int, timeout_s: float, shown: Callable[[], Awaitable[int]], poll_s: float
    ) -> int:
        """What `shown` answers once it is at least `version`, or at time-out. Asked at every wake-up, and at the
        latest every `poll_s`, should a wake-up get lost."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_s
        with self._expect(game_id, version) as woken:
            while True:
                woken.clear()
                reached = await shown()
                left = deadline - loop.time()
                if reached >= version or left <= 0:
                    return reached
                try:
                    async with asyncio.timeout(min(left, poll_s)):
                        await woken.wait()
                except TimeoutError:
                    continue

    @contextmanager
    def _expect(self, game_id: str, version: int) -> Iterator[asyncio.Event]:
        event = asyncio.Event()
        waiting = self._waiting.setdefault(game_id, {})
        waiting[event] = version
        try:
            yield event
        finally:
            del waiting[event]
            if not waiting:
                self._waiting.pop(game_id, None)
