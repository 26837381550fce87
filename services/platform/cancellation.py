"""A check for loops that end by cancellation alone and wait with calls that may lose one."""

import asyncio


def stop_if_cancelled() -> None:
    """Raise CancelledError again in a cancelled task that continues. On Python 3.11 a cancellation can get lost in
    `asyncio.wait_for`, which psycopg uses (cpython#86296)."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
