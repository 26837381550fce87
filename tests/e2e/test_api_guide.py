"""docs/api.md as a newcomer works through it: its own commands, the real grpcurl and curl, a real server."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain import catalogue
from support.forked import turnledger

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/api.md").read_text()
PROGRAM = "set -euo pipefail\n" + "\n".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


README = (ROOT / "README.md").read_text()


@contextmanager
def serving(folder):
    environment = os.environ | {
        "TURNLEDGER_STORE": f"sqlite:///{folder}/events.db",
        "TURNLEDGER_KEYS": str(folder / "keys"),
        "TURNLEDGER_LISTEN": "127.0.0.1:0",
        "TURNLEDGER_HTTP": "127.0.0.1:0",
    }
    command = (sys.executable, "-m", "turnledger_server", "serve", "--json")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        yield json.loads(process.stdout.readline()) | {"keys": str(folder / "keys")}
        process.terminate()


@pytest.fixture
def new_server(tmp_path):
    """A server without games."""
    with serving(tmp_path) as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that the other tests of this module use, too."""
    with serving(tmp_path_factory.mktemp("guide")) as started:
        yield started


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_newcomer_gets_from_a_token_to_a_finished_game(new_server):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "GRPC": new_server["grpc"], "HTTP": f"http://{new_server['http']}"}
    done = subprocess.run(["bash"], input=PROGRAM, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert "one effect, one answer" in said
    assert "failed_precondition" in said
    assert any(re.fullmatch(r"[A-Z_]+ by CG-.*", line) for line in said)
    assert "TABLE_STATUS_FINISHED" in said
    assert any(line.startswith("right ") and "card_game, finished" in line for line in said)
    (records,) = (json.loads(line) for line in said if '"withBots"' in line)
    assert [(each["games"], each["withBots"], each["provisional"]) for each in records] == [(1, True, True)] * 2


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_client_of_the_readme_plays_a_game_to_its_end(server):
    (program,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len([line for line in program.splitlines() if line.strip()]) <= 11
    program = program.replace("127.0.0.1:50051", server["grpc"])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "TABLE_STATUS_FINISHED" in done.stdout


def run(*command):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("variant", [name for name in catalogue.VARIANTS if name != "demo"])  # a game of tests
def test_the_bot_of_the_examples_plays_each_game_to_its_end(server, variant):
    game_id = run("examples/bot.py", server["grpc"], variant).strip()
    watched = turnledger("watch", game_id, "--server", server["grpc"], "--json", environment=os.environ)
    told = json.loads(watched.stdout.splitlines()[-1])
    assert "secretRevealed" in told["table"]


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_examples_play_watch_and_export_a_game_that_verifies(server, tmp_path):
    game_id = run("examples/bot.py", server["grpc"]).strip()
    events = [json.loads(line) for line in run("examples/watcher.py", server["grpc"], game_id).splitlines()]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    assert "secretRevealed" in events[-1]["table"]
    (path,) = run("examples/exporter.py", server["grpc"], str(tmp_path), game_id).splitlines()
    keys = {"TURNLEDGER_KEYS": server["keys"]}
    verified = turnledger("verify", path, "--json", environment=os.environ | keys)
    assert json.loads(verified.stdout)["verdict"]["events"] == len(events)
