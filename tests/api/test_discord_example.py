"""examples/discord.py against a server, and a webhook that records the notices."""

import asyncio
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/discord.py"
WAIT_S = 60


@pytest.fixture
def channel():
    """Its address, and what was posted there; the first message is sent away once, as Discord does."""
    said, busy = [], [True]

    class Webhook(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            sent_away = bool(busy and busy.pop())
            if not sent_away:
                said.append(json.loads(body))
            self.send_response(429 if sent_away else 204)
            self.send_header("retry-after", "0.01")
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Webhook) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/webhook", said
        server.shutdown()


async def wait_for_message(said, *parts):
    async with asyncio.timeout(WAIT_S):
        while not any(all(part in each["content"] for part in parts) for each in said):
            await asyncio.sleep(0.02)


@pytest.mark.slow
@pytest.mark.servers
@pytest.mark.timeout(900)
async def test_a_channel_is_told_of_tables_and_turns_and_nobody_is_pinged(server, player, channel):
    webhook, said = channel
    ann, bob = await player("Ann"), await player("Bob")
    program = await asyncio.create_subprocess_exec(sys.executable, EXAMPLE, server.grpc, webhook)
    try:
        table = await ann.create_table("card_game", seats=2, join=True)
        await wait_for_message(said, "**card_game** is open: Ann (1 of 2)")
        await bob.game(table.game_id).join()
        await table.start()
        await wait_for_message(said, "**card_game** has begun", "Ann", "Bob")
        await wait_for_message(said, "card_game: it is the turn of")
        await table.resign()
        await wait_for_message(said, "**card_game** is over")
        assert program.returncode is None
    finally:
        program.kill()
        await program.wait()
    assert all(each["allowed_mentions"] == {"parse": []} for each in said)
