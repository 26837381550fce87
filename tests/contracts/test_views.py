"""The contract of every view store: in memory, on Redis (or Valkey), and on a cluster of three nodes."""

import asyncio
from contextlib import asynccontextmanager

import msgspec
import pytest

from domain.table.aggregate import RUNNING
from projections.folds.boards import StoredBoard, board_key
from projections.folds.registry import PROJECTIONS
from projections.read.games import BoardQueries, NotShown
from projections.read.spread import Spread
from projections.stores.interface import (
    SHARED,
    AdvanceVersion,
    Append,
    ExpireAfter,
    PositionMoved,
    Put,
    RankedMember,
    SetRank,
    Unrank,
)
from projections.stores.memory_view import MemoryView
from services.projection_runner.leases import LocalLead
from services.projection_runner.rebuild import digest
from services.projection_runner.runner import ProjectionRunner
from support.histories import CODEC, Game, ListLog, a_busy_evening
from tests.projections.projection_kit import caught_up

NAMES = ("memory", "redis", "cluster")


@asynccontextmanager
async def redis_view(url, name="v", shards=1, keep_s=None):
    from projections.stores.redis_connect import connect
    from projections.stores.redis_view import RedisView

    client = await connect(url)
    view = RedisView(client, name, shards=shards, keep_s=keep_s)
    try:
        yield view
    finally:
        await view.close()
        await client.aclose()


@pytest.mark.servers
async def test_a_view_whose_schema_grew_is_built_anew_and_the_others_are_left_as_they_are(redis_url):
    from projections.stores.redis_connect import connect
    from projections.stores.redis_view import RedisView

    log, client = ListLog(), await connect(redis_url)
    a_busy_evening(log)

    def views(**grown):
        return [(each, RedisView(client, each.name, schema=grown.get(each.name, each.schema))) for each in PROJECTIONS]

    async def follow(views):
        follower = asyncio.create_task(ProjectionRunner(log, CODEC.read, views, lead=LocalLead()).run())
        for _, view in views:
            while not await (await view.live()).intact(len(log.rows)):
                await asyncio.sleep(0.01)
        follower.cancel()
        await asyncio.wait([follower])
        return {projection.name: await digest(await view.live()) for projection, view in views}

    await follow(views())
    for _, view in views():  # a rebuilt view does not have it any more
        await client.set(view._keys.home((await view.live()).number, SHARED) + "stray", b"of the first build")
    game = Game(log, "one-more").open("ann")
    after = await follow(grown := views(leaders=77))
    found = [(await (await view.live()).get(SHARED, "stray"))[0] for _, view in grown]
    assert found == [b"of the first build", b"of the first build", None]
    assert await grown[0][1].wait_for("one-more", game.version, 60) == game.version
    anew = await MemoryView("anew").live()
    await caught_up(log, [(grown[2][0], anew)])
    assert after["leaders"] == await digest(anew)
    (old,) = await (await views()[2][1].live()).get(SHARED, "stray")
    assert old, "the one of the older program stays"
    await client.aclose()


KINDS = [
    "memory",
    pytest.param("redis", marks=pytest.mark.servers),
    pytest.param("cluster", marks=pytest.mark.servers),
]


@asynccontextmanager
async def view_of(request, keep_s=None):
    if request.param == "memory":
        yield MemoryView("v", keep_s)
    elif request.param == "redis":
        async with redis_view(request.getfixturevalue("redis_url"), keep_s=keep_s) as opened:
            yield opened
    else:
        cluster = request.getfixturevalue("redis_cluster")
        flush(cluster)
        async with redis_view(cluster.urls[0], shards=16, keep_s=keep_s) as opened:
            yield opened


@pytest.fixture(params=KINDS)
async def view(request):
    async with view_of(request) as opened:
        yield opened


@pytest.fixture(params=KINDS)
async def view_of_an_hour(request):
    """Yield views that keep data of finished games for an hour."""
    async with view_of(request, 3600.0) as opened:
        yield opened


