"""Fresh views, filled by several processes: real ones, with real PostgreSQL and Redis."""

import asyncio
import multiprocessing
import pickle

import pytest

from domain import stored
from domain.history.record import EventRow, LogRow
from projections.folds.boards import Boards
from projections.folds.lists import Lists, table_key
from projections.folds.transitions import BadEvent
from projections.stores.interface import SHARED, VERSION_KEY
from projections.stores.memory_view import MemoryView
from services.projection_runner.filling import Servers, divided, fill, left_long_ago
from services.projection_runner.projector import Projector
from services.projection_runner.rebuild import digest
from services.projection_runner.views import open_views
from services.store import open_store
from support.histories import CODEC, Game, ListLog, played
from tests.projections.projection_kit import caught_up

VIEWS = {"boards": 8, "lists": 1, "leaders": 1}


def test_what_spans_games_stays_together_and_the_shards_go_where_least_is_to_do():
    spanning = {"lists": [0], "leaders": [0]}
    assert divided(VIEWS, 1) == [spanning | {"boards": [0, 1, 2, 3, 4, 5, 6, 7]}]
    assert divided(VIEWS, 2) == [spanning | {"boards": [6, 7]}, {"boards": [0, 1, 2, 3, 4, 5]}]
    assert divided(VIEWS, 3) == [spanning, {"boards": [0, 2, 4, 6]}, {"boards": [1, 3, 5, 7]}]
    assert len(divided(VIEWS, 99)) == 9
    assert divided({"boards": 2}, 2) == [{"boards": [0]}, {"boards": [1]}]


def power_grid(log, game_id, *seats):
    return Game(log, game_id, codec=stored.codec()).open("ann", variant="power_grid/russia", seats=2).seat(*seats)


async def store_with_games(url):
    """Four that are over, and one that is open."""
    store, commands = open_store(url), []
    for number in range(4):
        power_grid(commands, f"over-{number}", "ann", "bot:random").start().play(100_000)
    power_grid(commands, "open", "ann")
    for rows in commands:
        await store.append(rows, 10)
    return store


@pytest.mark.servers
async def test_views_that_several_processes_fill_hold_what_one_writes(postgres_store_url, redis_url):
    store, views = await store_with_games(postgres_store_url), await open_views(redis_url)
    fresh, shards = {view.id: await view.fresh() for _, view in views}, {view.id: len(view.leads) for _, view in views}
    filled = await fill(Servers(postgres_store_url, redis_url), fresh, shards, 3)
    assert filled == dict.fromkeys(shards, await store.log_head())
    for projection, view in views:
        alone = await MemoryView("alone").live()
        await caught_up(store, [(projection, alone)], codec=stored.codec())
        assert await digest(fresh[view.id]) == await digest(alone), projection.name
    await views.close()
    await store.close()


@pytest.mark.servers
async def test_a_process_that_is_killed_ends_the_others_and_is_told(postgres_store_url, redis_url):
    store, views = await store_with_games(postgres_store_url), await open_views(redis_url)
    fresh, shards = {view.id: await view.fresh() for _, view in views}, {view.id: len(view.leads) for _, view in views}
    filling = asyncio.create_task(fill(Servers(postgres_store_url, redis_url), fresh, shards, 3))
    while len(multiprocessing.active_children()) < 3:
        await asyncio.sleep(0)
    multiprocessing.active_children()[1].kill()
    with pytest.raises(RuntimeError, match="has died"):
        await filling
    assert multiprocessing.active_children() == []
    await views.close()
    await store.close()


@pytest.mark.servers
async def test_games_that_are_over_for_longer_than_views_keep_them_are_known_before(postgres_store_url):
    store = await store_with_games(postgres_store_url)
    end = max([stored.codec().read(row).envelope.at for row in await store.load("over-0")])
    assert await left_long_ago(store, 60, end) == set()
    later = end.replace(year=end.year + 1)
    assert await left_long_ago(store, 60, later) == {"over-0", "over-1", "over-2", "over-3"}
    assert await left_long_ago(store, None, later) == ()
    await store.close()


async def test_games_that_left_are_in_the_lists_and_have_no_board():
    log = ListLog()
    played(log, "over", "ann", "bob")
    Game(log, "on").open("ann")
    boards, lists = await MemoryView("boards").live(), await MemoryView("lists").live()
    projector = Projector(log, CODEC.read, [(Boards(), boards), (Lists(), lists)], left={"over"})
    await projector.resume()
    await projector.catch_up()
    assert await boards.get("over", VERSION_KEY, "table") == [None, None]
    assert await boards.get("on", VERSION_KEY) == [b"1"]
    over, on = await lists.get(SHARED, table_key("over"), table_key("on"))
    assert over
    assert on
    assert await boards.positions() == await lists.positions() == (len(log.rows),)


def test_another_process_is_told_which_event_cannot_be_applied():
    told = BadEvent(LogRow(81, EventRow("game-7", 3, "demo.Unheard/1", b"{}")))
    assert str(pickle.loads(pickle.dumps(told))) == str(told)
    assert "event 3 of game game-7 (demo.Unheard/1, position 81)" in str(told)
