"""WatchLobby and WatchMe over real gRPC: what changed, in order, each change once, from any token on."""

import asyncio
from contextlib import AsyncExitStack, aclosing
from uuid import uuid4

import grpc
import pytest

from services.api.watching import watch_tables
from services.main import running
from tests.api.api_kit import RUSSIA, choice, next_to_act, refused, two_at_a_table
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import lobby_pb2, views_pb2

OPEN, RUNNING, CLOSED = (lobby_pb2.TableStatus.Value(f"TABLE_STATUS_{name}") for name in ("OPEN", "RUNNING", "CLOSED"))


async def first(messages):
    """The message that comes at once, with where the stream begins."""
    return await anext(messages)


async def test_a_lobby_watcher_sees_a_table_open_fill_and_close(player):
    ann, bob = await player("Ann"), await player("Bob")
    async with aclosing(bob.watch_lobby(heartbeats=True)) as messages:
        begin = await first(messages)
        assert (list(begin.tables), bool(begin.resume_token)) == ([], True)
        game = await ann.create_table(RUSSIA)
        (opened,) = (await anext(messages)).tables
        assert (opened.game_id, opened.status, len(opened.occupants)) == (game.game_id, OPEN, 0)
        await game.join()
        (joined,) = (await anext(messages)).tables
        assert [each.display_name for each in joined.occupants] == ["Ann"]
        await game.close()
        (closed,) = (await anext(messages)).tables
        assert (closed.game_id, closed.status) == (game.game_id, CLOSED)


async def test_a_lobby_can_be_watched_for_one_variant_and_never_shows_private_tables(player):
    ann = await player("Ann")
    async with aclosing(ann.watch_lobby("card_game", heartbeats=True)) as messages:
        await first(messages)
        await ann.create_table(RUSSIA)
        await ann.create_table("card_game", private=True)
        game = await ann.create_table("card_game")
        assert [table.game_id for table in (await anext(messages)).tables] == [game.game_id]


async def test_who_comes_back_gets_each_table_that_changed_once_as_it_is_now(player):
    ann = await player("Ann")
    async with aclosing(ann.watch_lobby(heartbeats=True)) as messages:
        token = (await first(messages)).resume_token
    early = await ann.create_table(RUSSIA)
    late = await ann.create_table(RUSSIA)
    await early.join()
    seen = []
    async with aclosing(ann.watch_lobby(resume_token=token)) as messages:
        async for message in messages:
            seen += [(table.game_id, len(table.occupants)) for table in message.tables]
            if seen[-1] == (early.game_id, 1):
                break
    assert seen[-2:] == [(late.game_id, 0), (early.game_id, 1)]


async def test_who_comes_back_is_not_led_through_every_state_that_another_watcher_saw(player):
    ann, bob = await player("Ann"), await player("Bob")
    async with aclosing(bob.watch_lobby(heartbeats=True)) as messages:
        token = (await first(messages)).resume_token
        game = await ann.create_table(RUSSIA)
        await anext(messages)
        for _ in range(watch_tables.PAGES_MAX):
            await game.join()
            await anext(messages)
            await game.leave()
            (last,) = (await anext(messages)).tables
    async with aclosing(ann.watch_lobby(resume_token=token, heartbeats=True)) as messages:
        await first(messages)
        (table,) = (await anext(messages)).tables
    assert (table.game_id, table.version) == (last.game_id, last.version)


async def test_an_account_is_told_when_a_game_begins_and_when_it_is_its_turn(player):
    ann, bob = await player("Ann"), await player("Bob")
    async with aclosing(bob.watch_me(heartbeats=True)) as messages:
        await first(messages)
        games = await two_at_a_table(ann, bob)
        begun = await until(messages, lambda game: game.table.status == RUNNING)
        assert (begun.seat, begun.table.game_id) == (1, games[1].game_id)
        my_turn = begun.my_turn
        while not my_turn:
            game, options = await next_to_act(*games)
            if game is games[1]:
                break
            await game.submit(choice(), expected_version=options.version)
        if not my_turn:
            assert await until(messages, lambda game: game.my_turn)


