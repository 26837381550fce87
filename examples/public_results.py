"""Writes the results of all public games, a line of JSON each: `python examples/public_results.py ADDRESS FILE`.

Each game comes once, however often this program is stopped and started again: a line and the position after it are
written together, and the stream continues after the last whole line.
"""

import asyncio
import json
import sys
from contextlib import aclosing, suppress
from pathlib import Path

from turnledger import sign_in
from turnledger.v1.public_stream_pb2 import PublicItem


def line_of(item: PublicItem) -> str:
    game = item.table_ended
    players = [seat.player.display_name or seat.bot for seat in game.seats]
    places = {players[each.seat]: each.rank for each in game.standings}
    told = {"position": item.position, "game": game.game_id, "variant": game.variant, "places": places}
    return json.dumps(told, ensure_ascii=False) + "\n"


def last_position(file: Path) -> str:
    """The position after the last whole line; cuts off a line that was not written to its end."""
    with suppress(FileNotFoundError):
        whole, _, _ = file.read_text().rpartition("\n")
        if whole:
            file.write_text(whole + "\n")
            return str(json.loads(whole.splitlines()[-1])["position"])
    file.write_text("")
    return ""


async def main(address: str, path: str) -> None:
    file = Path(path)
    after = await asyncio.to_thread(last_position, file)
    async with (
        sign_in(address) as me,
        aclosing(me.watch_public(after_position=after, from_start=not after)) as messages,
    ):
        async for message in messages:
            for item in message.items:
                if item.WhichOneof("what") == "table_ended":
                    with file.open("a") as results:
                        results.write(line_of(item))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
