"""Ends what waits for long when the process is asked to stop, so that streams close by themselves, in good order."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Stopped(Exception):
    """The process stops."""


class Stopping:
    """Ends them in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Task[Any], None] = {}
        self._asked = False

    def stop(self) -> None:
        self._asked = True
        while self._waiting:
            task = next(iter(self._waiting))
            del self._waiting[task]
            task.cancel()

    async def unless(self, work: Coroutine[Any, Any, T]) -> T:
        """The answer of the work. Raises Stopped as soon as the process is asked to stop."""
        if self._asked:
            work.close()
            raise Stopped
        task = asyncio.current_task()
        assert task, "awaited"
        self._waiting[task] = None
        try:
            return await work
        except asyncio.CancelledError:
            # As in asyncio.timeout: the cancellation came from us and from no other source.
            if task not in self._waiting and task.uncancel() == 0:
                raise Stopped from None
            raise
        finally:
            self._waiting.pop(task, None)
