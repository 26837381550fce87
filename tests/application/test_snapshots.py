"""Long games are opened from snapshots, and what is seen is what the events say, whatever became of the snapshots."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from domain.history.codec import Codec
from domain.history.replay import aggregate_after
from domain.kernel.ids import Seat
from domain.table.messages import TABLE_EVENTS, OpenTable, StartGame, TakeSeat, Undo
from services.application.aggregate_snapshots import EVERY, AggregateSnapshots
from services.application.command_errors import RequestReused, UnknownGame, UnknownVersion
from services.application.game_service import PAGE, GameService
from services.operations.doctor import broken_link
from services.store import open_sql, open_store
from services.store.sqlite import SqliteStore
from support import demo

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})
LENGTH = 4 * EVERY + 60
ROOT = Path(__file__).parents[2]


class Counting(SqliteStore):
    """The number of rows read."""

    rows = 0

    async def load(self, game_id, after=0, limit=None):
        found = await super().load(game_id, after, limit)
        self.rows += len(found)
        return found


@pytest.fixture(scope="module", autouse=True)
def _long_games():
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("domain.table.pace.DETOURS_MAX", 10**9)
        yield


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """A store with one long game and its snapshots, which tests copy: to play it takes longer than all else here."""

    async def play():
        store, sql = open_store(f"sqlite:///{path}"), open_sql(f"sqlite:///{path}")
        writing = AggregateSnapshots(sql)
        game_id = await long_game(GameService(store, CODEC, snapshots=writing))
        assert await writing.write() == LENGTH // EVERY
        await sql.close()
        await store.close()
        return game_id

    path = tmp_path_factory.mktemp("long") / "events.db"
    return path, asyncio.run(play())


@pytest.fixture
def long(once, file):
    """The id of the long game, in this test's own store."""
    path, game_id = once
    shutil.copy(path, file)
    return game_id


@pytest.fixture
async def sql(store_url):
    opened = open_sql(store_url)
    yield opened
    await opened.close()


@pytest.fixture
async def store(store_url):
    opened = open_store(store_url)
    yield opened
    await opened.close()


@pytest.fixture
def file(tmp_path):
    """In a store on SQLite."""
    return f"{tmp_path}/events.db"


