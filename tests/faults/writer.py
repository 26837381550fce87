"""A process that appends as fast as it can and says what was acknowledged, until it is killed: URL, name of its run."""

import asyncio
import sys

from domain.history.record import Row
from services.store import open_store

CALLERS = 8


async def main(url: str, run: str) -> None:
    store = open_store(url)

    async def call(game_id: str) -> None:
        version = 0
        while True:
            version += 1
            await store.append([Row(game_id, version, "demo.Said/1", b"1"), Row(game_id, version + 1, "t", b"2")], 30)
            version += 1
            sys.stdout.write(f"{game_id} {version}\n")
            sys.stdout.flush()

    await asyncio.gather(*(call(f"{run}-{number}") for number in range(CALLERS)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
