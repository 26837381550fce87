"""Real processes: our server, PostgreSQL and Redis. Acknowledged commands survive every crash."""

import grpc
import pytest

from services.store.schema import migrate
from support.servers import PostgresServer, create_database
from tests.api.test_beacon import chain_file
from tests.beacon import honest, relay
from tests.faults.service import Service
from turnledger import ServiceError, sign_in
from turnledger.v1 import lobby_pb2, play_pb2

pytestmark = [pytest.mark.servers, pytest.mark.slow]


@pytest.fixture
async def service(tmp_path, postgres_store_url, redis_url):
    serving = Service(tmp_path, postgres_store_url, redis_url)
    await serving.start()
    yield serving
    serving.stop()


async def some_turns(game, commands):
    """Give `commands` commands of the account, each the first legal one, and return the last answer."""
    async for turn in game.my_turns():
        answer = await turn.submit(turn.options[0].first)
        if (commands := commands - 1) == 0:
            return answer
    raise AssertionError("the game is over")


async def test_after_a_kill_in_mid_game_the_board_is_the_same_and_the_game_goes_on(service):
    async with sign_in(service.address, "Ann") as ann:
        game = await ann.create_table("power_grid/russia", seats=3, join=True)
        for _ in range(2):
            await game.add_bot("greedy")
        await game.start()
        answer = await some_turns(game, 5)
        board = await game.board(version=answer.version)
        service.kill()
        await service.start()
        assert await game.board(version=answer.version) == board
        assert (await game.board(min_version=answer.version)).version >= answer.version
        assert (await some_turns(game, 5)).version > answer.version


@pytest.fixture
async def own_postgres(tmp_path, private, redis_url):
    """A service on a PostgreSQL that may be killed."""
    postgres = private(PostgresServer())
    url = create_database(postgres.url())
    migrate(url)
    serving = Service(tmp_path, url, redis_url)
    await serving.start()
    yield serving, postgres
    serving.stop()


async def test_with_the_store_away_a_command_is_unavailable_in_time_and_its_repetition_works_later(own_postgres):
    service, postgres = own_postgres
    async with sign_in(service.address, "Ann") as ann, sign_in(service.address, "Bob") as bob:
        game = await ann.create_table("power_grid/russia", seats=2, join=True)
        await bob.game(game.game_id).join()
        await game.start()
        mine = await anext(those_on_turn(game, bob.game(game.game_id)))
        options = await mine.options()
        request = play_pb2.SubmitRequest(
            game_id=game.game_id,
            request_id="a0000000-0000-4000-8000-000000000001",
            command=options.options[0].first,
        )
        postgres.kill()
        error = await refusal(mine, request)
        assert (error.code, error.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_AWAY")
        assert error.retry_after_s
        postgres.start()
        answer = await submit(mine, request, patience_s=60)
        assert answer.first_version == options.version + 1
        assert await submit(mine, request, patience_s=60) == answer


async def refusal(game, request):
    """Return the server's refusal in time. It leaves a tenth of the deadline for it: a busy machine may need more."""
    for timeout_s in (10, 20, 55):
        with pytest.raises(ServiceError) as caught:
            await submit(game, request, patience_s=0, timeout_s=timeout_s)
        if caught.value.code != grpc.StatusCode.DEADLINE_EXCEEDED:
            break
    return caught.value


async def those_on_turn(*games):
    for game in games:
        if (await game.options()).options:
            yield game


async def submit(game, request, patience_s, timeout_s=10):
    response = play_pb2.SubmitResponse
    return await game.connection.call("Play/Submit", request, response, patience_s=patience_s, timeout_s=timeout_s)


async def test_after_a_kill_between_start_and_beginning_the_game_begins_with_the_round_that_was_named(
    tmp_path, postgres_store_url, redis_url
):
    """The dice are drawn once: the restarted server asks for that round and no other, until a relay has it."""
    chain, there = chain_file(tmp_path), False
    with relay(lambda number: honest(number) if there else (404, {})) as (url, asked):
        settings = {"TURNLEDGER_BEACON": chain, "TURNLEDGER_BEACON_RELAYS": url, "TURNLEDGER_BEACON_LEAD_S": "1"}
        service = Service(tmp_path, postgres_store_url, redis_url, **settings)
        await service.start()
        try:
            async with sign_in(service.address, "Ann") as ann:
                game = await ann.create_table("card_game", seats=2, join=True, nonce="aa", bots=["greedy"])
                number = (await game.start()).starting.round
                service.kill()
                await service.start()
                assert (await game.table()).status == lobby_pb2.TABLE_STATUS_STARTING
                there = True
                turn = await anext(game.my_turns())
                service.kill()
                await service.start()
                assert (await turn.submit(turn.options[0].first)).version > turn.version
                table = await game.table()
                assert (table.status, table.starting.round) == (lobby_pb2.TABLE_STATUS_RUNNING, number)
                assert set(asked) == {number}
                assert (await game.verify()).right
        finally:
            service.stop()
