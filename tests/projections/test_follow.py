"""The follower and the rebuild, over views in memory."""

import asyncio
import logging
from contextlib import asynccontextmanager, suppress

import pytest
from msgspec.structs import replace
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from domain.history.record import LogRow
from domain.table.messages import CloseTable
from projections.folds.boards import Boards
from projections.folds.leaders import Leaders
from projections.folds.lists import Lists, table_key
from projections.folds.registry import PROJECTIONS
from projections.folds.transitions import Aggregates
from projections.stores.interface import SHARED, VERSION_KEY, PositionMoved, SetRank, ViewUnavailable, version_of
from projections.stores.memory_view import MemoryView
from projections.stores.redis_view import RedisView
from services.projection_runner import rebuild as rebuilding
from services.projection_runner.leases import LocalLead, ShardLeases
from services.projection_runner.projector import Projector, ViewAhead, passed_over
from services.projection_runner.rebuild import digest, rebuild
from services.projection_runner.runner import ProjectionRunner
from services.projection_runner.unfinished_first import fill_unfinished
from services.projection_runner.views import MEASURE_S, QUIET_S, open_views
from support.histories import CODEC, NOON, Game, ListLog, a_busy_evening, played
from tests.projections.projection_kit import caught_up, content


@pytest.fixture
def log():
    log = ListLog()
    a_busy_evening(log)
    return log


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr("services.projection_runner.runner.POLL_S", 0.02)
    monkeypatch.setattr("services.projection_runner.runner.LOOK_S", 0.01)
    monkeypatch.setattr("services.projection_runner.runner.RETRY_FIRST_S", 0.01)


def projections():
    return Boards(), Lists(), Leaders()


class Hosts:
    """A view that a developer adds."""

    name, schema, by_game, ends_only = "hosts", 1, False, False

    def wants(self, transitions):
        return ()

    def fold(self, transitions, known):
        opened = [transition for transition in transitions if transition.before is None]
        return {"": [SetRank("hosts", transition.aggregate.opened.host) for transition in opened]}


async def test_a_view_is_added_by_a_projection_and_its_place_in_the_list(log, monkeypatch):
    monkeypatch.setattr("services.projection_runner.views.PROJECTIONS", (*PROJECTIONS, Hosts()))
    views = await open_views("memory://")
    *_, (added, view) = views
    follower = asyncio.create_task(views.follower(log, CODEC).run())
    await until_intact(log, view)
    await views.measure(log)
    assert REGISTRY.get_sample_value("turnledger_follower_lag_events", {"view": added.name, "log": ""}) == 0
    assert await (await view.live()).members("hosts", "", 10) == ["ann", "bob", "cy"]
    follower.cancel()
    await asyncio.wait([follower])
    await views.close()


@asynccontextmanager
async def following(log, views, lead=None, **more):
    follower = ProjectionRunner(log, CODEC.read, views, lead=lead or LocalLead(), **more)
    task = asyncio.create_task(follower.run())
    try:
        yield follower
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def reached(log, view):
    """Wait until a view shows the last game of the log in its current state."""
    row = log.rows[-1].row
    assert await view.wait_for(row.stream_id, row.version, timeout_s=60) >= row.version


@pytest.mark.parametrize("projection", projections(), ids=lambda projection: projection.name)
async def test_the_views_do_not_depend_on_how_the_log_is_cut(log, projection):
    digests = set()
    for batch in (7, 13, 50, 4_000):
        generation = await MemoryView("v").live()
        await caught_up(log, [(projection, generation)], batch)
        digests.add(await digest(generation))
    assert len(digests) == 1


async def test_a_batch_ends_with_a_whole_command(log):
    generation = await MemoryView("v").live()
    projector = Projector(log, CODEC.read, [(Boards(), generation)])
    await projector.resume()
    while await projector.step(7):
        if projector.position < len(log.rows):
            here, after = (CODEC.read(log.rows[projector.position + transition].row) for transition in (-1, 0))
            assert here.envelope.request_id != after.envelope.request_id


async def test_generations_that_stand_apart_are_brought_level_and_then_go_in_transition(log):
    whole = await MemoryView("v").live()
    await caught_up(log, [(Leaders(), whole)])
    targets = [(Leaders(), await MemoryView(name).live()) for name in "abc"]
    for (projection, generation), transitions in zip(targets, (5, 2, 0), strict=True):
        projector = Projector(log, CODEC.read, [(projection, generation)])
        await projector.resume()
        for _ in range(transitions):
            await projector.step(11)
    await caught_up(log, targets, 20)
    for _, generation in targets:
        assert await generation.positions() == (len(log.rows),)
        assert await digest(generation) == await digest(whole)


async def test_a_follower_goes_on_where_the_one_before_stopped(log):
    view = MemoryView("v")
    late = ListLog()
    for each in log.rows[:60]:
        late.append([each.row])
    async with following(late, [(Boards(), view)]):
        await reached(late, view)
    for each in log.rows[60:]:
        late.append([each.row])
    async with following(late, [(Boards(), view)]):
        await reached(late, view)
    once = await MemoryView("v").live()
    await caught_up(log, [(Boards(), once)])
    assert await digest(await view.live()) == await digest(once)


