"""An event that cannot be read concerns its game alone: every role that follows the log passes over it."""

import pytest
from msgspec.structs import replace
from prometheus_client import REGISTRY

from domain.history.record import EventRow, LogRow
from domain.table.messages import Terms
from services.application.game_service import GameService
from services.history.checkpoints import Checkpoints
from services.history.keys import SigningKeys
from services.history.lineages import Lineages
from services.history.seals import Seals
from services.notify.notice_storage import NoticeStorage
from services.notify.notifier import Notifier
from services.projection_runner.filling import left_long_ago
from services.roles.bot_player import Bots
from services.roles.clock_check import ClockCheck
from services.roles.deadlines import Deadlines
from services.roles.matchmaking import Matchmaking
from services.roles.orders.follow import OrderFollower
from services.store.interface import StoreUnavailable
from services.tables.unfinished import OpenTableIndex
from services.tlog.asking import Witnesses
from services.tlog.role import LogWriter
from services.tlog.tlog_storage import LogStorage
from tests.table_services.services_kit import CODEC
from tests.tlog.tlog_kit import LOG, policy

MINUTE = Terms(forced_moves=True)
TOPICS = ("table.GameOpened/1", "table.GameBegan/1", "table.ClocksSet/1", "table.SeatTaken/1", "table.GameFinished/1")
BODIES = {"no JSON": b"\xff\0\x17", "another event": b'{"event":{"type":"New"},"at":"2026-11-21T12:00:00Z"}'}


@pytest.fixture(params=BODIES.values(), ids=BODIES)
async def damaged(request, store):
    """A store whose first game has five events that nothing can read."""
    rows = [EventRow("damaged", version, topic, request.param) for version, topic in enumerate(TOPICS, 1)]
    await store.append(rows, 5.0)
    return store


def passed_over():
    return REGISTRY.get_sample_value("turnledger_unreadable_events_total")


async def test_deadlines_of_other_games_are_kept(damaged, tables, unfinished, clock):
    game_id, before = await tables.begun("ann", "bob"), passed_over()
    deadlines = Deadlines(GameService(damaged, CODEC, clock), damaged, unfinished, clock)
    await deadlines.begin()
    await deadlines.step()
    assert game_id
    assert passed_over() > before


@pytest.mark.parametrize("role", ["bots", "orders"])
async def test_bots_and_orders_notice_other_games(damaged, tables, games, unfinished, clock, role):
    game_id = await tables.begun("ann", "bob", terms=MINUTE)
    if role == "bots":
        follower = Bots(games, damaged, unfinished)
        follower._with_bots.add(game_id)
        await unfinished.show(follower._notice)
        assert game_id in follower._waiting
    else:
        follower = OrderFollower(damaged, unfinished, CODEC.read, None, None, None, clock)
        await unfinished.show(follower._notice_table)
        assert follower._forced == {game_id}


async def test_matchmaking_reads_the_other_tables(damaged, tables, games, unfinished):
    await tables.open("ann")
    matchmaking = Matchmaking(games, damaged, [unfinished])
    await matchmaking._read()
    assert matchmaking._positions == [await damaged.log_head()]


async def test_the_index_of_open_tables_moves_past_a_damaged_event(damaged, tables, sql, clock):
    game_id = await tables.begun("ann", "bob")
    index = OpenTableIndex(damaged, sql, clock, step=len(TOPICS))
    clock.pass_s(3_600)
    await index.keep()
    assert await index.game_ids() == [game_id]


async def test_checkpoints_and_the_transparency_log_have_the_other_games(damaged, tables, sql, games):
    game_id = await tables.begun("ann", "bob")
    seals, signer = Seals(sql), SigningKeys.from_secrets("a secret of the tests").signer
    await Checkpoints(damaged, CODEC, seals, Lineages(sql), signer).sign_what_is_new()
    assert [each.game_id for each in await seals.of(game_id)] == [game_id]
    assert list(await seals.of("damaged")) == []
    storage = LogStorage(sql)
    writer = LogWriter(damaged, storage, LOG, Witnesses(policy(quorum="none")), lambda: {"keys": []})
    await writer.step()
    kinds = [entry.split()[0] for entry in await storage.entries(0, 256)]
    assert kinds == [b"open", b"start", b"mark", b"keys"]


async def test_clocks_are_compared_and_views_filled(damaged, sql, clock):
    check = ClockCheck(damaged, sql, clock, clock)
    await check.compare()
    assert "damaged" not in await left_long_ago(damaged, 0.0, clock())


async def test_notices_leave_a_damaged_game_out(damaged, tables, sql, games):
    game_id = await tables.begun("ann", "bob")
    notifier = Notifier(games, damaged, NoticeStorage(sql), {})
    rows = await damaged.read_log(0, 1_000)
    assert {each.row.stream_id for each in rows} == {game_id, "damaged"}
    assert await notifier._addressed(rows) == []


async def test_notices_pass_over_no_game_of_which_a_failover_has_lost_the_events(store, tables, sql, games):
    await tables.begun("ann", "bob")
    rows = await store.read_log(0, 1_000)
    lost = [LogRow(each.position, replace(each.row, stream_id="lost")) for each in rows[1:]]
    with pytest.raises(StoreUnavailable):
        await Notifier(games, store, NoticeStorage(sql), {})._addressed(lost)


async def test_notices_of_a_command_are_read_from_its_first_event(damaged, tables, sql, games):
    """A failover that lost events may leave the position inside another command."""
    game_id = await tables.begun("ann", "bob")
    notifier = Notifier(games, damaged, NoticeStorage(sql), {})
    rows = [each for each in await damaged.read_log(0, 1_000) if each.row.stream_id == game_id]
    inside = next(place for place, each in enumerate(rows) if not CODEC.read(each.row).envelope.command)
    notifier._position = rows[inside].position - 1
    assert (await notifier._read())[0] == rows[inside - 1]
