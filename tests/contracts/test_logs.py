"""A store that is a set of logs, in several databases of PostgreSQL: docs/decisions/0073."""

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest

from domain.history.codec import link_of
from domain.history.record import EventRow, LogRow
from projections.folds.lists import Lists
from projections.folds.marks import MARK, has_lost_its_end, is_of_another_log, stands_in
from projections.folds.transitions import none_imported
from projections.stores.interface import EACH, Put
from projections.stores.memory_view import MemoryView
from services.projection_runner.projector import Projector, ViewAhead
from services.projection_runner.rebuild import heal
from services.store import open_sql, open_store
from services.store.backends import urls_of
from services.store.chained import still_stored
from services.store.interface import EventStore, RecordedRequest, Request, StoreUnavailable, VersionConflict
from services.store.logs.cuts import GlobalOrderCut, GlobalOrderCuts
from services.store.logs.log_set import CUT_S, ShardedEventStore
from services.store.logs.members import OtherLogs
from services.store.schema import migrate, require_fit
from support.histories import CODEC, Game, ListLog
from support.servers import create_database, drop_database

pytestmark = pytest.mark.servers
T_S = 10.0
# Of two logs a game is put into that which the CRC-32 of its id, divided by two, leaves: `gzip -c` shows it, too.
FIRST, SECOND = ("g4", "g5", "g6", "g7"), ("g0", "g1", "g2", "g3")


def rows(game_id: str, first: int, *bodies: bytes) -> list[EventRow]:
    return [EventRow(game_id, first + place, "demo.Said/1", body) for place, body in enumerate(bodies or (b"{}",))]


def games_of(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        return {each for (each,) in connection.execute("SELECT originator_id FROM stored_events")}


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())


async def whole_log(store: EventStore, page: int = 500) -> list[LogRow]:
    found: list[LogRow] = []
    while rows := await store.read_log(found[-1].position if found else 0, page):
        found += rows
    return found


@pytest.fixture
async def store(logs_url) -> AsyncIterator[ShardedEventStore]:
    opened = open_store(logs_url)
    assert isinstance(opened, ShardedEventStore)
    yield opened
    await opened.close()


@pytest.fixture
async def other(logs_url) -> AsyncIterator[EventStore]:
    """The same store as another process sees it."""
    opened = open_store(logs_url)
    yield opened
    await opened.close()


@pytest.fixture
def third_url(postgres_server_url, migrated_template):
    url = create_database(postgres_server_url, migrated_template)
    yield url
    drop_database(url)


async def test_games_are_spread_over_the_logs_and_each_is_whole_in_one(store, other, logs_url):
    for game in (*FIRST, *SECOND):
        await store.append(rows(game, 1, b"a"), T_S)
    for game in (*FIRST, *SECOND):
        await other.append(rows(game, 2, b"b"), T_S)
    assert [games_of(url) for url in logs_url.split()] == [set(FIRST), set(SECOND)]
    for game in (*FIRST, *SECOND):
        assert await store.load(game) == rows(game, 1, b"a", b"b")
        assert await other.exists(game)


async def test_of_two_processes_that_open_the_same_game_one_wins(store, other):
    answers = await asyncio.gather(
        *(each.append(rows("g2", 1, body), T_S) for each, body in ((store, b"a"), (other, b"b"))),
        return_exceptions=True,
    )
    assert sorted(map(type, answers), key=str) == sorted([VersionConflict, type(None)], key=str)
    assert len(await store.load("g2")) == 1


async def test_a_request_that_made_nothing_happen_is_remembered_in_the_log_of_its_game(store, other):
    request = Request("anna", "r1", b"{}")
    await store.append(rows("g2", 1), T_S)
    await store.record_request("g2", 1, request, T_S)
    assert await other.recorded_requests("g2", "anna") == {"r1": RecordedRequest(1, request.digest)}


async def test_an_unknown_game_is_in_no_log(store):
    assert await store.load("nobody") == []
    assert not await store.exists("nobody")
    with pytest.raises(VersionConflict):
        await store.append(rows("nobody", 2), T_S)


async def test_all_logs_are_read_in_one_order_that_stays_what_it_was(store, other):
    for version in range(1, 30):
        await asyncio.gather(*(store.append(rows(game, version), T_S) for game in ("g4", "g2", "g5")))
        if version % 7 == 0:
            await other.log_head()
    log = await whole_log(store)
    assert len(log) == 3 * 29
    assert [each.position for each in log] == list(range(1, 3 * 29 + 1))
    for game in ("g4", "g2", "g5"):
        assert [each.row.version for each in log if each.row.stream_id == game] == list(range(1, 30))
    assert await whole_log(other, page=2) == log
    await store.append(rows("g4", 30), T_S)
    assert await other.log_head() == 3 * 29 + 1
    assert (await whole_log(other, page=5))[:-1] == log
    assert await other.rows_at([3, 40, 41, 87]) == [log[2], log[39], log[40], log[86]]


