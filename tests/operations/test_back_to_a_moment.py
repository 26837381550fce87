"""The recipe of docs/operations.md, “Back to a moment”, followed literally on a real PostgreSQL.

Games stored before the moment are restored and prove themselves; later commands are lost."""

import asyncio
import os
import re
import subprocess
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from domain import stored
from domain.table.messages import AddBot, OpenTable, StartGame
from services.application.game_service import GameService
from services.store import open_store
from services.store.schema import migrate
from support.forked import turnledger
from support.servers import PostgresServer, wait_until

pytestmark = [pytest.mark.servers, pytest.mark.slow]

MANUAL = (Path(__file__).parents[2] / "docs/operations.md").read_text()
RECIPE = MANUAL.partition("\n### Back to a moment\n")[2].partition("\n#")[0]
SETTINGS, NIGHTLY, _COMPOSE, RESTORE = re.findall(r"^```\w+\n(.*?)^```", RECIPE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def archive():
    """The folders that the recipe calls /backup and /restored."""
    with PostgresServer() as keeper:  # its folder is of the user that servers run as
        (keeper.folder / "wal").mkdir()
        for each in (keeper.folder, keeper.folder / "wal"):
            os.chown(each, *(keeper.user or (os.getuid(), os.getgid())))
        keeper.stop()
        yield keeper.folder


@pytest.fixture
def literally(archive):
    """The commands of the recipe, with the folders of this test."""
    return lambda text: text.replace("/backup", str(archive)).replace("/restored", f"{archive}/restored")


def settings(text):
    return dict(re.findall(r"^(\w+) = '?(.*?)'?$", text, re.MULTILINE))


async def begun_game(url):
    async with AsyncExitStack() as stack:
        store = open_store(url)
        stack.push_async_callback(store.close)
        games = GameService(store, stored.codec())
        table = OpenTable("power_grid/russia", 2)
        game_id = (await games.open_table(table, actor="ann", request_id=str(uuid4()))).game_id
        for command in (AddBot("random"), AddBot("random"), StartGame()):
            await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
        return game_id


def one(url, query):
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
        return row[0] if row else None


def games_of(url):
    with psycopg.connect(url) as connection:
        return {game for (game,) in connection.execute("SELECT DISTINCT originator_id FROM stored_events")}


def test_what_was_stored_before_the_moment_is_there_and_the_mistake_after_it_is_not(archive, literally, tmp_path):
    with PostgresServer(**settings(literally(SETTINGS))) as server:

        def shell(script, **variables):
            uid, gid = server.user or (None, None)
            environment = os.environ | {"PATH": f"{server.binaries}:{os.environ['PATH']}"} | variables
            subprocess.run(
                ["sh", "-euc", literally(script)],
                env=environment, user=uid, group=gid, extra_groups=[] if uid else None, cwd=archive, check=True,
            )  # fmt: skip

        url = server.url()
        migrate(url)
        before = asyncio.run(begun_game(url))
        shell(NIGHTLY, DATABASE=url)
        after = asyncio.run(begun_game(url))
        moment = str(one(url, "SELECT clock_timestamp()"))
        one(url, "WITH gone AS (DELETE FROM stored_events RETURNING 1) SELECT count(*) FROM gone")
        wanted = one(url, "SELECT pg_walfile_name(pg_switch_wal())")
        wait_until(lambda: (archive / "wal" / wanted).exists(), "the log of the mistake is in the archive")
        (base,) = (archive / "base").iterdir()
        shell(RESTORE.rpartition("pg_ctl")[0], BASE=str(base), MOMENT=moment)
        with PostgresServer(archive / "restored") as restored:
            again = restored.url()
            wait_until(lambda: not one(again, "SELECT pg_is_in_recovery()"), "it has come to the moment")
            assert (games_of(url), games_of(again)) == (set(), {before, after})
            environment = os.environ | {"TURNLEDGER_STORE": again, "TURNLEDGER_KEYS": str(tmp_path / "keys")}
            for command in (("keys",), ("audit", "--all")):
                done = turnledger(*command, environment=environment)
                assert done.returncode == 0, done.stdout + done.stderr
