"""`turnledger personal-token` against a real server: made, listed, used and revoked."""

import json

import grpc
import pytest

from services.main import running
from tests.api.conftest import settings
from tests.api.methods import OK, call
from tests.e2e.test_terminal import turnledger

pytestmark = [pytest.mark.slow, pytest.mark.servers]


async def test_terminal_makes_lists_and_revokes_a_token_for_a_program(tmp_path):
    here = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    async with running(settings(tmp_path)) as server:
        at = ("--name", "Ann", "--server", server.grpc)
        status, _ = await turnledger("personal-token", "new", "bot", "--scope", "games:everything", *at, **here)
        assert status == 2
        scopes = ("--scope", "games:read", "--scope", "games:play")
        status, token = await turnledger("personal-token", "new", "bot", *scopes, "--days", "7", *at, **here)
        assert status == 0
        async with grpc.aio.insecure_channel(server.grpc) as channel:
            assert await call(channel, "Lobby/ListTables", b"", token.strip()) == OK
            assert (await call(channel, "Accounts/GetMe", b"", token.strip())).reason == "SCOPE_MISSING"
        _, told = await turnledger("personal-token", "list", "--json", *at, **here)
        (listed,) = map(json.loads, told.splitlines())
        assert (listed["tokenName"], listed["scopes"]) == ("bot", ["SCOPE_GAMES_READ", "SCOPE_GAMES_PLAY"])
        assert token.strip() not in told
        _, told = await turnledger("personal-token", "list", *at, **here)
        assert f"{listed['tokenId']}  bot  games:read games:play  until " in told
        status, told = await turnledger("personal-token", "revoke", listed["tokenId"], *at, **here)
        assert (status, told) == (0, "")
