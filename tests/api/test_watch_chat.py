"""WatchChat over real gRPC: accounts at the table get every message, in order, once, from any number on."""

import asyncio
from contextlib import AsyncExitStack, aclosing
from uuid import uuid4

import grpc
import pytest

from services.api import chat
from services.main import running
from tests.api.api_kit import RUSSIA, call, refused
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import chat_pb2


async def say(game, text):
    request = chat_pb2.SendMessageRequest(request_id=str(uuid4()), game_id=game.game_id, text=text)
    await call(game, "Chat/SendMessage", request, chat_pb2.SendMessageResponse)


def watch(game, after_number=0):
    request = chat_pb2.WatchChatRequest(game_id=game.game_id, after_number=after_number)
    return aclosing(game.connection.stream("Chat/WatchChat", request, chat_pb2.WatchChatResponse))


def texts_and_number(message):
    return [each.text for each in message.messages], message.number


@pytest.fixture
async def table(player):
    """Ann's table as Ann has it, and as Bob has it, who sits there."""
    return await seated(await player("Ann"), await player("Bob"))


async def seated(ann, bob):
    hers = await ann.create_table(RUSSIA)
    his = bob.game(hers.game_id)
    await his.join()
    return hers, his


@pytest.mark.rule("TB-CHAT-01")
async def test_a_watcher_gets_what_was_said_and_what_is_said_from_now_on(table):
    ann, bob = table
    await say(ann, "hello")
    async with watch(bob) as messages:
        assert texts_and_number(await anext(messages)) == (["hello"], 1)
        await say(bob, "hi")
        assert texts_and_number(await anext(messages)) == (["hi"], 2)
    await say(ann, "gone?")
    async with watch(bob, after_number=2) as messages:
        (said,) = (await anext(messages)).messages
        assert (said.number, said.player.display_name, said.text) == (3, "Ann", "gone?")


async def test_a_long_chat_comes_in_pages_without_a_gap(table, monkeypatch):
    ann, bob = table
    monkeypatch.setattr(chat, "PAGE", 2)
    for number in range(1, 6):
        await say(ann, str(number))
    async with watch(bob) as messages:
        assert [texts_and_number(await anext(messages)) for _ in range(3)] == [
            (["1", "2"], 2),
            (["3", "4"], 4),
            (["5"], 5),
        ]


async def test_without_news_a_watcher_is_told_that_it_has_everything(table, monkeypatch):
    monkeypatch.setattr(chat, "HEARTBEAT_S", 0.02)
    ann, bob = table
    await say(ann, "hello")
    async with watch(bob, after_number=1) as messages:
        assert [texts_and_number(await anext(messages)) for _ in range(3)] == [([], 1)] * 3


@pytest.mark.rule("TB-CHAT-03")
async def test_what_a_muted_account_says_is_passed_over(table):
    ann, bob = table
    mute = chat_pb2.MuteRequest(account_id=(await bob.table()).occupants[0].account_id)
    await call(ann, "Chat/Mute", mute, chat_pb2.MuteResponse)
    async with watch(ann) as messages:
        assert texts_and_number(await anext(messages)) == ([], 0)
        await say(bob, "boo")
        assert texts_and_number(await anext(messages)) == ([], 1)
        await say(ann, "peace at last")
        assert texts_and_number(await anext(messages)) == (["peace at last"], 2)


@pytest.mark.rule("TB-CHAT-01")
async def test_a_stranger_may_not_watch_and_who_leaves_the_table_hears_no_more(table, player):
    ann, bob = table
    eve = (await player("Eve")).game(ann.game_id)
    async with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_A_PLAYER"), watch(eve) as messages:
        await anext(messages)
    async with watch(bob) as messages:
        await anext(messages)
        await bob.leave()
        await say(ann, "about bob")
        async with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_A_PLAYER"):
            await anext(messages)


async def test_when_the_server_stops_a_watcher_is_told_where_to_go_on(tmp_path):
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await (await client.enter_async_context(sign_in(server.grpc))).create_table(RUSSIA)
            await say(ann, "hello")
            messages = await client.enter_async_context(watch(ann))
            await anext(messages)
            ending = asyncio.create_task(anext(messages))
        with pytest.raises(ServiceError) as caught:
            await ending
    assert (caught.value.reason, caught.value.facts["resume_from"]) == ("SERVER_STOPS", "1")


async def test_what_is_said_at_one_process_reaches_the_watchers_at_another(store_url, tmp_path):
    async with AsyncExitStack() as both:
        here, there = [
            await both.enter_async_context(running(settings(tmp_path, store=store_url, roles=("api", "follower"))))
            for _ in range(2)
        ]
        ann, bob = [
            await both.enter_async_context(sign_in(server.grpc, name))
            for server, name in ((here, "Ann"), (there, "Bob"))
        ]
        hers, his = await seated(ann, bob)
        async with asyncio.timeout(chat.HEARTBEAT_S - 5), watch(his) as messages:
            await anext(messages)
            await say(hers, "from afar")
            assert texts_and_number(await anext(messages)) == (["from afar"], 1)
            await say(hers, "once more")
            assert texts_and_number(await anext(messages)) == (["once more"], 2)
