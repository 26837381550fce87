"""Watches after a failover that lost events. Where a version comes again with another event, its watches end."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from domain.kernel.ids import Seat
from domain.table.messages import OpenTable, StartGame, TakeSeat
from projections.folds.boards import Boards
from projections.read.games import BoardQueries, NotShown
from projections.read.spread import Spread
from projections.stores.memory_view import MemoryView
from services.api.gate.stopping import Stopping
from services.api.messages.snapshots import Parts, ShownGames, Snapshots
from services.api.messages.tables import Tables
from services.api.messages.words import Words
from services.api.watching import game_watch
from services.api.watching.facts_cache import FactsCache
from services.api.watching.game_watch import GameWatch
from services.application.command_errors import UnknownVersion
from services.application.game_service import GameService
from services.projection_runner.projector import Projector
from services.store import open_store
from support import demo
from support.histories import CODEC
from tests.api.test_watch_together import Names
from turnledger.v1 import views_pb2

demo.register()
BEGUN = 5
"""The version of a game that has just begun."""
LATER = 100
"""A version that no game reaches."""
BOARD = Parts(board=True)


class CountingQueries(BoardQueries):
    reads = 0

    async def table(self, *where):
        self.reads += 1
        return await super().table(*where)

    async def feed(self, *where):
        self.reads += 1
        return await super().feed(*where)


class Game:
    """A game in a store that can lose its end, the views of it, and the watches of a process. Two processes play it:
    `first`, which also serves the watches, and `second`."""

    def __init__(self, path):
        self.path, self.store = path, open_store(f"sqlite:///{path}")
        self.now = datetime(2026, 12, 1, tzinfo=UTC)
        self.first, self.second = (GameService(self.store, CODEC, clock=self.tick) for _ in range(2))
        self.view = MemoryView("boards")
        self.shown = CountingQueries(Spread([self.view]))
        self.snapshots = Snapshots(self.shown, ShownGames(), self.first.cached_at)
        known = FactsCache(self.first, self.shown)
        self.watches = GameWatch(self.shown, known, Words(Names()), self.snapshots, Tables(Names()), Stopping())
        self.first.on_stored.append(self.watches.stored)
        self.game_id = ""

    def tick(self):
        self.now += timedelta(seconds=1)
        return self.now

    async def begin(self):
        self.game_id = (await self.first.open_table(OpenTable("demo", 2), actor="ann", request_id="1")).game_id
        for actor, command in (("ann", TakeSeat()), ("bob", TakeSeat()), ("ann", StartGame())):
            await self.give(self.first, command, actor)

    async def give(self, games, command, actor):
        return await games.execute(self.game_id, command, actor=actor, request_id=str(uuid4()))

    async def choose(self, number, actor="ann", games=None):
        """Choose a number in a process that has noticed what is lost, as it does on PostgreSQL when it appends."""
        games = games or self.first
        await games.load(self.game_id)
        return await self.give(games, demo.Choose(Seat(["ann", "bob"].index(actor)), number), actor)

    def lose(self, after=BEGUN):
        """Lose the events after a version, as a server does that takes over without the last commits."""
        with closing(sqlite3.connect(self.path)) as file:
            file.execute("DELETE FROM stored_events WHERE originator_version > ?", (after,))
            file.commit()

    async def follow(self):
        """Take the live views along with the log."""
        await self._fold(await self.view.live())

    async def heal(self):
        """Build the views again, as a follower does that finds its last event lost."""
        generation = await self.view.fresh()
        await self._fold(generation)
        await self.view.switch(generation)

    async def _fold(self, generation):
        projector = Projector(self.store, CODEC.read, [(Boards(), generation)])
        await projector.resume()
        while await projector.step(100):
            pass

    def watch(self, after, event_time=None, account="eve", parts=Parts()):  # noqa: B008
        return Watch(
            self.watches.game(self.game_id, after, account, parts, as_spectator=False, after_event_time=event_time)
        )

    async def time_of(self, version):
        return await self.first.event_time(self.game_id, version)


class Watch:
    def __init__(self, messages):
        self._messages = messages

    async def next(self):
        return views_pb2.WatchGameResponse.FromString((await anext(self._messages)).SerializeToString())

    async def waits(self):
        """Read until the watch waits for news: two messages."""
        await self.next()
        return await self.next()

    async def until(self, version):
        """Return all messages up to the one that has the version."""
        got = []
        async with asyncio.timeout(5):
            while not got or got[-1].version < version:
                got.append(await self.next())
        return got

    async def is_ended(self):
        """Return whether the watch ends with UNKNOWN_VERSION, without another event."""
        with pytest.raises(UnknownVersion) as ended:
            await self.until(LATER)
        return ended.value.is_replaced

    async def close(self):
        await self._messages.aclose()


@pytest.fixture
async def game(tmp_path, monkeypatch):
    monkeypatch.setattr(game_watch, "HEARTBEAT_S", 0.02)
    game = Game(tmp_path / "events.db")
    await game.begin()
    yield game
    await game.store.close()


def time_of(message):
    return message.event_time.ToDatetime(UTC)


async def test_each_message_of_a_watch_has_the_time_of_its_last_event(game):
    await game.follow()
    watch = game.watch(None)
    first, heartbeat = await watch.next(), await watch.next()
    assert [time_of(each) for each in (first, heartbeat)] == [await game.time_of(BEGUN)] * 2
    await game.choose(3)
    (stored,) = await watch.until(BEGUN + 1)
    assert time_of(stored) == time_of(stored.events[0]) == await game.time_of(BEGUN + 1)
    await game.choose(2, games=game.second)
    await game.follow()
    *_, read = await watch.until(BEGUN + 2)
    assert time_of(read) == await game.time_of(BEGUN + 2)
    assert time_of(await game.watch(3).next()) == await game.time_of(3)
    assert not (await game.watch(0).next()).HasField("event_time")


async def test_watch_without_news_ends_when_its_event_was_replaced(game):
    await game.choose(3)
    await game.follow()
    watch = game.watch(None)
    assert (await watch.waits()).version == BEGUN + 1
    game.lose()
    await game.choose(1, games=game.second)
    await game.heal()
    assert await watch.is_ended()


async def test_watch_ends_whose_lost_event_the_views_never_had(game):
    await game.follow()
    watch = game.watch(None)
    await watch.waits()
    await game.choose(3)
    await watch.until(BEGUN + 1)
    game.lose()
    await game.choose(1, games=game.second)
    await game.follow()
    assert await watch.is_ended()


@pytest.mark.parametrize("is_own", [False, True])
async def test_watch_ends_before_the_events_that_follow_a_replaced_one(game, is_own):
    """They are moves of another process, or of this one, which sends its own without the views."""
    await game.choose(3)
    await game.follow()
    watch = game.watch(None)
    await watch.waits()
    game.lose()
    await game.choose(1, games=game.second)
    await game.choose(2, games=game.first if is_own else game.second)
    await game.heal()
    assert await watch.is_ended()


async def test_lost_moves_of_this_process_are_not_sent_with_later_ones(game):
    await game.follow()
    watch, other = game.watch(None), game.watch(None)
    await watch.waits()
    await other.waits()
    await game.choose(3)
    await other.until(BEGUN + 1)
    game.lose()
    await game.choose(1, games=game.second)
    await game.choose(2)
    await game.follow()
    got = [event for message in await watch.until(BEGUN + 2) for event in message.events]
    there = [await game.time_of(version) for version in (BEGUN + 1, BEGUN + 2)]
    assert [time_of(each) for each in got] == there
    assert await other.is_ended()


async def test_pages_with_lost_events_are_not_sent_from_views_that_were_built_again(game):
    await game.choose(3)
    await game.follow()
    await game.watch(BEGUN).until(BEGUN + 1)
    game.lose()
    await game.choose(1, games=game.second)
    await game.heal()
    *_, again = await game.watch(BEGUN).until(BEGUN + 1)
    assert time_of(again) == await game.time_of(BEGUN + 1)


async def test_pages_with_lost_moves_are_not_sent_again(game):
    await game.follow()
    watch = game.watch(None)
    await watch.waits()
    await game.choose(3)
    await watch.until(BEGUN + 1)
    game.lose()
    await game.choose(1)
    *_, again = await game.watch(BEGUN).until(BEGUN + 1)
    assert time_of(again) == await game.time_of(BEGUN + 1)


@pytest.mark.parametrize("later", [0, 1])
async def test_watch_is_not_resumed_after_a_replaced_event(game, later):
    """The views are at its version, or ahead."""
    await game.choose(3)
    lost = await game.time_of(BEGUN + 1)
    game.lose()
    for number in range(1 + later):
        await game.choose(1 + number, games=game.second)
    await game.follow()
    assert await game.watch(BEGUN + 1, lost).is_ended()
    kept = game.watch(BEGUN + 1, await game.time_of(BEGUN + 1))
    await kept.until(BEGUN + 1 + later)


async def test_watch_is_not_resumed_after_a_replaced_event_that_the_views_lack(game):
    await game.follow()
    await game.choose(3)
    lost = await game.time_of(BEGUN + 1)
    game.lose()
    await game.choose(1, games=game.second)
    assert await game.watch(BEGUN + 1, lost).is_ended()
    kept = game.watch(BEGUN + 1, await game.time_of(BEGUN + 1))
    assert (await kept.next()).version == BEGUN + 1


async def test_watch_with_the_event_of_the_store_waits_for_views_that_still_have_the_lost_one(game):
    await game.choose(3)
    await game.choose(2)
    await game.follow()
    game.lose()
    await game.choose(1, games=game.second)
    there = await game.time_of(BEGUN + 1)
    with pytest.raises(NotShown):
        await game.watch(BEGUN + 1, there).until(BEGUN + 2)
    await game.heal()
    assert (await game.watch(BEGUN + 1, there).waits()).version == BEGUN + 1


async def test_board_of_a_lost_event_is_not_sent_with_the_one_in_its_place(game):
    await game.choose(3)
    version = (await game.choose(2, "bob")).version
    await game.follow()
    lost = (await game.snapshots.at(game.game_id, None, BOARD, "demo")).board
    game.lose()
    await game.choose(1, games=game.second)
    await game.choose(1, "bob", game.second)
    await game.heal()
    *_, sent = await game.watch(BEGUN, parts=BOARD).until(version)
    shown = (await game.snapshots.at(game.game_id, None, BOARD, "demo")).board
    assert sent.snapshot.board == shown != lost


async def test_watch_without_news_reads_nothing(game):
    await game.follow()
    watch = game.watch(None)
    await watch.waits()
    before = game.shown.reads
    for _ in range(5):
        assert not (await watch.next()).events
    assert game.shown.reads == before
