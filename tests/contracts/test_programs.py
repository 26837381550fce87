"""The programs of test servers: those of the wheels, whatever else is installed; others only on request."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import uuid4

import pytest

from support import programs

ROOT = Path(__file__).parents[2]


class EngineWithoutImages(BaseHTTPRequestHandler):
    """A Docker engine that answers, has no image and reaches no registry."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path.endswith("/_ping"):
            self.answer(200, b"OK")
        elif self.path.endswith("/version"):
            self.answer(200, b'{"ApiVersion": "1.44", "Version": "25.0"}')
        else:
            self.answer(404, b'{"message": "No such image"}')

    def do_POST(self) -> None:
        self.answer(500, b'{"message": "no registry"}')

    def answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def engine() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), EngineWithoutImages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """A path on which every installed server is broken, before all others."""
    for name in ("postgres", "initdb", "redis-server", "valkey-server"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\nexit 1\n")
        program.chmod(0o755)
    return f"{tmp_path}:{os.environ['PATH']}"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("TURNLEDGER_TEST", "PYTEST"))}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=plain | environment, capture_output=True, text=True, timeout=100
    )


SHARED = f"""
import psycopg, redis
from support.servers import redis_to_share, shared_postgres
with shared_postgres("{uuid4().hex}") as url, psycopg.connect(url) as connection:
    assert connection.execute("SELECT 1").fetchone() == (1,)
with redis_to_share() as url, redis.Redis.from_url(url) as client:
    assert client.ping()
"""


@pytest.mark.servers
def test_tests_run_beside_an_engine_without_images_and_broken_servers(engine, broken):
    done = run("-c", SHARED, DOCKER_HOST=engine, PATH=broken)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (programs.CONTAINERS, "there is no image postgres:17-alpine and none can be pulled"),
        (programs.INSTALLED, "neither `redis-server` nor `valkey-server` is on the path"),
    ],
)
def test_what_is_asked_for_and_is_not_there_is_one_sentence_before_the_first_test(asked, said, engine, tmp_path):
    for name in ("postgres", "initdb"):  # PostgreSQL is installed, Redis is not
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    mine = {asked: "1", "DOCKER_HOST": engine, "PATH": str(tmp_path)}
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/domain/kernel", **mine)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith(f"ERROR: {asked}=1, but ")
    assert said in line


def test_an_installed_server_is_used_when_asked_for(broken, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", broken)
    monkeypatch.setenv(programs.INSTALLED, "1")
    assert programs.postgres_binaries(tmp_path) == tmp_path
    assert programs.redis_binary() == str(tmp_path / "redis-server")
