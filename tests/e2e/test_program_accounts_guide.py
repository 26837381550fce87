"""docs/program-accounts.md as its reader works through it: its bot, its commands, a real server."""

import asyncio
import json
import os
import re
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from services.cli.credentials import StoredCredentials
from services.main import running
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import lobby_pb2

PAGE = (Path(__file__).parents[2] / "docs/program-accounts.md").read_text()
PROGRAM = "set -euo pipefail\n" + "".join(map(dedent, re.findall(r"^ *```sh\n(.*?)^ *```", PAGE, re.M | re.S)))
BOT = dedent(re.search(r"^ *```python\n(.*?)^ *```", PAGE, re.M | re.S)[1])


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.usefixtures("quick_passwords")
async def test_commands_of_the_page_make_a_bot_that_accepts_declines_plays_and_stops(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "my_bot.py").write_text(BOT)
    async with running(settings(tmp_path)) as server:
        kept = StoredCredentials(server.grpc, "Ann")
        async with sign_in(server.grpc, "Ann", keep=kept.keep) as ann:
            await ann.accounts.upgrade_me(display_name="Ann", password="correct horse")
            kept.belong_to("Ann")
            here = {"TURNLEDGER_LISTEN": server.grpc, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
            bash = await asyncio.create_subprocess_exec(
                "bash", "-c", PROGRAM, cwd=tmp_path, env=os.environ | here, stdout=asyncio.subprocess.PIPE
            )
            account, name, owner, home = (await bash.stdout.readline()).decode().strip().split("  ")
            assert (name, owner, home) == ("Deep Grid", "Ann", "https://example.org/deep-grid")
            terms = {"invited_account_ids": [account], "starts_when_full": True}
            await ann.create_table("card_game", seats=2, private=True, terms=terms)
            assert (await seen(bash, "declined"))["reason"] == "DECLINE_REASON_VARIANT"
            await seen(bash, "opened", variant="colony61")
            game = await ann.create_table("colony61", seats=2, private=True, bots=["greedy"], terms=terms)
            for event in ("accepted", "playing", "over"):
                await seen(bash, event, game_id=game.game_id)
            assert (await game.table()).status == lobby_pb2.TABLE_STATUS_FINISHED
            bash.terminate()
            assert await bash.wait() == 0


async def seen(bot, event, **facts):
    """Read what the bot reports, up to this."""
    while True:
        report = json.loads(await bot.stdout.readline())
        if report["event"] == event and facts.items() <= report.items():
            return report