def flush(cluster):
    import redis

    for url in cluster.urls:
        with redis.Redis.from_url(url) as client:
            client.flushall()


async def test_a_new_generation_is_empty_and_stands_at_zero(view):
    generation = await view.live()
    assert await generation.positions() == (0,)
    assert await generation.get("g", "a", "b") == [None, None]
    assert await generation.slice("g", "feed", 0, 10) == []
    assert await generation.members("list", "", 10) == await generation.ranked("list", 0, 10) == []
    assert (await generation.rank("list", "ann"), await generation.count("list")) == (None, 0)


async def test_changes_and_position_are_written_together(view):
    generation = await view.live()
    changes = {f"g{number}": [Put("board", b"%d" % number), Append("feed", 0, (b"x", b"y"))] for number in range(40)}
    await generation.write(0, 7, changes)
    assert await generation.positions() == (7,)
    assert await generation.intact(7)
    assert not await generation.intact(8)
    assert [await generation.get(f"g{number}", "board") for number in (0, 39)] == [[b"0"], [b"39"]]
    assert await generation.slice("g5", "feed", 1, 5) == [b"y"]


async def test_many_lookups_at_the_same_moment_each_get_their_own_answer(view):
    generation = await view.live()
    games = [f"g{number}" for number in range(600)]
    await generation.write(0, 1, {game: [Put("board", game.encode()), AdvanceVersion(1)] for game in games})
    answers = await asyncio.gather(*(generation.get(game, "version", "none", "board") for game in games))
    assert answers == [[b"1", None, game.encode()] for game in games]


async def test_a_crowd_that_asks_at_once_is_answered_however_few_connections_there_are(view):
    await (await view.live()).write(0, 1, {SHARED: [SetRank("r", "ann", 5)]})

    async def ask():
        return await (await view.live()).above("r", 0, 1)

    assert await asyncio.gather(*(ask() for _ in range(500))) == [[("ann", 5)]] * 500


async def test_who_does_not_wait_for_an_answer_takes_nobody_elses(view):
    generation = await view.live()
    await generation.write(0, 1, {"g": [Put("a", b"1"), Put("b", b"2")]})
    first, second = (asyncio.create_task(generation.get("g", key)) for key in "ab")
    await asyncio.sleep(0)
    first.cancel()
    assert await second == [b"2"]
    assert await generation.get("g", "a") == [b"1"]


async def test_a_position_already_applied_is_ignored(view):
    generation = await view.live()
    await generation.write(0, 5, {"g": [Put("board", b"new"), Append("feed", 0, (b"1",))]})
    await generation.write(0, 5, {"g": [Put("board", b"again"), Append("feed", 1, (b"1",))]})
    await generation.write(0, 3, {"g": [Put("board", b"old")]})
    assert await generation.get("g", "board") == [b"new"]
    assert await generation.slice("g", "feed", 0, 9) == [b"1"]


async def test_a_writer_that_is_not_where_it_thinks_writes_nothing(view):
    generation = await view.live()
    await generation.write(0, 5, {})
    for after in (3, 6):
        with pytest.raises(PositionMoved):
            await generation.write(after, 9, {"g": [Put("board", b"wrong")]})
    assert await generation.get("g", "board") == [None]
    assert await generation.positions() == (5,)


async def test_a_list_has_exactly_what_was_appended_last_from_its_start_on(view):
    generation = await view.live()
    await generation.write(0, 1, {"g": [Append("feed", 0, tuple(b"%d" % number for number in range(2500)))]})
    await generation.write(1, 2, {"g": [Append("feed", 2000, (b"a", b"b")), Append("feed", 2002, (b"c",))]})
    assert await generation.slice("g", "feed", 1999, 10) == [b"1999", b"a", b"b", b"c"]
    await generation.write(2, 3, {"g": [Append("feed", 0, (b"anew",))]})
    assert await generation.slice("g", "feed", 0, 10) == [b"anew"]


