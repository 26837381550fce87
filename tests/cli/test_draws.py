"""Tables whose draws wait for the beacon, at the terminal."""

import asyncio
import json

import pytest
from typer.testing import CliRunner

from services.cli.main import app
from services.main import running
from tests.api.conftest import settings
from tests.api.test_beacon import chain_file
from tests.beacon import signed

pytestmark = pytest.mark.servers


@pytest.mark.rule("TB-DRAW-01", "TB-DRAW-03")
async def test_a_table_states_that_its_draws_wait_and_a_round_is_handed_in(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    async with running(settings(tmp_path, beacon=chain_file(tmp_path), beacon_lead_s=1)) as told:

        async def table(*words):
            command = ["table", *words, "--server", told.grpc, "--json"]
            answer = await asyncio.to_thread(CliRunner().invoke, app, command)
            said = answer.output.splitlines()[-1]  # lines of the log come before it: the server runs here
            return json.loads(said) if answer.exit_code == 0 else answer

        made = await table("new", "card_game", "--players", "2", "--draws", "beacon")
        assert made["terms"]["draws"] == "beacon"
        game = made["gameId"]
        await table("bot", game)
        number = (await table("start", game))["starting"]["round"]
        refused = await table("hand-in", game, str(number), signed(number + 1))
        assert (refused.exit_code, "not the beacon's signature" in refused.output) == (1, True)
        assert (await table("hand-in", game, str(number), signed(number)))["status"] == "TABLE_STATUS_RUNNING"