async def test_a_follower_notices_that_another_server_has_other_events_in_the_same_positions(log):
    """A replica without the last rows took over while the follower ran, and the log has grown beyond them again."""
    view, late = MemoryView("v"), ListLog()
    for each in log.rows[:60]:
        late.append([each.row])
    async with following(late, [(Boards(), view)]):
        await reached(late, view)
        kept = late.rows[:40]
        late.rows.clear()
        late.streams.clear()
        for each in kept:
            late.append([each.row])
        while len(late.rows) < 80:
            Game(late, f"another-{len(late.rows)}").open("ann")
        await reached(late, view)
    once = await MemoryView("v").live()
    await caught_up(late, [(Boards(), once)])
    assert await digest(await view.live()) == await digest(once)


async def test_a_step_reads_no_further_in_a_log_that_lost_its_end(log):
    projector = Projector(log, CODEC.read, [(Lists(), await MemoryView("v").live())])
    await projector.resume()
    await projector.step(20)
    position = projector.position
    log.rows[position - 1] = replace(log.rows[position - 1], row=log.rows[position].row)
    with pytest.raises(ViewAhead):
        await projector.step(20)
    del log.rows[position - 1 :]
    with pytest.raises(ViewAhead):
        await projector.step(20)


async def test_a_follower_that_has_read_nothing_yet_notices_a_log_that_lost_its_end(log):
    generation = await MemoryView("v").live()
    await caught_up(log, [(Lists(), generation)])
    projector = Projector(log, CODEC.read, [(Lists(), generation)])
    await projector.resume()
    assert await projector.step(20) == 0
    end = len(log.rows)
    log.rows[end - 1] = replace(log.rows[end - 1], row=log.rows[end - 2].row)
    with pytest.raises(ViewAhead):
        await projector.step(20)


class LosingLog(ListLog):
    """A log that loses its end, from some position on, before a stream is read."""

    lost_from = 0

    async def load(self, game_id, after=0):
        while self.lost_from and len(self.rows) >= self.lost_from:
            self.streams[self.rows.pop().row.stream_id].pop()
        return await super().load(game_id, after)


async def test_a_game_is_not_passed_over_where_the_log_loses_its_end_before_its_stream_is_read(log):
    late, view = LosingLog(), MemoryView("v")
    for each in log.rows[:60]:
        late.append([each.row])
    generation = await view.live()
    before = Projector(late, CODEC.read, [(Lists(), generation)])
    await before.resume()
    while before.position < 20:
        await before.step(10)
    late.lost_from = 10
    projector = Projector(late, CODEC.read, [(Lists(), generation)])
    await projector.resume()
    with pytest.raises(PositionMoved):
        await projector.step(60)
    assert await passed_over(generation) == {}
    assert await generation.position() == before.position


class NotedLog(ListLog):
    """A log that notes every read with its result, and every wait."""

    def __init__(self):
        super().__init__()
        self.calls = []

    async def read_log(self, after, limit):
        rows = await super().read_log(after, limit)
        self.calls.append(("read", len(rows)))
        return rows

    async def wait(self, after, timeout_s):
        self.calls.append(("wait", after))
        return await super().wait(after, timeout_s)


async def test_a_batch_that_reaches_the_end_of_the_log_is_not_followed_by_an_empty_read():
    log = NotedLog()
    a_busy_evening(log)
    view = MemoryView("boards")
    async with following(log, [(Boards(), view)]):
        await reached(log, view)
        while log.calls[-1][0] != "wait":
            await asyncio.sleep(0)
    batch = log.calls.index(("read", len(log.rows)))
    assert log.calls[batch + 1] == ("wait", log.rows[-1].position)


async def test_measuring_slows_down_while_nothing_moves(log, monkeypatch):
    pauses, turn = list[float](), asyncio.Event()

    async def noted(seconds):
        pauses.append(seconds)
        turn.clear()
        await turn.wait()

    monkeypatch.setattr("services.projection_runner.views.pause", noted)
    views, still = await open_views("memory://"), ListLog()
    measuring = asyncio.create_task(views.keep_measuring(still))

    async def measured():
        before = len(pauses)
        turn.set()
        async with asyncio.timeout(60):
            while len(pauses) == before:
                await asyncio.sleep(0)
        return pauses[-1]

    assert [await measured(), await measured()] == [MEASURE_S, QUIET_S]
    still.rows += log.rows
    assert [await measured(), await measured()] == [MEASURE_S, MEASURE_S]  # it moved, and the views lag
    measuring.cancel()
    await asyncio.wait([measuring])
    await views.close()


@pytest.mark.servers
async def test_all_views_are_measured_in_one_call(log, redis_url):
    async with Redis.from_url(redis_url) as client:
        views = await open_views(redis_url)
        await views.passed_over(log)  # knows the live generations from now on
        before = (await client.info("commandstats"))["cmdstat_mget"]["calls"]
        await views.passed_over(log)
        assert (await client.info("commandstats"))["cmdstat_mget"]["calls"] == before + 1
        await views.close()


class ClaimsCounted(MemoryView):
    """A view of eight shards that counts the questions whether a rebuild asks for it."""

    leads = tuple(f"shard {number}" for number in range(8))
    asked = 0

    async def handover_requested(self):
        self.asked += 1
        return await super().handover_requested()


