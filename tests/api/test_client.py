"""The client library has every method of the contract, and retries as AIP-194 says."""

import asyncio
import inspect
import re
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from uuid import RFC_4122, UUID

import grpc
import pytest
from google.protobuf.message_factory import GetMessageClass

from services.main import running
from tests.api.api_kit import RUSSIA
from tests.api.conftest import settings
from tests.api.methods import METHODS
from turnledger import ServiceError, new_request_id, sign_in
from turnledger import services as library
from turnledger.connection import Connection
from turnledger.methods import Method, Paged, Stream, Watch
from turnledger.services import Services
from turnledger.v1 import accounts_pb2, lobby_pb2, views_pb2

SESSION = "Play/Session"
GAME = "6f1c2c1e-7d6e-4a53-9a2f-1f5f4a1f7c11"


def snake(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


@pytest.mark.parametrize("name", sorted(set(METHODS) - {SESSION}))
def test_every_method_of_the_contract_is_there_with_its_messages(name):
    service, _, method = name.partition("/")
    wanted, found = METHODS[name], vars(getattr(library, service))[snake(method)]
    assert found.path == name
    assert type(found.message()) is GetMessageClass(wanted.input_type)
    assert found.response is GetMessageClass(wanted.output_type)
    assert isinstance(found, Watch | Stream) is wanted.server_streaming
    assert isinstance(found, Watch) is method.startswith("Watch")
    pages = {"page_token"} & set(wanted.input_type.fields_by_name)
    assert isinstance(found, Paged) is (bool(pages) and not wanted.server_streaming)


async def test_there_is_nothing_else_and_a_client_has_all_of_it():
    client = Services(Connection("localhost:1"))
    services = {type(each).__name__: type(each) for each in vars(client).values() if not isinstance(each, Connection)}
    found = {each.path for kind in services.values() for each in vars(kind).values() if isinstance(each, Method)}
    assert found == set(METHODS) - {SESSION}
    assert inspect.isroutine(client.play.session)
    await client.connection.close()


@asynccontextmanager
async def answering(*codes):
    """A server that answers AddBot with these statuses, one after the other, then well; the requests that it got."""
    got, left = [], list(codes)

    async def add_bot(request, context):
        got.append(request)
        if left:
            await context.abort(left.pop(0), "")
        return b""

    server = grpc.aio.server()
    handler = grpc.unary_unary_rpc_method_handler(add_bot)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("turnledger.v1.Lobby", {"AddBot": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    connection = Connection(f"127.0.0.1:{port}")
    yield Services(connection), got
    await connection.close()
    await server.stop(None)


AGAIN = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.DATA_LOSS,
)
"""Errors without an ErrorInfo. The second is of a server that stops, for calls not begun, the third of a server that is
too busy; the others are names of libraries and proxies for a broken connection (docs/errors.md)."""


@pytest.mark.parametrize("code", AGAIN, ids=str)
async def test_what_was_not_answered_is_asked_again_with_the_same_request_id(code):
    async with answering(code, code) as (services, got):
        await services.lobby.add_bot(bot="greedy")
    assert len(got) == 3
    assert len(set(got)) == 1
    assert len(lobby_pb2.AddBotRequest.FromString(got[0]).request_id) == 36


NO_RETRY = sorted({*grpc.StatusCode} - {grpc.StatusCode.OK, *AGAIN}, key=str)


@pytest.mark.parametrize("code", NO_RETRY, ids=str)
async def test_nothing_else_is_asked_again(code):
    async with answering(code) as (services, got):
        with pytest.raises(ServiceError) as caught:
            await services.lobby.add_bot(bot="greedy")
    assert (caught.value.code, len(got)) == (code, 1)


def test_a_request_id_is_a_random_uuid():
    found = [UUID(new_request_id()) for _ in range(1000)]
    assert {(each.version, each.variant) for each in found} == {(4, RFC_4122)}
    assert len(set(found)) == 1000


async def test_who_was_refused_with_a_token_that_was_renewed_meanwhile_renews_nothing():
    tokens = accounts_pb2.Tokens(access_token="new", refresh_token="a refresh token")
    connection = Connection("localhost:1", tokens)  # where no server answers
    assert await connection.refresh("old")
    assert connection.access_token == "new"
    await connection.close()


BROKEN = AGAIN
"""Errors after which a watch resumes; DEADLINE_EXCEEDED comes from a server whose store hangs: a watch has no
deadline."""


@pytest.mark.parametrize("code", BROKEN, ids=str)
async def test_a_watch_that_breaks_is_taken_up_where_it_was(code):
    async with (
        watched(code) as (services, asked),
        aclosing(services.views.watch_game(game_id=GAME)) as messages,
    ):
        versions = [(await anext(messages)).version for _ in range(2)]
    assert (versions, asked) == ([1, 2], [0, 1])


async def test_a_watch_that_is_refused_is_not_taken_up():
    refused = grpc.StatusCode.PERMISSION_DENIED
    async with (
        watched(refused) as (services, asked),
        aclosing(services.views.watch_game(game_id=GAME)) as messages,
    ):
        await anext(messages)
        with pytest.raises(ServiceError):
            await anext(messages)
    assert asked == [0]


async def test_a_watch_that_its_server_ends_is_taken_up_after_a_pause(monkeypatch):
    """A proxy may end each stream at once, without an error."""
    paused = []
    monkeypatch.setattr("turnledger.connection._pause_s", lambda tried, error: paused.append(error.code) or 0)
    async with (
        watched(None) as (services, asked),
        aclosing(services.views.watch_game(game_id=GAME)) as messages,
    ):
        versions = [(await anext(messages)).version for _ in range(3)]
    assert (versions, asked) == ([1, 2, 3], [0, 1, 2])
    assert paused == [grpc.StatusCode.UNAVAILABLE] * 2


@asynccontextmanager
async def watched(code):
    """A server that shows the version after the one that is asked for and ends with a status (None: without an error);
    what was asked for."""
    asked = []

    async def watch_game(request, context):
        asked.append(views_pb2.WatchGameRequest.FromString(request).after_version)
        yield views_pb2.WatchGameResponse(version=asked[-1] + 1).SerializeToString()
        if code:
            await context.abort(code, "")

    server = grpc.aio.server()
    handler = grpc.unary_stream_rpc_method_handler(watch_game)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("turnledger.v1.Views", {"WatchGame": handler}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    connection = Connection(f"127.0.0.1:{port}")
    yield Services(connection), asked
    await connection.close()
    await server.stop(None)


async def test_a_list_is_awaited_for_a_page_and_iterated_for_all(player):
    ann = await player("Ann")
    game = await ann.create_table(RUSSIA, join=True)
    await game.add_bot("greedy")
    events = ann.history.list_events
    page = await events(game_id=game.game_id, page_size=2)
    assert ([each.version for each in page.events], bool(page.next_page_token)) == ([1, 2], True)
    rest = await events(game_id=game.game_id, page_size=2, page_token=page.next_page_token)
    assert ([each.version for each in rest.events], bool(rest.next_page_token)) == ([3], False)
    assert [each async for each in events(game_id=game.game_id, page_size=2)] == [*page.events, *rest.events]


async def test_messages_are_iterated_by_their_numbers(player):
    ann = await player("Ann")
    game = await ann.create_table(RUSSIA)
    for number in range(1, 5):
        await game.say(str(number))
    told = [each.text async for each in ann.chat.list_messages(game_id=game.game_id, after_number=1, page_size=2)]
    assert told == ["2", "3", "4"]


async def test_tokens_that_a_method_gives_are_used_from_then_on(server):
    kept = []
    async with sign_in(server.grpc, "Ann", keep=kept.append) as ann:
        fresh = await ann.accounts.revoke_tokens()
        assert (await ann.accounts.get_me()).account == ann.account
        assert kept[-1] == fresh.tokens


async def test_the_events_of_a_game_that_is_over_end_wherever_they_begin(player):
    game = await (await player("Ann")).create_table(RUSSIA, join=True)
    last = (await game.close()).version
    async with asyncio.timeout(60):
        for after, wanted in ((last - 1, [last]), (last, []), (None, [])):
            assert [event.version async for event in game.events(after)] == wanted


async def test_turns_come_on_after_a_turn_without_an_action_while_the_server_is_away(player, monkeypatch):
    game = await (await player("Ann")).create_table("card_game", seats=2, join=True, bots=["random"], start=True)
    show, failures = game.board, [ServiceError(grpc.StatusCode.UNAVAILABLE, "", "away", {}) for _ in range(2)]

    async def board(**how):
        if failures:
            raise failures.pop()
        return await show(**how)

    async with asyncio.timeout(60), aclosing(game.my_turns()) as turns:
        first = await anext(turns)
        monkeypatch.setattr(game, "board", board)
        assert (await anext(turns)).version == first.version
    assert failures == []


@pytest.mark.slow
async def test_a_watch_goes_on_by_itself_after_the_server_was_away_with_every_event_once(tmp_path):
    async with AsyncExitStack() as client:
        async with running(settings(tmp_path)) as server:
            ann = await client.enter_async_context(sign_in(server.grpc, "Ann"))
            game = await ann.create_table(RUSSIA, join=True)
            events = await client.enter_async_context(aclosing(game.events()))
            assert [(await anext(events)).version for _ in range(2)] == [1, 2]
            waiting = asyncio.create_task(anext(events))
        async with running(settings(tmp_path, listen=server.grpc)):
            await game.add_bot("greedy")
            assert (await waiting).version == 3
            await game.close()
            assert (await anext(events)).table.HasField("table_closed")
