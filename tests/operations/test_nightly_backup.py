"""The nightly backup of deploy/kubernetes/backup, command by command as its pod runs them, on a real server: what was
dumped is restored, and every game in it proves itself; a dump that was changed does not."""

import asyncio
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
import yaml

from domain import stored
from domain.table.messages import AddBot, OpenTable, StartGame
from services.application.games import GameService
from services.store import open_store
from services.store.schema import migrate
from support.servers import PostgresServer

pytestmark = [pytest.mark.servers, pytest.mark.slow]

BACKUP = Path(__file__).parents[2] / "deploy/kubernetes/backup/backup.yaml"
(CRON,) = [each for each in yaml.safe_load_all(BACKUP.read_text()) if each["kind"] == "CronJob"]
POD = CRON["spec"]["jobTemplate"]["spec"]["template"]["spec"]
SCRIPTS = {each["name"]: each["args"][0] for each in POD["initContainers"]}


@pytest.fixture
def server():
    with PostgresServer() as one, PostgresServer() as scratch:
        yield one, scratch


@pytest.fixture
def run(server, tmp_path):
    """Runs a container's script with its folder /backup, and the scratch server's port instead of 5432."""
    one, scratch = server

    def run(name):
        environment = os.environ | {
            "PATH": f"{one.binaries}:{os.environ['PATH']}",
            "DATABASE": one.url("turnledger"),
            "PGPORT": str(scratch.port),
        }
        script = SCRIPTS[name].replace("/backup", str(tmp_path))
        return subprocess.run(["sh", "-euc", script], env=environment, capture_output=True, text=True)

    return run


async def begun_game(url):
    store = open_store(url)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        games = GameService(store, stored.codec())
        table = OpenTable("power_grid/russia", 2)
        game_id = (await games.open_table(table, actor="ann", request_id=str(uuid4()))).game_id
        for command in (AddBot("random"), AddBot("random"), StartGame()):
            await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))


@pytest.fixture
def prove(tmp_path_factory):
    environment = os.environ | {"TURNLEDGER_KEYS": str(tmp_path_factory.mktemp("keys"))}

    def turnledger(*arguments, **more):
        command = [sys.executable, "-m", "turnledger_server", *arguments]
        return subprocess.run(command, env=environment | more, capture_output=True, text=True)

    made = turnledger("keys")
    assert made.returncode == 0, made.stderr
    (container,) = POD["containers"]
    return lambda url: turnledger(*container["args"], TURNLEDGER_STORE=url)


def test_what_was_dumped_at_night_is_restored_and_proves_itself_and_what_was_changed_does_not(
    server, run, prove, tmp_path
):
    one, scratch = server
    for old in range(20):
        (tmp_path / f"turnledger-202601{old + 1:02}T000000Z.dump").touch()
    assert run("dump").returncode != 0, "there is no database"
    assert len(list(tmp_path.glob("turnledger-*.dump"))) == 20, "a dump that fails throws nothing away"
    with psycopg.connect(one.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE turnledger")
    migrate(one.url("turnledger"))
    asyncio.run(begun_game(one.url("turnledger")))
    dumped = run("dump")
    assert dumped.returncode == 0, dumped.stderr
    kept = sorted(path.name for path in tmp_path.glob("turnledger-*.dump"))
    assert (len(kept), kept[0]) == (14, "turnledger-20260108T000000Z.dump"), "a fortnight's, the oldest gone"
    restored = run("restore")
    assert restored.returncode == 0, restored.stderr
    proven = prove(scratch.url("turnledger"))
    assert proven.returncode == 0, proven.stdout + proven.stderr
    with psycopg.connect(scratch.url("turnledger")) as changing:
        changing.execute("DELETE FROM stored_events WHERE originator_version = 2")
    assert prove(scratch.url("turnledger")).returncode == 1
