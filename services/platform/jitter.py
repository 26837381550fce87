"""Scatters what happens again and again.

Times that are multiples of each other meet: four heartbeats end with the wait that they are part of, and processes that
started together ask the store in the same moment for as long as they live. So every periodic time is jittered here.
"""

import asyncio
import random

from services.platform.cancellation import stop_if_cancelled

LEAST = 0.8
"""A jittered time is at least this part of what it is named, and never longer: an upper bound holds."""


def jittered(seconds: float) -> float:
    """Return a time that is up to a fifth shorter."""
    return seconds * (LEAST + (1 - LEAST) * random.random())  # noqa: S311  # an attacker gains nothing by it


async def pause(seconds: float) -> None:
    """Sleep for a jittered time. Raises CancelledError in a cancelled task that has lost its cancellation."""
    stop_if_cancelled()
    await asyncio.sleep(jittered(seconds))
