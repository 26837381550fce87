"""Takes up games that views passed over, once their streams can be read."""

import asyncio
from collections.abc import Mapping, Sequence

from domain.history.record import EventRow
from services.projection_runner.projector import Projector


class LostGames:
    """Reads in parallel to the projector, which waits for no file. `every_s`: time between two attempts; a full portion
    is followed by the next one at once."""

    def __init__(self, projector: Projector, every_s: float) -> None:
        self._projector, self._every_s = projector, every_s
        self._next_s = float("-inf")
        self._reading: asyncio.Task[Mapping[str, Sequence[EventRow]]] | None = None

    async def take_up(self) -> None:
        """Write what was read since the last call, and begin to read. Raises what log and views raise."""
        if self._reading is not None and self._reading.done():
            reading, self._reading = self._reading, None
            if await self._projector.take_up(reading.result()):
                self._next_s = float("-inf")
        now_s = asyncio.get_running_loop().time()
        if self._reading is None and self._projector.has_passed and now_s >= self._next_s:
            self._next_s = now_s + self._every_s
            self._reading = asyncio.create_task(self._projector.read_again())

    def __enter__(self) -> "LostGames":
        return self

    def __exit__(self, *_: object) -> None:
        if self._reading is not None:
            self._reading.cancel()