async def test_rebuilds_are_looked_for_in_one_turn_for_all_shards_and_views():
    views = [(Boards(), ClaimsCounted("boards")), (Lists(), ClaimsCounted("lists"))]
    leases = ShardLeases(views, LocalLead(), 60.0, lambda: None, None)
    task = asyncio.create_task(leases.keep())
    while any(len(each.held) < len(each.view.leads) for each in leases._views) or not views[0][1].asked:
        await asyncio.sleep(0)
    assert [view.asked for _, view in views] == [1, 1]
    task.cancel()
    await asyncio.wait([task])


async def test_views_may_be_split_over_several_followers(log):
    lead = LocalLead()
    boards, lists, leaders = ((projection, MemoryView(projection.name)) for projection in projections())
    async with following(log, [boards, leaders], lead), following(log, [lists], lead):
        await reached(log, boards[1])
        for projection, view in (boards, lists, leaders):
            while not await (await view.live()).intact(len(log.rows)):
                await asyncio.sleep(0)
            alone = await MemoryView("alone").live()
            await caught_up(log, [(projection, alone)])
            assert await digest(await view.live()) == await digest(alone)


class Halting(ListLog):
    """Gives rows up to a position only when it may."""

    def __init__(self, log, upto):
        super().__init__()
        self.append([each.row for each in log.rows])
        self.upto, self.asked, self.may = upto, asyncio.Event(), asyncio.Event()

    async def read_log(self, after, limit):
        if after < self.upto - 1:
            self.asked.set()
            await self.may.wait()
        return await super().read_log(after, limit)


async def until_intact(log, view):
    while not await (await view.live()).intact(len(log.rows)):
        await asyncio.sleep(0)


async def test_a_view_that_is_new_is_built_beside_the_others_which_go_on(log, monkeypatch):
    monkeypatch.setattr("services.projection_runner.runner.BATCH", 20)
    boards, lists, leaders = (MemoryView(projection.name) for projection in projections())
    await caught_up(log, [(Boards(), await boards.live()), (Lists(), await lists.live())])
    halting = Halting(log, len(log.rows))
    async with following(halting, [(Boards(), boards), (Lists(), lists), (Leaders(), leaders)]):
        await halting.asked.wait()
        played(halting, "meanwhile", "ann", "bob")
        await reached(halting, boards)
        assert await (await leaders.live()).position() == 0
        halting.may.set()
        await until_intact(halting, leaders)
        played(halting, "afterwards", "ann", "bob")
        await reached(halting, boards)
        await until_intact(halting, leaders)
    for projection, view in ((Boards(), boards), (Lists(), lists), (Leaders(), leaders)):
        alone = await MemoryView("alone").live()
        await caught_up(halting, [(projection, alone)])
        assert await digest(await view.live()) == await digest(alone)


async def test_views_that_begin_empty_make_no_board_of_games_that_left_wherever_they_are_interrupted(monkeypatch):
    monkeypatch.setattr("services.projection_runner.runner.BATCH", 6)
    log, asked, reads = ListLog(), [], []
    played(log, "over", "ann", "bob")
    Game(log, "on").open("ann")
    read_log = log.read_log

    async def read(after, limit):
        reads.append(after)
        if len(reads) == 3:
            raise OSError
        return await read_log(after, limit)

    async def evicted_games():
        asked.append(len(log.rows))
        return {"over"}

    monkeypatch.setattr(log, "read_log", read)
    boards, lists = MemoryView("boards"), MemoryView("lists")
    async with following(log, [(Boards(), boards), (Lists(), lists)], left=evicted_games) as follower:
        await until_intact(log, lists)
        await until_intact(log, boards)
        while follower._left:
            await asyncio.sleep(0)
        assert len(reads) > 3
        assert asked == [len(log.rows)]
        assert await (await boards.live()).get("over", VERSION_KEY, "table") == [None, None]
        assert await (await boards.live()).get("on", VERSION_KEY) == [b"1"]
        assert await (await lists.live()).get(SHARED, table_key("over")) != [None]


async def test_a_view_is_led_although_another_process_leads_the_others(log):
    lead, boards = LocalLead(), MemoryView("boards")
    older, newer = MemoryView("leaders of schema 1"), MemoryView("leaders of schema 2")
    async with following(log, [(Boards(), boards), (Leaders(), older)], lead):
        await reached(log, boards)
        async with following(log, [(Boards(), boards), (Leaders(), newer)], lead):
            await until_intact(log, newer)
        await until_intact(log, older)


async def test_who_gives_one_lead_up_keeps_the_others_and_gets_it_back(log):
    lead, boards, lists = LocalLead(), MemoryView("boards"), MemoryView("lists")
    async with following(log, [(Boards(), boards), (Lists(), lists)], lead):
        await reached(log, boards)
        await lists.request_handover(60)
        async with lead(lists.id):
            stood = await (await lists.live()).position()
            played(log, "meanwhile", "ann", "bob")
            await reached(log, boards)
            assert await (await lists.live()).position() == stood < len(log.rows)
        await lists.cancel_handover()
        await until_intact(log, lists)


async def test_games_that_memory_has_no_room_for_are_folded_from_their_streams(log, monkeypatch):
    monkeypatch.setattr("projections.folds.transitions.SESSIONS_MAX", 2)
    forgetful = await MemoryView("v").live()
    await caught_up(log, [(Boards(), forgetful)], 20)
    monkeypatch.undo()
    once = await MemoryView("v").live()
    await caught_up(log, [(Boards(), once)])
    assert await digest(forgetful) == await digest(once)


