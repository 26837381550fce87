"""`python -m clients.fake_server [PORT]`: says in one line of JSON where it is, and ends with its standard input."""

import asyncio
import json
import sys

from clients.fake_server.server import serving


async def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    async with serving(port) as addresses:
        print(json.dumps(addresses._asdict()), flush=True)  # noqa: T201
        await asyncio.to_thread(sys.stdin.read)


asyncio.run(main())
