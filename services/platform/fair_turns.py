"""Turns by account: who asks for much waits for its own work, not the others for it."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """Turns at work of which `places` are done at once. Keys that wait get them one after the other, each once before
    one gets its second; requests of one key keep their order."""

    def __init__(self, places: int = 1) -> None:
        self._free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def one(self, key: str) -> AsyncIterator[None]:
        """Hold a turn for as long as the block runs."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(key)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, key: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given in the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            key, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[key] = turns  # behind the others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