async def until(messages, right):
    async with asyncio.timeout(60):
        async for message in messages:
            for game in message.games:
                if right(game):
                    return game
    raise AssertionError("the stream ended")


async def test_who_leaves_a_table_is_told_of_it_without_a_seat(player):
    ann, bob = await player("Ann"), await player("Bob")
    game = await ann.create_table(RUSSIA)
    await bob.game(game.game_id).join()
    async with aclosing(bob.watch_me(from_start=True)) as messages:
        assert (await until(messages, lambda each: each.HasField("seat"))).seat == 0
        await bob.game(game.game_id).leave()
        assert not (await until(messages, lambda each: not each.HasField("seat"))).my_turn


async def test_nobody_hears_of_games_that_are_not_theirs(player, monkeypatch):
    monkeypatch.setattr(watch_tables, "HEARTBEAT_S", 0.02)
    ann, bob = await player("Ann"), await player("Bob")
    async with aclosing(bob.watch_me(heartbeats=True)) as messages:
        token = (await first(messages)).resume_token
        await ann.create_table(RUSSIA, join=True)
        assert [(len(each.games), each.resume_token) for each in [await anext(messages) for _ in range(3)]] == [
            (0, token)
        ] * 3


@pytest.mark.parametrize("token", ["x", "-1", "1" * 16, "٣"])
async def test_malformed_page_token_is_rejected(player, token):
    ann = await player("Ann")
    async with refused(grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"):
        await anext(ann.watch_lobby(resume_token=token))


async def test_when_the_server_stops_a_watch_of_lists_says_where_to_go_on(tmp_path):
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc))
            await ann.create_table(RUSSIA)
            request = views_pb2.WatchLobbyRequest(from_start=True)
            stream = ann.connection.stream("Views/WatchLobby", request, views_pb2.WatchLobbyResponse)
            while not (message := await anext(stream)).tables:
                pass
            ending = asyncio.create_task(anext(stream))
        with pytest.raises(ServiceError) as caught:
            await ending
    assert (caught.value.code, caught.value.reason) == (grpc.StatusCode.UNAVAILABLE, "SERVER_STOPS")
    assert caught.value.facts["resume_from"] == message.resume_token


@pytest.mark.slow
async def test_a_watch_of_lists_goes_on_by_itself_after_the_server_was_away(tmp_path):
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc, "Ann"))
            messages = await client.enter_async_context(aclosing(ann.watch_lobby(from_start=True)))
            before = await ann.create_table(RUSSIA)
            assert [table.game_id for table in (await anext(messages)).tables] == [before.game_id]
            waiting = asyncio.create_task(anext(messages))
        async with running(settings(tmp_path, listen=server.grpc)), sign_in(server.grpc, "Bob") as bob:
            after = await bob.create_table(RUSSIA)
            assert [table.game_id for table in (await waiting).tables] == [after.game_id]


async def read_until(messages, game_id):
    """Read on until a message has this game, and return it."""
    async for message in messages:
        for each in message.games:
            if each.table.game_id == game_id:
                return each
    raise AssertionError("the stream has ended")


async def test_a_rematch_is_sent_to_the_other_player_and_listed_until_it_is_accepted(player):
    ann, bob = await player("Ann"), await player("Bob")
    game = await ann.create_table("card_game", seats=2)
    await game.join()
    await bob.game(game.game_id).join()
    await game.start()
    await game.resign()
    async with aclosing(bob.watch_me(heartbeats=True)) as messages:
        await first(messages)
        again = (await ann.lobby.rematch(request_id=str(uuid4()), game_id=game.game_id)).table
        offered = await read_until(messages, again.game_id)
    assert (offered.table.game_id, offered.HasField("seat")) == (again.game_id, False)
    waiting = (await bob.views.list_my_games(include_rematches=True)).games
    assert [each.table.terms.rematch_of_game_id for each in waiting] == [game.game_id]
    assert not (await bob.views.list_my_games()).games
    async with aclosing(bob.watch_me(heartbeats=True)) as messages:
        await first(messages)
        await bob.lobby.rematch(request_id=str(uuid4()), game_id=game.game_id)
        assert (await read_until(messages, again.game_id)).HasField("seat")
