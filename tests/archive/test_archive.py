"""Finished games in the archive are unchanged for all readers."""

import asyncio
import gzip
import os
import random
import subprocess
import sys
from datetime import UTC, datetime
from functools import partial

import psycopg
import pytest
from eventsourcing.persistence import OperationalError
from prometheus_client import REGISTRY

from domain.history.record import EventRow, LogRow
from domain.history.verify import verify
from domain.kernel.refused import Refused
from domain.table.messages import CloseTable, SecretRevealed
from projections.folds.boards import Boards
from projections.folds.lists import Lists
from projections.folds.registry import PROJECTIONS
from projections.stores.memory_view import MemoryView
from services.application.game_service import GameService
from services.history.audit import audit, game_ids, verify_games
from services.history.export import Exporter
from services.history.history_parts import history_parts
from services.history.seals import Seals
from services.operations.archiver import Gone, KeptGame
from services.operations.doctor import check_archive, check_chains
from services.projection_runner.projector import Projector, passed_over
from services.projection_runner.rebuild import digest
from services.read_models import Turnledger
from services.store import open_store
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.lookups import LAST_TOPIC
from services.store.archive.merging import merged
from services.store.archive.objects import ArchiveUnavailable, Damaged, FolderObjects, NotInArchive
from services.store.backends import backend
from services.store.interface import VersionConflict
from services.tlog.asking import Witnesses
from services.tlog.leaves import END, OPEN, START, game_digest, read_leaf
from services.tlog.role import LogWriter
from services.tlog.tlog_storage import LogStorage
from tests.archive.archive_kit import CODEC, KEYS, LATER, archive, archiver, games, log_of, opened, store_all
from tests.projections.projection_kit import caught_up, content
from tests.stores import new_sqlite
from tests.tlog.tlog_kit import LOG, policy

T_S = 10.0


@pytest.fixture
async def store(store_url, tmp_path):
    """A store with its SQL tables; games of every kind were played there at the same time."""
    async with opened(store_url, tmp_path / "archive") as (store, sql):
        store.url, store.sql, store.folder = store_url, sql, tmp_path / "archive"
        await store_all(store, games())
        yield store