async def test_a_write_wakes_who_waits_for_it():
    log, view = ListLog(), MemoryView("v")
    async with following(log, [(Boards(), view)]):
        game = Game(log, "g").open("ann")
        waiting = asyncio.create_task(view.wait_for("g", 3, timeout_s=60))
        game.seat("ann", "bob")
        assert await waiting == 3


@pytest.mark.parametrize("projection", [Boards(), Lists()], ids=["boards", "lists"])
async def test_a_game_that_cannot_be_folded_is_passed_over_and_taken_up_again(log, caplog, projection, monkeypatch):
    monkeypatch.setattr("services.projection_runner.runner.TAKE_UP_S", 0)
    bad, view = log.rows[80], MemoryView("v")
    whole = await MemoryView("v").live()
    await caught_up(log, [(projection, whole)])
    unheard = replace(bad.row, topic="demo.Unheard/1")
    log.rows[80] = LogRow(bad.position, unheard)
    stream, at = log.streams[bad.row.stream_id], bad.row.version - 1
    good, stream[at] = stream[at], unheard
    with caplog.at_level(logging.CRITICAL):
        async with following(log, [(projection, view)]):
            await until_intact(log, view)
    named = f"event {bad.row.version} of game {bad.row.stream_id} (demo.Unheard/1, position 81)"
    assert named in caplog.text
    assert list(await passed_over(await view.live())) == [bad.row.stream_id]
    log.rows[80], stream[at] = bad, good
    async with following(log, [(projection, view)]):
        while await passed_over(await view.live()):
            await asyncio.sleep(0)
        await until_intact(log, view)
    if projection.name == "boards":  # lists show when a game changed for them: that is later now
        assert await digest(await view.live()) == await digest(whole)


async def test_games_that_are_back_are_all_taken_up_without_a_pause_between_portions(monkeypatch):
    monkeypatch.setattr("services.projection_runner.projector.TAKEN_UP_MAX", 2)
    monkeypatch.setattr("services.projection_runner.runner.TAKE_UP_S", 3600)
    log, good, view = ListLog(), ListLog(), MemoryView("v")
    for name in ("one", "two", "three", "four", "five"):
        for each in (log, good):
            Game(each, name).open("ann").seat("ann", "bob").start()
        log.streams[name][1] = replace(log.streams[name][1], topic="demo.Unheard/1")
    log.rows = [LogRow(each.position, log.streams[each.row.stream_id][each.row.version - 1]) for each in log.rows]
    await caught_up(log, [(Boards(), await view.live())])
    assert len(await passed_over(await view.live())) == 5
    log.rows, log.streams = good.rows, good.streams
    async with following(log, [(Boards(), view)]), asyncio.timeout(5):
        while await passed_over(await view.live()):
            await asyncio.sleep(0.01)


@pytest.mark.servers
async def test_a_game_that_its_shard_has_taken_up_is_not_passed_over_by_the_other_shards(log, redis_url):
    """One process passes it over while it leads all shards; the next one that does so finds the shards at odds."""
    bad = log.rows[80]
    game_id, at = bad.row.stream_id, bad.row.version - 1
    async with Redis.from_url(redis_url) as client:
        whole = await RedisView(client, "v", shards=2).live()
        unheard = replace(bad.row, topic="demo.Unheard/1")
        log.rows[80] = LogRow(bad.position, unheard)
        log.streams[game_id][at] = unheard
        await caught_up(log, [(Boards(), whole)])
        assert list(await passed_over(whole)) == [game_id]
        log.rows[80], log.streams[game_id][at] = bad, bad.row
        (own,) = [each for each in (whole.part([0]), whole.part([1])) if each.shard_of(game_id) is not None]
        projector = Projector(log, CODEC.read, [(Boards(), own)])
        await projector.resume()
        await projector.take_up(await projector.read_again())
        assert await passed_over(own) == {}
        assert await passed_over(whole) == {}


@pytest.mark.servers
async def test_a_follower_moves_to_the_generation_that_readers_see_once_redis_has_lost_all(log, redis_url):
    """It notices that its keys are gone before it looks again which generation is live."""
    async with Redis.from_url(redis_url) as client:
        view = RedisView(client, "v")
        await rebuild(log, CODEC.read, Boards(), view, lead=LocalLead())
        async with following(log, [(Boards(), view)]), asyncio.timeout(20):
            await until_intact(log, view)
            await client.flushall()
            await until_intact(log, RedisView(client, "v"))


@pytest.fixture
def broken_start():
    """Return a log, its game whose start cannot be read, the place of the start, and a function that repairs it."""
    log = ListLog()
    game = Game(log, "late").open("ann").seat("ann", "bob")
    seated = len(log.rows)
    game.start()
    good = log.rows[seated]
    unheard = replace(good.row, topic="demo.Unheard/1")
    log.rows[seated], log.streams["late"][good.row.version - 1] = LogRow(good.position, unheard), unheard

    def repair():
        log.rows[seated], log.streams["late"][good.row.version - 1] = good, good.row

    return log, game, seated, repair