async def test_a_reader_that_goes_on_from_its_last_position_misses_nothing_of_any_log(store, other):
    async def write(game: str) -> None:
        for version in range(1, 40):
            await store.append(rows(game, version), T_S)

    writing = [asyncio.create_task(write(game)) for game in ("g4", "g2", "g1")]
    read: list[LogRow] = []
    while len(read) < 3 * 39:
        await other.wait(read[-1].position if read else 0, 1)
        read += await other.read_log(read[-1].position if read else 0, 7)
    await asyncio.gather(*writing)
    assert {(each.row.stream_id, each.row.version) for each in read} == {
        (game, version) for game in ("g4", "g2", "g1") for version in range(1, 40)
    }
    assert read == await whole_log(store)


async def test_of_all_logs_what_became_of_tables_is_read_apart_and_in_the_same_order(store):
    for version, topic in enumerate(("GameOpened/1", "ClocksSet/1", "PlayerSeated/2", "GameFinished/1"), 1):
        for game in ("g4", "g2"):
            await store.append([EventRow(game, version, f"table.{topic}", b"{}")], T_S)
        await store.log_head()
    tables = [each for each in await whole_log(store) if "ClocksSet" not in each.row.topic]
    assert len(tables) == 6
    assert await store.read_tables(0, 100) == tables
    assert await store.read_tables(0, 2) == tables[:2]
    assert await store.read_tables(tables[1].position, 3) == tables[2:5]


async def test_a_store_of_one_log_that_gets_another_keeps_its_games_and_their_positions(postgres_store_url, third_url):
    alone = open_store(postgres_store_url)
    for game in (*FIRST, *SECOND):
        await alone.append(rows(game, 1), T_S)
    before = [(each.position, each.row) for each in await whole_log(alone)]
    await alone.close()
    both = f"{postgres_store_url} {third_url}"
    migrate(both)
    store = open_store(both)
    await store.append(rows("g2", 2), T_S)
    await store.append(rows("g8", 1), T_S)
    await store.append(rows("g14", 1), T_S)
    assert [(each.position, each.row) for each in await whole_log(store)][: len(before)] == before
    assert await store.load("g2") == [*rows("g2", 1), *rows("g2", 2)]
    assert games_of(third_url) == {"g8"}
    assert games_of(postgres_store_url) == {*FIRST, *SECOND, "g14"}
    await store.close()


async def test_who_names_one_log_of_several_is_refused_and_opens_no_game(store, logs_url):
    home, second = logs_url.split()
    for url, said in ((home, "has 2 logs"), (second, "is log 1 of a store")):
        with pytest.raises(OtherLogs, match=said):
            require_fit(url)
        alone = open_store(url)
        with pytest.raises(OtherLogs, match=said):
            await alone.load("g4")
        with pytest.raises(OtherLogs, match=said):
            await alone.append(rows("g4", 1), T_S)
        await alone.close()


async def test_a_program_from_before_there_were_other_logs_goes_on_with_its_games_and_opens_none(
    postgres_store_url, third_url
):
    old = open_store(postgres_store_url)
    await old.append(rows("g4", 1), T_S)
    migrate(f"{postgres_store_url} {third_url}")
    await old.append(rows("g4", 2), T_S)
    with pytest.raises(psycopg.errors.RaiseException, match="several logs"):
        await old.append(rows("g2", 1), T_S)
    assert games_of(postgres_store_url) == {"g4"}
    await old.close()


async def test_logs_in_another_order_or_of_another_store_are_refused(logs_url, postgres_store_url, third_url):
    home, second = logs_url.split()
    migrate(f"{postgres_store_url} {third_url}")
    for wrong, said in (
        (f"{second} {home}", "begins with its home"),
        (f"{home} {third_url}", "of another store"),
        (f"{home} {home}", "is log 0 of a store"),
        (f"{home} {second} {third_url}", "run `turnledger migrate`"),
    ):
        with pytest.raises(OtherLogs, match=said):
            require_fit(wrong)
    with pytest.raises(OtherLogs, match="has games, or is a log already"):
        migrate(f"{home} {second} {third_url}")
    swapped = open_store(f"{home} {third_url}")
    await swapped.log_head()
    with pytest.raises(StoreUnavailable):
        await swapped.append(rows("g2", 1), T_S)
    await swapped.close()