async def test_members_above_a_score_come_lowest_first(view):
    generation = await view.live()
    scores = {"cy": 5, "ann": 7, "bob": 6, "dan": 12345678901}
    await generation.write(0, 1, {SHARED: [SetRank("changed", member, score) for member, score in scores.items()]})
    assert await generation.above("changed", 5, 10) == [("bob", 6), ("ann", 7), ("dan", 12345678901)]
    assert await generation.above("changed", 0, 2) == [("cy", 5), ("bob", 6)]
    await generation.write(1, 2, {SHARED: [SetRank("changed", "cy", 8)]})
    assert await generation.above("changed", 6, 2) == [("ann", 7), ("cy", 8)]
    assert await generation.above("changed", 12345678901, 9) == await generation.above("nothing", 0, 9) == []


async def test_a_ranking_puts_the_highest_first_and_ties_share_a_place(view):
    generation = await view.live()
    scores = {"cy": 5, "ann": 7, "bob": 5, "dan": -2, "eve": 5, "fay": 0}
    await generation.write(0, 1, {SHARED: [SetRank("top", member, score) for member, score in scores.items()]})
    lines = [
        RankedMember(0, 1, "ann", 7),
        RankedMember(1, 2, "bob", 5),
        RankedMember(2, 2, "cy", 5),
        RankedMember(3, 2, "eve", 5),
        RankedMember(4, 5, "fay", 0),
        RankedMember(5, 6, "dan", -2),
    ]
    assert await generation.ranked("top", 0, 10) == lines
    assert await generation.ranked("top", 2, 3) == lines[2:5]
    assert [await generation.rank("top", line.member) for line in lines] == lines
    await generation.write(1, 2, {SHARED: [SetRank("top", "bob", 9), Unrank("top", "cy"), Unrank("top", "zoe")]})
    assert [line.member for line in await generation.ranked("top", 0, 3)] == ["bob", "ann", "eve"]
    assert await generation.count("top") == 5


async def test_members_without_scores_are_paged_by_name(view):
    generation = await view.live()
    await generation.write(0, 1, {SHARED: [SetRank("list", f"m{number}") for number in (3, 1, 5, 2, 4)]})
    assert await generation.members("list", "", 2) == ["m1", "m2"]
    await generation.write(1, 2, {SHARED: [Unrank("list", "m2")]})
    assert await generation.members("list", "m2", 2) == ["m3", "m4"]
    assert await generation.members("list", "m5", 2) == []


async def test_who_waits_for_a_version_is_woken_by_the_write(view):
    generation = await view.live()
    await generation.write(0, 1, {"g": [AdvanceVersion(1)]})
    assert await view.wait_for("g", 1, timeout_s=0) == 1
    waiting = asyncio.create_task(view.wait_for("g", 3, timeout_s=60))
    other = asyncio.create_task(view.wait_for("h", 1, timeout_s=0.3))
    await asyncio.sleep(0)
    await generation.write(1, 2, {"g": [AdvanceVersion(2)]})
    await generation.write(2, 3, {"g": [AdvanceVersion(3)], "i": [AdvanceVersion(1)]})
    assert await waiting == 3
    assert await other == 0


async def test_local_cache_is_fresh_once_a_version_is_announced(view):
    generation = await view.live()
    for version in range(1, 30):
        await generation.write(version - 1, version, {"g": [Put("board", b"%d" % version), AdvanceVersion(version)]})
        assert await view.wait_for("g", version, 60) == version
        if version == 1:
            assert await view.read_cached("g", "board", int) == (1, 1)
    while await view.read_cached("g", "board", int) != (29, 29):
        await asyncio.sleep(0)  # the news is on its way


@pytest.mark.servers
@pytest.mark.parametrize("view", ["redis", "cluster"], indirect=True)
async def test_versions_of_many_games_are_told_in_the_order_in_which_they_are_asked_for(view):
    generation = await view.live()
    games = [f"g{number}" for number in range(40)]
    await generation.write(0, 1, {game: [AdvanceVersion(int(game[1:]))] for game in games if game != "g7"})
    assert await generation.versions(games) == [*range(7), 0, *range(8, 40)]
    assert await generation.versions(["g39"]) == [39]