@pytest.mark.parametrize("projection", [Boards(), Lists()], ids=["boards", "lists"])
async def test_a_view_takes_up_a_game_from_where_it_has_it(broken_start, projection):
    """The table was listed as open before its start was passed over."""
    log, _, seated, repair = broken_start
    rows, log.rows = log.rows, log.rows[:seated]
    view, whole = await MemoryView("v").live(), await MemoryView("v").live()
    await caught_up(log, [(projection, view)])
    log.rows = rows
    projector = await caught_up(log, [(projection, view)])
    assert list(await passed_over(view)) == ["late"]
    repair()
    await projector.take_up(await projector.read_again())
    await caught_up(log, [(projection, whole)])
    assert await content(view) == await content(whole)


async def test_a_game_that_moves_while_its_stream_is_read_is_taken_up_with_all_events(broken_start):
    log, game, _, repair = broken_start
    view, whole = await MemoryView("v").live(), await MemoryView("v").live()
    projector = await caught_up(log, [(Boards(), view)])
    repair()
    read = await projector.read_again()
    read = {game_id: list(rows) for game_id, rows in read.items()}
    game.play(1)
    await projector.step(100)
    await projector.take_up(read)
    assert list(await passed_over(view)) == ["late"]
    await projector.take_up(await projector.read_again())
    await caught_up(log, [(Boards(), whole)])
    assert await content(view) == await content(whole)


async def test_an_event_that_a_projection_cannot_fold_concerns_its_game_alone(log):
    class Broken(Boards):
        def fold(self, transitions, known):
            assert all(transition.record.stream_id != "game-002" for transition in transitions), "no"
            return super().fold(transitions, known)

    generation = await MemoryView("v").live()
    await caught_up(log, [(Broken(), generation)])
    assert await generation.positions() == (len(log.rows),)
    assert list(await passed_over(generation)) == ["game-002"]
    assert await generation.get("game-002", "version") == [None]
    assert await generation.get("game-001", "version") != [None]


async def test_a_log_shorter_than_the_views_stops_them():
    log, view = ListLog(), MemoryView("v")
    await (await view.live()).write(0, 5, {})
    with pytest.raises(ViewAhead, match="they stand at 5, the log ends at 0"):
        await caught_up(log, [(Boards(), await view.live())])


async def test_a_log_that_lost_its_end_and_grew_again_is_not_followed_on(log):
    view = MemoryView("v")
    await caught_up(log, [(Boards(), await view.live())])
    last = log.rows.pop()
    log.append([replace(last.row, body=last.row.body[:-3] + b'x"}')])  # another link of the chain
    with pytest.raises(ViewAhead, match="not in the log"):
        await caught_up(log, [(Boards(), await view.live())])


async def test_who_follows_goes_on_by_itself_once_strange_views_were_rebuilt(log, monkeypatch):
    monkeypatch.setattr("services.projection_runner.runner.STRANGE_S", 0)
    view, lead, stopped = MemoryView("v"), LocalLead(), asyncio.Event()
    await (await view.live()).write(0, 10_000, {})
    follower = ProjectionRunner(log, CODEC.read, [(Boards(), view)], lead=lead, restarted=stopped.set)
    following = asyncio.create_task(follower.run())
    await stopped.wait()
    await rebuild(log, CODEC.read, Boards(), view, lead=lead)
    Game(log, "after").open("ann")
    await reached(log, view)
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following


async def test_views_of_a_log_that_lost_its_end_are_built_anew_by_who_follows(log):
    view, lead = MemoryView("v"), LocalLead()
    await caught_up(log, [(Boards(), await view.live())])
    del log.rows[-40:]
    Game(log, "after").open("ann")  # in the place of what was lost
    async with following(log, [(Boards(), view)], lead):
        while (await view.live()).number == 1:
            await asyncio.sleep(0)
        await reached(log, view)
    fresh = MemoryView("fresh")
    await caught_up(log, [(Boards(), await fresh.live())])
    assert await digest(await view.live()) == await digest(await fresh.live())


async def test_boards_that_are_healed_follow_the_log_while_lists_are_healed(log):
    """Lists are built from the whole log again, which may take long."""
    boards, lists, lead = MemoryView("boards"), MemoryView("lists"), LocalLead()
    await caught_up(log, [(Boards(), await boards.live()), (Lists(), await lists.live())])
    del log.rows[-40:]
    Game(log, "after").open("ann")  # in the place of what was lost
    async with following(log, [(Boards(), boards), (Lists(), lists)], lead):
        async with lead(f"{lists.id} rebuild"):  # it takes long
            while (await boards.live()).number == 1:
                await asyncio.sleep(0)
            Game(log, "later").open("ann")
            assert await boards.wait_for("later", 1, timeout_s=10) == 1
            assert (await lists.live()).number == 1
        while (await lists.live()).number == 1:
            await asyncio.sleep(0)
        Game(log, "last").open("ann")
        await reached(log, boards)
        await until_intact(log, lists)


