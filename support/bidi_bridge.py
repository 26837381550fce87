"""Run Firefox for Playwright, and let it do without the emulations that this Firefox lacks.

Playwright speaks WebDriver BiDi to `python -m support.bidi_bridge FIREFOX ARGUMENTS…`, which passes all messages on.
Only the answer “unknown command” to an `emulation` command becomes a success: such commands set the colour scheme, and
newer versions of Firefox know them.
"""

import asyncio
import json
import re
import sys
from functools import partial

from websockets import Data
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def as_done(message: Data, emulations: set[int]) -> Data:
    """Return an answer of Firefox as Playwright gets it."""
    answer = json.loads(message)
    if answer.get("id") in emulations and answer.get("error") == "unknown command":
        return json.dumps({"type": "success", "id": answer["id"], "result": {}})
    return message


async def relay(playwright: ServerConnection, address: str) -> None:
    emulations = set[int]()
    async with connect(f"{address}/session", max_size=None, compression=None) as firefox:

        async def ask() -> None:
            async for message in playwright:
                asked = json.loads(message)
                if asked["method"].startswith("emulation."):
                    emulations.add(asked["id"])
                await firefox.send(message)

        async def answer() -> None:
            async for message in firefox:
                await playwright.send(as_done(message, emulations))

        tasks = [asyncio.create_task(each()) for each in (ask, answer)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, ConnectionClosed):
                raise ended


async def main(command: list[str]) -> int:
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    async for line in process.stderr:
        text = line.decode(errors="replace")
        if not (found := LISTENS.search(text)):
            print(text, end="", file=sys.stderr, flush=True)
            continue
        each = partial(relay, address=found[1])
        server = await serve(each, "127.0.0.1", 0, max_size=None, compression=None)
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
    return await process.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