async def test_who_waits_is_not_woken_by_a_generation_that_is_not_live(view):
    fresh = await view.fresh()
    waiting = asyncio.create_task(view.wait_for("g", 1, timeout_s=0.3))
    await asyncio.sleep(0)
    await fresh.write(0, 1, {"g": [AdvanceVersion(1)]})
    assert await waiting == 0


async def test_who_waits_sees_what_a_switch_brings(view, monkeypatch):
    if not isinstance(view, MemoryView):
        monkeypatch.setattr("projections.stores.redis_view.LIVE_S", 0.1)
        monkeypatch.setattr("projections.stores.redis_view.POLL_S", 0.2)
    fresh = await view.fresh()
    waiting = asyncio.create_task(view.wait_for("g", 1, timeout_s=60))
    await asyncio.sleep(0)
    await fresh.write(0, 1, {"g": [AdvanceVersion(1)]})
    await view.switch(fresh)
    assert await waiting == 1


async def test_a_fresh_generation_is_beside_the_live_one_until_the_switch(view):
    live = await view.live()
    await live.write(0, 1, {"g": [Put("board", b"old"), AdvanceVersion(1)]})
    fresh = await view.fresh()
    await fresh.write(0, 2, {"g": [Put("board", b"new"), AdvanceVersion(2)], SHARED: [SetRank("top", "ann", 1)]})
    assert await (await view.live()).get("g", "board") == [b"old"]
    await view.switch(fresh)
    await view.sweep()
    now = await view.live()
    assert (now.number, await now.positions()) == (fresh.number, (2,))
    assert await now.get("g", "board") == [b"new"]
    assert await now.count("top") == 1


async def test_sweeping_drops_what_is_not_live(view):
    await (await view.live()).write(0, 1, {"g": [Put("board", b"live")]})
    fresh = await view.fresh()
    await fresh.write(0, 2, {"g": [Put("board", b"fresh")]})
    await view.sweep()
    assert await (await view.live()).get("g", "board") == [b"live"]
    if not isinstance(view, MemoryView):
        assert await fresh.get("g", "board") == [None]
        assert await fresh.positions() == (0,)
    assert (await view.fresh()).number != fresh.number


async def test_a_claim_ends_by_itself_or_when_released(view):
    assert not await view.handover_requested()
    await view.request_handover(30)
    assert await view.handover_requested()
    await view.cancel_handover()
    assert not await view.handover_requested()


async def test_equal_content_has_an_equal_digest_whatever_the_order_it_came_in(view):
    changes = [
        {"g": [Put("board", b"b"), Append("feed", 0, (b"1", b"22")), AdvanceVersion(2)]},
        {"h": [Append("feed", 0, (b"12", b"2"))], SHARED: [SetRank("top", "ann", 3), SetRank("list", "bot:x.1")]},
    ]
    generation = await view.live()
    await generation.write(0, 1, changes[0])
    await generation.write(1, 2, changes[1])
    memory = await MemoryView("other").live()
    await memory.write(0, 1, changes[1])
    await memory.write(1, 2, changes[0])
    assert await digest(generation) == await digest(memory)
    await memory.write(2, 3, {SHARED: [SetRank("top", "ann", 4)]})
    assert await digest(generation) != await digest(memory)


FAR_MS = 4_102_444_800_000  # the year 2100


def over(since_ms):
    """The last step of a game."""
    return [Append("feed", 1, (b"2",)), Put("board", b"end"), AdvanceVersion(2), ExpireAfter(since_ms)]


async def test_what_is_over_for_longer_than_is_kept_leaves_whole_in_the_step_that_ends_it(view_of_an_hour):
    generation = await view_of_an_hour.live()
    begun = [Append("feed", 0, (b"1",)), Put("board", b"begun"), AdvanceVersion(1)]
    await generation.write(0, 1, dict.fromkeys(("old", "new", "on"), begun))
    await generation.write(1, 2, {"old": over(0), "new": over(FAR_MS)})
    assert await generation.get("old", "board", "version") == [None, None]
    assert await generation.slice("old", "feed", 0, 9) == []
    assert await generation.get("new", "board", "version") == [b"end", b"2"]
    assert await generation.slice("new", "feed", 0, 9) == [b"1", b"2"]
    assert await generation.get("on", "board", "version") == [b"begun", b"1"]
    assert await generation.positions() == (2,)


