"""The operator's commands against real PostgreSQL and Redis, as processes of their own."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from uuid import uuid4

import pytest

from domain import stored
from domain.table.messages import AddBot, OpenTable, StartGame
from services.application.games import Games
from services.store import open_store
from services.views import open_views

pytestmark = pytest.mark.servers


@pytest.fixture
def environment(postgres_store_url, redis_url):
    return os.environ | {"TURNLEDGER_STORE": postgres_store_url, "TURNLEDGER_VIEWS": redis_url}


@asynccontextmanager
async def following(store, views, *shares):
    """One follower for all views, or one for each share of them."""
    followers = [views.follower(store, stored.codec(), share) for share in shares or ((),)]
    tasks = [asyncio.create_task(follower.run()) for follower in followers]
    yield
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def turnledger(environment, *arguments):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "turnledger_server", *arguments, "--json", env=environment, stdout=subprocess.PIPE
    )
    out, _ = await process.communicate()
    return process.returncode, json.loads(out)


async def test_views_are_rebuilt_beside_the_live_ones_and_found_equal(environment):
    store, views = open_store(environment["TURNLEDGER_STORE"]), await open_views(environment["TURNLEDGER_VIEWS"])
    games = Games(store, stored.codec())
    table = OpenTable("power_grid/russia", 2)
    game_id = (await games.open_table(table, actor="ann", request_id=str(uuid4()))).game_id
    for command in (AddBot("random"), AddBot("random"), StartGame()):
        answer = await games.give(game_id, command, actor="ann", request_id=str(uuid4()))
    async with following(store, views, ("boards",), ("lists", "leaders")):
        assert await views.read.games.wait_for(game_id, answer.version, 60) == answer.version
        code, rebuilt = await turnledger(environment, "rebuild")
        assert code == 0
        assert {name: each["differing"] for name, each in rebuilt.items()} == {"boards": 0, "lists": 0, "leaders": 0}
        assert all(each["switched"] for each in rebuilt.values())
        board = await views.read.games.board(game_id, None, answer.version, 20)
        assert board.version == answer.version
    code, findings = await turnledger(environment, "doctor")
    assert code == 0, findings
    assert [each["check"] for each in findings] == [
        "store",
        "files",
        "phones",
        "server",
        "redis",
        "view boards",
        "view lists",
        "view leaders",
        "roles",
        "snapshots",
        "archive",
        "chains",
    ]
    await views.close()
    await store.close()


async def test_the_doctor_says_that_redis_is_away(environment):
    code, findings = await turnledger(environment | {"TURNLEDGER_VIEWS": "redis://127.0.0.1:1/0"}, "doctor")
    assert code == 1
    assert [(each["check"], each["state"]) for each in findings][:5] == [
        ("store", "ok"),
        ("files", "ok"),
        ("phones", "ok"),
        ("server", "warn"),  # tests do without fsync
        ("views", "fail"),
    ]
    assert [each["runbook"] for each in findings][3:5] == ["Doctor: server", "Doctor: views"]
