"""Views in the memory of one process: the embedded default. Gone with the process, which keeps now and then what they
hold (services/projection_runner/view_snapshots.py); what has come since is folded again when it starts."""

import asyncio
from collections.abc import Awaitable, Callable
from time import time

from projections.stores.interface import Generation, T, nowhere, shown_at, version_of
from projections.stores.memory_generation import MemoryGeneration
from projections.stores.waiters import Waiters


class MemoryView:
    sees_switch_s = 0.0

    def __init__(self, name: str, keep_s: float | None = None, now: Callable[[], float] = time) -> None:
        """See MemoryGeneration."""
        self.id = f"memory:{name}"
        self.leads = (self.id,)
        self._keep_s, self._now = keep_s, now
        self._waiters = Waiters()
        self._live = self._generation(1)
        self._made = 1
        self._claimed_until = 0.0

    async def live(self) -> MemoryGeneration:
        return self._live

    async def fresh(self) -> MemoryGeneration:
        self._made += 1
        return self._generation(self._made)

    def _generation(self, number: int) -> MemoryGeneration:
        return MemoryGeneration(number, self._tell, self._keep_s, self._now)

    def generation(self, number: int) -> MemoryGeneration:
        assert number == self._live.number, "no other process sees it, and nobody here asks for another one by number"
        return self._live

    async def switch(self, generation: Generation) -> None:
        assert isinstance(generation, MemoryGeneration)
        self._live = generation
        self._waiters.look()

    async def sweep(self) -> None:
        """Nothing to do: generations without references are freed."""

    async def request_handover(self, for_s: float) -> None:
        self._claimed_until = asyncio.get_running_loop().time() + for_s

    async def cancel_handover(self) -> None:
        self._claimed_until = 0.0

    async def handover_requested(self) -> bool:
        return asyncio.get_running_loop().time() < self._claimed_until

    async def heartbeat(self, who: str, for_s: float) -> int:
        """No other process sees it."""
        return 1

    async def read_cached(self, game_id: str, key: str, read: Callable[[bytes], T]) -> tuple[int, T | None]:
        return await shown_at(self._live, game_id, key, read)

    async def wait_for(
        self, game_id: str, version: int, timeout_s: float, absent: Callable[[], Awaitable[int]] = nowhere
    ) -> int:
        async def current_version() -> int:
            return await version_of(self._live, game_id) or await absent()

        return await self._waiters.wait(game_id, version, timeout_s, current_version)

    def _tell(self, number: int, game_id: str, version: int) -> None:
        if number == self._live.number:
            self._waiters.reached(game_id, version)

    async def close(self) -> None:
        """Nothing to do."""
