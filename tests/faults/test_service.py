"""Whole servers on PostgreSQL and Redis, killed while people play on them."""

import random
from uuid import uuid4

import pytest

from tests.faults.conftest import LONG, Fault
from tests.faults.service import Players, Service, finished, verify
from turnledger import ServiceError, sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(3600 if LONG else 900)]


@pytest.fixture
async def service(tmp_path, postgres_store_url, redis_url):
    serving = Service(tmp_path, postgres_store_url, redis_url)
    await serving.start()
    yield serving
    serving.stop()


async def test_the_check_finds_nothing_where_nothing_broke(service):
    """The control of the tests below: games come to their end, and nothing is killed."""
    async with Players(service.address, variant="card_game") as players:
        await players.more(400)
    assert await finished(service)
    await verify(service, players)


async def test_a_server_killed_at_any_moment_loses_nothing_it_acknowledged(service, fault: Fault):
    dice = random.Random(2)
    async with Players(service.address) as players:
        for _ in fault.times(short=3, long=200):
            with fault.injection():
                await players.more(dice.randrange(1, 40))
                service.kill()
                await service.start()
        await players.more(20)
    await verify(service, players)


async def test_two_servers_of_the_same_games_never_both_win(service, tmp_path, fault: Fault):
    other = Service(tmp_path, service.store, service.views)
    await other.start()
    try:
        async with Players(service.address, other.address) as players:
            for n in fault.times(short=2, long=40):
                with fault.injection():
                    await players.more(20)
                    killed = (service, other)[n % 2]
                    killed.kill()
                    await killed.start()
            await players.more(20)
        await verify(service, players)
    finally:
        other.stop()


async def test_a_choice_that_changed_nothing_is_answered_the_same_by_another_process_when_the_first_was_killed(
    service, tmp_path
):
    """It left no event behind: what was answered is in the store, or it is lost with the process."""
    other = Service(tmp_path, service.store, service.views)
    await other.start()
    kept = []
    try:
        async with sign_in(service.address, keep=kept.append) as ann, sign_in(service.address) as bob:
            game = await ann.create_table("colony61", seats=2, join=True)
            await bob.game(game.game_id).join()
            await game.start()
            await game.board(min_version=(await game.table()).version)
            one, another = [option.first for option in (await game.options()).options[:2]]
            await game.submit(one)
            again = str(uuid4())
            told = await game.submit(one, request_id=again)
            assert not told.events
            service.kill()
        async with sign_in(other.address, tokens=kept[-1]) as ann:
            game = ann.game(game.game_id)
            changed = await game.submit(another)
            assert changed.version > told.version
            assert (await game.submit(one, request_id=again)).SerializeToString() == told.SerializeToString()
            with pytest.raises(ServiceError) as caught:
                await game.submit(another, request_id=again)
            assert caught.value.reason == "REQUEST_ID_REUSED"
            assert (await game.table()).version == changed.version
    finally:
        other.stop()
