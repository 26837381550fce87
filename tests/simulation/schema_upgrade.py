"""A rolling upgrade to a release with another schema: the store is migrated, then one process after another replaced.

A migration is modelled as what processes see of it: the number of the schema, which changes in one step for each log.
Processes of the older release keep their open connections, and must open no others.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from tests.simulation.checks import Log
from tests.simulation.loop import ProcessState
from tests.simulation.process import Process
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.world import World

OLDER, NEWER = 0, 1
CALM_S, WATCHED_S, STEP_S = 5.0, 5.0, 6.0


class SchemaRoom(Room):
    """Processes are of the older release until the fault has migrated the store."""

    name = "schema"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._releases: dict[ProcessState | None, int] = {}
        self._is_migrated = False
        self.faults = {"schema: upgrade": self._upgrade}

    def roles(self, process: Process) -> Sequence[Work]:
        """Note the release of a process that starts: the newer one from the migration on."""
        self._releases[process.state] = NEWER if self._is_migrated else OLDER
        for cluster in self.world.clusters:
            cluster.releases = self._releases
        return ()

    async def _upgrade(self, dice: Random) -> None:
        world, began_s, answered = self.world, self.world.loop.time(), self.world.ledger.commands
        await self._migrate(dice)
        await asyncio.sleep(WATCHED_S)
        is_played = not world.has_lost  # players wait long at a table whose seats are lost
        if self._older() and is_played and world.is_only_fault(began_s, CALM_S):
            world.reach("older processes were looked at after a migration")
            if world.ledger.commands == answered:
                world.faults.append("no older process continued on its open connections after a migration")
        while older := self._older():
            older[0].kill()
            await asyncio.sleep(dice.uniform(0.1, STEP_S))
            world.replace(older[0])
            world.reach("a process was replaced after a migration")
            await asyncio.sleep(dice.uniform(0.1, STEP_S))

    def _older(self) -> list[Process]:
        return [each for each in self.world.processes if self._releases[each.state] == OLDER]

    async def _migrate(self, dice: Random) -> None:
        """Migrate log by log, in one step each. A second migration, and one that was killed, find what is left."""
        for cluster in self.world.clusters:
            cluster.primary.schema = NEWER
            await asyncio.sleep(dice.uniform(0, 2))
        self._is_migrated = True

    async def check(self, log: Log) -> None:
        """No process has written to a schema that is not its own."""
        unfit = {name for cluster in self.world.clusters for name in cluster.unfit}
        self.world.faults += [f"{name} appended to a schema that is not its own" for name in sorted(unfit)]
