"""The faults of one log: of the server that has it, and of the connections to that."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from tests.simulation.postgres import Cluster, full_disk, late_statement

if TYPE_CHECKING:
    from tests.simulation.world import World

LOST_MAX = 20
"""A failover loses fewer transactions than this, of the log and of the tables next to it."""
WRITE_S = 5.0
"""So long a failover waits for the next write to the tables."""


async def cut(_: "World", cluster: Cluster, dice: Random) -> None:
    part = dice.choice((0.3, 1.0))
    cluster.cut(lambda _: dice.random() < part)


async def down(_: "World", cluster: Cluster, dice: Random) -> None:
    cluster.is_down = True
    cluster.cut()
    await asyncio.sleep(dice.choice((0.2, 3, 12)))
    cluster.is_down = False


async def hang(_: "World", cluster: Cluster, dice: Random) -> None:
    cluster.is_hung = True
    await asyncio.sleep(dice.choice((0.5, 4, 12)))
    cluster.is_hung = False
    cluster.changed()


async def fill(_: "World", cluster: Cluster, dice: Random) -> None:
    cluster.fails += [full_disk] * dice.randrange(1, 40)


async def be_late(_: "World", cluster: Cluster, dice: Random) -> None:
    cluster.fails += [late_statement] * dice.randrange(1, 10)


async def fail_over(_: "World", cluster: Cluster, dice: Random) -> None:
    cluster.promote()


async def fail_over_stale(world: "World", cluster: Cluster, dice: Random) -> None:
    world.has_lost = world.lost_rows = True
    cluster.promote(stays=lambda _: dice.random() < 0.5)


async def fail_over_losing(world: "World", cluster: Cluster, dice: Random) -> None:
    """In half of the cases a process has just read from the tables what is lost, and is about to write to them."""
    lost, happens_at_write = dice.randrange(1, LOST_MAX), dice.random() < 0.5
    cluster.before_write = lambda: world.forgive(cluster.promote(lost=lost))
    if happens_at_write:
        await asyncio.sleep(WRITE_S)
    cluster.happen()


STORE_FAULTS: Mapping[str, Callable[["World", Cluster, Random], Coroutine[Any, Any, None]]] = {
    "cut": cut,
    "down": down,
    "hang": hang,
    "full disk": fill,
    "late statement": be_late,
    "failover": fail_over,
    "failover that loses rows": fail_over_losing,
    "failover with stale readers": fail_over_stale,
}