async def test_a_database_with_games_becomes_no_further_log(logs_url, third_url):
    alone = open_store(third_url)
    await alone.append(rows("g4", 1), T_S)
    await alone.close()
    with pytest.raises(OtherLogs, match="a new one is empty"):
        migrate(f"{logs_url} {third_url}")
    require_fit(logs_url)


async def test_a_home_from_before_it_had_other_logs_takes_them_back_by_hand(logs_url):
    """docs/runbook.md, A process refuses to start."""
    home, second = logs_url.split()
    store = open_store(logs_url)
    await store.append(rows("g2", 1), T_S)
    await store.close()
    execute(home, "TRUNCATE logs, placed_games, log_cuts")
    execute(home, "DROP TRIGGER stored_events_placed ON stored_events")
    with pytest.raises(OtherLogs, match="a new one is empty"):
        migrate(logs_url)
    with psycopg.connect(second) as connection:
        ((number, name),) = connection.execute("SELECT number, store FROM logs").fetchall()
    for each in (0, number):
        execute(home, f"INSERT INTO logs (number, store) VALUES ({each}, '{name}')")
    migrate(logs_url)
    require_fit(logs_url)
    alone = open_store(home)
    with pytest.raises(OtherLogs):
        await alone.append(rows("g4", 1), T_S)
    await alone.close()
    with pytest.raises(psycopg.errors.RaiseException, match="several logs"):
        execute(
            home,
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES ('g4', 1, 'a', '')",
        )


async def test_after_a_log_lost_its_end_no_position_stands_for_another_event(store, other, logs_url):
    _, second = logs_url.split()
    for version in (1, 2, 3):
        for game in ("g4", "g2"):
            await store.append(rows(game, version), T_S)
        await store.log_head()
    before = await whole_log(store)
    execute(second, "DELETE FROM stored_events WHERE originator_id = 'g2' AND originator_version = 3")
    execute(second, "SELECT setval('stored_events_notification_id_seq', 2)")
    await other.append(rows("g2", 3, b"another"), T_S)
    await other.append(rows("g4", 4), T_S)
    await other.log_head()
    after = await whole_log(other)
    assert after[:4] == before[:4]
    assert {(each.row.stream_id, each.row.version, each.row.body) for each in after[4:]} == {
        ("g4", 3, b"{}"),
        ("g4", 4, b"{}"),
        ("g2", 3, b"another"),
    }
    assert not {each.position for each in after[4:]} & {each.position for each in before}


@pytest.mark.parametrize("notices", ["this", "another"])
async def test_no_event_is_read_twice_where_a_log_loses_its_end_within_a_read(
    store, other, logs_url, monkeypatch, notices
):
    """The first part of the read has a cut that is void when the second part is read."""
    second, between, was_lost = urls_of(logs_url)[1], store._between, False

    async def lose_then_read(*values, dense):
        nonlocal was_lost
        found = await between(*values, dense=dense)
        if "g4" in {each.row.stream_id for each in found[0]} and not was_lost:
            execute(second, "DELETE FROM stored_events WHERE originator_id = 'g2' AND originator_version = 2")
            execute(second, "SELECT setval('stored_events_notification_id_seq', 1)")
            was_lost = True
            if notices == "another":
                await other.log_head()
        return found

    await store.append(rows("g2", 1), T_S)
    await store.log_head()
    for game in ("g4", "g2"):
        await store.append(rows(game, 1 + (game == "g2")), T_S)
    await store.log_head()
    monkeypatch.setattr(store, "_between", lose_then_read)
    await asyncio.sleep(CUT_S)
    found = await store.read_log(0, 500)
    assert was_lost
    assert [(each.row.stream_id, each.row.version) for each in found] == [("g2", 1), ("g4", 1)]
    assert found == await whole_log(other)


@pytest.mark.parametrize("read", ["read_log", "read_tables"])
async def test_a_read_fails_where_a_connection_lacks_events_of_a_cut(store, other, monkeypatch, read):
    """After a failover it may stay with the former primary for a second."""
    former = {"read_log": [], "read_tables": [], "rows_at": []}
    opened = [EventRow(game, 1, "table.GameOpened/1", b"{}") for game in ("g4", "g2")]
    for each in opened:
        await other.append([each], T_S)
    await other.append(rows("g2", 2), T_S)
    await other.log_head()
    with monkeypatch.context() as stale:
        for name, found in former.items():
            stale.setattr(store.logs[1], name, _answer(found))
        with pytest.raises(StoreUnavailable, match="without events of its cut"):
            await getattr(store, read)(0, 100)
    assert {each.row.stream_id for each in await getattr(store, read)(0, 100)} == {"g4", "g2"}


