"""One run: processes, players and faults on one loop; then everything heals, and everything is compared."""

import asyncio
import logging
import os
import random
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock
from weakref import WeakValueDictionary

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc.jwk import OKPKey
from msgspec import Struct

from domain import catalogue
from domain.history.codec import read_envelope
from domain.history.record import EventRow
from domain.table.messages import OpenTable, Terms
from projections.stores.interface import View, ViewUnavailable
from services.observe.bounds import Causes
from services.platform.clock import SteadyClock, process_clock
from services.projection_runner.views import ProjectedViews
from services.store.archive.objects import ArchiveUnavailable
from services.store.interface import EventStore
from support import demo
from tests.simulation import checks, client_checks, process_checks, work
from tests.simulation.calm import Calm
from tests.simulation.channel import Balancer
from tests.simulation.clients import ClientTable, Player, watch_quiet_table
from tests.simulation.faults import Fault, Plan
from tests.simulation.health import HealthProbe
from tests.simulation.logs import FollowedView, followed_views
from tests.simulation.loop import ProcessState, SimulatedLoop
from tests.simulation.network import MESSAGE_S, Network
from tests.simulation.players import Ledger, Pace, Request, Table
from tests.simulation.postgres import Cluster, Lost, Row
from tests.simulation.process import BEGAN, KEEP_S, REDIS, Process, open_redis_views
from tests.simulation.rebuilds import KIND as REBUILD
from tests.simulation.room import Room
from tests.simulation.rooms import ROOMS
from tests.simulation.sizes import SmallSizes, imported_since, sizes_of
from tests.simulation.sql import SimulatedSql
from tests.simulation.store_faults import HOME_FAULTS, STREAM_S
from tests.simulation.strangers import Strangers
from tests.simulation.tables import Tables
from tests.simulation.valkey import LOST_MAX as REDIS_LOST_MAX
from tests.simulation.valkey import Valkey

LOGGERS = ("services", "projections", "uvicorn")
HEALS_IN_S = 120.0
"""After the last fault has ended, everything is right again within this time."""
STOPS_IN_S, LEADS_IN_S, UNHEARD_S = 3.0, 15, 3.0
AT_ONCE, APPENDS_MAX = 24, 12
"""So many commands of the same moment take at most so many transactions."""
OUTAGE_S = (130.0, 150.0)
SLOW_GAME = "card_game"
AWAKE_S, SKIP_MAX_S, CALM_S = 1.0, 240.0, 30.0
"""Slow plans: the processes run for AWAKE_S after each time that is skipped, and for CALM_S after each fault."""
HURRIED = 2
"""Tables with slow players that show that games continue."""
LOSES = ("the store has lost events: ", "%s; built anew from what the log has")
"""Lines of level critical that a failover explains which loses rows, or leaves readers with the former primary."""
WAITS = "views wait %.1f s: %r"
"""The line of a projection runner that starts again after an error."""
FULL_S, CALM_BEFORE_S = 1.0, 5.0
"""Views are read during a fault that has lasted for FULL_S, if none was under way for CALM_BEFORE_S before."""


class Outcome(Struct):
    """`faults`: what was wrong, nothing in a good run. `reached`: how often each state was reached. `digest`: of
    everything that happened, in order, and of all that is stored: equal plans have equal ones. `rates`: those of
    work.py."""

    plan: Plan
    faults: list[str]
    reached: Counter[str]
    injected: Counter[str]
    digest: str
    game_s: float
    commands: int
    rates: dict[str, float]


def run(plan: Plan) -> Outcome:
    """Run a plan to its end."""
    with sizes_of(plan):
        before = set(sys.modules)
        outcome = _ran(plan)
        if SmallSizes.name in plan.rooms and (late := imported_since(before)):
            outcome.faults.append(f"modules have small sizes from now on, add them to IN_USE of sizes.py: {late}")
        return outcome


