"""Waiting for a game and for the store, no longer than the caller does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.application.live import Live
from services.store.interface import StoreAway


class Held:
    """The game's lock. No clock is set where there is nothing to wait for, and no generator made: they would cost more
    than all else here."""

    __slots__ = ("_deadline", "_live")

    def __init__(self, live: Live, deadline: float) -> None:
        self._live, self._deadline = live, deadline

    async def __aenter__(self) -> None:
        live = self._live
        live.users += 1
        try:
            if live.users == 1:
                await live.lock.acquire()
            else:
                async with until(self._deadline):
                    await live.lock.acquire()
        except BaseException:
            live.users -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._live.lock.release()
        self._live.users -= 1


@asynccontextmanager
async def until(deadline: float) -> AsyncIterator[None]:
    """A time limit over everything in the block, in the loop's time, after which the caller is told that the store is
    away."""
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError as late:
        raise StoreAway("no answer within the deadline", ambiguous=True) from late
