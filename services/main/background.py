"""Background tasks of a process."""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any

import structlog

log = structlog.get_logger(__name__)


def background(parts: AsyncExitStack, name: str, work: Coroutine[Any, Any, None]) -> None:
    """A role that ends early is reported and the others continue: commands are accepted even while views are not
    updated."""
    task = asyncio.create_task(work, name=name)

    def report(ended: asyncio.Task[None]) -> None:
        if not ended.cancelled() and ended.exception():
            log.critical("a role has ended", role=name, exc_info=ended.exception())

    async def cancel() -> None:
        task.cancel()
        await asyncio.wait({task})

    task.add_done_callback(report)
    parts.push_async_callback(cancel)