async def test_what_is_to_leave_counts_as_gone_where_generations_are_compared(view_of_an_hour):
    generation, other = await view_of_an_hour.live(), await MemoryView("other").live()
    on = {"on": [Put("board", b"begun"), AdvanceVersion(1)], SHARED: [SetRank("played", "new")]}
    await generation.write(0, 1, on)
    await other.write(0, 1, on)
    await generation.write(1, 2, {"new": over(FAR_MS)[1:], "old": over(0)[1:]})
    await other.write(1, 2, {})
    assert await generation.get("new", "board") == [b"end"]
    assert await generation.dump(["new:board", "old:board", "on:board"]) == [b"", b"", b"begun"]
    assert await digest(generation) == await digest(other)


async def test_where_everything_is_kept_nothing_leaves(view):
    generation = await view.live()
    await generation.write(0, 1, {"old": over(0)[1:]})
    assert await generation.get("old", "board", "version") == [b"end", b"2"]
    assert await generation.dump(["old:board"]) == [b"end"]


@pytest.mark.servers
async def test_all_that_redis_holds_of_a_game_expires_at_one_moment(redis_url):
    async with redis_view(redis_url, keep_s=3600) as view:
        generation = await view.live()
        await generation.write(0, 1, {"new": [Append("feed", 0, (b"1",)), *over(FAR_MS)], SHARED: [Put("a", b"b")]})
        home = generation._keys.home(generation.number, "new")
        moments = [await view._client.pexpiretime(home + key) for key in ("feed", "board", "version")]
        assert moments == [FAR_MS + 3_600_000] * 3
        assert await view._client.pexpiretime(generation._keys.home(generation.number, SHARED) + "a") == -1


async def test_in_memory_what_is_over_leaves_with_a_later_step_once_its_time_has_passed():
    now = [1_000.0]
    generation = await MemoryView("v", 60.0, lambda: now[0]).live()
    for number, since_ms in enumerate((990_000, 950_000, 941_000)):
        await generation.write(number, number + 1, {f"g{number}": over(since_ms)[1:]})
    now[0] = 1_010.0
    await generation.write(3, 4, {})
    assert [await generation.get(f"g{number}", "board") for number in range(3)] == [[b"end"], [None], [None]]
    assert [names async for names in generation.names()] == [["g0:board", "g0:version"]]


@pytest.mark.servers
async def test_what_a_shard_holds_without_a_position_is_cleared(redis_url):
    async with redis_view(redis_url, shards=2) as view:
        generation = await view.live()
        homes = {f"g{number}": [Append("feed", 0, (b"x",))] for number in range(8)}
        await generation.write(0, 4, homes)
        await view._client.delete(generation._keys.position(1, generation.number))
        assert await generation.position() == 0
        assert all([await generation.slice(home, "feed", 0, 9) for home in homes])  # who only looks clears nothing
        assert await generation.positions() == (0, 4)
        left = [await generation.slice(f"g{number}", "feed", 0, 9) for number in range(8)]
        assert left.count([]) == sum(generation._keys.shard_of(f"g{number}") for number in range(8))
        await generation.write(0, 4, homes)
        assert await generation.positions() == (4,)


async def held_up_at(monkeypatch, begun, meanwhile):
    """Let `begun` reach the names that it will drop, frozen there, and wake it after `meanwhile`."""
    from projections.stores import redis_generation

    reached, awake, scan = asyncio.Event(), asyncio.Event(), redis_generation.scan

    async def late(*arguments):
        reached.set()
        await awake.wait()
        async for portion in scan(*arguments):
            yield portion

    monkeypatch.setattr(redis_generation, "scan", late)
    frozen = asyncio.create_task(begun)
    await reached.wait()
    monkeypatch.setattr(redis_generation, "scan", scan)
    await meanwhile()
    awake.set()
    await frozen


