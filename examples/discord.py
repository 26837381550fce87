"""Tells a channel of Discord of public tables and whose turn it is, by a webhook of the channel (its settings,
“Integrations”): `python examples/discord.py ADDRESS WEBHOOK`. It pings no one."""

import asyncio
import json
import sys
from contextlib import aclosing
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from turnledger import Game, sign_in
from turnledger.v1.lobby_pb2 import TABLE_STATUS_FINISHED, TABLE_STATUS_OPEN, TABLE_STATUS_RUNNING, Table

TOLD = {TABLE_STATUS_OPEN: "is open", TABLE_STATUS_RUNNING: "has begun", TABLE_STATUS_FINISHED: "is over"}


async def tell(webhook: str, text: str) -> None:
    """Post the text, and wait where Discord demands it: it takes some thirty a minute."""
    body = json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()
    headers = {"content-type": "application/json", "user-agent": "turnledger-example"}
    request = Request(webhook, body, headers)  # noqa: S310  # the caller of the program gives it
    while True:
        try:
            await asyncio.to_thread(lambda: urlopen(request, timeout=10).close())  # noqa: S310
        except HTTPError as refused:
            if refused.code != 429:
                raise
            await asyncio.sleep(float(refused.headers["retry-after"]))
        else:
            return


def about(table: Table) -> str:
    names = ", ".join(each.display_name or each.bot for each in table.occupants)
    return (
        f"**{table.variant}** {TOLD[table.status]}: {names or 'nobody yet'} ({len(table.occupants)} of {table.seats})"
    )


async def tell_turns(webhook: str, game: Game) -> None:
    """Report the game until it is over, without the turns of bots."""
    table, waited = Table(), ""
    async with aclosing(game.watch(None, board=True, heartbeats=True)) as messages:
        async for message in messages:
            table = message.table if message.HasField("table") else table
            asked = ", ".join(table.occupants[seat].display_name for seat in message.snapshot.to_act).strip(", ")
            if asked and asked != waited:
                await tell(webhook, f"{table.variant}: it is the turn of {asked}")
            waited = asked or waited
            if message.snapshot.status == TABLE_STATUS_FINISHED:
                return


async def main(address: str, webhook: str) -> None:
    followed = set()
    async with (
        sign_in(address) as me,
        asyncio.TaskGroup() as tasks,
        aclosing(me.watch_lobby(from_start=True)) as changes,
    ):
        async for change in changes:
            for table in (each for each in change.tables if each.status in TOLD):
                await tell(webhook, about(table))
                if table.status == TABLE_STATUS_RUNNING and table.game_id not in followed:
                    followed.add(table.game_id)
                    tasks.create_task(tell_turns(webhook, me.game(table.game_id)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
