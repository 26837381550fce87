"""The faults of one log: of the server that has it, and of the connections to that."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from tests.simulation.loop import ProcessState
from tests.simulation.postgres import Cluster, full_disk, late_statement

if TYPE_CHECKING:
    from tests.simulation.world import World

LOST_MAX = 20
"""A failover loses fewer transactions than this, of the log and of the tables next to it."""
WRITE_S, STREAM_S = 5.0, 15.0
"""So long a failover waits for the next write to the tables, or for the next event of a stream there."""


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


async def fail_over_before_next(world: "World", cluster: Cluster, dice: Random) -> None:
    """A process is about to continue a stream in the tables, and the event that it has read last is lost. It does not
    notice at once that its leads are lost, too."""
    cluster.before_next = lambda lost: world.forgive(cluster.promote(lost=lost, stays=lambda each: each.leads))
    await asyncio.sleep(STREAM_S)
    cluster.before_next = None


async def fail_over_before_write_to(world: "World", cluster: Cluster, dice: Random) -> None:
    """A process is about to write to a table, and all since the last write there is lost, in half of the cases with
    that write. It does not notice at once that its leads are lost, too."""
    table, kept = dice.choice(cluster.primary.written_tables() or ["accounts"]), dice.randrange(2)

    def happen() -> None:
        world.reach(f"a failover lost what came before a write to {table}")
        lost = max(0, cluster.primary.since_write_to(table) - kept)
        world.forgive(cluster.promote(lost=lost, stays=lambda each: each.leads))

    cluster.before_write_to = (table, happen)
    await asyncio.sleep(STREAM_S)
    cluster.before_write_to = None


async def fail_over_before_append(world: "World", cluster: Cluster, dice: Random) -> None:
    """A process is about to append to a game, and the last event there is lost. The process is frozen for as long as
    another one needs to store its own."""
    frozen = list[ProcessState]()

    def happen(lost: int, process: ProcessState | None) -> None:
        if process:
            frozen.append(process)
            process.is_frozen = True
        world.forgive(cluster.promote(lost=lost))

    cluster.before_append = happen
    await asyncio.sleep(WRITE_S)
    cluster.before_append = None
    for each in frozen:
        world.loop.thaw(each)


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
HOME_FAULTS = {
    **STORE_FAULTS,
    "failover that loses the event before": fail_over_before_next,
    "failover that loses the event of another process": fail_over_before_append,
    "failover that loses the write before": fail_over_before_write_to,
}
"""Those of the log that has the tables next to it."""
