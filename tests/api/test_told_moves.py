"""A process tells its own watchers of a move exactly the events that the feed has for each of them, and only if they
continue at the watcher's version."""

import asyncio
import json
from contextlib import aclosing

import pytest

from domain import catalogue, stored
from domain.history.replay import advance
from domain.table.aggregate import FINISHED
from domain.table.messages import Resign
from services.api.messages.snapshots import Parts
from services.api.messages.to_json import to_json
from services.api.watching import audiences
from services.application.game_service import StoredMove
from support import demo
from support.histories import CODEC as CODEC_OF_DEMO
from support.histories import Game
from tests.api.test_watch_together import watch_of
from tests.projections.projection_kit import Service, caught_up
from turnledger.v1 import views_pb2

demo.register()
CODEC = stored.codec()
PLAYERS = ("ann", "bob", "eve")
VARIANTS = sorted({name.partition("/")[0]: name for name in catalogue.VARIANTS if name != "demo"}.values())
MOVES, STRIDE = 40, 3
"""Moves before the end of a game, of which one in so many is compared with the feed."""
ALL = Parts(board=True, options=True)


class Table:
    """A game in a log, its views, and the watches of one process."""

    def __init__(self, variant, codec=CODEC, **opened):
        self.service, self.codec = Service(), codec
        self.game = Game(self.service.log, "g", codec=codec).open("ann", variant=variant, **opened).seat("ann", "bob")
        self.game.start()
        self.told = 0
        self.aggregate = None
        self.at = None

    async def follow(self):
        await caught_up(
            self.service.log, [(each, await view.live()) for each, view in self.service.views], codec=self.codec
        )

    def moves(self):
        """The moves since the last call, as the process that stored them tells them."""
        made = []
        for row in [each.row for each in self.service.log.rows][self.told :]:
            record = self.codec.read(row)
            before, self.aggregate = self.aggregate, advance(self.aggregate, record)
            if record.envelope.command:
                made.append([record.version, [], record.envelope.at, self.at])
            assert before is None or made, "whole commands"
            made[-1][1].append(record.event)
            made[-1][4:] = [self.aggregate]
            self.at = record.envelope.at
        self.told = len(self.service.log.rows)
        return [StoredMove("g", first, tuple(events), *rest) for first, events, *rest in made]

    def watch(self):
        return watch_of(self.service.read.games)


def message(piece):
    """Both forms of it, which are the same message."""
    binary = views_pb2.WatchGameResponse.FromString(piece.SerializeToString())
    assert json.loads(piece.json()) == json.loads(to_json(binary))
    return binary


async def pages(watch, after, account, version):
    """Return the messages of a watch up to a version, without the first one."""
    got = []
    async with aclosing(watch.game("g", after, account, ALL, as_spectator=False)) as messages:
        await anext(messages)
        while not got or got[-1].version < version:
            got.append(message(await anext(messages)))
    return got


async def turn_of_the_loop():
    """Let all tasks run until they wait."""
    for _ in range(20):
        await asyncio.sleep(0)


def events_of(got):
    return [event for page in got for event in page.events]


@pytest.mark.parametrize("variant", VARIANTS)
async def test_each_viewer_is_told_what_the_feed_has(variant):
    table = Table(variant)
    await table.follow()
    table.moves()
    before = table.game.version
    watch, waiting = table.watch(), {}
    for account in PLAYERS:
        waiting[account] = watch.game("g", before, account, ALL, as_spectator=False)
        await anext(waiting[account])
    for number in range(MOVES + 1):
        if table.game.aggregate.status == FINISHED:
            break
        if number < MOVES:
            table.game.play(commands=1)
        else:
            table.game.execute(Resign(), "ann")  # ends it: everything is known
        if not (moves := table.moves()):  # a command that changed nothing
            continue
        (move,) = moves
        news = {account: asyncio.create_task(anext(messages)) for account, messages in waiting.items()}
        await turn_of_the_loop()
        watch.stored(move)
        told = {account: message(await page) for account, page in news.items()}
        assert {page.version for page in told.values()} == {move.version}, "before the views have it"
        if number % STRIDE == 0 or number == MOVES:
            await table.follow()
            for account, page in told.items():
                assert [page] == await pages(table.watch(), move.first_version - 1, account, move.version)
    assert table.game.aggregate.status == FINISHED
    for messages in waiting.values():
        await messages.aclose()


async def test_hidden_choices_and_cards_are_in_no_byte_sent_to_others():
    async def bytes_of(seed, choice):
        table = Table("demo", CODEC_OF_DEMO, rated=False, seed=seed)
        await table.follow()
        table.moves()
        watch, waiting = table.watch(), {}
        for account in PLAYERS:
            waiting[account] = watch.game("g", table.game.version, account, ALL, as_spectator=False)
            await anext(waiting[account])
        news = {account: asyncio.create_task(anext(messages)) for account, messages in waiting.items()}
        await turn_of_the_loop()
        table.game.choose(choice)
        (move,) = table.moves()
        watch.stored(move)
        pieces = {account: await page for account, page in news.items()}
        for messages in waiting.values():
            await messages.aclose()
        return {account: (piece.SerializeToString(), piece.json()) for account, piece in pieces.items()}

    one, other = await bytes_of("a", 3), await bytes_of("b", 1)
    assert one["ann"] != other["ann"]
    assert (one["bob"], one["eve"]) == (other["bob"], other["eve"])


async def test_who_is_behind_reads_the_feed_and_gets_every_event_once(monkeypatch):
    monkeypatch.setattr(audiences, "MOVES_MAX", 2)
    table = Table("power_grid/russia")
    await table.follow()
    table.moves()
    begun = table.game.version
    watch = table.watch()
    slow = watch.game("g", begun, "eve", Parts(), as_spectator=False)
    await anext(slow)
    for _ in range(5):
        table.game.play(commands=1)
    moves = table.moves()
    task = asyncio.create_task(anext(slow))
    await turn_of_the_loop()
    watch.stored(moves[0])
    got = [message(await task)]
    for move in moves[1:]:  # the watcher dawdles meanwhile
        watch.stored(move)
    await table.follow()
    while got[-1].version < table.game.version:
        got.append(message(await anext(slow)))
    await slow.aclose()
    assert [event.version for event in events_of(got)] == list(range(begun + 1, table.game.version + 1))


async def test_moves_after_a_gap_are_not_sent_to_watchers():
    table = Table("power_grid/russia")
    await table.follow()
    table.moves()
    watch, begun = table.watch(), table.game.version
    messages = watch.game("g", begun, "eve", Parts(), as_spectator=False)
    await anext(messages)
    table.game.play(commands=3)
    _, _, third = table.moves()
    news = asyncio.create_task(anext(messages))
    await turn_of_the_loop()
    watch.stored(third)  # another process stored the others
    await turn_of_the_loop()
    assert not news.done()
    await table.follow()
    assert [event.version for event in message(await news).events] == list(range(begun + 1, third.version + 1))
    await messages.aclose()
