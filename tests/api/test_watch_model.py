"""WatchGame against a model: connections drop, readers dawdle, servers restart, and every watcher has the history.

The six properties (those of etcd's watch): ordered, unique, reliable, atomic, resumable, bookmarkable. `WATCH_SEEDS`:
how many lots are drawn; one in `make test`.
"""

import asyncio
import os
import random
from contextlib import AsyncExitStack, aclosing

import grpc
import pytest

from services.api.watching import game_watch
from services.main import running
from tests.api.api_kit import call, choice, two_at_a_table
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import history_pb2, views_pb2

SEEDS = int(os.environ.get("WATCH_SEEDS", "1"))
LEGS, MOVES = 3, 15
"""How often the server starts, and how many commands are given in each of its lives."""


class Model:
    """The course of events. `inside`: versions after which a command continues."""

    def __init__(self):
        self.goal, self.inside, self.restarts_seen = None, set(), 0


class Watcher:
    """Reads a few messages, drops the connection, comes back at the next version, or at an earlier one."""

    def __init__(self, client, game_id, luck, model, *, as_spectator=False):
        self.client, self.game_id, self.luck, self.model = client, game_id, luck, model
        self.as_spectator = as_spectator
        self.events, self.drops, self.heartbeats = [], 0, 0

    async def run(self):
        while self.model.goal is None or len(self.events) < self.model.goal:
            back = self.luck.randint(0, len(self.events)) if self.luck.random() < 0.25 else 0
            await self.follow(len(self.events) - back)

    async def follow(self, reached):
        request = views_pb2.WatchGameRequest(
            game_id=self.game_id, after_version=reached, as_spectator=self.as_spectator
        )
        connection = self.client.connection
        stream = connection.stream("Views/WatchGame", request, views_pb2.WatchGameResponse)
        patience = self.luck.randint(1, 8)
        begun = False
        try:
            async with aclosing(stream) as messages:
                async for message in messages:
                    begun = True
                    reached = self.take(message, reached)
                    patience -= 1
                    if not patience:
                        self.drops += 1
                        return
                    if self.luck.random() < 0.3:
                        await asyncio.sleep(self.luck.uniform(0, 0.03))  # a slow reader
        except ServiceError as error:
            self.broken(error, reached, begun=begun)
            await connection.pause_after(error)

    def broken(self, error, reached, *, begun):
        """gRPC itself cancels what a server that stops has not begun (docs/errors.md)."""
        not_begun = error.code == grpc.StatusCode.CANCELLED and not begun and not error.reason
        assert not_begun or error.code == grpc.StatusCode.UNAVAILABLE, error
        if error.reason == "SERVER_STOPS":
            assert int(error.facts["resume_from"]) == reached, "who must go is told where to go on"
            self.model.restarts_seen += 1

    def take(self, message, reached):
        """The version reached after a message of the stream."""
        versions = [event.version for event in message.events]
        assert versions == list(range(reached + 1, reached + 1 + len(versions))), "in order, none twice, none left out"
        assert message.version == reached + len(versions), "every message names the version reached"
        self.heartbeats += not versions
        for event in message.events:
            if event.version <= len(self.events):
                assert event == self.events[event.version - 1], "a version is the same whenever it is read"
            else:
                self.events.append(event)
        whole = message.version not in self.model.inside or len(versions) == game_watch.PAGE
        assert whole or not versions, "no command is torn apart"
        return message.version


async def play(games, moves, luck, model):
    for _ in range(moves):
        for game in games:
            options = await game.options()
            if options.seat in options.to_act and options.options:
                option = luck.randrange(len(options.options))
                given = choice(option, luck.randrange(options.options[option].count))
                answer = await game.submit(given, expected_version=options.version)
                model.inside |= set(range(answer.first_version, answer.version))
                break


async def history(client, game_id, *, as_spectator):
    events, token = [], ""
    while True:
        request = history_pb2.ListEventsRequest(game_id=game_id, page_token=token, as_spectator=as_spectator)
        page = await call(client, "History/ListEvents", request, history_pb2.ListEventsResponse)
        events += page.events
        if not (token := page.next_page_token):
            return events


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
async def test_whatever_drops_dawdles_or_restarts_every_watcher_has_the_whole_history(tmp_path, monkeypatch, seed):
    monkeypatch.setattr(game_watch, "HEARTBEAT_S", 0.05)
    luck, model, address = random.Random(seed), Model(), "127.0.0.1:0"
    async with AsyncExitStack() as outer:
        players, games, watchers, watching = [], (), [], []
        for leg in range(LEGS):
            async with running(settings(tmp_path, listen=address)) as server:
                if leg == 0:
                    address = server.grpc
                    players = [await outer.enter_async_context(sign_in(address, name)) for name in ("Ann", "Bob")]
                    games = await two_at_a_table(*players, "colony61")
                    for number in range(6):
                        own = random.Random(f"{seed}/{number}")
                        spectator = number % 3 == 2
                        watchers.append(
                            Watcher(players[number % 2], games[0].game_id, own, model, as_spectator=spectator)
                        )
                    watching = [asyncio.create_task(each.run()) for each in watchers]
                await play(games, MOVES, luck, model)
                if leg == LEGS - 1:
                    model.goal = (await games[0].table()).version
                    async with asyncio.timeout(60):
                        await asyncio.gather(*watching)
                    for each in watchers:
                        told = await history(each.client, each.game_id, as_spectator=each.as_spectator)
                        assert each.events == told[: model.goal]
    assert len(model.inside) > 0
    assert model.restarts_seen > 0
    assert all(each.drops for each in watchers)
    assert any(each.heartbeats for each in watchers)