@pytest.mark.servers
@pytest.mark.parametrize("remains", [False, True])
async def test_who_was_frozen_while_clearing_a_shard_drops_nothing_of_what_another_has_written_since(
    redis_url, monkeypatch, remains
):
    async with redis_view(redis_url) as view:
        generation = await view.live()
        if remains:
            await generation.write(0, 3, {"before": [Put("board", b"b")]})
            await view._client.delete(generation._keys.position(0, generation.number))

        async def successor():
            assert await generation.positions() == (0,)
            await generation.write(0, 2, {"g": [Put("board", b"b")]})

        await held_up_at(monkeypatch, generation.positions(), successor)
        assert await generation.positions() == (2,)
        assert [names async for names in generation.names()] == [["g:board"]]


@pytest.mark.servers
async def test_who_was_frozen_while_sweeping_leaves_no_holes_in_what_was_made_live_since(redis_url, monkeypatch):
    async with redis_view(redis_url, shards=2) as view:
        await (await view.live()).write(0, 1, {"g": [Put("board", b"old")]})

        async def successor():
            fresh = await view.fresh()
            await fresh.write(0, 2, {"g": [Put("board", b"new")], "h": [Put("board", b"new")]})
            await view.switch(fresh)

        await held_up_at(monkeypatch, view.sweep(), successor)
        live = await view.live()
        assert await live.positions() == (2,)
        assert [await live.get(home, "board") for home in ("g", "h")] == [[b"new"], [b"new"]]


@pytest.mark.servers
async def test_who_was_frozen_before_it_switched_does_not_take_back_what_another_switched_to(redis_url):
    async with redis_view(redis_url) as view:
        late, newer = await view.fresh(), await view.fresh()
        await view.switch(newer)
        with pytest.raises(PositionMoved):
            await view.switch(late)
        assert (await view.live()).number == newer.number


@pytest.mark.servers
async def test_what_lost_a_list_is_not_written_again_before_it_is_cleared(redis_url):
    """A process frozen over its first write would put it on top of data that others have left there."""
    from projections.stores.interface import ViewUnavailable

    async with redis_view(redis_url) as view:
        generation = await view.live()
        await generation.write(0, 2, {"g": [Append("feed", 0, (b"1",))], SHARED: [SetRank("top", "ann", 7)]})
        await view._client.delete(generation._keys.home(generation.number, "g") + "feed")
        with pytest.raises(ViewUnavailable, match="LOST"):
            await generation.write(2, 3, {"g": [Append("feed", 1, (b"2",))]})
        assert await generation.position() == 0
        with pytest.raises(PositionMoved):
            await generation.write(0, 1, {"h": [Put("board", b"b")]})
        assert await generation.positions() == (0,)
        await generation.write(0, 1, {"h": [Put("board", b"b")]})
        assert [names async for names in generation.names()] == [["h:board"]]


@pytest.mark.servers
async def test_a_shard_that_lost_a_list_starts_anew_rather_than_write_a_gap(redis_url):
    from projections.stores.interface import ViewUnavailable

    async with redis_view(redis_url) as view:
        generation = await view.live()
        await generation.write(0, 1, {"g": [Append("feed", 0, (b"1",))]})
        await view._client.delete(generation._keys.home(generation.number, "g") + "feed")
        with pytest.raises(ViewUnavailable, match="LOST"):
            await generation.write(1, 2, {"g": [Append("feed", 1, (b"2",))]})
        assert await generation.positions() == (0,)


@pytest.mark.servers
async def test_views_on_one_server_keep_apart(redis_url):
    async with redis_view(redis_url, "one") as one, redis_view(redis_url, "two") as two:
        await (await one.live()).write(0, 1, {"g": [Put("board", b"one")]})
        await two.sweep()
        assert await (await two.live()).get("g", "board") == [None]
        assert await (await one.live()).get("g", "board") == [b"one"]


