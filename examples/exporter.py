"""Writes the finished games of a league's account into a folder, as signed files that `turnledger verify` proves:
`python examples/exporter.py ADDRESS FOLDER GAME…`."""

import asyncio
import sys
from pathlib import Path

from turnledger import sign_in


async def main(address: str, folder: str, *game_ids: str) -> None:
    async with sign_in(address) as me:
        for game_id in game_ids:
            path = Path(folder) / f"{game_id}.jsonl"
            with path.open("wb") as file:
                async for part in me.game(game_id).export():
                    file.write(part)
            print(path)


asyncio.run(main(*sys.argv[1:]))
