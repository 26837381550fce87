"""A standing order survives the death of every process: it fires when one comes back, and once."""

import pytest

from tests.api.test_orders import bid_up_to, nominate, raised, table, until
from tests.faults.service import Service
from turnledger import sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow]
NOBODY_FOLLOWS = "api,follower,deadlines"


async def test_a_kill_between_the_order_and_its_firing_loses_nothing_and_doubles_nothing(
    tmp_path, postgres_store_url, redis_url
):
    roles = {"TURNLEDGER_ROLES": NOBODY_FOLLOWS}
    service = Service(tmp_path, postgres_store_url, redis_url, **roles)
    await service.start()
    try:
        async with sign_in(service.address, "Ann") as ann, sign_in(service.address, "Bob") as bob:
            (first, second), plant = await table(ann, bob, seed="")
            await second.order(bid_up_to(plant, 34))
            bid = (await first.submit(nominate(plant, 10))).version
            assert (await first.board(min_version=bid)).board.power_grid.lot.bid == 10, "nobody follows"
            service.kill()
            service.settings["TURNLEDGER_ROLES"] = "api,follower,bots"
            await service.start()
            await until(first, lambda board: board.lot.bid == 11)
            await first.submit(raised(20))
            await until(first, lambda board: board.lot.bid == 21)
            assert (await second.orders()).standing.commands == 2
            history = first._services.history.list_events(game_id=first.game_id)
            told = [event.game.power_grid async for event in history]
            assert [each.bid_placed.amount for each in told if each.HasField("bid_placed")] == [11, 20, 21]
            await first.resign()
            assert (await second.verify()).right
    finally:
        service.stop()