async def test_views_of_another_store_are_left_alone(log, monkeypatch, caplog):
    """Two stores would take them from each other for ever."""
    monkeypatch.setattr("services.projection_runner.runner.STRANGE_S", 0)
    view, other, stopped = MemoryView("v"), ListLog(), asyncio.Event()
    await caught_up(log, [(Boards(), await view.live())])
    before = await digest(await view.live())
    Game(other, "another").open("ann")
    follower = ProjectionRunner(other, CODEC.read, [(Boards(), view)], lead=LocalLead(), restarted=stopped.set)
    task = asyncio.create_task(follower.run())
    for _ in range(3):  # looked at again and again
        stopped.clear()
        await stopped.wait()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert ((await view.live()).number, await digest(await view.live())) == (1, before)
    assert "turnledger rebuild" in caplog.text


async def test_a_follower_that_finds_its_views_healed_asks_no_operator(log, caplog):
    view, lead, stopped = MemoryView("v"), LocalLead(), asyncio.Event()
    await caught_up(log, [(Boards(), await view.live())])
    del log.rows[-40:]
    Game(log, "after").open("ann")  # in the place of what was lost
    follower = ProjectionRunner(log, CODEC.read, [(Boards(), view)], lead=lead, restarted=stopped.set)
    async with lead(f"{view.id} rebuild"):  # another process is faster
        task = asyncio.create_task(follower.run())
        await stopped.wait()
        fresh = await view.fresh()
        await caught_up(log, [(Boards(), fresh)])
        await view.switch(fresh)
    await reached(log, view)
    Game(log, "later").open("ann")
    await reached(log, view)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert not [line for line in caplog.records if line.levelname == "CRITICAL"]


async def test_a_log_that_loses_its_end_again_while_views_are_healed_asks_no_operator(log, caplog):
    class LosesAgain(MemoryView):
        """A view whose log loses more events after a runner has found it healed."""

        sweeps = 0

        async def sweep(self):
            await super().sweep()
            self.sweeps += 1
            if self.sweeps == 2:
                del log.rows[-20:]

    view, lead, stopped = LosesAgain("v"), LocalLead(), asyncio.Event()
    await caught_up(log, [(Boards(), await view.live())])
    del log.rows[-40:]
    follower = ProjectionRunner(log, CODEC.read, [(Boards(), view)], lead=lead, restarted=stopped.set)
    async with lead(f"{view.id} rebuild"):  # another process is faster
        task = asyncio.create_task(follower.run())
        await stopped.wait()
        fresh = await view.fresh()
        await caught_up(log, [(Boards(), fresh)])
        await view.switch(fresh)
    while (await view.live()).number < 3 and "views in memory" not in caplog.text:
        await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert "views in memory" not in caplog.text


async def test_views_that_are_ahead_of_a_restored_log_are_replaced_by_a_rebuild(log):
    view, lead = MemoryView("v"), LocalLead()
    await (await view.live()).write(0, 10_000, {})
    with pytest.raises(ViewAhead):
        await rebuild(log, CODEC.read, Boards(), view, lead=lead, switch=False)
    assert (await view.live()).number == 1
    done = await rebuild(log, CODEC.read, Boards(), view, lead=lead)
    assert (done.events, done.compared, done.switched) == (await log.log_head(), None, True)
    assert await (await view.live()).position() == await log.log_head()


async def test_views_that_are_away_are_tried_again(log):
    view = MemoryView("v")
    away = iter([ViewUnavailable("gone"), OSError("refused"), None])

    class Flaky(ListLog):
        async def log_head(self):
            if error := next(away, None):
                raise error
            return await super().log_head()

    flaky = Flaky()
    flaky.append([each.row for each in log.rows])
    async with following(flaky, [(Boards(), view)]):
        await reached(flaky, view)


async def test_a_cancellation_that_a_library_swallows_is_kept(log):
    waits = asyncio.Event()

    class Swallowing(ListLog):
        async def wait(self, after, timeout_s):
            with suppress(asyncio.CancelledError):
                waits.set()
                await asyncio.sleep(timeout_s)

    task = asyncio.create_task(
        ProjectionRunner(Swallowing(), CODEC.read, [(Boards(), MemoryView("v"))], lead=LocalLead()).run()
    )
    await waits.wait()
    task.cancel()
    await asyncio.wait([task], timeout=60)
    assert task.cancelled()


async def test_a_log_read_again_from_an_earlier_place_finds_the_games_as_they_were(log):
    aggregates = Aggregates(log, CODEC.read)
    once = await aggregates.transitions(log.rows[:90])
    again = await aggregates.transitions(log.rows[40:90])
    assert [transition.aggregate for transition in again] == [transition.aggregate for transition in once[40:]]


async def test_only_one_follower_leads_and_another_takes_over(log):
    view, lead = MemoryView("v"), LocalLead()
    async with following(log, [(Boards(), view)], lead):
        await reached(log, view)
        waiting = ProjectionRunner(log, CODEC.read, [(Boards(), view)], lead=lead)
        other = asyncio.create_task(waiting.run())
        await asyncio.sleep(0)
    played(log, "more", "ann", "bob")
    await reached(log, view)
    other.cancel()


async def test_a_rebuild_that_finds_the_view_right_says_so_and_switches(log):
    view, lead, told = MemoryView("v"), LocalLead(), []
    async with following(log, [(Lists(), view)], lead):
        await asyncio.sleep(0)
        before = (await view.live()).number
        done = await rebuild(log, CODEC.read, Lists(), view, lead=lead, progress=lambda *said: told.append(said))
        assert (done.differing, done.switched, done.events) == (0, True, len(log.rows))
        assert (await view.live()).number != before
        assert told[0][0] == "build"
        assert told[-1][0] == "compare"


