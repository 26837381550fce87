"""Prints every event of a game as one line of JSON, up to its end, whatever happens to the connection:
`python examples/watcher.py ADDRESS GAME [AFTER_VERSION]`. To continue later, give the last version."""

import asyncio
import sys

from google.protobuf.json_format import MessageToJson

from turnledger import sign_in


async def main(address: str, game_id: str, after_version: str = "0") -> None:
    async with sign_in(address) as me:
        async for event in me.game(game_id).events(int(after_version)):
            print(MessageToJson(event, indent=None))


asyncio.run(main(*sys.argv[1:]))
