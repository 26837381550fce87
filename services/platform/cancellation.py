"""For loops that end by cancellation alone, and wait with what may lose one."""

import asyncio


def stop_if_cancelled() -> None:
    """Raises CancelledError once more in a task that was cancelled and goes on. On Python 3.11 a cancellation can get
    lost in `asyncio.wait_for`, with which psycopg waits (cpython#86296)."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
