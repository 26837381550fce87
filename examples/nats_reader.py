"""Prints the results of all public games out of NATS: `python examples/nats_reader.py NATS STREAM`.

`turnledger bridge nats` fills the stream. A durable consumer remembers how far this program has come: stop it and start
it again, and it continues with the first result that it did not acknowledge. A result that was printed and not
acknowledged comes again, with the same id.
"""

import asyncio
import json
import sys

import nats
from nats.aio.msg import Msg
from nats.js.api import ConsumerConfig

RESULTS, NAME = "turnledger.public.table_ended", "results"
AGAIN_S = 5
"""A result that was not acknowledged for so long comes again."""


def line_of(message: Msg) -> str:
    event = json.loads(message.data)
    seats, standings = event["data"]["seats"], event["data"]["standings"]
    players = [seat["bot"] or seat["player"]["displayName"] for seat in seats]
    places = sorted((each["rank"], players[each["seat"]]) for each in standings)
    return f"{event['id']} {event['data']['variant']}: " + ", ".join(f"{rank}. {player}" for rank, player in places)


async def main(url: str, stream: str) -> None:
    async with await nats.connect(url) as connection:
        how = ConsumerConfig(ack_wait=AGAIN_S)
        results = await connection.jetstream().pull_subscribe(RESULTS, durable=NAME, stream=stream, config=how)
        while True:
            try:
                messages = await results.fetch(100, timeout=30)
            except nats.errors.TimeoutError:  # nothing new
                continue
            for message in messages:
                print(line_of(message), flush=True)
                await message.ack_sync()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