@pytest.mark.servers
async def test_news_of_a_change_drops_what_is_cached_of_the_game(redis_url, monkeypatch):
    monkeypatch.setattr("projections.stores.redis_view.NEAR_S", 3600.0)
    async with redis_view(redis_url) as view, asyncio.timeout(30):
        generation = await view.live()
        for version in (1, 2):
            change = {"g": [Put("board", b"%d" % version), AdvanceVersion(version)]}
            await generation.write(version - 1, version, change)
            assert await view.wait_for("g", version, 60) == version
            while await view.read_cached("g", "board", int) != (version, version):
                await asyncio.sleep(0)  # the news is on its way


@pytest.mark.servers
async def test_each_shard_of_a_view_has_a_lead_of_its_own(redis_url):
    async with redis_view(redis_url, "one") as one, redis_view(redis_url, "two", shards=3) as two:
        assert (len(one.leads), len(two.leads)) == (1, 3)
        assert len({*one.leads, *two.leads}) == 4


@pytest.mark.servers
async def test_a_server_that_is_gone_is_told_as_view_away(private):
    from projections.stores.interface import ViewUnavailable
    from projections.stores.redis_connect import connect
    from support.servers import RedisServer

    server = private(RedisServer())
    async with redis_view(server.url) as view:
        generation = await view.live()
        await generation.write(0, 1, {"g": [Put("board", b"b")]})
        server.kill()
        for asked in (generation.get("g", "board"), generation.write(1, 2, {}), view.fresh(), connect(server.url)):
            with pytest.raises(ViewUnavailable):
                await asked
        server.start()
        assert await generation.positions() == (0,)


@pytest.mark.servers
async def test_what_is_near_goes_when_another_process_switches_the_generation(redis_url):
    async with redis_view(redis_url, "shared") as reader, redis_view(redis_url, "shared") as other:
        await (await other.live()).write(0, 1, {"g": [Put("board", b"1"), AdvanceVersion(1)]})
        assert await reader.read_cached("g", "board", int) == (1, 1)
        fresh = await other.fresh()
        await fresh.write(0, 2, {"g": [Put("board", b"2"), AdvanceVersion(2)]})
        await other.switch(fresh)
        async with asyncio.timeout(60):
            while await reader.read_cached("g", "board", int) != (2, 2):
                await asyncio.sleep(0)


@pytest.mark.servers
async def test_nothing_is_near_when_the_server_that_tells_of_changes_is_gone(private, monkeypatch):
    from projections.stores.interface import ViewUnavailable
    from support.servers import RedisServer

    monkeypatch.setattr("projections.stores.redis_view.NEAR_S", 60)
    server = private(RedisServer())
    async with redis_view(server.url) as view:
        await (await view.live()).write(0, 1, {"g": [Put("board", b"1"), AdvanceVersion(1)]})
        while "board" not in view._near.of("g"):  # kept only once the news is listened to
            assert await view.read_cached("g", "board", int) == (1, 1)
        server.kill()
        async with asyncio.timeout(60):
            while view._near.of("g"):
                await asyncio.sleep(0)
        with pytest.raises(ViewUnavailable):
            await view.read_cached("g", "board", int)


@pytest.mark.servers
async def test_waiting_goes_on_by_polling_when_the_subscription_is_cut(redis_url, monkeypatch):
    monkeypatch.setattr("projections.stores.redis_view.POLL_S", 0.1)
    async with redis_view(redis_url) as view:
        generation = await view.live()
        assert await view.wait_for("g", 1, timeout_s=0) == 0
        view._listening.cancel()
        waiting = asyncio.create_task(view.wait_for("g", 1, timeout_s=60))
        await asyncio.sleep(0)
        await generation.write(0, 1, {"g": [AdvanceVersion(1)]})
        assert await waiting == 1


async def hears(view):
    """Wait until messages of Redis are received."""
    view._listen()
    while not view._hears:
        await asyncio.sleep(0)


