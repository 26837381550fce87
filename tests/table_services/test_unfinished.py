"""A role that starts to look after all tables knows as much as from the whole log, and reads little of it."""

import asyncio
import random
from functools import partial

import pytest
from msgspec.structs import replace

from domain.history.record import LogRow
from domain.table.messages import AddBot, OpenTable, Resign, StartGame, TakeSeat
from services.roles.beacon_rounds import BeaconRounds, Relays
from services.roles.bot_player import Bots
from services.roles.deadlines import Deadlines
from services.roles.matchmaking import Matchmaking
from services.roles.orders.follow import OrderFollower
from services.store import log_reader, open_sql, open_store
from services.store.interface import StoreUnavailable
from services.store.log_reader import read_on
from services.tables.numbered_tables import next_number
from services.tables.unfinished import OpenTableIndex
from tests.table_services import lives

ENDS = ("table.GameFinished/1", "table.TableClosed/1")


@pytest.fixture
async def store(store_url):
    opened = open_store(store_url)
    yield opened
    await opened.close()


@pytest.fixture
async def sql(store, store_url):
    opened = open_sql(store_url)
    yield opened
    await opened.close()


@pytest.fixture
async def other(store, store_url, clock):
    """Another process of the same store."""
    sql = open_sql(store_url)
    yield OpenTableIndex(store, sql, clock, step=1, recent_s=0)
    await sql.close()


async def all_of(show):
    found = []
    position = await show(found.append)
    assert [each.position for each in found] == sorted({each.position for each in found})
    assert not found or found[-1].position <= position
    return found


async def whole(store):
    """The state of tables, from the beginning of the log."""
    return await all_of(partial(read_on, store.read_tables, 0))


async def over(store):
    return {each.row.stream_id for each in await whole(store) if each.row.topic in ENDS}


async def unfinished_of(store):
    """The same, without the tables that are over."""
    ended = await over(store)
    return [each for each in await whole(store) if each.row.stream_id not in ended]


@pytest.mark.parametrize("seed", range(6))
async def test_what_is_shown_is_the_log_without_tables_that_were_over(store, sql, tables, clock, seed):
    dice, opened = random.Random(seed), []
    for _ in range(8):
        await lives.more(tables, dice, opened, dice.randrange(25))
        clock.pass_s(dice.choice((0, 1, 60)))
        process = OpenTableIndex(store, sql, clock, step=dice.randrange(1, 20), recent_s=dice.choice((0, 30)))
        found, log, ended = await all_of(process.show), await whole(store), await over(store)
        for game_id in opened:
            shown = [each for each in found if each.row.stream_id == game_id]
            lived = [each for each in log if each.row.stream_id == game_id]
            assert shown == lived or (game_id in ended and shown in ([], lived[-1:]))
    nearest = await all_of(OpenTableIndex(store, sql, clock, step=1, recent_s=0).show)
    assert nearest == [each for each in log if each.row.stream_id not in ended]


def knows(games, store, tables, clock):
    """The tables that new leaders read, and their knowledge of them."""
    bots, deadlines = Bots(games, store, tables), Deadlines(games, store, tables, clock)
    rounds, meeting = BeaconRounds(games, store, tables, Relays(()), clock), Matchmaking(games, store, [tables])
    orders = OrderFollower(store, tables, games.codec.read, None, None, None)
    return [
        (bots._notice, lambda: (bots._with_bots, bots._waiting)),
        (deadlines._notice, lambda: (deadlines._open, deadlines._valid)),
        (rounds._notice, lambda: (rounds._noticed, rounds.waiting)),
        (orders._notice_table, lambda: orders._forced),
        (meeting._notice, lambda: (meeting._waiting, meeting._not_offered)),
    ]


@pytest.mark.parametrize("seed", range(3))
async def test_a_new_leader_knows_what_the_whole_log_tells(games, store, unfinished, tables, clock, seed):
    dice, opened = random.Random(f"leader {seed}"), []
    await lives.more(tables, dice, opened, 150)
    with_bot = await tables.open("ann")
    for command in (TakeSeat(), AddBot("greedy"), StartGame()):
        await tables.execute(with_bot, "ann", command)
    near, far = (knows(games, store, unfinished, clock) for _ in range(2))
    for (notice, known), (notice_all, known_of_all) in zip(near, far, strict=True):
        await unfinished.show(notice)
        await read_on(store.read_tables, 0, notice_all)
        assert known() == known_of_all()
    assert await over(store)
    assert all(all(known()) for _, known in far[:2]), "they know something"