def test_an_archived_file_and_the_names_of_new_folders_are_synced_to_disk(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    FolderObjects(tmp_path / "archive").put("2026/game", b"content")
    names = ("archive/2026/game", "archive/2026", "archive", ".")
    assert synced == [(tmp_path / name).stat().st_ino for name in names]


async def everything(store):
    """The store's answers about its log and its games, by every method."""
    log = await log_of(store)
    positions = [each.position for each in log]
    some = random.Random(1).sample(positions, 40)
    streams = [rows[0].stream_id for rows in games()]
    return (
        log,
        await log_of(store, page=5_000),
        await log_of(store, "read_tables", 7),
        await store.rows_at([*some, positions[-1] + 9]),
        [await store.load(game) for game in streams],
        [await store.load(game, 11, 40) for game in streams],
        [await store.load(game, 10**6) for game in streams],
        [await store.read_log(position, 3) for position in some],
        await store.log_head(),
    )


async def views(store):
    """The digest of each view of the log, folded from nothing."""
    generations = [(projection, await MemoryView(projection.name).live()) for projection in PROJECTIONS]
    await caught_up(store, generations, codec=CODEC)
    return [await digest(generation) for _, generation in generations]


async def hot_rows(store):
    ((number,),) = await store.sql.run("SELECT count(*) FROM stored_events")
    return number


async def test_log_streams_and_views_are_the_same_when_games_are_archived(store):
    before, folded = await everything(store), await views(store)
    for number in (2, 1, 9):  # some, one, and all that are left
        gone = await archive(store.url, store, store.sql, number)
        assert all(isinstance(each, Gone) for each in gone)
        assert await everything(store) == before
        async with opened(store.url, store.folder) as (fresh, _):  # with nothing in memory
            assert await everything(fresh) == before
    assert await views(store) == folded
    assert await hot_rows(store) == 5 + len(games()[-1])
    assert len(list(store.folder.rglob("*.jsonl.gz"))) == 5
    assert await archive(store.url, store, store.sql) == []


async def test_an_archived_game_is_exported_verified_told_and_branched_from_as_before(store, tmp_path):
    over, codec = games()[0], CODEC
    game_id, exporter = over[0].stream_id, Exporter(store, codec, KEYS, Seals(store.sql))
    file = await exporter.export(game_id)
    await archive(store.url, store, store.sql)
    assert await exporter.export(game_id) == file
    assert verify(file, codec, KEYS.keys).fault is None
    (name,) = store.folder.rglob(f"{game_id}*")
    assert gzip.decompress(name.read_bytes()).partition(b"\n")[2] == file
    live = GameService(store, codec)
    assert (await live.load_at_version(game_id, 40)).version == 40
    branches = history_parts(live, store, store.sql, tmp_path / "keys").branches
    branch = await branches.branch(game_id, 40, actor="ann", request_id="again", private=False, timeout_s=T_S)
    assert (await live.load(branch)).loaded.opened.position.lineage.game_id == game_id
    assert (await check_chains(store, codec, 0)).state == (await check_archive(store, 0)).state == "ok"


async def test_a_command_to_an_archived_game_is_refused_and_a_repeated_one_answered_as_before(store):
    over = games()[0]
    game_id, opening = over[0].stream_id, CODEC.read(over[0]).envelope
    await archive(store.url, store, store.sql)
    live = GameService(store, CODEC)
    with pytest.raises(Refused):
        await live.execute(game_id, CloseTable(), actor=opening.actor, request_id="late")
    held = await live.load(game_id)
    assert held.version == len(over)
    assert held.answered((opening.actor, opening.request_id)).first == 1
    assert await live.reject_request(game_id, actor="ann", request_id="never")
    assert await store.exists(game_id)


@pytest.mark.parametrize("after", [0, 30])
async def test_a_process_that_did_not_hear_of_the_end_writes_nothing_into_an_archived_game(store_url, tmp_path, after):
    over = games()[0]
    async with opened(store_url, tmp_path) as (sleeper, _), opened(store_url, tmp_path) as (store, sql):
        if after:
            await sleeper.append(over[:after], T_S)  # it remembers the head that it made
        await store.append(over[after:], T_S)
        await archive(store_url, store, sql)
        with pytest.raises(VersionConflict):
            await sleeper.append([EventRow(over[0].stream_id, after + 1, "demo.Said/1", b"{}")], T_S)
        await sleeper.append([EventRow("another", 1, "demo.Said/1", b"{}")], T_S)
        assert list(await sleeper.load(over[0].stream_id)) == list(over)


async def test_only_games_that_are_over_for_long_enough_leave(store):
    ends = sorted(CODEC.read(rows[-1]).envelope.at for rows in games()[:-1])
    assert await archive(store.url, store, store.sql, before=ends[0]) == []
    assert await archive(store.url, store, store.sql, before=datetime(1999, 1, 1, tzinfo=UTC)) == []


async def test_calls_to_archived_games_fail_without_their_files_and_others_are_played_on(store):
    await archive(store.url, store, store.sql)
    *_, over, running = (rows[0].stream_id for rows in games())
    store.folder.rename(store.folder.with_name("elsewhere"))
    async with opened(store.url, store.folder) as (other, _):
        for place in (other, open_store(store.url)):
            with pytest.raises(ArchiveUnavailable, match="archive"):
                await place.load(over)
            assert {each.row.stream_id for each in await log_of(place, page=7)} == {
                rows[0].stream_id for rows in games()
            }
            assert await place.load(running) == list(games()[-1])
            assert await place.read_log(await place.log_head(), 10) == []
            chains = await check_chains(place, CODEC, 0)
            assert (chains.state, chains.said) == ("ok", "1 games intact, 5 not to be read from the archive")
        await place.close()
        assert (await check_archive(other, 0)).said.startswith("does not answer: the archive's folder")
    with pytest.raises(ArchiveUnavailable, match="does not exist"):
        store.archive.objects.get("aa/none")
    store.folder.mkdir()
    with pytest.raises(NotInArchive):
        store.archive.objects.get("aa/none")


def _lose(store, game_id):
    (path,) = store.folder.rglob(f"{game_id}*")
    return path, path.rename(store.folder / "lost")


def _damage(store, game_id):
    (path,) = store.folder.rglob(f"{game_id}*")
    kept = path.with_name("kept")
    kept.write_bytes(path.read_bytes())
    path.write_bytes(path.read_bytes()[:-9])
    return path, kept


@pytest.mark.parametrize("trouble", [_lose, _damage], ids=["lost", "damaged"])
async def test_views_pass_over_a_game_whose_file_is_unreadable_until_it_is_back(store, trouble, monkeypatch):
    monkeypatch.setattr("services.store.archive.unreadable.AGAIN_S", 0)
    whole = await views(store)
    await archive(store.url, store, store.sql)
    over = games()[1][0].stream_id
    path, kept = trouble(store, over)
    targets = [(projection, await MemoryView(projection.name).live()) for projection in PROJECTIONS]
    async with opened(store.url, store.folder) as (fresh, _):
        projector = await caught_up(fresh, targets, codec=CODEC)
        for _, generation in targets:
            assert list(await passed_over(generation)) == [over]
            assert await generation.position() == await fresh.log_head()
        assert REGISTRY.get_sample_value("turnledger_unreadable_games", {"log": ""}) == 1
        assert await projector.read_again() == {}
        kept.rename(path)
        await projector.take_up(await projector.read_again())
        assert [await passed_over(generation) for _, generation in targets] == [{}, {}, {}]
        assert REGISTRY.get_sample_value("turnledger_unreadable_games", {"log": ""}) == 0
        boards, *_ = [await digest(generation) for _, generation in targets]
        assert boards == whole[0]


@pytest.mark.parametrize("back_after", [1, 2, -2], ids=["first", "second", "end"])
async def test_views_take_up_a_game_whose_file_was_away_for_some_of_its_events(store, monkeypatch, back_after):
    """The file is back before the views come to the event number `back_after` of those that they may miss."""
    monkeypatch.setattr("services.store.archive.unreadable.AGAIN_S", 0)
    whole = await views(store)
    over = games()[1][0].stream_id
    inside = [each.position for each in await log_of(store) if each.row.stream_id == over]
    await archive(store.url, store, store.sql)
    path, kept = _lose(store, over)
    targets = [(projection, await MemoryView(projection.name).live()) for projection in PROJECTIONS]
    async with opened(store.url, store.folder) as (fresh, _):
        projector = Projector(fresh, CODEC.read, targets)
        await projector.resume()
        while projector.position < inside[back_after] - 1:
            await projector.step(30)
        kept.rename(path)
        await projector.catch_up()
        await projector.take_up(await projector.read_again())
        assert [await passed_over(generation) for _, generation in targets] == [{}, {}, {}]
        boards, *_ = [await digest(generation) for _, generation in targets]
        assert boards == whole[0]


async def test_lists_do_not_show_a_game_as_running_that_was_taken_up_by_another_process(store, monkeypatch):
    """The process that follows from the middle of the game does not know up to where the view has it."""
    monkeypatch.setattr("services.store.archive.unreadable.AGAIN_S", 0)
    over, lists, whole = games()[1][0].stream_id, await MemoryView("v").live(), await MemoryView("v").live()
    await caught_up(store, [(Lists(), whole)], codec=CODEC)
    inside = [each.position for each in await log_of(store) if each.row.stream_id == over]
    await archive(store.url, store, store.sql)
    former = Projector(store, CODEC.read, [(Lists(), lists)])
    await former.resume()
    while former.position < inside[len(inside) // 2]:
        await former.step(30)
    path, kept = _lose(store, over)
    async with opened(store.url, store.folder) as (fresh, _):
        projector = await caught_up(fresh, [(Lists(), lists)], codec=CODEC)
        assert list(await passed_over(lists)) == [over]
        kept.rename(path)
        await projector.take_up(await projector.read_again())
    assert await content(lists) == await content(whole)


async def test_games_that_reads_have_left_out_are_those_with_events_in_the_range(tmp_path):
    url, folder = new_sqlite(tmp_path / "events.db"), tmp_path / "files"
    long, short, *_ = games()
    half = len(long) // 2
    async with opened(url, folder) as (store, sql):
        for rows in (long[:half], short, long[half:]):
            await store.append(rows, T_S)
        await archive(url, store, sql)
        folder.rename(tmp_path / "elsewhere")
    async with opened(url, folder) as (fresh, _):
        head = await fresh.log_head()
        assert not await fresh.left_out(0, head)  # nothing was read yet
        await log_of(fresh)
        of_short = half + len(short)
        assert set(await fresh.left_out(0, head)) == {long[0].stream_id, short[0].stream_id}
        assert list(await fresh.left_out(half - 1, half)) == [long[0].stream_id]
        assert list(await fresh.left_out(of_short, head)) == [long[0].stream_id]


async def test_a_file_that_is_back_is_found_by_the_process_that_missed_it_once(store, monkeypatch):
    monkeypatch.setattr("services.store.archive.unreadable.AGAIN_S", 0)
    monkeypatch.setattr("services.store.archive.read_through.TRIES_S", 0.02)
    await archive(store.url, store, store.sql)
    path, kept = _lose(store, games()[1][0].stream_id)
    async with opened(store.url, store.folder) as (fresh, _):
        await log_of(fresh)
        assert REGISTRY.get_sample_value("turnledger_unreadable_games", {"log": ""}) == 1
        kept.rename(path)
        async with asyncio.timeout(T_S):
            while REGISTRY.get_sample_value("turnledger_unreadable_games", {"log": ""}):
                await asyncio.sleep(0.02)


async def test_views_go_on_where_the_event_they_stand_at_is_in_a_lost_file(store):
    over = games()[1][0].stream_id
    inside = [each.position for each in await log_of(store) if each.row.stream_id == over]
    target = Boards(), await MemoryView("boards").live()
    projector = Projector(store, CODEC.read, [target])
    await projector.resume()
    while projector.position not in inside[:-1]:
        assert await projector.step(20), "a batch ends with an event of this game"
    await archive(store.url, store, store.sql)
    _lose(store, over)
    async with opened(store.url, store.folder) as (fresh, _):
        await caught_up(fresh, [target], codec=CODEC)
        assert await target[1].position() == await fresh.log_head()


@pytest.fixture
def questions(store, monkeypatch):
    """Requests about archived games, besides the log itself."""
    asked = []

    def counted(name):
        real = getattr(store.hot, name)

        def ask(*arguments):
            asked.append(name)
            return real(*arguments)

        monkeypatch.setattr(store.hot, name, ask)

    for name in ("archived", "archived_upto", "archived_across", "archived_after"):
        counted(name)
    return asked


@pytest.mark.parametrize("read", ["read_log", "read_tables"])
async def test_who_follows_the_log_at_its_end_asks_nothing_about_archived_games(store, read, questions):
    read_some = getattr(store, read)
    await archive(store.url, store, store.sql)
    head = await store.log_head()
    running = games()[-1]
    assert await read_some(head, 100) == []
    await store.append([EventRow("new", 1, running[0].topic, running[0].body)], T_S)
    assert [each.row.stream_id for each in await read_some(head, 100)] == ["new"]
    assert questions == []
    assert len(await read_some(head, 1)) == 1
    assert questions == ["archived_upto"], "there may be more behind a full page"


async def test_a_page_with_the_end_of_an_archived_game_is_looked_at(store, questions):
    before = {limit: await store.read_log(0, limit) for limit in (1, 50, 10_000)}
    last = before[10_000][-1]
    assert last.row.topic.startswith(LAST_TOPIC), "the log ends with the end of a game"
    await archive(store.url, store, store.sql)
    questions.clear()
    assert await store.read_log(last.position - 3, 100) == before[10_000][-3:]
    assert questions
    assert {limit: await store.read_log(0, limit) for limit in before} == before


def test_the_last_event_of_every_finished_game_has_the_name_by_which_it_is_looked_for():
    assert f"table.{SecretRevealed.__name__}/" == LAST_TOPIC
    assert all(rows[-1].topic.startswith(LAST_TOPIC) for rows in games()[:-1])
    assert not any(row.topic.startswith(LAST_TOPIC) for rows in games() for row in rows[:-1])


async def test_a_damaged_file_is_never_believed_and_the_doctor_names_it(store):
    await archive(store.url, store, store.sql)
    over = games()[0][0].stream_id
    (path,) = store.folder.rglob(f"{over}*")
    content = bytearray(path.read_bytes())
    content[-9] ^= 1
    path.write_bytes(content)
    async with opened(store.url, store.folder) as (fresh, _):
        with pytest.raises(Damaged, match=over):
            await fresh.load(over)
        finding = await check_archive(fresh, 0)
    assert (finding.state, finding.said[:12]) == ("fail", "1 of 5 wrong")
    assert over in finding.said


async def test_an_audit_names_a_game_whose_file_is_damaged_and_proves_the_others(store):
    await archive(store.url, store, store.sql)
    over = games()[0][0].stream_id
    _damage(store, over)
    async with opened(store.url, store.folder) as (fresh, _):
        ids = [game_id async for game_id in game_ids(fresh)]
    asked = partial(audit, store.url, KEYS.published(), ids, partial(map, verify_games), archive=str(store.folder))
    report = await asyncio.to_thread(asked)
    assert (report.games, report.right) == (6, 5)
    assert [(each.game_id, each.fault.code) for each in report.wrong] == [(over, "UNREADABLE")]


async def test_an_archive_that_gives_other_bytes_than_it_was_given_gets_nothing(store, monkeypatch):
    get, before = store.archive.objects.get, await hot_rows(store)
    monkeypatch.setattr(store.archive.objects, "get", lambda name: get(name)[:-1])
    with pytest.raises(Damaged):
        await archive(store.url, store, store.sql)
    assert await hot_rows(store) == before


async def test_a_game_whose_rows_are_not_those_of_the_file_stays(store):
    before = await hot_rows(store)

    def of_other_rows(game, rows):
        other = LogRow(rows[3].position, EventRow(game.game_id, 4, rows[3].row.topic, b"{}"))
        return backend(store.url).let_go(game, [*rows[:3], other, *rows[4:]])

    kept = [each async for each in archiver(store.url, store, store.sql, of_other_rows).run(LATER)]
    assert {each.reason for each in kept} == {"the store has other rows than the file"}
    assert await hot_rows(store) == before


async def test_programs_with_the_library_eventsourcing_read_archived_games_in_their_places(store):
    topics = ("table.GameBegan/1", "table.GameFinished/1")
    game_id = games()[3][0].stream_id

    def read():
        recorder, found, after = own.recorder, [], None
        while page := recorder.select_notifications(after, 101, inclusive_of_start=False):
            found += page
            after = page[-1].id
        middle = found[len(found) // 2].id
        return (
            found,
            recorder.select_notifications(middle, 5, inclusive_of_start=True),
            recorder.select_notifications(None, 9, stop=middle, topics=topics),
            recorder.select_events(game_id),
            recorder.select_events(game_id, gt=5, lte=50, desc=True, limit=7),
            own.repository.get(game_id, version=100),
        )

    with Turnledger({"TURNLEDGER_STORE": store.url, "TURNLEDGER_ARCHIVE": str(store.folder)}) as own:
        before = read()
        assert len(before[0]) == len(await log_of(store))
        await archive(store.url, store, store.sql, 4)
        assert read() == before


@pytest.mark.parametrize("trouble", [_lose, _damage], ids=["lost", "damaged"])
async def test_programs_with_the_library_pass_over_a_game_whose_file_is_unreadable(store, trouble, monkeypatch):
    monkeypatch.setattr("services.store.archive.unreadable.AGAIN_S", 0)
    await archive(store.url, store, store.sql)
    over = games()[1][0].stream_id

    def read(own):
        found, after = [], None
        while page := own.recorder.select_notifications(after, 101, inclusive_of_start=False):
            found += page
            after = page[-1].id
        return [(each.id, str(each.originator_id)) for each in found]

    settings = {"TURNLEDGER_STORE": store.url, "TURNLEDGER_ARCHIVE": str(store.folder)}
    with Turnledger(settings) as own:
        whole = read(own)
    path, kept = trouble(store, over)
    with Turnledger(settings) as own:
        last = [each for each in whole if each[1] == over][-1]
        assert read(own) == [each for each in whole if each[1] != over or each == last]
        with pytest.raises(OperationalError, match=over):
            own.recorder.select_events(over)
        kept.rename(path)
        assert read(own) == whole


@pytest.mark.slow
async def test_a_run_that_is_killed_between_any_two_steps_loses_nothing_and_the_next_goes_on(store):
    before = await everything(store)
    dying = sys.executable, "-m", "tests.archive.dying", store.url, str(store.folder)
    found = await asyncio.to_thread(subprocess.run, dying, capture_output=True, timeout=100, check=True)
    assert found.stdout.decode().split() == ["-9"] * 4, found.stderr
    assert await everything(store) == before
    gone = await archive(store.url, store, store.sql)
    assert len(gone) == 4, "the last of the killed had let go of one"
    assert await everything(store) == before


@pytest.mark.servers
def test_whoever_serves_may_not_let_go_of_a_game(postgres_store_url):
    call = "SELECT archive_game('g', 'o', 's', 'r', 1, 'c', 1, 1, 0)"
    with psycopg.connect(postgres_store_url, autocommit=True) as connection:
        for role in ("turnledger_writer", "turnledger_reader"):
            connection.execute(f"SET ROLE {role}")
            for forbidden in (call, "INSERT INTO archived_games VALUES ('g', 'o', 's', 1, 'c', 1, 1, 0)"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(forbidden)


def test_a_row_that_left_between_two_looks_is_seen_once():
    row = LogRow(5, EventRow("g", 1, "demo.Said/1", b"{}"))
    asking = merged([row], 0, 10, lambda _: True)
    next(asking)
    asking.send([])
    with pytest.raises(StopIteration) as stopped:
        asking.send([])
    assert stopped.value.value == [row]


def test_a_batch_that_is_full_asks_for_no_game_behind_it():
    rows = [LogRow(position, EventRow("g", position, "demo.Said/1", b"{}")) for position in (1, 2)]
    asking = merged(rows, 0, 2, lambda _: True)
    next(asking)
    asking.send([])
    with pytest.raises(StopIteration) as stopped:
        asking.send([ArchivedGame("later", "object", "", 9, "", first_position=3, last_position=11)])
    assert stopped.value.value == rows


async def test_a_damaged_last_event_keeps_its_game_and_no_other_from_the_archive(store):
    await store.append([EventRow("damaged", 1, LAST_TOPIC + "1", b"{}")], T_S)
    found = await archive(store.url, store, store.sql)
    assert [each.game_id for each in found if isinstance(each, KeptGame)] == ["damaged"]
    assert sum(isinstance(each, Gone) for each in found) == 5


async def test_a_game_that_a_failover_loses_during_a_pass_keeps_no_other_from_the_archive(store, monkeypatch):
    lost, placed = games()[0][0].stream_id, store.hot.placed

    async def losing(game_id):
        rows = await placed(game_id)
        if game_id == lost:
            await store.sql.run("DELETE FROM stored_events WHERE originator_id = ?", (lost,))
        return rows

    monkeypatch.setattr(store.hot, "placed", losing)
    found = await archive(store.url, store, store.sql)
    assert [each.game_id for each in found if isinstance(each, KeptGame)] == [lost]
    assert sum(isinstance(each, Gone) for each in found) == 4


async def test_the_opening_of_a_game_whose_file_was_away_is_logged_once_the_file_is_back(store, monkeypatch):
    monkeypatch.setattr("services.store.archive.unreadable.AGAIN_S", 0)
    await archive(store.url, store, store.sql)
    over = games()[1][0].stream_id
    path, kept = _lose(store, over)
    storage = LogStorage(store.sql)

    async def logged():
        leaves = [read_leaf(entry.decode()) for entry in await storage.entries(0, 256)]
        return [leaf.kind for leaf in leaves if leaf and leaf.game == game_digest(over)]

    async with opened(store.url, store.folder) as (fresh, _):
        await _log_writer(fresh, storage).step()
        assert await logged() == [END]
    kept.rename(path)
    async with opened(store.url, store.folder) as (fresh, _):
        another = _log_writer(fresh, storage)
        leading = asyncio.create_task(another.run())
        async with asyncio.timeout(20):
            while await logged() != [END, OPEN, START]:
                await asyncio.sleep(0.02)
        leading.cancel()
        await asyncio.wait([leading])
        assert await storage.ended_without_opening() == []


def _log_writer(store, storage):
    return LogWriter(store, storage, LOG, Witnesses(policy(quorum="none")), lambda: {"keys": []})
