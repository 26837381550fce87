"""The jobs of deploy/kubernetes/backup, command by command as their pods run them, on real servers."""

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
from services.application.game_service import GameService
from services.store import open_store
from services.store.schema import migrate
from support.servers import PostgresServer

pytestmark = [pytest.mark.servers, pytest.mark.slow]

BACKUP = Path(__file__).parents[2] / "deploy/kubernetes/backup/backup.yaml"
CONTAINERS = {
    f"{cron['metadata']['name'].removeprefix('turnledger-')}/{each['name']}": each
    for cron in yaml.safe_load_all(BACKUP.read_text())
    if cron["kind"] == "CronJob"
    for pod in [cron["spec"]["jobTemplate"]["spec"]["template"]["spec"]]
    for each in (*pod["initContainers"], *pod["containers"])
}


@pytest.fixture
def server():
    with PostgresServer() as one, PostgresServer() as scratch:
        yield one, scratch


@pytest.fixture
def run(server, tmp_path, tmp_path_factory):
    """Runs a container's script with its folder /backup; the scratch server's port instead of 5432."""
    one, scratch = server
    keys = tmp_path_factory.mktemp("keys")

    def run(name, database="turnledger", **more):
        script = CONTAINERS[name]["args"][0].replace("/backup/", f"{tmp_path}/")
        on_scratch = name == "backup/prove"
        environment = os.environ | {
            "PATH": f"{Path(sys.executable).parent}:{one.binaries}:{os.environ['PATH']}",
            "DATABASE": one.url(database),
            "PGPORT": str(scratch.port),
            "TURNLEDGER_STORE": (scratch if on_scratch else one).url(database),
            "TURNLEDGER_KEYS": str(keys),
        }
        return subprocess.run(["sh", "-euc", script], env=environment | more, capture_output=True, text=True)

    subprocess.run(
        [sys.executable, "-m", "turnledger_server", "keys"], env=os.environ | {"TURNLEDGER_KEYS": str(keys)}, check=True
    )
    return run


def succeeds(done):
    assert done.returncode == 0, done.stdout + done.stderr


async def begun_game(url):
    store = open_store(url)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        games = GameService(store, stored.codec())
        table = OpenTable("power_grid/russia", 2)
        game_id = (await games.open_table(table, actor="ann", request_id=str(uuid4()))).game_id
        for command in (AddBot("random"), AddBot("random"), StartGame()):
            await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))


def test_backup_of_the_night_is_restored_and_proves_itself_and_a_changed_one_does_not(server, run, tmp_path):
    one, scratch = server
    for old in range(20):
        (tmp_path / f"turnledger-202601{old + 1:02}T000000Z").mkdir()
    assert run("backup/mark").returncode != 0, "there is no database"
    assert len(list(tmp_path.glob("turnledger-*"))) == 20, "a backup that fails deletes nothing"
    with psycopg.connect(one.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE turnledger")
    migrate(one.url("turnledger"))
    asyncio.run(begun_game(one.url("turnledger")))
    for step in ("mark", "dump", "files"):
        succeeds(run(f"backup/{step}"))
    kept = sorted(path.name for path in tmp_path.glob("turnledger-*"))
    assert (len(kept), kept[0]) == (14, "turnledger-20260108T000000Z"), "a fortnight's, the oldest gone"
    succeeds(run("backup/restore"))
    succeeds(run("backup/prove"))
    with psycopg.connect(scratch.url("turnledger")) as changing:
        changing.execute("DELETE FROM stored_events WHERE originator_version = 2")
    assert run("backup/prove").returncode == 1


def test_restore_fills_an_empty_database_with_the_named_backup_and_leaves_a_filled_one_as_it_is(server, run, tmp_path):
    one, _ = server
    with psycopg.connect(one.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE turnledger")
        admin.execute("CREATE DATABASE empty")
    migrate(one.url("turnledger"))
    asyncio.run(begun_game(one.url("turnledger")))
    for step in ("mark", "dump", "files"):
        succeeds(run(f"backup/{step}"))
    (backup,) = tmp_path.glob("turnledger-*")
    asyncio.run(begun_game(one.url("turnledger")))  # after the backup
    refused = run("restore/load")
    assert (refused.returncode, "the database has tables" in refused.stderr) == (1, True)
    succeeds(run("restore/load", "empty", BACKUP=str(backup)))
    succeeds(run("restore/prove", "empty", BACKUP=str(backup)))
    games = {}
    for database in ("turnledger", "empty"):
        with psycopg.connect(one.url(database)) as connection:
            found = connection.execute("SELECT count(DISTINCT originator_id) FROM stored_events").fetchone()
            games[database] = found[0] if found else 0
    assert games["turnledger"] == games["empty"] + 1
    with psycopg.connect(one.url("empty")) as changing:
        changing.execute("DELETE FROM stored_events WHERE originator_version = 2")
    assert run("restore/prove", "empty", BACKUP=str(backup)).returncode == 1
