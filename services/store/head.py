"""The last position of the log as far as this process knows, and the waiters for it to move."""

import asyncio
from contextlib import suppress

from services.platform.cancellation import stop_if_cancelled

POLL_S = 1.0
"""Both stores look at least this often, whatever wakes them usually."""


class Head:
    def __init__(self) -> None:
        self._position = 0
        self._moved = asyncio.Event()

    def moved_to(self, position: int) -> None:
        if position > self._position:
            self._position = position
            self._moved.set()
            self._moved = asyncio.Event()

    async def wait(self, after: int, timeout_s: float) -> None:
        stop_if_cancelled()  # every follower of the log passes here
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self._position <= after:
                    await self._moved.wait()
