"""Limits on open streams, over real gRPC and Connect, and their release."""

import asyncio
import functools
from contextlib import AsyncExitStack, aclosing, suppress
from uuid import uuid4

import grpc
import httpx
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from services.main import running
from services.observe.metrics import STREAMS
from tests.api.api_kit import RUSSIA, accounts_made, call, raw, refused, submission, two_at_a_table
from tests.api.conftest import settings
from turnledger import ServiceError, open_session, sign_in
from turnledger.errors import service_error
from turnledger.v1 import accounts_pb2, history_pb2, lobby_pb2, play_pb2, views_pb2

EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED


def watch(client):
    return client.connection.stream("Views/WatchLobby", views_pb2.WatchLobbyRequest(), views_pb2.WatchLobbyResponse)


def session(client):
    return client.connection.open("Play/Session", play_pb2.SessionRequest, views_pb2.WatchLobbyResponse)


async def until_taken(attempt):
    """The server learns of an end when it has come over the wire."""
    async with asyncio.timeout(60):
        while True:
            with suppress(ServiceError):
                return await attempt()


async def open_watch(client, stack):
    messages = watch(client)
    await anext(messages)
    return await stack.enter_async_context(aclosing(messages))


@pytest.fixture
async def limited(tmp_path):
    """A server that lets an account have two streams and two tables, and its players."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            running(settings(tmp_path, streams_per_account=2, tables_per_account=2))
        )

        async def enter(name):
            return await stack.enter_async_context(sign_in(server.grpc, name))

        yield server, await enter("Ann"), await enter("Bob")


async def test_an_account_with_too_many_streams_is_told_when_to_try_again_and_others_are_not_held_up(limited):
    _, ann, bob = limited
    async with AsyncExitStack() as streams:
        await open_watch(ann, streams)
        await open_watch(ann, streams)
        async with refused(EXHAUSTED, "TOO_MANY_STREAMS") as told:
            await anext(watch(ann))
        assert (told[0].retry_after_s, told[0].facts["open_max"]) == (10, "2")
        assert "At most 2" in told[0].says
        async with refused(EXHAUSTED, "TOO_MANY_STREAMS"):
            request = history_pb2.ExportGameRequest(game_id=str(uuid4()))
            await anext(ann.connection.stream("History/ExportGame", request, history_pb2.ExportGameResponse))
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await session(ann).read()
        assert caught.value.code() == EXHAUSTED
        await open_watch(bob, streams)
        assert STREAMS.labels("WatchLobby")._value.get() == 3
    async with AsyncExitStack() as streams:
        await until_taken(lambda: open_watch(ann, streams))


async def test_streams_over_connect_are_counted_with_those_over_grpc(limited):
    server, ann, _ = limited
    token = dict(ann.connection.metadata())["authorization"]
    headers = {"authorization": token, "content-type": "application/connect+json", "connect-protocol-version": "1"}
    url, nothing = f"http://{server.http}/turnledger.v1.Views/WatchLobby", b"\0\0\0\0\2{}"
    async with httpx.AsyncClient(verify=False, timeout=60) as http, AsyncExitStack() as streams:
        await open_watch(ann, streams)
        async with http.stream("POST", url, headers=headers, content=nothing) as response:
            content = response.aiter_bytes()  # the answer is closed with it
            assert b"resumeToken" in await anext(content)
            async with refused(EXHAUSTED, "TOO_MANY_STREAMS"):
                await anext(watch(ann))
            refusal = await http.post(url, headers=headers, content=nothing)
            assert b"resource_exhausted" in refusal.content
        await until_taken(lambda: open_watch(ann, streams))


@pytest.mark.parametrize(
    "ending", ["cancelled", "connection closed", "session ended", "cancelled before its first message"]
)
async def test_a_stream_gives_its_place_back_however_it_ends(limited, ending):
    server, ann, _ = limited
    async with AsyncExitStack() as streams:
        await open_watch(ann, streams)
        match ending:
            case "cancelled":
                async with aclosing(watch(ann)) as messages:
                    await anext(messages)
            case "connection closed":
                async with grpc.aio.insecure_channel(server.grpc) as channel:
                    ask = channel.unary_stream("/turnledger.v1.Views/WatchLobby")
                    await ask(b"", metadata=ann.connection.metadata()).read()
            case "session ended":
                async with open_session(ann.connection):
                    pass
            case _:
                messages = watch(ann)
                opening = asyncio.create_task(anext(messages))
                await asyncio.sleep(0)
                opening.cancel()
                await asyncio.wait([opening])
                await messages.aclose()
        await until_taken(lambda: open_watch(ann, streams))


async def test_an_export_that_was_read_gives_its_place_back(limited):
    _, ann, bob = limited
    game, _ = await two_at_a_table(ann, bob, "colony61")
    request = history_pb2.ExportGameRequest(game_id=game.game_id)
    for _ in range(5):
        content = ann.connection.stream("History/ExportGame", request, history_pb2.ExportGameResponse)
        assert [part async for part in content]


def opening(**fields):
    return lobby_pb2.CreateTableRequest(request_id=str(uuid4()), variant=RUSSIA, **fields)


async def create(client, request):
    return (await call(client, "Lobby/CreateTable", request, lobby_pb2.CreateTableResponse)).table.game_id


async def join(client, game_id):
    request = lobby_pb2.JoinTableRequest(request_id=str(uuid4()), game_id=game_id)
    return await call(client, "Lobby/JoinTable", request, lobby_pb2.JoinTableResponse)


async def listed(client, game_id, right):
    """Returns when the lists show the table so."""
    async with asyncio.timeout(60), aclosing(client.watch_lobby(from_start=True)) as messages:
        async for message in messages:
            if any(table.game_id == game_id and right(table) for table in message.tables):
                return


async def test_an_account_at_too_many_tables_opens_and_joins_no_more_until_one_is_over(limited):
    _, ann, bob = limited
    hosted, joined = opening(), await create(bob, opening())
    game_id = await create(ann, hosted)
    await join(ann, joined)
    await listed(ann, game_id, lambda table: True)
    await listed(ann, joined, lambda table: table.occupants)
    async with refused(EXHAUSTED, "TOO_MANY_TABLES") as told:
        await create(ann, opening())
    assert (told[0].retry_after_s, told[0].facts["open_max"]) == (60, "2")
    for method, request, response in (
        ("Lobby/QuickMatch", {"variant": RUSSIA, "seats": 2}, lobby_pb2.QuickMatchResponse),
        ("Lobby/JoinTable", {"game_id": await create(bob, opening())}, lobby_pb2.JoinTableResponse),
    ):
        asked = getattr(lobby_pb2, f"{method[6:]}Request")(request_id=str(uuid4()), **request)
        async with refused(EXHAUSTED, "TOO_MANY_TABLES"):
            await call(ann, method, asked, response)
    assert await create(ann, hosted) == game_id, "a repeated request is answered as before"
    await join(ann, game_id)
    closing = lobby_pb2.CloseTableRequest(request_id=str(uuid4()), game_id=game_id)
    await call(ann, "Lobby/CloseTable", closing, lobby_pb2.CloseTableResponse)
    await listed(ann, game_id, lambda table: table.status == lobby_pb2.TABLE_STATUS_CLOSED)
    assert await create(ann, opening())


async def test_one_account_does_not_keep_the_server_busy_with_the_past(tmp_path, monkeypatch):
    """Boards at a version, choices made on one, pages of events, exports and branches: each folds a whole history. (A
    choice on one of the last versions does not: they are remembered.)"""
    monkeypatch.setattr("services.application.loaded_game.RECENT_MAX", 1)
    monkeypatch.setattr("services.api.grpc_server.PAST", 5)
    monkeypatch.setattr("services.api.grpc_server.PAST_PER_S", 0.001)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path)))
        ann, bob, eve = [await stack.enter_async_context(sign_in(server.grpc, name)) for name in ("Ann", "Bob", "Eve")]
        game, _ = await two_at_a_table(ann, bob)
        asked = {"game_id": game.game_id}
        looks = (
            ("Views/GetBoard", views_pb2.GetBoardRequest(version=4, **asked), views_pb2.GetBoardResponse),
            ("History/ListEvents", history_pb2.ListEventsRequest(**asked), history_pb2.ListEventsResponse),
            (
                "History/BranchGame",
                history_pb2.BranchGameRequest(version=4, request_id=str(uuid4()), **asked),
                history_pb2.BranchGameResponse,
            ),
        )
        stale = submission(game.game_id, expected_version=1, choice=play_pb2.Choice(option=0, number=0))
        export = ("History/ExportGame", history_pb2.ExportGameRequest(**asked), history_pb2.ExportGameResponse)
        for look in looks:
            await call(ann, *look)
        async with refused(grpc.StatusCode.ABORTED, "VERSION_CONFLICT"):
            await call(ann, "Play/Submit", stale, play_pb2.SubmitResponse)
        async with aclosing(ann.connection.stream(*export)) as parts:
            assert [part async for part in parts]
        for look in looks:
            async with refused(EXHAUSTED, "TOO_FAST"):
                await call(ann, *look)
        async with refused(EXHAUSTED, "TOO_FAST"):
            await call(ann, "Play/Submit", stale, play_pb2.SubmitResponse)
        async with refused(EXHAUSTED, "TOO_FAST"):
            await anext(ann.connection.stream(*export))
        await game.options()
        await call(eve, *looks[0])


@pytest.mark.parametrize("method", ["ListEvents", "VerifyGame"])
async def test_an_address_looks_into_the_past_only_so_often_and_so_do_all_who_look_at_one_game(
    tmp_path, monkeypatch, method
):
    """However many guests there are. The requested data does not exist: the lookup itself counts."""
    for constant in ("api.grpc_server.PAST", "api.history.PROOFS"):
        monkeypatch.setattr(f"services.{constant}", 1)
        monkeypatch.setattr(f"services.{constant}_PER_S", 0.001)
    guests = await accounts_made(tmp_path, 12)
    asks = {"ListEvents": history_pb2.ListEventsRequest, "VerifyGame": history_pb2.VerifyGameRequest}[method]
    async with running(settings(tmp_path, proxies=("127.0.0.1",))) as server:

        async def answer(guest, address, game_id):
            metadata = (("authorization", f"Bearer {guests[guest][1].access_token}"), ("x-forwarded-for", address))
            data = asks(game_id=game_id).SerializeToString()
            return (await raw(server.grpc, f"History/{method}", data, metadata)).code()

        of_an_address = [await answer(guest, "192.0.2.1", str(uuid4())) for guest in range(6)]
        game_id = str(uuid4())
        at_a_game = [await answer(guest, f"192.0.3.{guest}", game_id) for guest in range(6, 12)]
    assert of_an_address == at_a_game == [grpc.StatusCode.NOT_FOUND] * 5 + [EXHAUSTED]


async def test_boards_that_never_come_are_not_waited_for_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr("services.api.views.WAITING_MAX", 2)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path)))
        ann, bob = [await stack.enter_async_context(sign_in(server.grpc, name)) for name in ("Ann", "Bob")]
        game = await ann.create_table(RUSSIA, join=True)

        def board(client, **fields):
            request = views_pb2.GetBoardRequest(game_id=game.game_id, **fields)
            return call(client, "Views/GetBoard", request, views_pb2.GetBoardResponse)

        waiting = [asyncio.create_task(board(ann, min_version=1_000)) for _ in range(2)]
        async with refused(EXHAUSTED, "TOO_MANY_STREAMS"):
            while True:
                await board(ann, min_version=1)
        await board(ann)
        await board(bob, min_version=1)
        for each in waiting:
            each.cancel()
        await asyncio.wait(waiting)
        await until_taken(lambda: board(ann, min_version=1))


async def health_of(address, stack):
    channel = await stack.enter_async_context(grpc.aio.insecure_channel(address))
    return health_pb2_grpc.HealthStub(channel)


async def list_services(reflecting):
    await reflecting.write(reflection_pb2.ServerReflectionRequest(list_services=""))
    return await reflecting.read()


async def test_watches_of_health_and_reflection_are_bounded_by_address_and_given_back(tmp_path, monkeypatch):
    monkeypatch.setattr("services.api.gate.gate.OPEN_STREAMS", 3)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path)))
        health = await health_of(server.grpc, stack)
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(server.grpc))
        reflection = reflection_pb2_grpc.ServerReflectionStub(channel)
        open_ones = [health.Watch(health_pb2.HealthCheckRequest(service=f"no such {n}")) for n in range(2)]
        for each in open_ones:
            assert (await each.read()).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
        asking = reflection.ServerReflectionInfo()
        assert len((await list_services(asking)).list_services_response.service) > 9
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await health.Watch(health_pb2.HealthCheckRequest()).read()
        assert service_error(caught.value).reason == "TOO_MANY_STREAMS"
        other = reflection.ServerReflectionInfo()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await list_services(other)
        assert caught.value.code() == EXHAUSTED
        open_ones[0].cancel()

        async def again():
            with suppress(grpc.aio.AioRpcError):
                return (await health.Watch(health_pb2.HealthCheckRequest()).read()).status
            raise ServiceError(EXHAUSTED, "", "", {})

        assert await until_taken(again) == health_pb2.HealthCheckResponse.SERVING


async def test_an_address_behind_a_proxy_asks_for_health_and_the_contract_only_so_often(tmp_path, monkeypatch):
    monkeypatch.setattr("services.api.gate.gate.OPEN", 3)
    monkeypatch.setattr("services.api.gate.gate.OPEN_PER_S", 0.001)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, proxies=("127.0.0.1",))))
        health = await health_of(server.grpc, stack)
        stranger = (("x-forwarded-for", "192.0.2.1"),)
        for _ in range(3):
            await health.Check(health_pb2.HealthCheckRequest(), metadata=stranger)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await health.Check(health_pb2.HealthCheckRequest(), metadata=stranger)
        assert service_error(caught.value).reason == "TOO_FAST"
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(server.grpc))
        asking = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(
            metadata=(("x-forwarded-for", "192.0.2.2"),)
        )
        for _ in range(3):
            await list_services(asking)
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await list_services(asking)
        assert caught.value.code() == EXHAUSTED
        await health.Check(health_pb2.HealthCheckRequest())


async def test_who_sends_tokens_that_are_none_is_told_to_wait(tmp_path, monkeypatch):
    monkeypatch.setattr("services.api.gate.gate.WRONG", 3)
    monkeypatch.setattr("services.api.gate.gate.WRONG_PER_S", 0.001)
    async with running(settings(tmp_path, proxies=("127.0.0.1",))) as server, sign_in(server.grpc, "Ann") as ann:
        stranger, good = ("x-forwarded-for", "192.0.2.1"), ann.connection.metadata()[0]
        for _ in range(3):
            error = await raw(server.grpc, "Accounts/GetMe", b"", (("authorization", "Bearer a.b.c"), stranger))
            assert error.code() == grpc.StatusCode.UNAUTHENTICATED
        error = await raw(server.grpc, "Accounts/GetMe", b"", (("authorization", "Bearer a.b.c"), stranger))
        assert (error.code(), service_error(error).reason) == (EXHAUSTED, "TOO_FAST")
        async with grpc.aio.insecure_channel(server.grpc) as channel:
            get_me = channel.unary_unary("/turnledger.v1.Accounts/GetMe")
            assert await get_me(b"", metadata=(good, stranger))


@pytest.mark.slow
async def test_thousands_who_come_back_at_the_same_moment_are_all_served(tmp_path):
    """gRPC's own bound of what waits would end most of these as CANCELLED."""
    async with running(settings(tmp_path, calls_per_s=10_000)) as server, sign_in(server.grpc, "Ann") as ann:
        request, response = accounts_pb2.GetMeRequest(), accounts_pb2.GetMeResponse
        once = functools.partial(ann.connection.call, "Accounts/GetMe", request, response, patience_s=0, timeout_s=120)
        answers = await asyncio.gather(*(once() for _ in range(4_000)))
    assert {answer.account.display_name for answer in answers} == {"Ann"}


async def test_health_lists_every_service_with_its_status(server):
    async with AsyncExitStack() as stack:
        health = await health_of(server.grpc, stack)
        listed = (await health.List(health_pb2.HealthListRequest())).statuses
        alone = await health.Check(health_pb2.HealthCheckRequest(service="turnledger.v1.Play"))
        assert {"", "turnledger.v1.Play"} <= set(listed)
        assert listed["turnledger.v1.Play"].status == alone.status == health_pb2.HealthCheckResponse.SERVING
