"""Rebuilds: an operator rebuilds the views in Redis while the service runs, with the code of `turnledger rebuild`.

Players see no difference: games are shown during a rebuild and after it, and the views are as they were.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context
from random import Random
from typing import TYPE_CHECKING

from domain import stored
from projections.read.games import NotShown
from projections.stores.interface import ViewUnavailable
from projections.stores.redis_generation import Keys
from services.projection_runner.rebuild import rebuild
from tests.simulation.checks import Log
from tests.simulation.logs import open_store
from tests.simulation.loop import PROCESS, ProcessState
from tests.simulation.players import UNCERTAIN
from tests.simulation.process import Process, open_redis_views
from tests.simulation.room import Room, Work
from tests.simulation.sql import SimulatedSql

if TYPE_CHECKING:
    from tests.simulation.world import World

MISSING = (*UNCERTAIN, ViewUnavailable)
KIND = "rebuilds: rebuild"
ENDS_IN_S, EVENT_S, CALM_S, LOOK_S, BEHIND_S = 60.0, 0.04, 8.0, 0.1, 2.0
"""A rebuild ends in ENDS_IN_S after the last other fault, with small portions in EVENT_S more for each event. It does
not fail if none was for CALM_S before, and until its end; all processes then show the version that one has shown
BEHIND_S ago."""
PASSED_OVER = (
    "%s; the view %s passes over this game: %r",
    "the view %s passes over game %s: the log has left out events",
)
"""A game that is taken up later is in other places of the lists of changes."""
REBUILT = "a view was rebuilt by an operator"
OVER = ("table.GameFinished/", "table.TableClosed/")


class _Seen:
    """The progress of a rebuild. `built`: the views that an operator builds now."""

    def __init__(self, built: set[str], view_id: str) -> None:
        self._built, self._view_id = built, view_id
        self.phases = dict[str, tuple[int, int]]()
        """The last progress of each phase: the amount done, and the total."""
        self.is_alone = True

    def progress(self, phase: str, done: int, of: int) -> None:
        if not self.phases:
            self.is_alone = self._view_id not in self._built
            self._built.add(self._view_id)
        self.phases[phase] = done, of

    def end(self) -> None:
        self._built.discard(self._view_id)

    @property
    def is_in_order(self) -> bool:
        """Return whether no other operator built the view, and the new one was at the end of the log before the runner
        had to wait."""
        done, of = self.phases.get("build", (0, 1))
        return self.is_alone and done == of and "switch" in self.phases

    def __repr__(self) -> str:
        return f"alone: {self.is_alone}, {self.phases}"


class RebuildRoom(Room):
    """The fault starts an operator's command. Plans whose views are in memory have nothing to rebuild."""

    name = "rebuilds"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._running = self._begun = 0
        self._built = set[str]()
        self._disturbed_s = float("-inf")
        """When a fault of another kind was under way last."""
        self._seen: dict[str, dict[int, float]] = {}
        """The versions of each game that some process has shown, and since when; the same of positions of views."""
        self.faults = {KIND: self._rebuild}

    def clients(self) -> Sequence[Work]:
        return [self._look(), self._read(Random(f"rebuilds {self.world.plan.seed}"))] if self.world.redis else []

    async def _look(self) -> None:
        """Note when other faults are under way."""
        while True:
            self._note_others()
            await asyncio.sleep(LOOK_S)

    def _note_others(self) -> None:
        begun = self.world.injected.total() - self.world.injected[KIND]
        if begun > self._begun or self.world.faults_under_way > self._running:
            self._begun, self._disturbed_s = begun, self.world.loop.time()

    async def _rebuild(self, dice: Random) -> None:
        if self.world.redis is None:
            return
        state, context = ProcessState("operator"), copy_context()
        self.world.states.append(state)
        context.run(PROCESS.set, state)
        began_s = self.world.loop.time()
        self._running += 1
        url = self.world.new_url()
        task = self.world.loop.create_task(self._rebuild_all(url, began_s), context=context)
        while not task.done() and self.world.loop.time() < max(began_s, self._disturbed_s) + self._ends_in_s():
            await asyncio.sleep(LOOK_S)
        self._note_others()
        ended, self._running = task.done(), self._running - 1
        task.cancel()
        await asyncio.wait([task])
        if not ended:
            self.world.faults.append(f"{self.world.loop.time():.1f} s: a rebuild of the views does not end")
        elif (failed := task.exception()) is None:
            self.world.reach(REBUILT)
        elif self._is_calm(began_s):
            self.world.faults.append(f"{self.world.loop.time():.1f} s: a rebuild of the views failed: {failed!r}")

    def _ends_in_s(self) -> float:
        """Return how long a rebuild may take: three views, each from all events."""
        events = len(list(self.world.rows())) if "small sizes" in self.world.plan.rooms else 0
        return ENDS_IN_S + EVENT_S * events

    def _is_calm(self, since_s: float) -> bool:
        self._note_others()
        return self._disturbed_s < since_s - CALM_S

    async def _rebuild_all(self, url: str, began_s: float) -> None:
        """Rebuild one view after the other, as an operator's process."""
        clusters = self.world.clusters
        store = open_store(url, clusters, SimulatedSql(clusters[0], url), self.world.rooms)
        views = await open_redis_views(store)
        try:
            for log, (projection, view) in views.of_logs(store):
                seen = _Seen(self._built, view.id)
                read = stored.codec().read
                try:
                    done = await rebuild(log, read, projection, view, lead=log.lead, progress=seen.progress)
                finally:
                    seen.end()
                if done.compared:
                    self.world.reach("a rebuilt view was compared")
                is_same = done.switched and not done.differences and seen.is_in_order
                is_explained = any(self.world.reached[each] for each in PASSED_OVER)
                if self._is_calm(began_s) and not is_same and not is_explained:
                    self.world.faults.append(f"the rebuilt view {projection.name}: {done}, {seen}")
        finally:
            await views.close()
            await store.close()

    async def _read(self, dice: Random) -> None:
        """Read positions, and boards of running games from each process."""
        while True:
            await asyncio.sleep(LOOK_S)
            began_s = self.world.loop.time()
            for _, projection, view, number in self.world.views():
                with suppress(ViewUnavailable):
                    position, end = await (await view.live()).position(), self._end(number)
                    self._compare(f"{projection.name} of log {number}", position, began_s, end)
            running = self._running_games()
            for process in self.world.answering() if running else ():
                game_id, began_s = dice.choice(running), self.world.loop.time()
                with suppress(*MISSING):
                    version = await self._version(process, game_id)
                    self._compare(game_id, version, began_s, self._newest(game_id))

    def _end(self, log: int | None) -> int:
        """Return the last position that a view of a log can have, or of all logs in one order."""
        heads = [each.primary.head() for each in self.world.clusters]
        return sum(heads) if log is None else heads[log]

    async def _version(self, process: Process, game_id: str) -> int:
        """Return the version at which a process shows a game, 0 if it does not."""
        try:
            return (await self.world.network.call(process, lambda at: at.read_board(game_id, None, 0))).version
        except NotShown:
            return 0

    def _newest(self, game_id: str) -> int:
        streams = [each.primary.by_stream.get(game_id) for each in self.world.clusters]
        return max((rows[-1][2] for rows in streams if rows), default=0)

    def _running_games(self) -> list[str]:
        streams = [stream for each in self.world.clusters for stream in each.primary.by_stream.items()]
        return [name for name, rows in streams if not any(row[3].startswith(OVER) for row in reversed(rows))]

    def _compare(self, name: str, version: int, began_s: float, newest: int) -> None:
        """Compare the version of a game, or the position of a view, with those before. `newest`: that of the log. A
        fault makes all of them void, also those of a game that a failover has lost and that is opened again under its
        id long after. It lasts while a version or a position is shown that the log has lost."""
        if version > newest:
            self._disturbed_s = began_s
        if not self._is_calm(began_s):
            self._seen.clear()
        seen = self._seen.setdefault(name, {})
        before = max((each for each, at_s in seen.items() if at_s < began_s - BEHIND_S), default=0)
        if version < before:
            self.world.faults.append(f"{began_s:.1f} s: {name} was at {before} {BEHIND_S:.0f} s ago, is at {version}")
        seen.setdefault(version, self.world.loop.time())

    async def check(self, log: Log) -> None:
        """Rebuilds that were not disturbed leave nothing in Redis of what was live before."""
        redis, harmed = self.world.redis, any(each.startswith("Redis") for each in self.world.injected)
        if redis is None or harmed or self.world.reached["a fault hit a rebuild of a view"]:
            return
        live = {view.id: str((await view.live()).number) for _, _, view, _ in self.world.views()}
        for key in redis.primary.keys.values:
            root, _, rest = key.decode().partition(":{")
            view = f"{root}:{rest.partition('}')[0].rpartition('.')[0]}"
            generation, name = Keys.split(key)
            if view in live and (name if generation == "at" else generation) != live[view]:
                self.world.faults.append(f"a rebuild has left {key.decode()} where {live[view]} is live")
                return
        self.world.reach("nothing was left of a rebuild")
