"""The operator's commands against real PostgreSQL and Redis, as processes of their own."""

import asyncio
import json
import os
from contextlib import asynccontextmanager, suppress
from uuid import uuid4

import psycopg
import pytest

from domain import stored
from domain.table.messages import AddBot, OpenTable, StartGame, TakeSeat
from services.application.game_service import GameService, table_id
from services.projection_runner.views import open_views
from services.store import open_store
from services.store.migrations import latest
from support import forked

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
    done = await asyncio.to_thread(forked.turnledger, *arguments, "--json", environment=environment)
    return done.returncode, json.loads(done.stdout)


async def test_views_are_rebuilt_beside_the_live_ones_and_found_equal(environment):
    store, views = open_store(environment["TURNLEDGER_STORE"]), await open_views(environment["TURNLEDGER_VIEWS"])
    games = GameService(store, stored.codec())
    table = OpenTable("power_grid/russia", 2)
    game_id = (await games.open_table(table, actor="ann", request_id=str(uuid4()))).game_id
    for command in (AddBot("random"), AddBot("random"), StartGame()):
        answer = await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
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
        "account",
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
    assert [(each["check"], each["state"]) for each in findings][:6] == [
        ("store", "ok"),
        ("files", "ok"),
        ("phones", "ok"),
        ("server", "warn"),  # tests do without fsync
        ("account", "warn"),
        ("views", "fail"),
    ]
    assert [each["runbook"] for each in findings][3:6] == ["Doctor: server", "Doctor: account", "Doctor: views"]


async def test_several_logs_are_examined_and_rebuilt_and_their_home_is_told_where_games_are(logs_url, redis_url):
    environment = os.environ | {"TURNLEDGER_STORE": logs_url, "TURNLEDGER_VIEWS": redis_url}
    store = open_store(logs_url)
    names = ("a table", "a second table")  # whose ids have an even CRC-32 and an odd one
    for name in names:
        games = GameService(store, stored.codec())
        await games.open_table(OpenTable("power_grid/russia", 2), actor="ann", request_id=name, name=name)
        await games.execute(table_id(name), TakeSeat(), actor="ann", request_id=f"{name}: seat")
    assert [await log.log_head() for log in store.logs] == [2, 2]
    await store.close()
    with psycopg.connect(logs_url.split()[0]) as home:
        home.execute("DELETE FROM placed_games")
    code, findings = await turnledger(environment, "doctor")
    assert code == 1
    assert [(each["check"], each["state"]) for each in findings][-5:] == [
        ("archive", "ok"), ("chains", "ok"), ("archive", "ok"), ("chains", "ok"), ("placements", "fail"),
    ]  # fmt: skip
    assert [each["said"] for each in findings if each["check"] == "store"] == [
        f"log {number}: answers, schema {latest('postgres')}" for number in (0, 1)
    ]
    assert await turnledger(environment, "rebuild", "--placements") == (0, {"games": 1, "elsewhere": []})
    code, rebuilt = await turnledger(environment, "rebuild")
    assert code == 0
    assert {name: (each["events"], each["switched"]) for name, each in rebuilt.items()} == {
        "boards of log 0": (2, True), "boards of log 1": (2, True), "lists": (4, True), "leaders": (4, True),
    }  # fmt: skip
    store = open_store(logs_url)
    views = await open_views(redis_url, store=store)
    assert {each.game_id for each in (await views.read.lists.my_games("ann")).items} == {*map(table_id, names)}
    for name in names:
        assert (await views.read.games.table(table_id(name))).sitters[0].account == "ann"
    await views.close()
    await store.close()
