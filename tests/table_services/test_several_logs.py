"""Tables on several logs: their boards, what is made of all, and quick matches."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from prometheus_client import REGISTRY

from domain import stored
from domain.table.messages import OpenTable, TakeSeat
from services.application.game_service import GameService, table_id
from services.projection_runner.rebuild import rebuild
from services.projection_runner.views import open_views
from services.roles.leader_election import keep_leading
from services.roles.matchmaking import Matchmaking
from services.store import open_sql, open_store
from services.store.backends import urls_of
from services.store.interface import StoreUnavailable
from services.store.logs.log_set import ShardedEventStore
from services.tables.unfinished import OpenTableIndex

pytestmark = pytest.mark.servers
CODEC = stored.codec()
# The ids of these tables have an even CRC-32 and an odd one: of two logs they are put into the first and the second.
NAMES = ("a table", "a second table")


@pytest.fixture
async def store(logs_url) -> AsyncIterator[ShardedEventStore]:
    opened = open_store(logs_url)
    assert isinstance(opened, ShardedEventStore)
    yield opened
    await opened.close()


async def opened(games: GameService) -> list[str]:
    for name in NAMES:
        await games.open_table(OpenTable("power_grid/russia", 2), actor="ann", request_id=name, name=name)
        await games.execute(table_id(name), TakeSeat(), actor="ann", request_id=f"{name}: seat")
    return [table_id(name) for name in NAMES]


async def test_boards_are_of_their_log_and_lists_are_of_all(store, redis_url):
    games = GameService(store, CODEC)
    ids = await opened(games)
    assert [store.logs.index(await store.log_of(game_id)) for game_id in ids] == [0, 1]
    views = await open_views(redis_url, store=store)
    following = [asyncio.create_task(each.run()) for each in views.followers(store, CODEC)]
    for game_id in ids:
        assert await views.read.games.wait_for(game_id, 2, 60) == 2
        assert (await views.read.games.table(game_id)).sitters[0].account == "ann"
    while await views.read.lists.upto() < await store.log_head():
        await asyncio.sleep(0)
    assert [(metric_value("leads", role="view boards", log=log) or 0) > 0 for log in ("0", "1", "")] == [
        True,
        True,
        False,
    ]
    assert metric_value("leads", role="view lists", log="") == 1
    assert {table.game_id for table in (await views.read.lists.my_games("ann")).items} == {*ids}
    for each in following:
        each.cancel()
        with suppress(asyncio.CancelledError):
            await each
    for log, (projection, view) in views.of_logs(store):
        done = await rebuild(log, CODEC.read, projection, view, lead=log.lead, switch=False)
        assert (projection.name, done.differing) == (projection.name, 0)
    await views.close()


async def test_a_quick_match_finds_the_table_that_waits_in_any_log(store, logs_url):
    sqls = [open_sql(url) for url in urls_of(logs_url)]
    tables = [OpenTableIndex(log, sql) for log, sql in zip(store.logs, sqls, strict=True)]
    found = list[list[str]]()
    for turn in range(8):
        processes = [Matchmaking(GameService(store, CODEC), store, tables) for _ in range(2)]
        wanted = OpenTable("power_grid/russia", 2)
        found.append(
            [
                await process.quick_match(wanted, TakeSeat(), actor=f"{name}{turn}", request_id=f"{name}{turn}")
                for name, process in zip(("ann", "bob"), processes, strict=True)
            ]
        )
    assert [one for one, _ in found] == [other for _, other in found]
    assert len({one for one, _ in found}) == 8
    assert {store.logs.index(await store.log_of(one)) for one, _ in found} == {0, 1}
    for sql in sqls:
        await sql.close()


def metric_value(metric: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"turnledger_{metric}", labels)


async def test_metrics_say_of_which_log_a_view_is_behind_and_where_somebody_leads(store):
    await opened(GameService(store, CODEC))
    views = await open_views("memory://", store=store)
    await views.measure(store)
    lags = {(view, log): metric_value("follower_lag_events", view=view, log=log) for view, log in
            (("boards", "0"), ("boards", "1"), ("lists", ""), ("leaders", ""))}  # fmt: skip
    assert lags == {("boards", "0"): 2, ("boards", "1"): 2, ("lists", ""): 4, ("leaders", ""): 4}
    await views.close()
    leads = asyncio.Event()

    async def work() -> None:
        leads.set()
        await asyncio.Event().wait()

    role = asyncio.create_task(keep_leading(store.logs[1], "of a log", work))
    await leads.wait()
    assert metric_value("leads", role="of a log", log="1") == 1
    role.cancel()
    await asyncio.wait([role])
    assert metric_value("leads", role="of a log", log="1") == 0


async def test_a_log_that_is_away_is_named_and_the_others_are_measured(store, monkeypatch):
    async def away() -> int:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(store.logs[1], "appended_head", away)
    views = await open_views("memory://", store=store)
    measuring = asyncio.create_task(views.keep_measuring(store))
    async with asyncio.timeout(60):
        while [metric_value("server_answers", server="store", log=log) for log in ("0", "1", "")] != [1, 0, 1]:
            await asyncio.sleep(0.05)  # who looks at all metrics at each turn of the loop leaves no time to answer in
    measuring.cancel()
    await asyncio.wait([measuring])
    await views.close()
