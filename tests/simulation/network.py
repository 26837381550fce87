"""Calls of clients to processes: delayed, lost on either way, delivered twice, and cut when the process dies."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

from tests.simulation.process import Process

T = TypeVar("T")
MESSAGE_S = 0.005
CALL_S = 10.0
"""The client's deadline of one attempt, as in turnledger/connection.py."""


class NoAnswer(Exception):
    """The client does not know whether the call had an effect."""


class Network:
    """`lost`, `doubled`: the part of the messages; `delay_s`: the mean delay of a message."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self.lost, self.doubled, self.delay_s = 0.0, 0.0, MESSAGE_S

    async def call(self, process: Process, work: Callable[[Process], Coroutine[Any, Any, T]]) -> T:
        """Return the answer of a process. Raises NoAnswer, and what the call raises."""
        await self._travel()
        if process.state.is_dead:
            raise NoAnswer("the connection was refused")
        for _ in range(1 + (self._dice.random() < self.doubled)):
            task = process.begin(work(process))
        try:
            async with asyncio.timeout(CALL_S):
                while not task.done():
                    if process.state.is_dead:
                        raise NoAnswer("the connection was reset")
                    await asyncio.wait({task}, timeout=0.5)
        except TimeoutError as late:
            raise NoAnswer("no answer within the deadline") from late
        await self._travel()
        return task.result()

    async def _travel(self) -> None:
        await asyncio.sleep(self._dice.expovariate(1 / self.delay_s))
        if self._dice.random() < self.lost:
            await asyncio.sleep(self._dice.uniform(0, CALL_S))
            raise NoAnswer("a message was lost")
