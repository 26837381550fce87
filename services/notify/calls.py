"""The calls of targets: one at a time for each, and when a target that failed is called again."""

import asyncio
from collections.abc import Callable, Coroutine

from services.notify.posting import Delivery

SENDING_MAX = 64
"""The most targets that are called at once. Each gets one call at a time, in order: a slow target delays no other."""
AGAIN_S, AGAIN_MAX_S = 5, 3600
"""A failed call is tried again after 5, 10, 20… seconds, or later as its answer says; at the latest after an hour."""
OFF_AFTER_MS, OFF_TRIES = 24 * 60 * 60 * 1000, 10
"""A target is switched off after so long without an answer, and so many tries to say the same."""


def is_given_up(failing_since_ms: int, now_ms: int, tries: int) -> bool:
    """Return whether a target has failed for too long. `tries`: before the one that failed now."""
    return now_ms - failing_since_ms >= OFF_AFTER_MS and tries + 1 >= OFF_TRIES


def again_at_ms(sent: Delivery, now_ms: int, tries: int) -> int:
    """Return when a target that failed is called again."""
    return now_ms + min(AGAIN_MAX_S, max(AGAIN_S << min(tries, 20), sent.retry_after_s)) * 1000


class Calls:
    """One task a target. One that is cancelled before it begins executes no `finally`, so a callback removes it."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}

    def begin(self, target_id: str, call: Callable[[], Coroutine[None, None, None]]) -> None:
        """Begin a call, unless one of this target is on its way or there is no room: it stays due."""
        if target_id not in self._running and len(self._running) < SENDING_MAX:
            self._running[target_id] = running = asyncio.create_task(call())
            running.add_done_callback(lambda _: self._running.pop(target_id))

    async def idle(self) -> None:
        """Return when no call is on its way."""
        while self._running:
            await asyncio.wait(self._running.values())

    def cancel(self) -> None:
        for task in self._running.values():
            task.cancel()
