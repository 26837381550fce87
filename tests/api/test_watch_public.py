"""WatchPublic over real gRPC: everything public, each item once, from any position on, also after a restart."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import grpc
import pytest

from services.api.messages.public_items import PublicItems
from services.api.watching import watch_public
from services.main import running
from support.servers import free_port
from tests.api.api_kit import RUSSIA, refused
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import tournaments_pb2, views_pb2

EXAMPLE = Path(__file__).parents[2] / "examples/public_results.py"


async def items_of(messages, count):
    """Read on until so many items came."""
    found = []
    while len(found) < count:
        found += (await anext(messages)).items
    return found


async def played(ann, bob, **more):
    """A whole game, which Bob resigns."""
    game = await ann.create_table(RUSSIA, seats=2, join=True, **more)
    invite = (await ann.lobby.get_invite(game_id=game.game_id)).invite if more.get("private") else ""
    await bob.lobby.join_table(game_id=game.game_id, invite=invite)
    await game.start()
    await bob.game(game.game_id).resign()
    return game.game_id


async def cup(ann, bob):
    terms = {"name": "Cup", "form": tournaments_pb2.TOURNAMENT_FORM_SWISS, "variants": ["card_game"], "seats": 2}
    made = await ann.tournaments.create_tournament(terms={**terms, "rounds": 1, "unrated": True})
    tournament_id = made.tournament.tournament_id
    for each in (ann, bob):
        await each.tournaments.enter_tournament(tournament_id=tournament_id)
    await ann.tournaments.start_tournament(tournament_id=tournament_id)
    return tournament_id


async def test_a_reader_sees_public_tables_and_tournaments_and_nothing_private(player):
    ann, bob, eve = [await player(name) for name in ("Ann", "Bob", "Eve")]
    async with aclosing(eve.watch_public(heartbeats=True)) as messages:
        begin = await anext(messages)
        assert (list(begin.items), bool(begin.position)) == ([], True)
        await played(ann, bob, private=True)
        game_id = await played(ann, bob)
        found = await items_of(messages, 3)
        assert [each.WhichOneof("what") for each in found] == ["table_opened", "table_started", "table_ended"]
        opened, started, ended = found
        assert (opened.table_opened.game_id, opened.table_opened.host.display_name) == (game_id, "Ann")
        assert [each.player.display_name for each in started.table_started.seats] == ["Ann", "Bob"]
        assert (ended.table_ended.reason, len(ended.table_ended.standings)) == ("RESIGNED", 2)
        tournament_id = await cup(ann, bob)
        found = await items_of(messages, 3)
    assert [each.WhichOneof("what") for each in found] == ["tournament_opened", "tournament_started", "round_paired"]
    assert (found[0].tournament_opened.name, found[2].round_paired.tables) == ("Cup", 1)
    assert {each.id.partition("/")[0] for each in found} == {tournament_id}


async def test_a_reader_continues_after_any_item_and_from_the_start(player):
    ann, bob = await player("Ann"), await player("Bob")
    await played(ann, bob)
    await ann.create_table(RUSSIA)
    async with aclosing(bob.watch_public(from_start=True)) as messages:
        whole = await items_of(messages, 4)
    for cut, item in enumerate(whole[:-1], 1):
        async with aclosing(bob.watch_public(after_position=item.position)) as messages:
            assert await items_of(messages, 4 - cut) == whole[cut:]


async def test_readers_at_one_position_share_one_reading(player, monkeypatch):
    ann, bob = await player("Ann"), await player("Bob")
    written, message = [], PublicItems.message
    monkeypatch.setattr(
        PublicItems, "message", lambda self, item, position: (written.append(item), message(self, item, position))[1]
    )
    async with AsyncExitStack() as stack:
        readers = [await stack.enter_async_context(aclosing(ann.watch_public(heartbeats=True))) for _ in range(5)]
        begins = {(await anext(each)).position for each in readers}
        waiting = [asyncio.create_task(items_of(each, 1)) for each in readers]
        game = await bob.create_table(RUSSIA)
        found = [await each for each in waiting]
    assert len(begins) == 1
    assert {item.table_opened.game_id for (item,) in found} == {game.game_id}
    assert [each.what.game_id for each in written] == [game.game_id]


async def test_an_idle_stream_sends_its_position(player, monkeypatch):
    monkeypatch.setattr(watch_public, "HEARTBEAT_S", 0.02)
    ann = await player("Ann")
    async with aclosing(ann.watch_public(heartbeats=True)) as messages:
        found = [await anext(messages) for _ in range(3)]
    assert {(len(each.items), each.position) for each in found} == {(0, found[0].position)}


@pytest.mark.parametrize("position", ["x", "-1", "1" * 16, "٣"])
async def test_malformed_positions_are_rejected(player, position):
    ann = await player("Ann")
    async with refused(grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"):
        await anext(ann.watch_public(after_position=position))


@pytest.mark.parametrize("place", ["1", "1.", ".1", "1.x", "1.-1", f"{10**15}.0"])
async def test_positions_that_were_never_given_are_rejected(player, place):
    ann = await player("Ann")
    async with refused(grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"):
        await anext(ann.watch_public(after_position=watch_public._TOKENS.issue(place)))


async def test_a_start_and_a_position_exclude_each_other(player):
    ann = await player("Ann")
    position = (await anext(ann.watch_public(heartbeats=True))).position
    async with refused(grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"):
        await anext(ann.watch_public(after_position=position, from_start=True))


async def test_a_position_of_a_longer_log_is_refused(player):
    ann = await player("Ann")
    await ann.create_table(RUSSIA)
    position = watch_public.position(watch_public.Place(1_000, 0))
    async with refused(grpc.StatusCode.FAILED_PRECONDITION, "POSITION_LOST"):
        await anext(ann.watch_public(after_position=position))


async def test_a_stopping_server_names_the_position_and_the_next_one_continues_there(tmp_path):
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc, "Ann"))
            before = await ann.create_table(RUSSIA)
            request = views_pb2.WatchPublicRequest(from_start=True)
            stream = ann.connection.stream("Views/WatchPublic", request, views_pb2.WatchPublicResponse)
            while not (message := await anext(stream)).items:
                pass
            ending = asyncio.create_task(anext(stream))
        with pytest.raises(ServiceError) as caught:
            await ending
        assert (caught.value.code, caught.value.reason) == (grpc.StatusCode.UNAVAILABLE, "SERVER_STOPS")
        assert caught.value.facts["resume_from"] == message.position
        async with running(settings(tmp_path)) as server, sign_in(server.grpc, "Bob") as bob:
            after = await bob.create_table(RUSSIA)
            async with aclosing(bob.watch_public(after_position=message.position)) as messages:
                found = await items_of(messages, 1)
    assert message.items[0].table_opened.game_id == before.game_id
    assert [each.table_opened.game_id for each in found] == [after.game_id]


async def test_an_account_has_ten_of_these_streams(player):
    ann, bob = await player("Ann"), await player("Bob")
    async with AsyncExitStack() as stack:
        for _ in range(watch_public.READERS_MAX):
            await anext(await stack.enter_async_context(aclosing(ann.watch_public(heartbeats=True))))
        with pytest.raises(ServiceError) as caught:
            await anext(
                ann.connection.stream(
                    "Views/WatchPublic", views_pb2.WatchPublicRequest(), views_pb2.WatchPublicResponse
                )
            )
        assert caught.value.reason == "TOO_MANY_STREAMS"
        await anext(await stack.enter_async_context(aclosing(bob.watch_public(heartbeats=True))))


@pytest.mark.timeout(900)
async def test_the_example_writes_each_result_once_although_it_is_killed(server, player, tmp_path):
    ann, bob = await player("Ann"), await player("Bob")
    results, games = tmp_path / "results.jsonl", []
    for _ in range(2):
        program = await asyncio.create_subprocess_exec(sys.executable, EXAMPLE, server.grpc, results)
        try:
            games.append(await played(ann, bob))
            async with asyncio.timeout(60):
                while not (results.exists() and games[-1] in results.read_text()):
                    await asyncio.sleep(0.05)
        finally:
            program.kill()
            await program.wait()
        results.write_text(results.read_text() + '{"position": "half')
    lines = [json.loads(line) for line in results.read_text().splitlines()[:-1]]
    assert [line["game"] for line in lines] == games
    assert lines[0]["places"] == {"Ann": 1, "Bob": 2}


async def test_a_watch_outlives_the_restart_of_its_server(tmp_path):
    async with AsyncExitStack() as client:
        at = {"listen": f"127.0.0.1:{free_port()}"}
        async with running(settings(tmp_path, **at)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc, "Ann"))
            before = await ann.create_table(RUSSIA)
            messages = await client.enter_async_context(aclosing(ann.watch_public(from_start=True)))
            found = await items_of(messages, 1)
            coming = asyncio.create_task(items_of(messages, 1))
        async with running(settings(tmp_path, **at)):
            after = await ann.create_table(RUSSIA)
            found += await coming
    assert [each.table_opened.game_id for each in found] == [before.game_id, after.game_id]
