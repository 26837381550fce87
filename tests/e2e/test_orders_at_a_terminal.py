"""`turnledger order`, as a player types it."""

import asyncio
import json
import os

import pytest

from services.cli.credentials import StoredCredentials
from services.main import running
from support.forked import turnledger
from tests.api.conftest import settings
from tests.api.test_orders import nominate, table
from turnledger import sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


async def typed(server, name, game, *words):
    """Exit code, and what was printed: as JSON where all went well."""
    options = ("--server", server.grpc, "--name", name, "--lang", "en")
    order = ("order", game.game_id, *words, *options)
    done = await asyncio.to_thread(turnledger, *order, environment=os.environ)
    return done.returncode, json.loads(done.stdout) if done.returncode == 0 else done.stderr


async def test_an_order_is_left_looked_at_and_taken_back(tmp_path):
    async with running(settings(tmp_path)) as server:
        names = ("Ann", "Bob")
        keeping = [sign_in(server.grpc, name, keep=StoredCredentials(server.grpc, name).keep) for name in names]
        async with keeping[0] as ann, keeping[1] as bob:
            (first, second), plant = await table(ann, bob)
            second_is = names[(await second.board()).seat]
            words = f"bid_up_to plant={plant} most=34 then_pass"
            code, told = await typed(server, second_is, second, words, "--ignore", "PLANT_DRAWN")
            assert code == 0, told
            item = {"powerGrid": {"bidUpTo": {"plant": plant, "most": 34, "thenPass": True}}}
            standing = told["orders"]["standing"]
            assert (standing["items"], standing["ignore"], standing["phase"]) == ([item], ["PLANT_DRAWN"], "AUCTION")
            code, told = await typed(server, second_is, second, "--clear")
            assert told["orders"]["ended"][0]["reason"] == "ORDER_CLEARED"
            await first.submit(nominate(plant, 10))
            code, told = await typed(server, second_is, second, "finish")
            assert (code, told) == (1, told)
            assert "The order does not fit the phase" in told