def _answer(found):
    async def answer(*_):
        return found

    return answer


async def test_after_a_log_lost_its_first_events_no_cut_of_before_is_read(store, other, logs_url):
    home, second = logs_url.split()
    for game in ("g2", "g4"):
        await store.append(rows(game, 1), T_S)
        await store.log_head()
    before = await whole_log(store)
    execute(second, "DELETE FROM stored_events")
    execute(second, "SELECT setval('stored_events_notification_id_seq', 1, false)")
    await other.append(rows("g2", 1, b"another"), T_S)
    await other.log_head()
    after = await whole_log(other)
    assert {(each.row.stream_id, each.row.body) for each in after} == {("g4", b"{}"), ("g2", b"another")}
    assert [each.position for each in after] == [len(before) + 1, len(before) + 2]
    with psycopg.connect(home) as connection:
        cuts = connection.execute("SELECT number, follows FROM log_cuts ORDER BY number").fetchall()
    assert (cuts[0], cuts[-1][1]) == ((1, 0), 0), "the number before all is 0 in every release"


async def test_two_schemas_of_one_database_are_two_logs_with_leads_of_their_own(postgres_store_url):
    execute(postgres_store_url, "CREATE SCHEMA second")
    second = f"{postgres_store_url}?options=-c%20search_path%3Dsecond"
    both = f"{postgres_store_url} {second}"
    migrate(both)
    store = open_store(both)
    for game in (*FIRST, *SECOND):
        await store.append(rows(game, 1), T_S)
    assert games_of(postgres_store_url) == set(FIRST)
    assert games_of(second) == set(SECOND)
    home_log, second_log = store.logs
    async with asyncio.timeout(T_S), home_log.lead("bots"), second_log.lead("bots"):
        pass
    waiting = asyncio.create_task(second_log.wait(await second_log.log_head(), T_S))
    await store.append(rows("g4", 2), T_S)
    await store.append(rows("g2", 2), T_S)
    await waiting
    await store.close()


@pytest.fixture
async def cuts(logs_url):
    sql = open_sql(urls_of(logs_url)[0])
    yield GlobalOrderCuts(sql, 2)
    await sql.close()


async def add_cut(cuts: GlobalOrderCuts, last: GlobalOrderCut, *upto: int) -> GlobalOrderCut:
    await cuts.add(last, last, upto, [f"mark {each}" for each in upto])
    return await cuts.last()


@pytest.mark.parametrize("then", ["nothing", "another"])
async def test_a_cut_is_not_stored_behind_one_that_the_home_has_lost(cuts, logs_url, then):
    """The events of the lost one would be in no cut."""
    first = await add_cut(cuts, GlobalOrderCut.before_all(2), 2, 0)
    lost = await add_cut(cuts, first, 2, 3)
    execute(urls_of(logs_url)[0], "DELETE FROM log_cuts WHERE number = 2")
    last = first if then == "nothing" else await add_cut(cuts, first, 5, 0)
    assert (last == first) == (then == "nothing")
    assert await add_cut(cuts, lost, 2, 4) == last
    assert (await add_cut(cuts, last, 9, 9)).base == last.last


@pytest.mark.parametrize("then", ["nothing", "another"])
async def test_a_write_depends_on_the_cut_of_the_last_event_that_was_read(store, logs_url, then):
    """A home that has lost the cut may have other events in the same positions."""
    home, sql = urls_of(logs_url)[0], open_sql(urls_of(logs_url)[0])
    for game in ("g4", "g2"):
        await store.append(rows(game, 1), T_S)
        await store.log_head()
    last = (await whole_log(store))[-1]
    condition = await still_stored(store, last)
    assert await sql.together([], only_if=condition)
    execute(home, "DELETE FROM log_cuts" + (" WHERE number = 2" if then == "nothing" else ""))
    if then == "another":
        await store.append(rows("g5", 1), T_S)
        await store.log_head()
    assert not await sql.together([], only_if=condition)
    with pytest.raises(StoreUnavailable):
        await still_stored(store, last)
    await sql.close()


