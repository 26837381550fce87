"""One effect, one answer: what was answered once is answered so for ever."""

import random
from contextlib import AsyncExitStack
from uuid import uuid4

from services.main import running
from tests.api.api_kit import two_at_a_table
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import play_pb2

COMMANDS = 12


async def test_a_choice_that_changed_nothing_changes_nothing_later_either_also_after_a_restart(tmp_path):
    async with AsyncExitStack() as first:
        server = await first.enter_async_context(running(settings(tmp_path)))
        ann = await first.enter_async_context(sign_in(server.grpc, "Ann", keep=(kept := []).append))
        bob = await first.enter_async_context(sign_in(server.grpc, "Bob"))
        game, _ = await two_at_a_table(ann, bob, "colony61")
        listed = await game.options()
        again, one, other = str(uuid4()), listed.options[0].first, listed.options[1].first
        await game.submit(one)
        told = await game.submit(one, request_id=again)
        assert not told.events
        changed = await game.submit(other)
        assert await game.submit(one, request_id=again) == told
    async with running(settings(tmp_path)) as server, sign_in(server.grpc, tokens=kept[-1]) as ann:
        game = ann.game(game.game_id)
        assert (await game.submit(one, request_id=again)).SerializeToString() == told.SerializeToString()
        assert (await game.table()).version == changed.version


async def test_answers_have_the_same_bytes_when_the_game_is_over_and_nothing_is_hidden_any_more(player):
    ann = await player("Ann")
    games = await two_at_a_table(ann, await player("Bob"), "colony61")
    dice, given = random.Random(1), []
    while len(given) < COMMANDS:
        for game in games:
            listed = await game.options()
            if listed.seat in listed.to_act:
                fields = {"expected_version": listed.version, "request_id": str(uuid4())}
                choice = play_pb2.Choice(option=dice.randrange(len(listed.options)), number=0)
                given.append((game, choice, fields, await game.submit(choice, **fields)))
    await games[0].resign()
    told = ann.history.list_events(game_id=games[0].game_id)
    laid = {event.version: event.game.colony61 async for event in told if event.HasField("game")}
    salts = set()
    for game, choice, fields, answer in given:
        again = await game.submit(choice, **fields)
        assert again.SerializeToString() == answer.SerializeToString()
        salts |= {salt for event in answer.events if (salt := salt_of(laid.get(event.version)))}
        assert not any(salt.encode() in again.SerializeToString() for salt in salts)
    assert len(salts) >= COMMANDS // 2


def salt_of(event):
    """Return the values of a secret choice that are hidden before the end; empty without such a choice."""
    kind = event and event.WhichOneof("event")
    return getattr(getattr(event, kind), "salt", "") if kind else ""
