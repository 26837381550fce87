"""Watchers who know the same wait as one, and share one reading of what comes next."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Generic, TypeVar

HEARTBEAT_S = 15.0
"""A watcher is sent something at least this often."""
WAIT_S = 60.0
"""After so long somebody looks, for all who wait together, whether what they know is still so."""
PAGE = 100
FOUND_MAX = 512
K = TypeVar("K")
M = TypeVar("M")


class SharedPoll(Generic[K, M]):
    """Searches under way and what they found last, by what is looked for: `found_max` of them."""

    def __init__(self, found_max: int = FOUND_MAX) -> None:
        self._found_max = found_max
        self._finding: dict[K, asyncio.Task[M | None]] = {}
        self._found: OrderedDict[K, M] = OrderedDict()

    async def get(self, key: K, find: Callable[[], Coroutine[Any, Any, M | None]]) -> M | None:
        """What belongs to the key; None (or False) if there is nothing yet: the next caller looks again. Raises as
        `find` does."""
        finding = self._finding.get(key)
        if finding is not None and finding.done():
            self._keep(key, finding)  # its callback comes with the next turn of the loop
            finding = None
        if key in self._found:
            return self._found[key]
        if finding is None:
            finding = self._finding[key] = asyncio.create_task(find())
            finding.add_done_callback(partial(self._keep, key))
        return await asyncio.shield(finding)

    async def within(self, seconds: float, key: K, find: Callable[[], Coroutine[Any, Any, M | None]]) -> M | None:
        """Return the same, and None after so long; the search continues for the next caller. It suspends at least
        once, because callers loop."""
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(seconds):
                return await self.get(key, find)
        except TimeoutError:
            return None

    def last(self, key: K) -> M | None:
        """Return what was found, without a search."""
        return self._found.get(key)

    def keep(self, key: K, found: M) -> None:
        self._found[key] = found
        if len(self._found) > self._found_max:
            self._found.popitem(last=False)

    def forget(self, key: K) -> None:
        """Search again for what was found: it is no longer so."""
        self._found.pop(key, None)

    def _keep(self, key: K, finding: asyncio.Task[M | None]) -> None:
        """Looks at an error too: all who waited for it may have gone."""
        if self._finding.get(key) is not finding:  # kept already by a caller of the same turn
            return
        del self._finding[key]
        if finding.cancelled() or finding.exception() is not None:
            return
        if found := finding.result():
            self.keep(key, found)