async def test_a_rebuild_names_what_was_wrong_and_mends_it(log):
    view, lead = MemoryView("v"), LocalLead()
    async with following(log, [(Boards(), view)], lead):
        await reached(log, view)
        live = await view.live()
        live._values["game-001:board"] = b"spoilt"
        del live._lists["game-002:feed"]
        found = await rebuild(log, CODEC.read, Boards(), view, lead=lead, switch=False)
        assert sorted(found.differences) == ["game-001:board", "game-002:feed"]
        assert (await (await view.live()).get("game-001", "board")) == [b"spoilt"]
        await rebuild(log, CODEC.read, Boards(), view, lead=lead)
        assert (await (await view.live()).get("game-001", "board")) != [b"spoilt"]
        assert (await rebuild(log, CODEC.read, Boards(), view, lead=lead)).differing == 0


async def test_a_rebuild_leaves_finished_games_out_and_finds_no_difference_to_those_that_are_still_shown():
    log, now = ListLog(), [NOON.timestamp()]
    played(log, "over", "ann", "bob")
    Game(log, "on").open("ann")
    view = MemoryView("v", 3600.0, lambda: now[0])
    await caught_up(log, [(Boards(), await view.live())])
    assert await (await view.live()).get("over", "board") != [None]
    now[0] += 10_000
    found = await rebuild(log, CODEC.read, Boards(), view, lead=LocalLead())
    assert (found.compared, found.differing, found.switched) == (5, 0, True), "three keys of `on`, mark and origin"
    homes = {name.partition(":")[0] async for names in (await view.live()).names() for name in names}
    assert homes == {SHARED, "on"}


async def test_a_rebuild_waits_between_its_steps_while_readers_turn_to_the_new_view(monkeypatch):
    monkeypatch.setattr(rebuilding, "STEP_S", 0.02)
    steps = []

    class Both:
        async def catch_up(self):
            steps.append("step")

    await rebuilding._until_all_see(0.1, Both(), lambda *_: None)
    assert 1 <= len(steps) <= 6


async def test_games_go_on_during_a_rebuild(log):
    view, lead = MemoryView("v"), LocalLead()
    async with following(log, [(Boards(), view)], lead):

        def meanwhile(phase, done, of):
            played(log, f"{phase}-{len(log.rows)}", "ann", "bob")

        assert (await rebuild(log, CODEC.read, Boards(), view, lead=lead, progress=meanwhile)).differing == 0
        played(log, "after", "ann", "bob")
        await reached(log, view)
    fresh = await MemoryView("v").live()
    await caught_up(log, [(Boards(), fresh)])
    assert await digest(await view.live()) == await digest(fresh)


@pytest.mark.parametrize("phase", ["build", "compare"])
async def test_a_rebuild_cancelled_half_way_leaves_everything_as_it_was(log, phase, monkeypatch):
    monkeypatch.setattr("projections.stores.memory_generation.PORTION", 20)
    view, lead = MemoryView("v"), LocalLead()
    async with following(log, [(Boards(), view)], lead):
        await reached(log, view)
        live = await view.live()
        before = await digest(live)

        def stop(now, done, of):
            if now == phase:
                task.cancel()

        task = asyncio.create_task(rebuild(log, CODEC.read, Boards(), view, lead=lead, progress=stop))
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await view.live() is live
        assert await digest(live) == before
        played(log, "after", "ann", "bob")
        await reached(log, view)
        assert (await rebuild(log, CODEC.read, Boards(), view, lead=lead)).differing == 0


async def test_a_rebuild_ends_although_its_claim_loses_a_cancellation(log, monkeypatch):
    monkeypatch.setattr("services.projection_runner.rebuild.CLAIM_S", 0.01)

    class LosesIt(MemoryView):
        """The client of Redis answers a cancelled call as if the server were away."""

        async def request_handover(self, for_s):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                raise ViewUnavailable("the answer did not come") from None

    async with asyncio.timeout(10):
        assert (await rebuild(log, CODEC.read, Boards(), LosesIt("v"), lead=AfterAMoment())).switched


class AfterAMoment(LocalLead):
    """Another process gives the lease back a moment later."""

    @asynccontextmanager
    async def __call__(self, name):
        async with super().__call__(name):
            await asyncio.sleep(0.02)
            yield


async def test_a_rebuild_works_where_no_follower_runs(log):
    view = MemoryView("v")
    done = await rebuild(log, CODEC.read, Boards(), view, lead=LocalLead())
    assert done.switched
    assert await (await view.live()).positions() == (len(log.rows),)


async def test_an_empty_view_has_the_boards_of_unfinished_games_before_the_log_is_read(log):
    whole = MemoryView("v", 3600)
    await caught_up(log, [(Boards(), await whole.live())])
    running = [game_id for game_id, rows in log.streams.items() if not _is_over(rows)]
    view, lists, asked = MemoryView("v", 3600), MemoryView("l"), []

    async def unfinished():
        assert await (await lists.live()).position() == 0
        asked.append(await (await view.live()).position())
        Game(log, "late").open("ann").seat("ann", "bob")
        return running

    async with following(log, [(Boards(), view), (Lists(), lists)], unfinished=unfinished):
        await until_intact(log, view)
        await until_intact(log, lists)
    assert asked == [0]
    assert running
    await caught_up(log, [(Boards(), await whole.live())])
    assert await digest(await view.live()) == await digest(await whole.live())


