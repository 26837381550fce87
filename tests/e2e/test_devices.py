"""A person's computer signs: a key is made and kept, a table demands it, a whole game is played and proven."""

import json
import stat

import pytest

from services.main import running
from tests.api.conftest import settings
from tests.e2e.terminal import at_a_terminal
from tests.e2e.test_terminal import turnledger

pytestmark = [pytest.mark.slow, pytest.mark.servers, pytest.mark.timeout(900)]


@pytest.fixture
def here(tmp_path):
    return {"XDG_CONFIG_HOME": str(tmp_path / "config")}


async def add_device(server, here):
    asked = ("device", "add", "--name", "Ann", "--server", server.grpc)
    async with at_a_terminal(*asked, **here) as terminal:
        await terminal.until(r"A password for Ann .*: ")
        terminal.type("correct horse")
        await terminal.until("again: ")
        terminal.type("correct horse")
        printed = await terminal.until(r"\(this computer\)")
        assert await terminal.ended() == 0
    return printed


async def test_a_computer_signs_a_whole_game_at_a_table_that_demands_it(tmp_path, here):
    async with running(settings(tmp_path)) as server:
        at = ("--server", server.grpc)
        status, _ = await turnledger("table", "new", "card_game", "--signed", "--name", "Ann", *at, **here)
        assert status == 1, "a guest has no key"
        printed = await add_device(server, here)
        (kept,) = (tmp_path / "config/turnledger").glob("*.devices.json")
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        (private,) = json.loads(kept.read_text()).values()
        _, told = await turnledger("device", "list", "--json", *at, **here)
        (key,) = [json.loads(line)["publicKey"] for line in told.splitlines()]
        assert f"{key} " in printed
        assert private not in told
        _, told = await turnledger("table", "new", "card_game", "--players", "2", "--signed", "--json", *at, **here)
        table = json.loads(told)
        assert (table["terms"]["signed"], table["occupants"][0]["deviceKeys"]) == (True, [key])
        game = table["gameId"]
        for command in ("bot", "start"):
            status, _ = await turnledger("table", command, game, *at, **here)
            assert status == 0
        typed = '{"option": 0, "number": 0}\n' * 2_000
        status, played = await turnledger("play", "--game", game, "--json", *at, typed=typed, **here)
        assert (status, json.loads(played.splitlines()[-1])["kind"]) == (0, "over")
        store = {"TURNLEDGER_STORE": f"sqlite:///{tmp_path / 'store.db'}", "TURNLEDGER_KEYS": str(tmp_path / "keys")}
        status, _ = await turnledger("export", game, "--to", str(tmp_path / "out"), **store)
        assert status == 0
    file = str(tmp_path / "out" / f"{game}.jsonl")
    status, told = await turnledger("verify", file, "--keys", str(tmp_path / "out/keys.json"), "--json", "--bots")
    told = json.loads(told)
    assert (status, told["right"]) == (0, True)
    assert {"devices", "bots"} <= {*told["proven"]}
    (signer,) = told["verdict"]["signers"]
    assert (signer["keys"], signer["unsigned"]) == ([key], 0)
    _, told = await turnledger("verify", file, "--keys", str(tmp_path / "out/keys.json"))
    given = signer["signed"]
    assert f"seat 0 ({signer['account']}): {given} of {given} commands signed by its devices" in told
