"""docs/api.md as a newcomer works through it: its own commands, the real grpcurl and curl, a real server."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/api.md").read_text()
PROGRAM = "set -euo pipefail\n" + "\n".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture
def server(tmp_path):
    environment = os.environ | {
        "TURNLEDGER_STORE": f"sqlite:///{tmp_path}/events.db",
        "TURNLEDGER_KEYS": str(tmp_path / "keys"),
        "TURNLEDGER_LISTEN": "127.0.0.1:0",
        "TURNLEDGER_HTTP": "127.0.0.1:0",
    }
    command = (sys.executable, "-m", "services.cli.main", "serve", "--json")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        yield json.loads(process.stdout.readline())
        process.terminate()


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_newcomer_gets_from_a_token_to_a_finished_game(server):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "GRPC": server["grpc"], "HTTP": f"http://{server['http']}"}
    done = subprocess.run(["bash"], input=PROGRAM, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert "one effect, one answer" in said
    assert "failed_precondition" in said
    assert any(re.fullmatch(r"[A-Z_]+ by CG-.*", line) for line in said)
    assert "TABLE_STATUS_FINISHED" in said
    assert json.loads(said[-1])[0]["record"]["games"] == 1
