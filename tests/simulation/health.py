"""A load balancer's probe of all processes that answer calls: none of them may call itself ready while it is not."""

import asyncio
from typing import TYPE_CHECKING

from services.main.readiness import READY_S
from services.web.probes import HEALTH_S, READY
from tests.simulation.channel import Pipe
from tests.simulation.process import Process

if TYPE_CHECKING:
    from tests.simulation.world import World

EVERY_S, PATIENCE_S = 1.0, 3.0
LATE_S = HEALTH_S + READY_S + PATIENCE_S
"""An answer describes a moment that is not longer ago."""
SILENT = "no answer"


class HealthProbe:
    """`said`: the last answer of each process, by its name."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.said: dict[str, str] = {}

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            await asyncio.gather(*(self._ask(each) for each in self._world.processes if each.host))

    def lags(self) -> list[str]:
        """Return the processes that do not call themselves ready."""
        asked = [each.name for each in self._world.processes if each.host]
        return [f"{name} says: {self.said.get(name)}" for name in asked if self.said.get(name) != "ok"]

    async def _ask(self, process: Process) -> None:
        said = self.said[process.name] = await _answer(process.name)
        self._world.reach(f"a process was asked whether it is ready: {said}")
        steady_s = self._world.loop.time() - self._world.steady_since_s
        if self._world.is_away and steady_s > LATE_S and said.startswith("ok"):
            self._world.faults.append(f"{process.name} says: {said}, {steady_s:.1f} s after a server went away")


async def _answer(host: str) -> str:
    """Return the text of the probe's answer."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            pipe = Pipe(*await asyncio.open_connection(host, 80))
            try:
                await pipe.ask(READY, {}, method="GET")
                return b"".join([chunk async for chunk in pipe.chunks()]).decode()
            finally:
                pipe.close()
    except (OSError, EOFError, TimeoutError):
        return SILENT
