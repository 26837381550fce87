"""A rolling upgrade: processes of an older release serve the same store as those of a newer one, until all are newer.

The newer release knows version 2 of the rules of a game, whose rounds end with an event that the older one cannot read.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from domain import catalogue, stored
from domain.history.codec import Codec
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.kernel.title import Title
from domain.kernel.versions import known_version
from domain.table.aggregate import Aggregate
from domain.table.messages import GameBegan
from support.demo import Demo, DemoEditions, DemoVariant, NumbersRevealed
from tests.simulation.checks import Log, what_lacks_games
from tests.simulation.loop import PROCESS, ProcessState
from tests.simulation.players import Table
from tests.simulation.room import Room, Work

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

OLDER_PART = 0.6
NAME = "releases"
CANNOT_READ = (
    "%s; the view %s passes over this game",
    "game is passed over",
    "a bot cannot play",
    "an order cannot be carried out",
    "the clocks of a game cannot be read",
)


class RoundEnded(Event, frozen=True):
    public = ("round",)
    round: int


class OlderRules(Demo):
    name: Any = NAME


class NewerRules(OlderRules):
    rules_version: Any = 2
    event_types: Any = (*Demo.event_types, RoundEnded)

    def _decided(self, state: Any, command: Any) -> list[Event]:
        events: list[Event] = []
        for each in super()._decided(state, command):
            events += [each, RoundEnded(state.round)] if isinstance(each, NumbersRevealed) else [each]
        return events

    def evolve(self, state: Any, event: Any) -> Any:
        return state if isinstance(event, RoundEnded) else super().evolve(state, event)


class TwoReleases(DemoVariant):
    """The game as the process knows it that asks. `older`: the processes of the older release."""

    name: Any = NAME

    def __init__(self) -> None:
        self.older: set[ProcessState] = set()
        self._rules = {1: OlderRules(), 2: NewerRules()}

    @property
    def rules_versions(self) -> Any:
        return (1,) if PROCESS.get() in self.older else (1, 2)

    def decider(self, options: Any, players: Any, editions: Any = None, rules_version: Any = None) -> Any:
        return self._rules[known_version(self.rules_versions, rules_version, NAME)]


class UpgradeTable(Table):
    """A table whose players ask again where an older process refuses a newer game."""

    async def _look(self) -> Aggregate | None:
        try:
            return await super()._look()
        except Refused as refused:
            self._ledger.reached(f"a player was refused: {refused.code}")
            return None


class ReleaseRoom(Room):
    """Each process that starts is an older one or a newer one. The fault upgrades one; healing upgrades all."""

    name = NAME

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._dice, self._older_part = Random(f"releases {world.plan.seed}"), OLDER_PART
        self.variant = TwoReleases()
        self.title = Title(NAME, (self.variant,), DemoEditions())  # type: ignore[arg-type]
        self.faults = {"releases: upgrade": self._upgrade}

    def codec_of(self, state: ProcessState, codec: Codec) -> Codec:
        if self._dice.random() >= self._older_part:
            return codec
        self.variant.older.add(state)
        self.world.reach("a process of the older release started")
        return stored.codec_of(catalogue.TITLES.values())

    def explains(self, line: str) -> bool:
        """An older process says which games it cannot read."""
        return PROCESS.get() in self.variant.older and line.startswith(CANNOT_READ)

    def clients(self) -> Sequence[Work]:
        return [self._play(number) for number in (101, 102)]

    async def _play(self, number: int) -> None:
        dice = Random(f"table {number} {self.world.plan.seed}")
        while True:
            table = UpgradeTable(
                number,
                dice,
                self.world.network,
                self.world.answering,
                self.world.ledger,
                watches=bool(self.world.redis),
            )
            await table.play(NAME, 2, dice.randrange(0, 2))
            self.world.reach("a game of two releases was over")

    async def _upgrade(self, dice: Random) -> None:
        older = self._of_older_release()
        if not older:
            return
        older[0].kill()
        await asyncio.sleep(dice.uniform(0.1, 10))
        self._start_newer(older[0])
        self.world.reach("a process was upgraded")

    def heal(self) -> None:
        for each in self._of_older_release():
            each.kill()
            self._start_newer(each)
        self._older_part = 0.0

    def _of_older_release(self) -> list["Process"]:
        return [each for each in self.world.processes if each.state in self.variant.older]

    def _start_newer(self, former: "Process") -> None:
        part, self._older_part = self._older_part, 0.0
        self.world.replace(former)
        self._older_part = part

    async def lags(self) -> list[str]:
        """Return the views that still lack a game that an older process could not read."""
        return await what_lacks_games(self.world)

    async def check(self, log: Log) -> None:
        """Compare the events of each game with the version that it began under."""
        codec = stored.codec()
        for game_id, rows in log.by_stream.items():
            events = [codec.read(row).event for row in rows]
            began = next((each for each in events if isinstance(each, GameBegan)), None)
            if began is None or began.rules_version is None:
                continue
            ended = sum(isinstance(each, RoundEnded) for each in events)
            revealed = sum(isinstance(each, NumbersRevealed) for each in events)
            if ended != (revealed if began.rules_version == 2 else 0):
                self.world.faults.append(f"{game_id}, of version {began.rules_version}, has {ended} ends of rounds")
            self.world.reach(f"a game of rules version {began.rules_version} was compared")