def _ran(plan: Plan) -> Outcome:
    demo.register()
    before = random.getstate()
    random.seed(plan.seed)
    times = array("d")
    loop = SimulatedLoop(plan.seed, times.append)
    with TemporaryDirectory() as folder, own_state(loop):
        world = World(loop, plan, Path(folder) / "keys")
        loop.set_exception_handler(world.heard_of)
        seeded = seeded_system_random(Random(f"system {plan.seed}"))
        with world.plays_its_games(), world.listens_to_logs(), seeded, seeded_keys():
            try:
                loop.run_until_complete(world.run())
            finally:
                world.is_over = True
                states = [each.state for each in (*world.processes, *world.graves)]
                loop.end([*states, *world.states], world.close())
                random.setstate(before)
    game_s = plan.seconds * plan.tables
    return Outcome(
        plan,
        world.faults,
        world.reached,
        world.injected,
        world.digest(times),
        game_s,
        world.ledger.commands,
        world.rates,
    )


class World:
    """`faults`: what was found to be wrong. `observer`: reads views in Redis from outside of all processes."""

    def __init__(self, loop: SimulatedLoop, plan: Plan, keys: Path) -> None:
        self.loop, self.plan, self.keys = loop, plan, keys
        self.reached, self.injected, self.faults = Counter[str](), Counter[str](), list[str]()
        self.calm = Calm(self)
        self.ledger = Ledger(self.reach, self.calm.arrived)
        self.cluster = Cluster(loop, Random(f"network of the store {plan.seed}"), Tables())
        self.clusters = [self.cluster]
        """The logs; rooms may add some to the first one."""
        self._urls = count()
        self.sql = SimulatedSql(self.cluster, self.new_url())
        self._dice = Random(f"world {plan.seed}")
        self.network = Network(Random(f"network of the clients {plan.seed}"))
        self.balancer = Balancer(
            Random(f"calls of the clients {plan.seed}"), self._addresses, self.reach, self.calm.note
        )
        self.processes: list[Process] = []
        self.graves: list[Process] = []
        self.probe = HealthProbe(self)
        self.redis: Valkey | None = None
        self.observer: ProjectedViews | None = None
        if plan.views == "redis":
            began_ms = int(1000 * BEGAN.timestamp())
            self.redis = Valkey(loop, Random(f"network of Redis {plan.seed}"), began_ms)
            loop.hosts[REDIS] = self.redis.host
        self._started = self._active = 0
        self._disturbed_s = self.steady_since_s = self.deadlines_led_s = 0.0
        self.stopped_s = 0.0
        """When processes were stopped for the comparison, which takes time."""
        self.has_lost = self.lost_rows = False
        self.states: list[ProcessState] = []
        """The processes that rooms have beside the servers."""
        self.rooms = [ROOMS[name](self) for name in plan.rooms]
        self.tables: list[Table] = []
        self.paces = [Pace(plan.think_s) for _ in range(plan.tables)]
        self.is_over = False
        self.rates: dict[str, float] = {}

    @property
    def faults_under_way(self) -> int:
        return self._active

    def calm_since_s(self) -> float:
        """Return when the last fault ended: now, if one is under way."""
        return self.loop.time() if self._active else self._disturbed_s

    def is_only_fault(self, began_s: float, calm_s: float) -> bool:
        """Return whether no other fault was under way since a fault began, and for a while before."""
        return self.steady_since_s == began_s > self._disturbed_s + calm_s and self._active == 1

    @property
    def is_away(self) -> bool:
        """Return whether the store or Redis answers no process now."""
        servers = [self.cluster, *([self.redis.host] if self.redis else [])]
        return any(each.is_down or each.is_hung for each in servers)

    def reach(self, state: str) -> None:
        self.reached[state] += 1
        self.calm.reach(state)

    async def run(self) -> None:
        """Play, break, heal, compare."""
        if self.redis:
            self.observer = await open_redis_views(cast(EventStore, SimpleNamespace(logs=self.clusters)))
        self.processes = [self._process() for _ in range(self.plan.processes)]
        playing = [asyncio.create_task(self._play_on(number)) for number in range(self.plan.tables)]
        clients = [asyncio.create_task(each) for room in self.rooms if self.plan.tables for each in room.clients()]
        if not self.plan.is_slow:  # whose processes answer no calls
            clients.append(asyncio.create_task(self.probe.run()))
        if self.calm.times_watchers:
            clients.append(asyncio.create_task(self.calm.run()))
        clients += [asyncio.create_task(each) for each in self._undisturbed()]
        faults = asyncio.gather(*(self._inject(each) for each in self.plan.faults))
        skipping = [asyncio.create_task(self._skip_idle_time())] if self.plan.is_slow else []
        await asyncio.sleep(self.plan.seconds)
        await faults
        for each in skipping:
            each.cancel()
        self.calm.end()
        self._heal()
        await self._check_healing()
        if self.rooms:
            for room in self.rooms:
                room.heal()
            await self._check_healing(self.rooms)
        for each in (*playing, *clients):
            each.cancel()
        await asyncio.wait((*playing, *clients))
        self._note_deaths((*playing, *clients))
        await asyncio.sleep(20)  # messages that are still under way
        await self._quiet()
        self.rates = work.rates(self)
        await checks.check(self)  # no process does anything in between
        client_checks.check(self)
        process_checks.check(self)
        self.calm.check()
        work.check(self)
        for each in self.processes:
            each.thaw()
        await self._check_together()
        await self._check_unheard()
        await self._check_stopping()

    def _undisturbed(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the work of clients that no fault may hold up."""
        if self.plan.players == "client" and self.calm.times_watchers:
            yield watch_quiet_table(self.player(), self.faults.append)
        if self.plan.players == "client" and self.calm.is_calm and self.plan.tables:
            yield Strangers(self).run()

    def digest(self, times: "array[float]") -> str:
        """Return the digest of the times of all callbacks, of the states that were reached, and of all that is stored:
        also an id that was drawn elsewhere, or a clock of the machine, then makes a difference."""
        digest = sha256(times.tobytes())
        digest.update(repr(sorted(self.reached.items())).encode())
        for each in self.clusters:
            digest.update(repr((each.primary.rows, each.primary.tables.writes)).encode())
        return digest.hexdigest()[:16]

    async def close(self) -> None:
        """Close the connections to Redis."""
        opened = [each.views for each in (*self.processes, *self.graves)] if self.redis else []
        for views in filter(None, (self.observer, *opened)):
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(5):
                    await views.close()

    def views(self) -> list[FollowedView]:
        """Return all views: those of each process, or those in Redis."""
        owners = [("Redis", self.observer)] if self.observer else [(each.name, each.views) for each in self.processes]
        return [followed for name, views in owners if views for followed in followed_views(name, views)]

    def rows(self) -> Iterable[Row]:
        """Return the rows of all logs, log by log."""
        return chain.from_iterable(each.primary.rows for each in self.clusters)

    @property
    def keep_s(self) -> float | None:
        """Return how long the data of finished games stays."""
        return KEEP_S if self.redis else None

    async def _quiet(self) -> None:
        """Wait for a moment at which all views have all events, and stop the processes there: to read takes time."""
        for _ in range(200):
            if not await checks.what_lags(self, 0) and await self._stops():
                return
            await asyncio.sleep(0.3)
        self.faults.append(f"there is no quiet moment: {await checks.what_lags(self, 0)}")

    async def _stops(self) -> bool:
        """Freeze all processes; let them continue if something that was under way has moved the log, or if a snapshot
        of a game is under way."""
        self.stopped_s = self.loop.time()
        for each in self.processes:
            each.freeze()
        await asyncio.sleep(2)
        if not (any(each.snapshots._waiting for each in self.processes) or await checks.what_lags(self, 0)):
            return True
        for each in self.processes:
            each.thaw()
        return False

    async def _check_together(self) -> None:
        """Commands of the same moment share transactions, in plans without players."""
        if self.plan.tables:
            return
        table, games, before = OpenTable("demo", 2, terms=Terms()), self.processes[0].games, self._appends()
        for number in range(AT_ONCE):
            opened = games.open_table(table, actor="nobody", request_id=f"of many {number}", timeout_s=UNHEARD_S)
            self.processes[0].begin(opened)
        await asyncio.sleep(UNHEARD_S)
        if (appends := self._appends() - before) > APPENDS_MAX:
            self.faults.append(f"{AT_ONCE} commands of the same moment took {appends} transactions")

    async def _check_unheard(self) -> None:
        """Views find an event that was announced while no process listened, although no other event follows: where
        connections are cut at that moment, and where no process can listen for a while."""
        for takes_listeners in (True, False):
            for cluster in self.clusters:
                cluster.is_unheard, cluster.takes_listeners = True, takes_listeners
            table, games = OpenTable("demo", 2, terms=Terms()), self.processes[0].games
            request_id = f"the last one {takes_listeners}"
            opened = games.open_table(table, actor="nobody", request_id=request_id, timeout_s=UNHEARD_S)
            await self.processes[0].begin(opened)
            ends = [each.primary.head() for each in self.clusters]
            await asyncio.sleep(UNHEARD_S)
            self.faults += [f"not heard of an event: {each}" for each in await checks.behind(self, ends)]
            for cluster in self.clusters:
                cluster.is_unheard, cluster.takes_listeners = False, True

    def _appends(self) -> int:
        return sum(each.asked["append"] for each in self.clusters)

    async def _check_stopping(self) -> None:
        """Processes stop within STOPS_IN_S, and leave no connection to a log. The last one leads all when the others
        have stopped."""
        states = [each.state for each in self.processes]
        *others, last = Random(f"stops {self.plan.seed}").sample(self.processes, len(self.processes))
        leads = self._leads_of(states)
        await self._stop(others)
        for _ in range(LEADS_IN_S):
            if not (missing := leads - self._leads_of([last.state])):
                break
            await asyncio.sleep(1)
        else:
            self.faults.append(f"{last.name} does not lead all after the others have stopped: {sorted(missing)}")
        await self._stop([last])
        opened = [each for cluster in self.clusters for each in cluster.connections if each.is_of_a_store]
        left = [each for each in opened if each.process in states]
        self.faults += [f"{each.process.name} has stopped and left {each.name!r}" for each in left]

    def _leads_of(self, states: Sequence[ProcessState]) -> set[tuple[int, str]]:
        locks = [(number, lock) for number, each in enumerate(self.clusters) for lock in each.primary.locks.items()]
        return {(number, name) for number, (name, holder) in locks if holder.process in states}

    async def _stop(self, processes: Sequence[Process]) -> None:
        began_s = self.loop.time()
        await asyncio.gather(*(each.stop() for each in processes))
        if (took_s := self.loop.time() - began_s) > STOPS_IN_S:
            self.faults.append(f"the processes took {took_s:.1f} s to stop")

    def _note_deaths(self, clients: Iterable[asyncio.Task[None]]) -> None:
        for each in clients:
            if not each.cancelled() and each.exception():
                self.faults.append(f"a client ended: {each.exception()!r}")

    async def _play_on(self, number: int) -> None:
        """Play one game after another at the table."""
        dice, pace = Random(f"table {self.plan.seed} {number}"), self.paces[number]
        while self.plan.players == "client":
            seats = dice.choice((2, 3))
            await ClientTable(dice, self.ledger, self.player).play("demo", seats, dice.randrange(0, seats))
        while True:
            if pace.is_slow:
                await pace.think(dice)
            table = Table(
                len(self.tables),
                dice,
                self.network,
                self.answering,
                self.ledger,
                watches=self.redis is not None,
                pace=pace,
            )
            self.tables.append(table)
            if self.plan.is_slow:
                await table.play(SLOW_GAME, 4, dice.randrange(0, 2))
            else:
                seats = dice.choice((2, 3))
                await table.play("demo", seats, dice.randrange(0, seats))

    async def _skip_idle_time(self) -> None:
        """Skip the time between the moves of slow players, in which processes only poll. For them it is as if all
        machines had slept: leases are as before, and deadlines come up to SKIP_MAX_S late."""
        while True:
            await asyncio.sleep(AWAKE_S)
            if self.loop.time() - self.calm_since_s() > CALM_S:
                skipped_s = self.loop.skip(SKIP_MAX_S)
                for each in chain.from_iterable(cluster.connections for cluster in self.clusters):
                    each.used_s += skipped_s

    def player(self) -> Player:
        return Player(self.balancer, self.ledger, lambda: BEGAN.timestamp() + self.loop.time())

    def _addresses(self) -> list[str]:
        """The addresses that a load balancer would choose from."""
        return [each.name for each in self.processes if each.host]

    def answering(self) -> list[Process]:
        """The processes that a load balancer would choose from."""
        return [each for each in self.processes if not each.state.is_dead] or self.processes

    def passes_over(self, game_id: str) -> bool:
        """Return whether a fault explains that a role has read on without a game."""
        return any(room.passes_over(game_id) for room in self.rooms)

    def new_url(self) -> str:
        """Return an address of the store that no other process of this run has."""
        return f"postgresql://simulated/{next(self._urls)}"

    def _process(self) -> Process:
        self._started += 1
        keys = self.keys if self.plan.players == "client" else None
        return Process(
            f"process {self._started}", self.new_url(), self.clusters, self._dice, self.redis, keys, self.rooms
        )

    async def _inject(self, fault: Fault) -> None:
        await asyncio.sleep(fault.at_s)
        self.injected[fault.kind] += 1
        if self._is_rebuilding and fault.kind != REBUILD:
            self.reach("a fault hit a rebuild of a view")
        if self._active:
            self.reach("a fault began during another one")
        self._active += 1
        self.steady_since_s = self.loop.time()
        try:
            await self._fault(fault.kind)(Random(fault.number))
        finally:
            self._active -= 1
            self._disturbed_s = self.steady_since_s = self.loop.time()

    def _fault(self, kind: str) -> Callable[[Random], Coroutine[Any, Any, None]]:
        for room in self.rooms:
            if kind in room.faults:
                return room.faults[kind]
        if kind in HOME_FAULTS:
            return partial(HOME_FAULTS[kind], self, self.cluster)
        return partial(_FAULTS[kind], self)

    @property
    def _is_rebuilding(self) -> bool:
        """Return whether a process rebuilds a view that others share."""
        return any(name.endswith(" rebuild") for each in self.clusters for name in each.primary.locks)

    def _leads(self, process: Process) -> bool:
        holders = [holder for each in self.clusters for holder in each.primary.locks.values()]
        return any(holder.process is process.state for holder in holders)

    def _chosen(self, dice: Random) -> Process:
        return self.processes[dice.randrange(len(self.processes))]

    async def _kill(self, dice: Random) -> None:
        victim = self._chosen(dice)
        if self._leads(victim):
            self.reach("a process that led was killed")
        victim.kill()
        await asyncio.sleep(dice.uniform(0.1, 10))
        self.replace(victim)

    def replace(self, victim: Process) -> None:
        if victim in self.processes:
            self.graves.append(victim)
            self.processes[self.processes.index(victim)] = self._process()

    async def _kill_all(self, dice: Random) -> None:
        """Kill all processes, and start them after clients have given up single calls."""
        victims = list(self.processes)
        for each in victims:
            each.kill()
        await asyncio.sleep(dice.uniform(*OUTAGE_S))
        for each in victims:
            self.replace(each)

    async def _kill_after_write(self, dice: Random) -> None:
        """Kill the process that next writes to a table, before it does anything else."""
        victims = list[Process]()

        def happen(state: ProcessState | None) -> None:
            victims.extend(each for each in self.processes if each.state is state)
            for each in victims:
                each.kill()

        self.cluster.after_write = (dice.choice(self.cluster.primary.written_tables() or ["accounts"]), happen)
        await asyncio.sleep(STREAM_S)
        self.cluster.after_write = None
        for each in victims:
            self.replace(each)

    async def _freeze(self, dice: Random) -> None:
        victim = self._chosen(dice)
        if self._leads(victim):
            self.reach("a process that led was frozen")
        victim.freeze()
        await asyncio.sleep(dice.choice((0.5, 3, 8, 20)) * dice.uniform(0.5, 1.5))
        victim.thaw()

    def forgive(self, lost: Lost) -> None:
        """Expect nothing of what a failover lost, also where its answer is still under way."""
        self.has_lost, self.lost_rows = True, self.lost_rows or bool(lost.rows)
        self.ledger.has_lost = True
        request: Request | None = None
        for _, *row in lost.rows:
            envelope = read_envelope(EventRow(*row))
            if envelope.command:
                request = Request(row[0], envelope.actor, envelope.request_id)
            if request:
                self.ledger.forgive(request)
        for room in self.rooms:
            room.forgive(lost)

    async def _lose(self, dice: Random) -> None:
        self.network.lost = self.balancer.lost = dice.choice((0.05, 0.3))
        await asyncio.sleep(dice.uniform(1, 30))
        self.network.lost = self.balancer.lost = 0.0

    async def _double(self, dice: Random) -> None:
        self.network.doubled = self.balancer.doubled = dice.choice((0.2, 1.0))
        await asyncio.sleep(dice.uniform(1, 60))
        self.network.doubled = self.balancer.doubled = 0.0

    async def _slow(self, dice: Random) -> None:
        self._delay(dice.choice((0.2, 1.0)))
        await asyncio.sleep(dice.uniform(1, 30))
        self._delay(MESSAGE_S)

    def _delay(self, seconds: float) -> None:
        self.network.delay_s = seconds
        for each in self.processes:
            if each.host:
                each.host.delay_s = seconds

    async def _set_clock(self, dice: Random) -> None:
        self._chosen(dice).wall.ahead_s += dice.choice((-3600, -30, 30, 3600))

    @property
    def _valkey(self) -> Valkey:
        assert self.redis, "only plans with views in Redis have its faults"
        return self.redis

    async def _cut_redis(self, dice: Random) -> None:
        part = dice.choice((0.3, 1.0))
        self._valkey.host.cut(lambda _: dice.random() < part)

    async def _redis_down(self, dice: Random) -> None:
        host = self._valkey.host
        host.is_down = True
        host.cut()
        await asyncio.sleep(dice.choice((0.2, 3, 12)))
        host.is_down = False

    async def _redis_hang(self, dice: Random) -> None:
        self._valkey.host.hang()
        await asyncio.sleep(dice.choice((0.5, 4, 12)))
        self._valkey.host.answer_again()

    async def _slow_redis(self, dice: Random) -> None:
        self._valkey.host.delay_s = dice.choice((0.05, 0.5))
        await asyncio.sleep(dice.uniform(1, 30))
        self._valkey.host.delay_s = 0.0

    async def _fill_redis(self, dice: Random) -> None:
        server, began_s = self._valkey.primary, self.loop.time()
        server.is_full = True
        await asyncio.sleep(dice.uniform(0.1, 10))
        if self.loop.time() > began_s + FULL_S and self.is_only_fault(began_s, CALM_BEFORE_S):
            await self._read_while_full()
        server.is_full = False

    async def _read_while_full(self) -> None:
        """A server that takes no writes answers all reads. A connection may have been cut before, so they are tried
        twice."""
        for owner, projection, view, _ in self.views():
            found = [await self._reads(view) for _ in range(2)]
            self.reach("a view was read while Redis was full")
            if not any(found):
                self.faults.append(f"{projection.name} of {owner} could not be read while Redis was full")

    async def _reads(self, view: View) -> bool:
        try:
            await (await view.live()).position()
        except ViewUnavailable:
            return False
        return True

    async def _freeze_in_scan(self, dice: Random) -> None:
        """Freeze a process that is about to look for keys, for longer than it leads."""
        frozen = list[tuple[ProcessState, Callable[[], None]]]()

        def happen(process: ProcessState | None, answer: Callable[[], None]) -> None:
            if process is None:
                answer()
                return
            frozen.append((process, answer))
            process.is_frozen = True

        self._valkey.primary.before_scan = happen
        await asyncio.sleep(STREAM_S)
        self._valkey.primary.before_scan = None
        for process, answer in frozen:
            self.loop.thaw(process)
            answer()

    async def _empty_redis(self, dice: Random) -> None:
        self._valkey.empty()

    async def _promote_redis(self, dice: Random) -> None:
        self._valkey.promote()

    async def _promote_redis_losing(self, dice: Random) -> None:
        self._valkey.promote(lost=dice.randrange(1, REDIS_LOST_MAX))

    async def _promote_redis_unnoticed(self, dice: Random) -> None:
        former = self._valkey.primary
        self._valkey.promote(lost=dice.randrange(0, REDIS_LOST_MAX), stays=lambda _: dice.random() < 0.5)
        await asyncio.sleep(dice.uniform(0.1, 10))
        self._valkey.follow(former)

    def _heal(self) -> None:
        self.steady_since_s = self.loop.time()
        for each in self.paces[:HURRIED]:
            each.hurry()
        if self.redis:
            self.redis.host.is_down = self.redis.primary.is_full = False
            self.redis.host.delay_s = 0.0
            self.redis.host.answer_again()
        for cluster in self.clusters:
            cluster.heal()
        self.network.lost = self.network.doubled = self.balancer.lost = self.balancer.doubled = 0.0
        self._delay(MESSAGE_S)
        for each in list(self.processes):
            if each.state.is_frozen:
                each.thaw()
            if each.state.is_dead:
                self.replace(each)

    def _are_left(self) -> bool:
        """Return whether a failover has lost the ends of all games, which wait for players who had seen them."""
        return self.lost_rows and bool(self.tables) and all(each.was_left for each in self.tables[-self.plan.tables :])

    async def _check_healing(self, rooms: Sequence[Room] = ()) -> None:
        """Games continue, the views of every process reach the end of the log, and rooms are as they should be."""
        began_s, answered, lagging = self.loop.time(), self.ledger.commands, list[str]()
        while self.loop.time() < began_s + HEALS_IN_S:
            await asyncio.sleep(1)
            lagging = [
                *await checks.what_lags(self),
                *self.probe.lags(),
                *[each for room in rooms for each in await room.lags()],
            ]
            if self.plan.tables and self.ledger.commands == answered and not self._are_left():
                lagging.append("players were answered no command")
            if not lagging:
                return
        self.faults.append(f"not healed within {HEALS_IN_S:.0f} s: {lagging}")

    @contextmanager
    def plays_its_games(self) -> Iterator[None]:
        """Have the games of rooms in the catalogue."""
        titles = [room.title for room in self.rooms if room.title]
        for each in titles:
            catalogue.register(each)
        try:
            yield
        finally:
            for each in titles:
                catalogue.unregister(each)

    @contextmanager
    def listens_to_logs(self) -> Iterator[None]:
        """Count log lines as states that were reached; errors that nothing explains are faults."""
        config, loggers = structlog.get_config(), [logging.getLogger(name) for name in LOGGERS]
        handler = _Listener(self)
        before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
        structlog.configure(processors=[self._hear], wrapper_class=structlog.make_filtering_bound_logger(0))
        for logger in loggers:
            logger.handlers, logger.level, logger.propagate = [handler], logging.INFO, False
        try:
            yield
        finally:
            structlog.configure(**config)
            for logger, settings in zip(loggers, before, strict=True):
                logger.handlers, logger.level, logger.propagate = settings

    def heard_of(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A task has failed, and nothing waits for it."""
        error = context.get("exception")
        if error is not None and not self.is_over:
            self.faults.append(f"{context['message']}: {error!r}")

    def _hear(self, _: Any, level: str, line: Any) -> Any:
        self.heard(level, str(line["event"]), line)
        raise structlog.DropEvent

    def heard(self, level: str, line: str, more: Any = "") -> None:
        if self.is_over:
            return
        role = f" ({more['role']})" if isinstance(more, dict) and "role" in more else ""
        self.reached[f"{line}{role}"] += 1
        self.calm.reach(f"{line}{role}", level)
        if line == "took a lead" and "deadlines" in role:
            self.deadlines_led_s = self.loop.time()
        if line == "took a lead" and "view" in role and self._is_rebuilding:
            self.reach("a lead of a view was taken during a rebuild")
        if line == WAITS and "BadEvent(" in str(more):
            self.faults.append(f"a game that cannot be folded stopped all views: {more}")
        if isinstance(sys.exc_info()[1], ArchiveUnavailable) and "wait" in line:
            self.faults.append(f"a file that cannot be read stopped a role: {line} {more}")
        explained = (self.has_lost and line.startswith(LOSES)) or any(room.explains(line) for room in self.rooms)
        if level in ("error", "critical", "exception") and not explained:
            self.faults.append(f"{self.loop.time():.1f} s: logged {level}: {line} {_described(more)}")


@contextmanager
def seeded_system_random(dice: Random) -> Iterator[None]:
    """Draw the randomness of the system, of which ids and secrets are made, from the seed."""
    before = os.urandom
    os.urandom = random._urandom = dice.randbytes  # type: ignore[assignment,attr-defined]
    try:
        yield
    finally:
        os.urandom = random._urandom = before  # type: ignore[attr-defined]


def seeded_keys() -> Any:
    """Draw private keys as ids and secrets are drawn: cryptography asks the system itself."""

    def generated(_: str) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(os.urandom(32))

    return mock.patch.object(OKPKey.binding, "generate_private_key", generated)


@contextmanager
def own_state(loop: SimulatedLoop) -> Iterator[None]:
    """Give a run the clock of its loop, and state of its own, where modules have theirs."""

    def wall() -> datetime:
        return BEGAN + timedelta(seconds=loop.time())

    def wall_ns() -> int:
        return int(BEGAN.timestamp()) * 10**9 + int(loop.time() * 10**9)

    steady = SteadyClock(wall, loop.time)
    with (
        mock.patch("connectrpc.request.time", SimpleNamespace(monotonic=loop.time)),
        mock.patch("turnledger.pending.time", SimpleNamespace(time_ns=wall_ns)),
        mock.patch.multiple(process_clock, **vars(steady)),
        mock.patch("services.api.gate.status._causes", Causes(loop.time)),
        mock.patch("services.store.primary._of_urls", WeakValueDictionary()),
    ):
        yield


def _described(more: Any) -> str:
    import traceback

    error = sys.exc_info()[1]
    said = f" {error!r} {traceback.extract_tb(error.__traceback__)[-1]}" if error else ""
    return f"{more}{said}"


class _Listener(logging.Handler):
    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        self._world.heard(record.levelname.lower(), str(record.msg), record.getMessage())


_FAULTS = {
    "kill": World._kill,
    "kill all": World._kill_all,
    "kill after a write": World._kill_after_write,
    "freeze": World._freeze,
    "loss of messages": World._lose,
    "doubled messages": World._double,
    "slow network": World._slow,
    "set clock": World._set_clock,
    "Redis: cut": World._cut_redis,
    "Redis: down": World._redis_down,
    "Redis: hang": World._redis_hang,
    "Redis: slow": World._slow_redis,
    "Redis: freeze in a scan": World._freeze_in_scan,
    "Redis: full": World._fill_redis,
    "Redis: started without its data": World._empty_redis,
    "Redis: failover": World._promote_redis,
    "Redis: failover that loses writes": World._promote_redis_losing,
    "Redis: failover that some do not notice": World._promote_redis_unnoticed,
}