async def waiter_of(view, game_id):
    """A waiter that has looked once and sleeps."""
    looked = asyncio.Event()

    async def absent():
        looked.set()
        return 0

    waiting = asyncio.create_task(view.wait_for(game_id, 1, timeout_s=600, absent=absent))
    await looked.wait()
    return waiting


@pytest.mark.servers
async def test_a_message_wakes_waiters_without_a_poll(redis_url, monkeypatch):
    monkeypatch.setattr("projections.stores.redis_view.POLL_S", 600)
    async with redis_view(redis_url) as view, asyncio.timeout(60):
        generation = await view.live()
        await hears(view)
        waiting = await waiter_of(view, "g")
        await generation.write(0, 1, {"g": [AdvanceVersion(1)]})
        assert await waiting == 1


@pytest.mark.servers
async def test_waiters_learn_at_the_next_poll_that_redis_is_unavailable(private, monkeypatch):
    from projections.stores.interface import ViewUnavailable
    from support.servers import RedisServer

    monkeypatch.setattr("projections.stores.redis_view.POLL_S", 0.1)
    server = private(RedisServer())
    async with redis_view(server.url) as view, asyncio.timeout(60):
        await view.live()
        await hears(view)
        waiting = await waiter_of(view, "g")
        server.kill()
        with pytest.raises(ViewUnavailable):
            await waiting


@pytest.mark.servers
async def test_news_that_nobody_can_read_are_said_and_listening_goes_on(redis_url, monkeypatch, caplog):
    monkeypatch.setattr("projections.stores.redis_view.POLL_S", 600)
    async with redis_view(redis_url) as view:
        generation = await view.live()
        waiting = asyncio.create_task(view.wait_for("g", 1, timeout_s=60))
        while not await view._client.publish(generation._arrivals, "garbage"):
            await asyncio.sleep(0)
        async with asyncio.timeout(60):
            while "arrivals are polled" not in caplog.text:
                await asyncio.sleep(0)
        await generation.write(0, 1, {"g": [AdvanceVersion(1)]})
        assert await waiting == 1


@pytest.mark.servers
async def test_a_board_that_was_announced_and_then_lost_is_not_shown_at_an_earlier_version(redis_url):
    async with redis_view(redis_url) as view:
        generation, boards = await view.live(), BoardQueries(Spread([view]))
        board = msgspec.json.encode(StoredBoard(2, RUNNING, msgspec.Raw(b"{}"), (), None))
        await generation.write(0, 1, {"g": [Put(board_key(None), board), AdvanceVersion(2)]})
        assert (await boards.board("g")).version == 2
        asking = asyncio.create_task(boards.board("g", None, 3, 60))
        while not asking.done():  # a replica that has become the primary lacks what was announced
            await view._client.publish(generation._arrivals, f"{generation.number} g 3\n")
            await asyncio.sleep(0)
        with pytest.raises(NotShown) as lost:
            await asking
        assert (lost.value.version, lost.value.reached) == (3, 2)


@pytest.mark.servers
async def test_a_look_that_fails_is_said_and_the_next_one_comes(redis_url, monkeypatch, caplog):
    monkeypatch.setattr("projections.stores.redis_view.POLL_S", 0.01)
    async with redis_view(redis_url) as view:
        assert await view.wait_for("g", 1, timeout_s=0) == 0
        view._listening.cancel()
        monkeypatch.setattr("projections.stores.redis_generation.RedisGeneration.versions", None)
        waiting = asyncio.create_task(view.wait_for("g", 1, timeout_s=60))
        async with asyncio.timeout(60):
            while "those who wait look for themselves" not in caplog.text:
                await asyncio.sleep(0)
        await (await view.live()).write(0, 1, {"g": [AdvanceVersion(1)]})
        assert await waiting == 1


async def test_who_waits_for_a_game_that_the_view_does_not_have_is_told_where_else_it_stands(view):
    async def elsewhere() -> int:
        return 7

    assert await view.wait_for("g", 7, 60, elsewhere) == 7
    await (await view.live()).write(0, 1, {"g": [AdvanceVersion(1)]})
    assert await view.wait_for("g", 1, 0, elsewhere) == 1
