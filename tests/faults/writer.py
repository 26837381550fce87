"""A process that appends as fast as it can and says what was acknowledged, until it is killed.

Arguments: URL, name of its run, and optionally where it kills itself in its fifth batch: `before` it is sent, `open`
with its rows inserted and not committed (SQLite, whose transactions live in this process), or `after` the commit.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Collection, Sequence
from typing import Any

from domain.history.record import EventRow
from services.store import open_store
from services.store.queue import Write

CALLERS = 8
LAST_BATCH = 5


async def main(url: str, run: str, point: str = "") -> None:
    store = open_store(url)
    if point:
        die(store.hot._queue._writer, point)

    async def call(game_id: str) -> None:
        version = 0
        while True:
            version += 1
            await store.append(
                [EventRow(game_id, version, "demo.Said/1", b"1"), EventRow(game_id, version + 1, "t", b"2")], 30
            )
            version += 1
            sys.stdout.write(f"{game_id} {version}\n")
            sys.stdout.flush()

    await asyncio.gather(*(call(f"{run}-{number}") for number in range(CALLERS)))


def die(writer: Any, point: str) -> None:
    write, batches = writer.write, 0

    async def write_and_die(commands: Sequence[Write]) -> Collection[str]:
        nonlocal batches
        batches += 1
        if batches == LAST_BATCH and point == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        if batches == LAST_BATCH and point == "open":
            await writer.thread.run(lambda file: file.set_trace_callback(_die_at_commit))
        taken = await write(commands)
        if batches == LAST_BATCH:
            os.kill(os.getpid(), signal.SIGKILL)
        return taken

    writer.write = write_and_die


def _die_at_commit(statement: str) -> None:
    if statement == "COMMIT":
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
