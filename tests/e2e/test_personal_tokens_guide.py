"""docs/personal-tokens.md as its reader works through it: its own commands, the real curl, a real server."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs/personal-tokens.md").read_text()
PROGRAM = "set -euo pipefail\n" + "\n".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture
def address(tmp_path):
    environment = os.environ | {
        "TURNLEDGER_STORE": f"sqlite:///{tmp_path}/events.db",
        "TURNLEDGER_KEYS": str(tmp_path / "keys"),
        "TURNLEDGER_LISTEN": "127.0.0.1:0",
        "TURNLEDGER_HTTP": "127.0.0.1:0",
    }
    command = (sys.executable, "-m", "turnledger_server", "serve", "--json")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        yield f"http://{json.loads(process.stdout.readline())['http']}"
        process.terminate()


def reason(answer):
    (info,) = (each for each in answer["details"] if each["type"].endswith("ErrorInfo"))
    return info["debug"]["reason"], info["debug"].get("metadata")


@pytest.mark.servers
@pytest.mark.slow
def test_commands_of_the_page_make_use_and_revoke_a_token(address):
    done = subprocess.run(["bash"], input=PROGRAM, capture_output=True, text=True, env=os.environ | {"HTTP": address})
    assert done.returncode == 0, done.stderr
    tables, match, deleted, listed, _, ended = map(json.loads, done.stdout.splitlines())
    assert "tables" in tables
    assert (match["code"], reason(match)) == ("permission_denied", ("SCOPE_MISSING", {"scope": "games:play"}))
    assert (deleted["code"], reason(deleted)[0]) == ("permission_denied", "SIGN_IN_NEEDED")
    (token,) = listed["personalTokens"]
    assert (token["tokenName"], token["scopes"]) == ("statistics", ["SCOPE_GAMES_READ"])
    assert "token" not in token
    assert (ended["code"], reason(ended)[0]) == ("unauthenticated", "TOKEN_INVALID")
