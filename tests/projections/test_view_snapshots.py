"""Views in memory that are kept in the store's database: what a new process begins with equals a fold of all events."""

import asyncio

import pytest

from projections.folds.registry import PROJECTIONS
from projections.stores.memory_view import MemoryView
from services.projection_runner import view_snapshots
from services.projection_runner.leases import LocalLead
from services.projection_runner.rebuild import digest
from services.projection_runner.runner import ProjectionRunner
from services.projection_runner.view_snapshots import KeptViews
from services.store import open_sql
from support.histories import CODEC, NOON, ListLog, a_busy_evening
from tests.projections.projection_kit import caught_up

KEEP_S = 86_400.0
DURING = NOON.timestamp() + 3 * 86_400
AFTERWARDS = NOON.timestamp() + 365 * 86_400


class Process:
    """The views of a process in memory, and what keeps them."""

    def __init__(self, log, sql, program="this", now=DURING):
        self.log = log
        self.views = [(each, MemoryView(each.name, KEEP_S, lambda: now)) for each in PROJECTIONS]
        self.kept = KeptViews(sql, [(log, view) for _, view in self.views], program)

    async def follow(self):
        await caught_up(self.log, [(each, await view.live()) for each, view in self.views])
        return self

    async def restored(self):
        await self.kept.restore()
        return self

    async def stand(self):
        return {view.id: await (await view.live()).position() for _, view in self.views}

    async def digests(self):
        return {view.id: await digest(await view.live()) for _, view in self.views}

    async def names(self):
        """Also those that are to leave."""
        return {name for _, view in self.views async for names in (await view.live()).names() for name in names}


@pytest.fixture
def log():
    grown = ListLog()
    a_busy_evening(grown)
    return grown


def earlier(log, share):
    """The same, when so much of it had happened, at the end of a command."""
    rest = log.rows[round(share * len(log.rows)) :]
    until = next(row.position for row in rest if CODEC.read(row.row).envelope.command) - 1
    found = ListLog()
    found.append([row.row for row in log.rows[:until]])
    return found


@pytest.fixture
def half(log):
    return earlier(log, 0.5)


@pytest.fixture
async def sql(store_url):
    opened = open_sql(store_url)
    yield opened
    await opened.close()


async def store_view(log, sql, **of):
    """The data that a process leaves behind."""
    process = await Process(log, sql, **of).follow()
    await process.kept.keep(1)
    return process


async def test_a_process_goes_on_where_the_last_one_was_and_has_what_a_fold_of_all_events_has(log, half, sql):
    before = await store_view(half, sql)
    began = await Process(log, sql).restored()
    assert await began.stand() == await before.stand() == dict.fromkeys(await began.stand(), len(half.rows))
    assert await began.digests() == await before.digests()
    await began.follow()
    anew = await Process(log, sql).follow()
    assert (await began.digests(), await began.names()) == (await anew.digests(), await anew.names())


async def test_what_is_over_leaves_a_process_that_went_on_as_it_would_have_left_the_one_before(log, sql):
    before = await store_view(earlier(log, 0.9), sql)
    later = await (await Process(log, sql, now=AFTERWARDS).restored()).follow()
    anew = await Process(log, sql, now=AFTERWARDS).follow()
    assert await later.names() == await anew.names()
    assert await before.names() - await later.names(), "something had ended before it was kept"


async def test_what_another_program_kept_is_not_believed_and_is_written_over(log, half, sql):
    await store_view(half, sql, program="another")
    began = await Process(log, sql).restored()
    assert set((await began.stand()).values()) == {0}
    await (await began.follow()).kept.keep(1)
    assert set((await (await Process(log, sql).restored()).stand()).values()) == {len(log.rows)}