async def test_a_view_notices_lost_cuts_although_its_last_event_is_in_its_place(store, logs_url):
    """The events before it are in another order, and may be others."""
    view, cut_one_by_one = await MemoryView("lists").live(), list[LogRow]()
    projector = Projector(store, CODEC.read, [(Lists(), view)])
    await projector.resume()
    for game_id in ("g5", "g2", "g4", "g0"):
        log = ListLog()
        Game(log, game_id).open()
        await store.append([each.row for each in log.rows], T_S)
        await store.log_head()
        cut_one_by_one = await whole_log(store)
        await projector.catch_up()
    execute(urls_of(logs_url)[0], "DELETE FROM log_cuts WHERE number > 1")
    await store.log_head()
    cut_at_once = await whole_log(store)
    assert cut_at_once != cut_one_by_one
    assert (cut_at_once[-1].position, cut_at_once[-1].row) == (cut_one_by_one[-1].position, cut_one_by_one[-1].row)
    with pytest.raises(ViewAhead):
        await projector.catch_up()
    again = Projector(store, CODEC.read, [(Lists(), view)])
    with pytest.raises(ViewAhead):
        await again.resume()
    assert await has_lost_its_end(store, view)


async def test_views_belong_to_a_log_whose_first_cut_is_void(store, logs_url):
    """The first event of the home is the first one again, at another position."""
    view = MemoryView("lists")
    for game_id in ("g4", "g2"):
        await _store_game(store, game_id)
    projector = Projector(store, CODEC.read, [(Lists(), await view.live())])
    await projector.resume()
    await projector.catch_up()
    execute(urls_of(logs_url)[1], "DELETE FROM stored_events")
    await asyncio.sleep(CUT_S)
    assert await store.log_head() > projector.position
    with pytest.raises(ViewAhead):
        await projector.catch_up()
    assert not await is_of_another_log(store, await view.live())
    assert await heal(store, CODEC.read, Lists(), view, lead=store.lead, imported=none_imported)
    assert await stands_in(store, await view.live())


async def test_views_belong_to_logs_of_which_another_one_begins_the_order_now(store, logs_url):
    """The cuts are lost or void, and the first event of the home comes before the one that the lists began with."""
    view = await _of_the_other_log(store)
    execute(urls_of(logs_url)[1], "DELETE FROM stored_events WHERE originator_version > 1")
    execute(urls_of(logs_url)[0], "DELETE FROM log_cuts")
    await _store_game(store, FIRST[0])
    await asyncio.sleep(CUT_S)
    await store.log_head()
    assert not await stands_in(store, await view.live())
    assert not await is_of_another_log(store, await view.live())
    assert await heal(store, CODEC.read, Lists(), view, lead=store.lead, imported=none_imported)
    assert await stands_in(store, await view.live())


async def test_views_of_another_store_are_left_alone(store, logs_url):
    view = await _of_the_other_log(store)
    for url in urls_of(logs_url):
        execute(url, "DELETE FROM stored_events")
    await _store_game(store, FIRST[0])
    await asyncio.sleep(CUT_S)
    await store.log_head()
    assert await is_of_another_log(store, await view.live())
    assert not await heal(store, CODEC.read, Lists(), view, lead=store.lead, imported=none_imported)


async def _of_the_other_log(store: EventStore) -> MemoryView:
    """Return lists that began with a game of the second log."""
    view = MemoryView("lists")
    await _store_game(store, SECOND[0])
    projector = Projector(store, CODEC.read, [(Lists(), await view.live())])
    await projector.resume()
    await projector.catch_up()
    return view


async def _store_game(store: EventStore, game_id: str) -> None:
    log = ListLog()
    Game(log, game_id).open()
    await store.append([each.row for each in log.rows], T_S)


async def test_a_view_continues_from_a_mark_of_an_earlier_release_without_a_cut(store):
    view, log = await MemoryView("lists").live(), ListLog()
    Game(log, "g2").open()
    await store.append([each.row for each in log.rows], T_S)
    projector = Projector(store, CODEC.read, [(Lists(), view)])
    await projector.resume()
    await projector.catch_up()
    last = (await whole_log(store))[-1]
    await view.write(last.position, last.position, {EACH: [Put(MARK, f"{last.position} {link_of(last.row)}".encode())]})
    await projector.resume()
    assert await projector.step(1) == 0


async def test_a_cut_follows_one_of_a_time_with_fewer_logs(cuts, logs_url):
    columns, values = "number, follows, base, last, since, upto, marks", "1, 0, 0, 2, '{0}', '{2}', '{mark 2}'"
    execute(urls_of(logs_url)[0], f"INSERT INTO log_cuts ({columns}) VALUES ({values})")
    assert (await add_cut(cuts, await cuts.last(), 2, 7)).number == 2
