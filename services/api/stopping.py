"""Ends what waits for long when the process is asked to stop, so that streams close by themselves, in good order."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Stopped(Exception):
    """The process stops."""


class Stopping:
    def __init__(self) -> None:
        self._waiting: set[asyncio.Task[Any]] = set()
        self._asked = asyncio.Event()

    def stop(self) -> None:
        self._asked.set()
        for task in self._waiting:
            task.cancel()

    async def unless(self, work: Coroutine[Any, Any, T]) -> T:
        """The answer of the work. Raises Stopped as soon as the process is asked to stop."""
        if self._asked.is_set():
            work.close()
            raise Stopped
        task = asyncio.ensure_future(work)
        self._waiting.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if self._asked.is_set() and current and not current.cancelling():
                raise Stopped from None
            raise
        finally:
            self._waiting.discard(task)