async def test_a_healed_view_has_the_boards_of_unfinished_games_before_the_log_is_read(log, monkeypatch):
    view, whole = MemoryView("v", 3600), MemoryView("v", 3600)
    await caught_up(log, [(Boards(), await view.live())])
    del log.rows[-40:]
    Game(log, "after").open("ann").seat("ann", "bob")  # in the place of the lost events
    lengths, read_log = [], log.read_log

    async def unfinished():
        assert (await view.live()).number == 1, "the boards that were shown stay until the others are whole"
        monkeypatch.setattr(log, "read_log", reading)
        return ["after"]

    async def reading(after, limit):
        if limit > 1:  # one event is read to compare it with the mark of a view
            lengths.append(len(log.rows) - after)
        return await read_log(after, limit)

    async with following(log, [(Boards(), view)], unfinished=unfinished):
        await until_intact(log, view)
    assert (await view.live()).number > 1
    assert lengths
    assert max(lengths) <= len(log.streams["after"]), "the log is not read again from its beginning"
    await caught_up(log, [(Boards(), await whole.live())])
    found = [await (await each.live()).get("after", VERSION_KEY, "table", "board") for each in (view, whole)]
    assert found[0] == found[1]


@pytest.mark.servers
async def test_a_view_of_a_new_schema_has_the_boards_of_unfinished_games_first(log, redis_url):
    async with Redis.from_url(redis_url) as client:
        old, new = (RedisView(client, "v", schema=schema, keep_s=3600) for schema in (1, 2))
        lists = MemoryView("l")
        await caught_up(log, [(Boards(), await old.live())])
        running = [game_id for game_id, rows in log.streams.items() if not _is_over(rows)]
        asked = []

        async def unfinished():
            asked.append((await (await new.live()).position(), await (await lists.live()).position()))
            return running

        async with following(log, [(Boards(), new), (Lists(), lists)], unfinished=unfinished):
            await until_intact(log, new)
        assert asked[0] == (0, 0), "before any event of the log was folded"
        assert running
        boards = [await (await each.live()).get(running[0], VERSION_KEY, "table", "board") for each in (old, new)]
        assert boards[0] == boards[1]


async def test_games_that_move_and_end_while_a_view_is_filled_are_shown_as_they_are(log):
    moving, ending = Game(log, "moving").open("ann").seat("ann", "bob"), Game(log, "ending").open("ann")
    view, whole = MemoryView("v"), MemoryView("v")

    async def unfinished():
        moving.start()
        ending.execute(CloseTable(), "ann")
        return ["moving"]  # the other one was over when the list was made

    await fill_unfinished(log, CODEC.read, Boards(), await view.live(), unfinished)
    await caught_up(log, [(Boards(), await view.live())])
    await caught_up(log, [(Boards(), await whole.live())])
    for game_id in ("moving", "ending"):
        found = [await (await each.live()).get(game_id, VERSION_KEY, "table", "board") for each in (view, whole)]
        assert found[0] == found[1]
        assert found[0][0] == b"%d" % len(log.streams[game_id])


async def test_boards_that_are_filled_follow_the_log_while_others_are_filled(log, monkeypatch):
    monkeypatch.setattr("services.projection_runner.unfinished_first.AT_ONCE", 1)
    games = {name: Game(log, name).open("ann").seat("ann", "bob") for name in ("first", "second", "third")}
    view, whole, shown = MemoryView("v"), MemoryView("v"), []
    load = log.load

    async def loading(game_id, after=0):
        shown.append(await version_of(await view.live(), "first"))
        if game_id == "second":
            games["first"].start()
            Game(log, "new").open("cy")
        return await load(game_id, after)

    monkeypatch.setattr(log, "load", loading)

    async def unfinished():
        return list(games)

    filled = await fill_unfinished(log, CODEC.read, Boards(), await view.live(), unfinished)
    first = len(log.streams["first"])
    assert (filled, shown) == (3, [0, first - 2, first])
    assert await (await view.live()).position() == len(log.rows)
    await caught_up(log, [(Boards(), await whole.live())])
    for game_id in (*games, "new"):
        found = [await (await each.live()).get(game_id, VERSION_KEY, "table", "board") for each in (view, whole)]
        assert found[0] == found[1]
        feeds = [await (await each.live()).slice(game_id, "feed", 0, 100) for each in (view, whole)]
        assert feeds[0] == feeds[1]


async def test_a_running_game_that_cannot_be_folded_is_passed_over_while_a_view_is_filled(log, caplog):
    Game(log, "sound").open("ann").seat("ann", "bob")
    log.append([replace(log.rows[-1].row, stream_id="damaged", version=1, body=b"{}")])
    view = MemoryView("v")

    async def unfinished():
        return ["damaged", "sound"]

    await fill_unfinished(log, CODEC.read, Boards(), await view.live(), unfinished)
    assert await passed_over(await view.live()) == {"damaged": 1}
    assert await version_of(await view.live(), "sound") == len(log.streams["sound"])


def _is_over(rows):
    return any(row.topic.startswith(("table.GameFinished/", "table.TableClosed/")) for row in rows)