async def test_of_finished_games_nothing_is_read_however_many_there_are(store, unfinished, tables, monkeypatch):
    running = await tables.begun("ann", "bob")
    for _ in range(20):
        game_id = await tables.begun("ann", "bob")
        await tables.execute(game_id, "ann", Resign())
    await unfinished.keep()
    read, asked = log_reader.read_on, []
    monkeypatch.setattr("services.tables.unfinished.read_on", lambda *given: asked.append(given[1]) or read(*given))
    assert {each.row.stream_id for each in await all_of(unfinished.show)} == {running}
    assert asked == [(await whole(store))[-1].position]


async def test_it_is_made_from_nothing_where_a_part_is_missing(store, sql, unfinished, tables):
    dice = random.Random(1)
    for table in ("tables_read", "unfinished_tables, tables_read", ""):
        await lives.more(tables, dice, [], 30)
        for each in filter(None, table.split(", ")):
            await sql.run(f"DELETE FROM {each}")
        assert await all_of(unfinished.show) == await unfinished_of(store)


async def test_who_was_overtaken_takes_nothing_back(store, sql, unfinished, other, tables, monkeypatch):
    """Between its reading and its writing another process has gone on by many steps."""
    dice, opened, read = random.Random(7), [], store.read_tables
    overtaken = []

    async def overtakes(after, limit):
        rows = await read(after, limit)
        if not overtaken:
            overtaken.append(after)
            await lives.more(tables, dice, opened, 40)
            await other.keep()
        return rows

    for _ in range(3):  # the first time there is no checkpoint yet
        await lives.more(tables, dice, opened, 30)
        overtaken.clear()
        monkeypatch.setattr(store, "read_tables", overtakes)
        assert await unfinished._one_step()
        monkeypatch.setattr(store, "read_tables", read)
        assert overtaken
        assert await all_of(OpenTableIndex(store, sql).show) == await unfinished_of(store)


async def test_no_checkpoint_has_events_that_a_failover_lost(store, unfinished, tables, monkeypatch):
    """Events of other tables may be stored in their positions."""
    dice, opened, read = random.Random(9), [], store.read_tables

    async def of_a_lost_table(after, limit):
        return [LogRow(each.position, replace(each.row, stream_id="lost")) for each in await read(after, limit)]

    for _ in range(2):  # the first time there is no checkpoint yet
        await lives.more(tables, dice, opened, 30)
        with monkeypatch.context() as before_the_failover:
            before_the_failover.setattr(store, "read_tables", of_a_lost_table)
            with pytest.raises(StoreUnavailable):
                await unfinished.keep()
        assert await all_of(unfinished.show) == await unfinished_of(store)


async def test_processes_that_go_on_at_once_come_to_the_same(store, unfinished, other, tables):
    dice, opened = random.Random(8), []
    for _ in range(4):
        await lives.more(tables, dice, opened, 30)
        await asyncio.gather(unfinished.keep(), other.keep())
    assert await all_of(other.show) == await unfinished_of(store)


@pytest.mark.parametrize("opened", [*range(10), 33])
async def test_the_next_of_numbered_tables_is_found_from_wherever_one_begins(store, games, opened):
    for number in range(opened):
        await games.open_table(OpenTable("demo", 2), actor="ann", request_id=str(number), name=f"quick/{number}")
    for known in (0, opened // 2, opened):
        assert await next_number(store, "quick/{}".format, known) == opened


async def test_what_is_recent_is_shown_also_of_tables_that_are_over(store, sql, tables, clock):
    recent = OpenTableIndex(store, sql, clock, step=1, recent_s=60)
    game_id = await tables.begun("ann", "bob")
    await tables.execute(game_id, "ann", Resign())
    clock.pass_s(59)
    assert await all_of(recent.show) == await whole(store)
    clock.pass_s(1)
    assert await all_of(recent.show) == []
