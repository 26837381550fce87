"""The log lines of a process from its start to its end, on standard error."""

import json
import signal
import subprocess
import sys

import httpx
import pytest

from services.platform.program import release
from support.servers import free_port

pytestmark = pytest.mark.servers


def test_version_is_that_of_the_package():
    done = subprocess.run(
        [sys.executable, "-m", "turnledger_server", "--version"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, f"turnledger {release()}\n")


def ended(folder, port):
    """The lines of a server that became ready and was then asked to end, and its metrics."""
    words = ("serve", "--store", f"sqlite:///{folder}/games.db", "--keys", folder / "keys", "--listen", "127.0.0.1:0")
    with (folder / "errors").open("w") as errors:
        server = subprocess.Popen(
            [*(sys.executable, "-m", "turnledger_server"), *words, "--http", "", "--metrics", f"127.0.0.1:{port}"],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            assert "gRPC" in server.stdout.readline()
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                assert client.get("/readyz").status_code == 200
                metrics = client.get("/metrics").text
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) == 0
        finally:
            server.kill()
    return [json.loads(line) for line in (folder / "errors").read_text().splitlines()], metrics


def test_process_logs_start_leads_readiness_and_stop_as_json(tmp_path):
    lines, metrics = ended(tmp_path, free_port())
    events = [line["event"] for line in lines]
    life = ["starting", "started", "readiness changed", "stopping", "stopped"]
    assert [event for event in events if event in life] == life
    started = next(line for line in lines if line["event"] == "started")
    assert started["version"] == release()
    assert started["metrics"].startswith("127.0.0.1:")
    leads = {line["role"] for line in lines if line["event"] == "took a lead"}
    assert {"bots", "deadlines", "boards", "lists"} <= {role.removeprefix("view ") for role in leads}
    assert f'turnledger_build_info{{program="{started["program"]}",version="{release()}"}} 1.0' in metrics
