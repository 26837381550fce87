"""Games that are spread over several logs, each with a server of its own: while one is away, the others continue."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any
from zlib import crc32

from domain.history.codec import read_envelope
from domain.history.record import EventRow
from domain.table.messages import BOT_ACTOR
from services.application.game_service import CommandResult, table_id
from services.operations.placements import put_back
from services.store.interface import StoreUnavailable
from tests.simulation.checks import Log
from tests.simulation.logs import LOGS_MAX, open_store
from tests.simulation.players import Table
from tests.simulation.postgres import Cluster, Lost
from tests.simulation.process import Process
from tests.simulation.room import Room, Work
from tests.simulation.sql import SimulatedSql
from tests.simulation.store_faults import STORE_FAULTS
from tests.simulation.tables import Tables

if TYPE_CHECKING:
    from tests.simulation.world import World

STORE = "a store"
AWAY_S, CALM_S, NOTICED_S = 20.0, 10.0, 5.0
"""How long a log is away, how long nothing else has happened before, and how long the others have to notice it."""
LAG_MAX = 20
OPERATOR_S = 3.0
UNPLACED = "a failover lost where games are"
PASSES_OVER, PASSED_OVER_BY_NOTICES = "passes over this game", "game is passed over"
"""Such games are found nowhere until an operator puts the placements back."""


class PlacedTable(Table):
    """A table whose games are in one log. `answered`: called after each answer."""

    def __init__(self, log: int, dice: Random, answered: Callable[[], None], world: "World") -> None:
        super().__init__(200 + log, dice, world.network, world.answering, world.ledger, watches=bool(world.redis))
        self._log, self._logs, self._answered = log, len(world.clusters), answered

    def new_request(self, account: str) -> str:
        """Draw until the game that the request may open is placed in the log."""
        while True:
            number = super().new_request(account)
            if crc32(table_id(f"{account}/{number}").encode()) % self._logs == self._log:
                return number

    async def certain(
        self, account: str, call: Callable[[Process, str], Coroutine[Any, Any, CommandResult]]
    ) -> CommandResult:
        result = await super().certain(account, call)
        self._answered()
        return result


class SeveralLogs(Room):
    """Adds logs to that of the home. A table of two people and a bot plays in each log."""

    name = "logs"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._others = [
            self._log(number) for number in range(1, Random(f"logs {world.plan.seed}").randint(2, LOGS_MAX))
        ]
        world.clusters += self._others
        numbers = range(len(world.clusters))
        home = world.cluster.primary
        home.members = [(number, STORE) for number in numbers]
        home.use_tables(
            lambda tables: tables.together([("INSERT INTO logs VALUES (?, ?)", each) for each in home.members])
        )
        self._answers = Counter[int]()
        self._has_lost_placements = False
        self._unplaced = set[str]()
        self.faults = {f"logs: {kind}": partial(self._strike, kind) for kind in STORE_FAULTS}
        self.faults["logs: away"] = self._go_away

    def _log(self, number: int) -> Cluster:
        loop, seed = self.world.loop, self.world.plan.seed
        cluster = Cluster(loop, Random(f"network of log {number} {seed}"), Tables(), number)
        cluster.primary.members = [(number, STORE)]
        return cluster

    def clients(self) -> Sequence[Work]:
        return [self._operate(), *(self._play(number) for number in range(len(self.world.clusters)))]

    async def _play(self, log: int) -> None:
        def answered() -> None:
            self._answers[log] += 1

        dice = Random(f"table of log {log} {self.world.plan.seed}")
        while True:
            table = PlacedTable(log, dice, answered, self.world)
            await table.play("demo", 3, 1)
            self.world.reach(f"a game of log {log} was over")

    async def _strike(self, kind: str, dice: Random) -> None:
        await STORE_FAULTS[kind](self.world, dice.choice(self._others), dice)

    async def _go_away(self, dice: Random) -> None:
        """Let one log be down or silent. Games, bots and boards of the others continue."""
        world, cluster, began_s = self.world, dice.choice(self._others), self.world.loop.time()
        cluster.is_down = dice.random() < 0.5
        cluster.is_hung = not cluster.is_down
        if cluster.is_down:
            cluster.cut()
        await asyncio.sleep(NOTICED_S)
        before, read = Counter(self._answers), [len(each.primary.rows) for each in world.clusters]
        await asyncio.sleep(AWAY_S - NOTICED_S)
        if world.is_only_fault(began_s, CALM_S):
            await self._check_others(cluster, self._answers - before, read)
        cluster.heal()

    async def _check_others(self, away: Cluster, answers: Counter[int], read: Sequence[int]) -> None:
        for number, cluster in enumerate(self.world.clusters):
            if cluster is away:
                continue
            self.world.reach("a log was looked at while another one was away")
            rows = (EventRow(*row[1:]) for row in cluster.primary.rows[read[number] :])
            if not answers[number] or not any(read_envelope(row).actor.startswith(BOT_ACTOR) for row in rows):
                self.world.faults.append(f"no game of log {number} continued while another log was away")
            for owner, projection, view, log in self.world.views():
                if log == number and await (await view.live()).position() < cluster.primary.head() - LAG_MAX:
                    self.world.faults.append(f"{projection.name} of {owner}, log {log}, waits for another log")

    def forgive(self, lost: Lost) -> None:
        unplaced = {game_id for (game_id,) in lost.difference("SELECT game_id FROM placed_games WHERE log > 0")}
        self._unplaced |= unplaced
        if unplaced:
            self._has_lost_placements = True
            self.world.reach(UNPLACED)

    def passes_over(self, game_id: str) -> bool:
        """Notices are dropped whose game is found nowhere when they are due."""
        return game_id in self._unplaced

    async def _operate(self) -> None:
        """Be the operator, who runs `turnledger rebuild --placements` after the home has lost its end."""
        while True:
            await asyncio.sleep(OPERATOR_S)
            if not self._has_lost_placements:
                continue
            url = self.world.new_url()
            store = open_store(url, self.world.clusters, SimulatedSql(self.world.cluster, url), self.world.rooms)
            self._has_lost_placements = False
            try:
                await put_back(store)
            except StoreUnavailable:
                self._has_lost_placements = True
            finally:
                await store.close()

    def explains(self, line: str) -> bool:
        if self.world.reached[UNPLACED] and (PASSES_OVER in line or line.startswith(PASSED_OVER_BY_NOTICES)):
            return True
        return self.world.has_lost and line.startswith("a log has lost events")

    async def lags(self) -> list[str]:
        return ["the home does not know where games are"] if self._has_lost_placements else []

    async def check(self, log: Log) -> None:
        """Each game is in the one log that the home says."""
        placed = dict(self.world.cluster.primary.tables.run("SELECT game_id, log FROM placed_games", ()))
        for number, cluster in enumerate(self.world.clusters):
            for game_id in cluster.primary.by_stream:
                if placed.get(game_id, 0) != number:
                    self.world.faults.append(f"{game_id} is in log {number}, the home says {placed.get(game_id, 0)}")