@pytest.mark.parametrize("change", ["content = ?", "position = position - 1, content = ?"], ids=["content", "position"])
async def test_what_is_not_what_was_written_is_not_believed(log, sql, change, capsys):
    await store_view(log, sql)
    ((content,),) = await sql.run("SELECT content FROM kept_views WHERE view = 'memory:lists'")
    changed = bytes(content) if "position" in change else bytes(content)[:-1] + bytes([content[-1] ^ 1])
    await sql.run(f"UPDATE kept_views SET {change} WHERE view = 'memory:lists'", (changed,))
    stand = await (await Process(log, sql).restored()).stand()
    assert stand == dict.fromkeys(stand, len(log.rows)) | {"memory:lists": 0}
    assert "a view that was kept is not what was written" in capsys.readouterr().err


async def test_of_a_log_that_lost_its_end_what_is_kept_is_not_taken(log, half, sql, capsys):
    await store_view(log, sql)
    stand = await (await Process(half, sql).restored()).stand()
    assert set(stand.values()) == {0}
    assert "stands at an event that the log does not have" in capsys.readouterr().err


async def test_it_is_kept_again_only_after_enough_events(log, half, sql):
    process = await store_view(half, sql)
    process.log = log
    await process.follow()
    await process.kept.keep(len(log.rows) - len(half.rows) + 1)
    assert set((await (await Process(log, sql).restored()).stand()).values()) == {len(half.rows)}
    await process.kept.keep(len(log.rows) - len(half.rows))
    assert set((await (await Process(log, sql).restored()).stand()).values()) == {len(log.rows)}


async def test_what_was_thrown_away_is_not_kept_again_by_who_still_runs_and_the_next_process_folds_anew(log, half, sql):
    running = await store_view(half, sql)
    assert await running.kept.forget() == len(PROJECTIONS)
    assert await running.kept.forget() == 0
    running.log = log
    await running.follow()
    await running.kept.keep(1)
    began = await Process(log, sql).restored()
    assert set((await began.stand()).values()) == {0}
    await (await began.follow()).kept.keep(1)
    assert set((await (await Process(log, sql).restored()).stand()).values()) == {len(log.rows)}


async def test_what_is_too_large_is_not_kept_and_said(log, sql, monkeypatch, capsys):
    monkeypatch.setattr(view_snapshots, "BYTES_MAX", 100)
    await store_view(log, sql)
    assert "too large to be kept" in capsys.readouterr().err
    assert await sql.run("SELECT view FROM kept_views") == []


async def test_while_the_database_is_away_views_are_folded_and_kept_later(log, sql, monkeypatch):
    """`run` continues."""
    await sql.run("ALTER TABLE kept_views RENAME TO elsewhere")
    process = await (await Process(log, sql).restored()).follow()
    assert set((await process.stand()).values()) == {len(log.rows)}
    await process.kept.keep(1)
    await sql.run("ALTER TABLE elsewhere RENAME TO kept_views")
    monkeypatch.setattr(view_snapshots, "LOOK_S", 0.01)
    monkeypatch.setattr(view_snapshots, "EVERY", 1)
    running = asyncio.create_task(process.kept.run())
    async with asyncio.timeout(60):
        while len(await sql.run("SELECT view FROM kept_views")) < len(PROJECTIONS):
            await asyncio.sleep(0.01)
    running.cancel()


async def test_games_that_have_left_are_asked_for_only_where_a_view_begins_empty(log, half, sql):
    async def asked_for_left(views):
        asked = asyncio.Event()

        async def evicted_games():
            asked.set()
            return ()

        follower = asyncio.create_task(
            ProjectionRunner(log, CODEC.read, views, lead=LocalLead(), left=evicted_games).run()
        )
        async with asyncio.timeout(60):
            while not all([await (await view.live()).intact(len(log.rows)) for _, view in views]):
                await asyncio.sleep(0.01)
        follower.cancel()
        return asked.is_set()

    await store_view(half, sql)
    assert not await asked_for_left((await Process(log, sql).restored()).views)
    assert await asked_for_left(Process(log, sql).views)
