"""A bot that plays the first thing on each list, whatever the game: `python examples/bot.py [ADDRESS] [VARIANT]`."""

import asyncio
import sys

from turnledger import sign_in


async def main(address: str = "127.0.0.1:50051", variant: str = "card_game") -> None:
    async with sign_in(address) as me:
        game = await me.create_table(variant, seats=2, join=True)
        await game.add_bot("greedy")
        await game.start()
        async for turn in game.my_turns():
            await turn.submit(turn.options[0].first)
        print(game.game_id)


asyncio.run(main(*sys.argv[1:]))
