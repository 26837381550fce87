"""Long work in the loop of a process, in slices: others get their turn in between."""

import asyncio

SLICE_S = 0.005


class Slices:
    """Work that gives way every SLICE_S. What it changes has to be whole at each `rest`."""

    def __init__(self) -> None:
        self._now_s = asyncio.get_running_loop().time
        self._until = self._now_s() + SLICE_S

    async def rest(self) -> None:
        """Let others run, if it is time."""
        if self._now_s() >= self._until:
            await asyncio.sleep(0)
            self._until = self._now_s() + SLICE_S
