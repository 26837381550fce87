"""Work that an idle process does, counted in callbacks of the event loop."""

import asyncio

from projections.folds.boards import Boards
from projections.stores.memory_view import MemoryView
from services.projection_runner.leases import LocalLead, ShardLeases
from tests.simulation.loop import SimulatedLoop

SHARDS, MINUTE_S = 32, 60


def test_looks_at_leases_do_not_grow_with_their_number():
    async def work() -> int:
        view = MemoryView("boards")
        view.leads = tuple(f"shard {number}" for number in range(SHARDS))

        async def trouble(error: Exception) -> None:
            raise error

        leases = ShardLeases([(Boards(), view)], LocalLead(), 0.25, lambda: None, trouble)
        keeping = asyncio.create_task(leases.keep())
        await asyncio.sleep(1)
        (held,) = await leases.wait_for_leases()
        began = len(callbacks)
        await asyncio.sleep(MINUTE_S)
        counted = len(callbacks) - began
        keeping.cancel()
        await asyncio.wait([keeping])
        assert len(held[2]) == SHARDS
        return counted

    callbacks = list[float]()
    assert SimulatedLoop(1, callbacks.append).run_until_complete(work()) < 20 * MINUTE_S
