"""Runs the official clients of other languages against a real server: in each protocol and packing the same cases (a
call, a refusal with its reason, a call without a token, a stream, a deadline)."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clients.build import environment

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
RUN_S = 600
PREPARED: dict[str, list[list[str]]] = {
    "es": [
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
        [str(Path(sys.executable).with_name("buf")), "generate"],
    ],
    "go": [["sh", str(ROOT / "clients/go/generate")]],
    "kotlin": [["mvn", "-B", "-q", "compile"]],
    "python": [],
}
STARTED = {
    "es": ["node", "client.mjs"],
    "go": ["go", "run", "."],
    "kotlin": ["sh", "run"],
    "python": [sys.executable, "client.py"],
}


def run() -> list[dict[str, str]]:
    """Return the result of each case: `client`, `protocol`, `packing`, `case`, and `wrong`, which is empty if all is
    well. Raises CalledProcessError if a client cannot be built or ends before its last case."""
    for name, steps in PREPARED.items():
        for step in steps:
            given = os.environ | environment()
            subprocess.run(step, cwd=HERE / name, env=given, check=True, timeout=RUN_S, stdout=sys.stderr)
    with _server() as addresses:
        told = [_output_of(name, addresses) for name in STARTED]
    return [json.loads(line) for said in told for line in said.splitlines()]


def _output_of(name: str, addresses: dict[str, str]) -> str:
    asked = [*STARTED[name], f"http://{addresses['http']}", f"http://{addresses['grpc']}"]
    return subprocess.run(asked, cwd=HERE / name, check=True, timeout=RUN_S, stdout=subprocess.PIPE, text=True).stdout


@contextmanager
def _server() -> Iterator[dict[str, str]]:
    """Its addresses, `http` and `grpc`."""
    with tempfile.TemporaryDirectory() as folder:
        settings = os.environ | {
            "TURNLEDGER_STORE": f"sqlite:///{folder}/games.db",
            "TURNLEDGER_VIEWS": "memory://",
            "TURNLEDGER_KEYS": f"{folder}/keys",
            "TURNLEDGER_LISTEN": "127.0.0.1:0",
            "TURNLEDGER_HTTP": "127.0.0.1:0",
        }
        command = (sys.executable, "-m", "turnledger_server", "serve", "--json")
        with subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            try:
                yield json.loads(process.stdout.readline())
            finally:
                process.terminate()


def table(rows: list[dict[str, str]]) -> str:
    """Markdown, a line a client and protocol."""
    cases = list(dict.fromkeys(row["case"] for row in rows))
    lines = [f"| client | protocol | {' | '.join(cases)} |", f"| --- | --- |{' --- |' * len(cases)}"]
    for client, protocol in dict.fromkeys((row["client"], row["protocol"]) for row in rows):
        mine = [row for row in rows if (row["client"], row["protocol"]) == (client, protocol)]
        told = (", ".join(_outcome(row) for row in mine if row["case"] == case) for case in cases)
        lines.append(f"| {client} | {protocol} | {' | '.join(told)} |")
    return "\n".join(lines) + "\n"


def _outcome(row: dict[str, str]) -> str:
    return f"{row['packing']}{': **failed**' if row['wrong'] else ''}"
