"""Waiting for a game and for the store, no longer than the caller does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.application.live import Live
from services.store.interface import StoreAway


@asynccontextmanager
async def held(live: Live, deadline: float) -> AsyncIterator[None]:
    """The game's lock. No clock is set where there is nothing to wait for: it would cost more than all else here."""
    free = live.users == 0
    live.users += 1
    try:
        if free:
            await live.lock.acquire()
        else:
            async with until(deadline):
                await live.lock.acquire()
        try:
            yield
        finally:
            live.lock.release()
    finally:
        live.users -= 1


@asynccontextmanager
async def until(deadline: float) -> AsyncIterator[None]:
    """A time limit over everything in the block, in the loop's time, after which the caller is told that the store is
    away."""
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError as late:
        raise StoreAway("no answer within the deadline", ambiguous=True) from late