async def long_game(games, length=LENGTH):
    """A game in which ann chooses and takes back again and again; its id, and the first and last of her requests."""
    game_id = (await games.open_table(OpenTable("demo", 2), actor="ann", request_id="open")).game_id
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame())):
        await games.execute(game_id, command, actor=actor, request_id=str(uuid4()))
    for number in range((length - 5) // 2):
        await games.execute(game_id, demo.Choose(Seat(0), 1 + number % 3), actor="ann", request_id=f"choose {number}")
        await games.execute(game_id, Undo(), actor="ann", request_id=f"undo {number}")
    return game_id


def same(aggregate, other):
    return without_rules(aggregate) == without_rules(other)


def without_rules(aggregate):
    return {name: getattr(aggregate, name) for name in aggregate.__struct_fields__ if name != "rules"}


async def folded(store, game_id, upto=None):
    return aggregate_after(map(CODEC.read, await store.load(game_id, 0, upto)))


@pytest.mark.slow
async def test_a_long_game_is_opened_from_its_last_snapshot_and_goes_on_as_if_it_was_folded(store, sql):
    writing = AggregateSnapshots(sql)
    game_id = await long_game(GameService(store, CODEC, snapshots=writing))
    assert await writing.write() == LENGTH // EVERY
    games = GameService(store, CODEC, snapshots=AggregateSnapshots(sql))
    live = await games.load(game_id)
    assert same(live.loaded, await folded(store, game_id))
    before = await games.execute(game_id, demo.Choose(Seat(0), 1), actor="ann", request_id="choose 0")
    assert (before.first_version, before.version) == (6, 6)
    for other in demo.Choose(Seat(0), 2), Undo():
        with pytest.raises(RequestReused):
            await games.execute(game_id, other, actor="ann", request_id="choose 0")
    for command in (demo.Choose(Seat(0), 3), demo.Choose(Seat(0), 2), Undo(2)):
        await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
    assert same((await games.load(game_id)).loaded, await folded(store, game_id))
    assert broken_link(await store.load(game_id), CODEC) == 0


async def test_opening_it_and_looking_into_its_past_reads_as_much_as_of_a_short_one(file, long):
    store, sql, game_id = Counting(file), open_sql(f"sqlite:///{file}"), long
    games = GameService(store, CODEC, snapshots=AggregateSnapshots(sql))
    await games.load(game_id)
    assert store.rows <= PAGE + EVERY
    for version in (3, EVERY, 2 * EVERY - 1, 2 * EVERY + 1, LENGTH - 1, LENGTH - 2):
        store.rows = 0
        aggregate = await games.load_at_version(game_id, version)
        assert store.rows <= 2 * PAGE
        assert same(aggregate, await folded(store, game_id, aggregate.version))
        assert aggregate.version >= version
    for version in (0, LENGTH + 1):
        with pytest.raises(UnknownVersion) as unknown:
            await games.load_at_version(game_id, version)
        assert unknown.value.current == LENGTH - 1
    with pytest.raises(UnknownGame):
        await games.load_at_version("nobody", EVERY + 1)
    await sql.close()
    await store.close()


async def test_a_short_game_has_no_snapshot(store, sql):
    writing = AggregateSnapshots(sql)
    await long_game(GameService(store, CODEC, snapshots=writing), EVERY - 3)
    assert await writing.write() == 0


SPOIL = {
    "its state was changed": "UPDATE snapshots SET state = substr(state, 1, 40) || x'00' || substr(state, 42)",
    "it was cut off": "UPDATE snapshots SET state = substr(state, 1, 100)",
    "its requests were changed": "UPDATE snapshots SET asked = substr(asked, 1, 40) || x'00' || substr(asked, 42)",
    "it is of another version": "UPDATE snapshots SET version = version + 2",
    "it is of another program": "UPDATE snapshots SET program = 'another'",
    "it is of another history": f"UPDATE snapshots SET chain = '{'0' * 64}'",
    "an earlier one is gone": f"DELETE FROM snapshots WHERE version < {2 * EVERY}",
    "all are gone": "DELETE FROM snapshots",
}


@pytest.mark.parametrize("spoil", SPOIL.values(), ids=SPOIL.keys())
async def test_a_snapshot_that_does_not_fit_is_not_believed_and_made_anew(file, long, spoil):
    store, sql, game_id = open_store(f"sqlite:///{file}"), open_sql(f"sqlite:///{file}"), long
    with closing(sqlite3.connect(file)) as beside:
        beside.execute(spoil)
        beside.commit()
    again = AggregateSnapshots(sql)
    games = GameService(store, CODEC, snapshots=again)
    past = await games.load_at_version(game_id, 2 * EVERY + 7)
    assert same(past, await folded(store, game_id, past.version))
    assert same((await games.load(game_id)).loaded, await folded(store, game_id))
    told = await games.execute(game_id, demo.Choose(Seat(0), 1), actor="ann", request_id="choose 0")
    assert told.version == 6
    assert await again.write() == LENGTH // EVERY
    fresh = GameService(store, CODEC, snapshots=AggregateSnapshots(sql))
    assert same((await fresh.load(game_id)).loaded, await folded(store, game_id))
    await sql.close()
    await store.close()


async def test_a_snapshot_of_what_the_store_has_lost_since_is_not_believed(file, long):
    """A server took over without the last commits, and the game continued differently."""
    store, sql, game_id = open_store(f"sqlite:///{file}"), open_sql(f"sqlite:///{file}"), long
    with closing(sqlite3.connect(file)) as beside:
        beside.execute("DELETE FROM stored_events WHERE originator_version > ?", (3 * EVERY + 4,))
        beside.commit()
    games = GameService(store, CODEC, snapshots=AggregateSnapshots(sql))
    for number in (3, 2, 1):
        for command in (demo.Choose(Seat(0), number), Undo()):
            await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
    assert same((await games.load(game_id)).loaded, await folded(store, game_id))
    fresh = GameService(store, CODEC, snapshots=AggregateSnapshots(sql))
    assert same((await fresh.load(game_id)).loaded, await folded(store, game_id))
    assert broken_link(await store.load(game_id), CODEC) == 0
    await sql.close()
    await store.close()


@pytest.mark.slow
async def test_a_process_that_is_killed_while_it_writes_them_leaves_none_that_lie(file):
    for run in range(3):
        playing = subprocess.Popen(
            [sys.executable, "-m", "tests.application.test_snapshots", file, str(run)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        assert playing.stdout
        told = [line async for line in _reports(playing.stdout, 3 + run)]
        os.kill(playing.pid, signal.SIGKILL)
        playing.wait()
        store, sql = open_store(f"sqlite:///{file}"), open_sql(f"sqlite:///{file}")
        (_, game_id, version) = told[-1].split()
        live = await GameService(store, CODEC, snapshots=AggregateSnapshots(sql)).load(game_id)
        assert live.version >= int(version)
        assert same(live.loaded, await folded(store, game_id))
        await sql.close()
        await store.close()


async def _reports(pipe, number):
    while number:
        line = (await asyncio.to_thread(pipe.readline)).decode()
        assert line, "it ended by itself"
        if line.startswith("told "):
            number -= 1
            yield line


async def _play_until_killed(path, run):
    """Says the id of the game and its version whenever a snapshot was put."""
    store, sql = open_store(f"sqlite:///{path}"), open_sql(f"sqlite:///{path}")
    snapshots = AggregateSnapshots(sql)
    games = GameService(store, CODEC, snapshots=snapshots)
    writing = asyncio.create_task(snapshots.run())
    game_id = (await games.open_table(OpenTable("demo", 2), actor="ann", request_id=run)).game_id
    for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame())):
        await games.execute(game_id, command, actor=actor, request_id=str(uuid4()))
    while not writing.done():
        for command in (demo.Choose(Seat(0), 1), Undo()):
            told = await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
        if told.version % EVERY < 2:
            sys.stdout.write(f"told {game_id} {told.version}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    from domain.table import pace

    pace.DETOURS_MAX = 10**9
    asyncio.run(_play_until_killed(*sys.argv[1:]))
