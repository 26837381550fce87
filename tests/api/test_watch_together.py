"""Watchers at one place wait and read together, each with the rights of its account at that moment."""

import asyncio
from contextlib import aclosing

import pytest

from domain import stored
from domain.table.messages import ArrangeSeats, StartGame
from projections.read.games import BoardQueries
from projections.read.spread import Spread
from services.api.gate.stopping import Stopping
from services.api.messages.snapshots import Parts, ShownGames, Snapshots
from services.api.messages.tables import Tables
from services.api.messages.words import Words
from services.api.watching.facts_cache import FactsCache
from services.api.watching.game_watch import GameWatch
from services.projection_runner.projector import Projector
from support.histories import Game
from tests.api.api_kit import RUSSIA
from tests.projections.projection_kit import Service
from turnledger.v1 import views_pb2

CODEC = stored.codec()


class Listening(BoardQueries):
    """Remembers for whom feeds were read."""

    viewers: tuple = ()

    async def feed(self, game_id, viewer=None, after=0, limit=100):
        self.viewers += (viewer,)
        return await super().feed(game_id, viewer, after, limit)


@pytest.fixture
def service():
    service = Service()
    (_, boards), *_ = service.views
    service.read.games = Listening(Spread([boards]))
    return service


@pytest.fixture
def follow(service):
    """Takes the views along with the log, all that is new in one step."""

    async def follow():
        targets = [(projection, await view.live()) for projection, view in service.views]
        projector = Projector(service.log, CODEC.read, targets)
        await projector.resume()
        await projector.catch_up()

    return follow


class Names:
    """Every player is shown by the account."""

    async def name(self, account):
        return account


class NoGames:
    """The games of a process that knows none."""

    def cached(self, game_id):
        return None


def watch_of(shown):
    return GameWatch(
        shown, FactsCache(NoGames(), shown), Words(Names()), Snapshots(shown, ShownGames()), Tables(Names()), Stopping()
    )


async def watching(watch, account):
    """The next message of a watch that has begun."""
    messages = watch.game("g", None, account, Parts(), as_spectator=False)
    await anext(messages)

    async def news():
        async with aclosing(messages):
            return views_pb2.WatchGameResponse.FromString((await anext(messages)).SerializeToString())

    task = asyncio.create_task(news())
    await asyncio.sleep(0)
    return task


async def test_many_spectators_cost_one_reading_and_each_seat_its_own(service, follow):
    game = Game(service.log, "g", codec=CODEC).open("ann", variant=RUSSIA).seat("ann", "bob").start()
    await follow()
    watch = watch_of(service.read.games)
    tasks = [await watching(watch, account) for account in (*(f"eve {number}" for number in range(50)), "ann", "bob")]
    game.play(commands=1)
    await follow()
    messages = await asyncio.gather(*tasks)
    assert {len(message.events) for message in messages} == {game.version - messages[0].events[0].version + 1}
    assert sorted(service.read.games.viewers, key=str) == [0, 1, None]


async def test_who_changed_seats_while_waiting_reads_as_the_new_seat_from_the_start_on(service, follow):
    game = Game(service.log, "g", codec=CODEC).open("ann", variant=RUSSIA).seat("ann", "bob")
    await follow()
    watch = watch_of(service.read.games)
    ann, eve = await watching(watch, "ann"), await watching(watch, "eve")
    game.execute(ArrangeSeats((1, 0)), "ann")
    game.execute(StartGame(), "ann")
    await follow()
    await asyncio.gather(ann, eve)
    assert sorted(service.read.games.viewers, key=str) == [1, None]
