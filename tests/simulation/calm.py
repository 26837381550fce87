"""Plans without faults: nothing fails, nothing is sent a second time, and nothing is late.

Where Redis was only away or full for a while, watchers are on time again after WARM_S.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from domain.history.record import milliseconds
from services.roles.deadlines import GRACE_S
from tests.simulation import checks
from tests.simulation.process import BEGAN

if TYPE_CHECKING:
    from tests.simulation.world import World

WARM_S = 15.0
"""Processes have started and shared their work after this time."""
LOOK_S = 0.05
LATE_S = {
    "a view": 0.25,
    "a watcher": 0.15,
    "an answer": 0.25,
    "the end of a clock": 0.5,
    "a notice": 1.0,
    "a bot": 0.4,
}
"""How long after an event a view has it and a watcher hears of it; how long a call takes; when a clock is noticed, a
notice of an event arrives, and a bot moves in a game of people."""
WARNS = ("warning", "error", "critical")
NOT_CALM = (
    "a call was answered that was sent again",
    "a client ran out of patience",
    "a connection was lost",
    "a host looked in vain",
    "a repeated request was answered",
    "a role",
    "a stream was ended",
    "a watch ended",
    "connected again",
    "left a lead",
    "views",
)
"""Beginnings of states that only a fault explains."""
OLDER = "releases"
"""A room whose processes do not know some games."""
NEVER_CALM = "connected again"
"""Such a state, also while processes start."""
PASSING = {"Redis: cut", "Redis: down", "Redis: full", "rebuilds: rebuild"}
"""Faults after which watchers are soon woken as before."""


class Calm:
    """Notes how late things were. `latest`: the most that each was late, in seconds; not compared in slow plans, which
    skip time."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.is_calm = not (world.plan.faults or OLDER in world.plan.rooms)
        self._has_times = not world.plan.is_slow
        self.latest: dict[str, float] = {}
        self._has_ended = False
        self._added_s = dict[tuple[str, int], float]()

    @property
    def _counts(self) -> bool:
        return self.is_calm and not self._has_ended and self._world.loop.time() > WARM_S

    @property
    def times_watchers(self) -> bool:
        """Return whether the plan has times at which watchers must be woken without delay."""
        return self._has_times and {each.kind for each in self._world.plan.faults} <= PASSING

    @property
    def _is_calm_again(self) -> bool:
        calm_s = self._world.loop.time() - self._world.calm_since_s()
        return self.times_watchers and not self._has_ended and calm_s > WARM_S

    def end(self) -> None:
        """The plan is over: what follows is not looked at."""
        self._has_ended = True

    def note(self, what: str, late_s: float) -> None:
        if self._counts:
            self.latest[what] = max(late_s, self.latest.get(what, 0.0))

    def arrived(self, game_id: str, version: int) -> None:
        """Note that a watcher has heard of an event that it waited for."""
        now_s = self._world.loop.time()
        if self._is_calm_again:
            late_s = now_s - self._added_s.get((game_id, version), now_s)
            self.latest["a watcher"] = max(late_s, self.latest.get("a watcher", 0.0))
            if self._world.plan.faults:
                self._world.reach("a watcher was woken after a fault")

    def reach(self, state: str, level: str = "info") -> None:
        """Note a state that only a fault explains, or a warning."""
        counts = self._counts or (self.is_calm and state.startswith(NEVER_CALM))
        if counts and (level in WARNS or state.startswith(NOT_CALM)):
            self._world.faults.append(f"without a fault, at {self._world.loop.time():.1f} s: {state}")

    async def run(self) -> None:
        """Note when events come, and look how far views are behind them."""
        ends, read = deque[tuple[float, Sequence[int]]](), Counter[int]()
        while True:
            now_s = self._world.loop.time()
            for number, cluster in enumerate(self._world.clusters):
                rows = cluster.primary.rows
                self._added_s.update(((row[1], row[2]), now_s) for row in rows[read[number] :])
                read[number] = len(rows)
            ends.append((now_s, [each.primary.head() for each in self._world.clusters]))
            while ends[0][0] < now_s - LATE_S["a view"]:
                ends.popleft()
            if self._counts and (lagging := await checks.behind(self._world, ends[0][1])):
                self._world.faults.append(f"without a fault, at {now_s:.1f} s: {lagging}")
                return
            await asyncio.sleep(LOOK_S)

    def _check_listeners(self) -> None:
        """Without a fault a process listens to each log over one connection for as long as it runs."""
        for cluster in self._world.clusters:
            again = [each.name for each, number in cluster.listened.items() if each and number > 1]
            self._world.faults += [f"without a fault {name} has begun to listen again" for name in again]

    def enforced(self, at_ms: int, due_ms: int) -> None:
        """Note when a clock that ended was noticed."""
        if self.is_calm and due_ms > milliseconds(BEGAN) + int(1000 * (WARM_S + GRACE_S)):
            late_s = (at_ms - due_ms) / 1000
            self.latest["the end of a clock"] = max(late_s, self.latest.get("the end of a clock", 0.0))

    def note_bot(self, at: datetime, late_s: float) -> None:
        """Note how long after an event of a game a bot gave the next command."""
        if self.is_calm and at > BEGAN + timedelta(seconds=WARM_S):
            self.latest["a bot"] = max(late_s, self.latest.get("a bot", 0.0))

    def check(self) -> None:
        if self.is_calm:
            self._check_listeners()
        for what, late_s in self.latest.items():
            if self._has_times and late_s > LATE_S[what]:
                self._world.faults.append(f"without a fault {what} came after {late_s:.2f} s")
