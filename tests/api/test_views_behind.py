"""Running games keep their boards while the views on a real Redis are empty, and return to the views within seconds."""

import asyncio
from contextlib import aclosing, asynccontextmanager
from uuid import uuid4

import grpc
import httpx
import pytest
from redis.asyncio import Redis

from services.main import running
from tests.api.api_kit import RUSSIA, accounts_made, call, choice, next_to_act, refused
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import snapshot_pb2, views_pb2

PARTS = {"board": True, "options": True}
WITHOUT_FOLLOWER = ("api",)


@pytest.fixture
async def ann_and_bob(tmp_path):
    return [tokens for _, tokens in await accounts_made(tmp_path, 2)]


@asynccontextmanager
async def served(settings, tokens):
    """A server with these settings, and two players who call it."""
    async with (
        running(settings) as server,
        sign_in(server.grpc, tokens=tokens[0]) as ann,
        sign_in(server.grpc, tokens=tokens[1]) as bob,
    ):
        yield ann, bob, server


async def begun(ann, bob):
    request = {"request_id": str(uuid4()), "variant": RUSSIA, "seats": 2, "join": True}
    table = await ann.lobby.create_table(**request)
    games = [each.game(table.table.game_id) for each in (ann, bob)]
    await games[1].join()
    await games[0].start()
    return games


async def moved(games):
    game, options = await next_to_act(*games)
    return (await game.submit(choice(), expected_version=options.version)).version


async def board(client, game_id, version):
    return await client.views.get_board(game_id=game_id, parts=PARTS, min_version=version)


async def until_shown(client, game_id, version):
    async with asyncio.timeout(30):
        while (await board(client, game_id, 1)).snapshot.version < version:
            await asyncio.sleep(0.05)


async def probe(server):
    async with httpx.AsyncClient() as client:
        return await client.get(f"http://{server.http}/readyz")


async def until_probed(server, wanted):
    async with asyncio.timeout(30):
        while not wanted((answer := await probe(server)).text):
            await asyncio.sleep(0.1)
    return answer


async def test_boards_of_running_games_are_folded_from_the_log_while_the_view_is_empty(
    tmp_path, redis_url, ann_and_bob
):
    with_views = settings(tmp_path, views=redis_url)
    without = settings(tmp_path, views=redis_url, roles=WITHOUT_FOLLOWER)
    async with served(with_views, ann_and_bob) as (ann, bob, server):
        games = await begun(ann, bob)
        game_id, version = games[0].game_id, [await moved(games) for _ in range(3)][-1]
        before = await board(ann, game_id, version)
        await until_probed(server, lambda text: text == "ok")
    async with Redis.from_url(redis_url) as redis:
        await redis.flushdb()
    async with served(without, ann_and_bob) as (ann, bob, server):
        games = [each.game(game_id) for each in (ann, bob)]
        assert await board(ann, game_id, version) == before
        newer = await moved(games)
        assert (await board(bob, game_id, newer)).snapshot.version == newer
        async with aclosing(ann.views.watch_game(game_id=game_id, after_version=version, parts=PARTS)) as messages:
            while (await anext(messages)).version < newer:
                pass
        answer = await until_probed(server, lambda text: text != "ok")
        assert (answer.status_code, answer.text) == (200, "ok, views behind: boards, lists, leaders")


async def test_boards_return_to_a_redis_that_lost_its_memory_and_follow_the_game(tmp_path, redis_url, ann_and_bob):
    async with (
        served(settings(tmp_path, views=redis_url), ann_and_bob) as (ann, bob, _),
        Redis.from_url(redis_url) as redis,
    ):
        games = await begun(ann, bob)
        game_id, version = games[0].game_id, await moved(games)
        await board(ann, game_id, version)
        await redis.flushdb()
        newer = await moved(games)
        await until_shown(bob, game_id, newer)
        async with asyncio.timeout(30):
            while [each.table.game_id async for each in ann.my_games()] != [game_id]:
                await asyncio.sleep(0.05)


async def test_a_program_never_reads_a_board_older_than_its_own_last_turn(tmp_path, redis_url, ann_and_bob):
    with_views = settings(tmp_path, views=redis_url)
    without = settings(tmp_path, views=redis_url, roles=WITHOUT_FOLLOWER)
    async with served(with_views, ann_and_bob) as (ann, bob, _):
        games = await begun(ann, bob)
        game_id, version = games[0].game_id, await moved(games)
        await board(ann, game_id, version)
    async with served(without, ann_and_bob) as (ann, bob, _):
        games = [each.game(game_id) for each in (ann, bob)]
        mover, options = await next_to_act(*games)
        await mover.submit(choice(), expected_version=options.version)
        assert (await ann.game(game_id).board()).version == version, "nobody keeps the views here"
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await mover.board()


async def drop_values(redis_url, game_id):
    """Drop the values of a game as `allkeys-lru` may: all but its feed and the version at which it is shown."""
    async with Redis.from_url(redis_url) as redis:
        keys = [each async for each in redis.scan_iter(f"*:{game_id}:*") if not each.endswith((b":version", b":feed"))]
        assert keys
        await redis.delete(*keys)


async def test_game_that_redis_dropped_is_unavailable_until_it_moves_and_kept_once_it_is_over(
    tmp_path, redis_url, ann_and_bob
):
    """Each server is new, so that it remembers no value."""
    with_views = settings(tmp_path, views=redis_url)
    async with served(with_views, ann_and_bob) as (ann, bob, _):
        games = await begun(ann, bob)
        version = await moved(games)
        await board(ann, games[0].game_id, version)
    game_id = games[0].game_id
    request = views_pb2.GetBoardRequest(game_id=game_id, parts=snapshot_pb2.Parts(board=True))
    await drop_values(redis_url, game_id)
    async with running(with_views) as server, sign_in(server.grpc, tokens=ann_and_bob[0]) as ann:
        async with refused(grpc.StatusCode.UNAVAILABLE, "VIEW_BEHIND"):
            await call(ann, "Views/GetBoard", request, views_pb2.GetBoardResponse)
        version = (await ann.game(game_id).resign()).version
        over = await board(ann, game_id, version)
    await drop_values(redis_url, game_id)
    async with running(with_views) as server, sign_in(server.grpc, tokens=ann_and_bob[0]) as ann:
        assert await board(ann, game_id, version) == over
