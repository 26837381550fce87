"""The archive: the archiver of production moves finished games from the store to files in memory, in its own process.

Passes are killed between their steps, files are away or damaged for a while, and readers compare what each process
answers with what was appended.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextvars import copy_context
from datetime import timedelta
from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING, cast

from domain import stored
from domain.history.record import EventRow, LogRow
from domain.history.verify import verify
from services.history.export import Exporter
from services.history.keys import SigningKeys
from services.history.seals import Seals
from services.operations.archiver import Archiver, Gone
from services.store.archive.archive import Archive
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.file import rows_digest, unpack
from services.store.archive.objects import ArchiveUnavailable, NotInArchive
from services.store.archive.read_through import ReadThroughStore
from services.store.archive.unreadable import AGAIN_S, LATELY_S
from services.store.interface import EventStore, StoreUnavailable
from tests.simulation.checks import Log, what_lacks_games
from tests.simulation.logs import open_store
from tests.simulation.loop import PROCESS, ProcessState
from tests.simulation.network import NoAnswer
from tests.simulation.postgres import Cluster
from tests.simulation.process import BEGAN, Process
from tests.simulation.room import Room, Work
from tests.simulation.sql import SimulatedSql

if TYPE_CHECKING:
    from tests.simulation.world import World

LEAD, LEAD_S = "archive", 5.0
"""As in services/cli/operator/archive.py."""
CACHE_BYTES = 20_000
"""So little that files are read again and again."""
PASSES_S, READS_S = 8.0, 2.0
STEPS = ("after its file was stored", "before the events left the store", "after the events left the store")
LOST_PART = 0.05
"""So often the archiver does not learn that the store has let a game go."""
PAGE = 50
GAMES_MAX = 1
"""Every other pass archives at most so many games."""

PASSES_OVER = (
    "archived game is unreadable",
    "%s; the view %s passes over",
    "the view %s passes over",
    "game is passed",
)
"""Beginnings of log lines that missing and damaged files explain."""


class SimulatedObjects:
    """Files in memory. `asked`: counts how often one is read (work.py). `missing`, `damaged`: names of files;
    `is_away`: nothing answers."""

    def __init__(self, dice: Random, asked: Counter[str]) -> None:
        self._dice, self._asked = dice, asked
        self.files: dict[str, bytes] = {}
        self.missing, self.damaged, self.is_away = set[str](), set[str](), False
        self.harmed, self.was_away = set[str](), False
        """The files that were missing or damaged at any time, and whether nothing answered at any time."""

    def put(self, name: str, content: bytes) -> None:
        if self.is_away:
            if self._dice.random() < 0.3:  # it arrived, the answer did not
                self.files[name] = content
            raise ArchiveUnavailable("the archive does not answer")
        self.files[name] = content

    def get(self, name: str) -> bytes:
        self._asked["read a file of the archive"] += 1
        if self.is_away:
            raise ArchiveUnavailable("the archive does not answer")
        if name in self.missing or name not in self.files:
            raise NotInArchive(f"the archive has no file {name}")
        content = self.files[name]
        return content[: len(content) // 2] if name in self.damaged else content

    def could_not_be_read(self, name: str) -> bool:
        """Return whether there was a time in which a file could not be read."""
        return self.was_away or name in self.harmed

    @property
    def was_harmed(self) -> bool:
        return self.was_away or bool(self.harmed)

    @property
    def is_whole(self) -> bool:
        return not (self.is_away or self.missing or self.damaged)


class ArchiveRoom(Room):
    """Archives every game as soon as it is over."""

    name = "archive"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self.dice = Random(f"archive {world.plan.seed}")
        self.objects = SimulatedObjects(self.dice, world.cluster.asked)
        self._harmed_until_s = float("-inf")
        self._is_left_alone = False
        """Nothing is read any more: processes find by themselves that files are back."""
        self.keys = SigningKeys.from_secrets("simulated")
        self.deadly: list[str] = []
        """Steps at which a pass is killed."""
        self.faults = {
            "archive: away": self._away,
            "archive: files missing": self._lose,
            "archive: files damaged": self._damage,
            "archive: kill a pass": self._kill,
        }

    def open_archive(self) -> Archive:
        return Archive(self.objects, CACHE_BYTES)

    def archived(self) -> list[ArchivedGame]:
        """Return the games of all logs that are in the archive."""
        return [game for each in self.world.clusters for game in each.primary.archived.values()]

    def clients(self) -> Sequence[Work]:
        return [self._archive(), self._read()]

    def explains(self, line: str) -> bool:
        return self.objects.was_harmed and line.startswith(PASSES_OVER)

    def passes_over(self, game_id: str) -> bool:
        """A role that has not read a game before it is archived reads on without it. Production archives games that
        were over for a month."""
        archived = [each.primary.archived.get(game_id) for each in self.world.clusters]
        return any(each and self.objects.could_not_be_read(each.object) for each in archived)

    def heal(self) -> None:
        self.objects.is_away = False
        self.objects.missing.clear()
        self.objects.damaged.clear()
        self._harmed_until_s = self.world.loop.time()

    async def lags(self) -> list[str]:
        """Return the processes that take files for unreadable, and the views that lack games of such files."""
        unread = [
            f"{each.name} cannot read {len(log.unreadable._tried_s)} archived games"
            for each in self.world.processes
            for log in _logs_of(each.store)
            if log.unreadable._tried_s
        ]
        return unread + await what_lacks_games(self.world)

    async def check(self, log: Log) -> None:
        """Every reader finds all events, and each file proves its game. Nothing is noted of files that were away."""
        for process in self.world.processes:
            since_s = self.world.loop.time() - LATELY_S - AGAIN_S
            is_whole = self.objects.is_whole and self._harmed_until_s < since_s
            if is_whole and any(each.unreadable.left_out_any() for each in _logs_of(process.store)):
                self.world.faults.append(f"{process.name} still takes games for unreadable")
        url = self.world.new_url()
        store = open_store(url, self.world.clusters, SimulatedSql(self.world.cluster, url), [self])
        for each, cluster in zip(_logs_of(store), self.world.clusters, strict=True):
            await self._compare(each, Log([LogRow(row[0], EventRow(*row[1:])) for row in cluster.primary.rows]))
        for game in self.archived():
            if [each.row for each in log.rows if each.row.stream_id == game.game_id] != await store.load(game.game_id):
                self.world.faults.append(f"the archived {game.game_id} is not what was acknowledged")
            _, history = unpack(self.objects.get(game.object), game)
            if fault := verify(history, stored.codec(), self.keys.keys).fault:
                self.world.faults.append(f"the file of {game.game_id} does not verify: {fault}")
        await store.close()

    async def _compare(self, store: ReadThroughStore, log: Log) -> None:
        for name, wanted in (("read_log", log.rows), ("read_tables", list(filter(_of_tables, log.rows)))):
            found, limit = list[LogRow](), self.dice.randrange(1, PAGE)
            while rows := await getattr(store, name)(found[-1].position if found else 0, limit):
                if len(rows) > limit:
                    self.world.faults.append(f"{name} gives {len(rows)} rows through the archive, of at most {limit}")
                found, limit = [*found, *rows], self.dice.randrange(1, PAGE)
            if found != wanted:
                self.world.faults.append(f"{name} gives {len(found)} rows through the archive, {len(wanted)} are right")
        positions = self.dice.sample([each.position for each in log.rows], min(PAGE, len(log.rows)))
        if list(await store.rows_at(positions)) != [each for each in log.rows if each.position in positions]:
            self.world.faults.append(f"other rows are at {positions} through the archive")

    async def _archive(self) -> None:
        """Run one pass after the other, as a nightly job does."""
        for number in count():
            await asyncio.sleep(self.dice.uniform(0.5, PASSES_S))
            await ArchivePass(self, number).ended()

    async def _read(self) -> None:
        """Read what was archived, and the log around it, from any process, until files stay away."""
        while True:
            await asyncio.sleep(self.dice.uniform(0.1, READS_S))
            if self._is_left_alone:
                return
            process = self.dice.choice(self.world.answering())
            try:
                await self.world.network.call(process, self._compared)
            except (NoAnswer, StoreUnavailable) as unknown:
                self.world.reach(f"a reader of archived games was answered nothing: {type(unknown).__name__}")

    async def _compared(self, process: Process) -> None:
        """Compare what a process reads with what was appended. A failover that loses rows makes this unknown."""
        world, logs = self.world, len(self.world.clusters)
        number = self.dice.randrange(logs) if logs > 1 else 0
        server, read = world.clusters[number].primary, _logs_of(process.store)[number]
        games, head = list(server.archived), server.head()
        if not games or world.lost_rows:
            return
        game_id, after = self.dice.choice(games), self.dice.randrange(0, head)
        was_whole = self.objects.is_whole and self._harmed_until_s < world.loop.time() - AGAIN_S
        rows, log = await process.store.load(game_id), await read.read_log(after, PAGE)
        if world.lost_rows:
            return
        world.reach("an archived game was read in a run")
        if list(rows) != [EventRow(*row[1:]) for row in server.by_stream[game_id]]:
            world.faults.append(f"{process.name} reads {len(rows)} events of the archived {game_id}")
        upto = log[-1].position if log else head
        right = [LogRow(row[0], EventRow(*row[1:])) for row in server.rows if after < row[0] <= upto]
        missing = [each for each in right if each not in log]
        if missing and was_whole and self.objects.is_whole:
            world.faults.append(f"{process.name} reads the log after {after} without {missing[0]}")
        if [each for each in right if each in log] != list(log):
            world.faults.append(f"{process.name} reads other rows after {after} than were appended")

    async def _away(self, dice: Random) -> None:
        self.objects.is_away = self.objects.was_away = True
        await asyncio.sleep(dice.choice((0.5, 5, 30)))
        self.objects.is_away = False
        self._harmed_until_s = self.world.loop.time()

    async def _lose(self, dice: Random) -> None:
        await self._harm(self.objects.missing, dice)

    async def _damage(self, dice: Random) -> None:
        await self._harm(self.objects.damaged, dice)

    async def _harm(self, harmed: set[str], dice: Random) -> None:
        """Harm files, until everything heals in some runs."""
        stays, part = dice.random() < 0.5, dice.choice((0.2, 1.0))
        names = {name for name in self.objects.files if dice.random() < part}
        harmed |= names
        self.objects.harmed |= names
        await asyncio.sleep(dice.choice((2, 20)))
        if stays:
            self._is_left_alone = True
        else:
            harmed -= names
        self._harmed_until_s = self.world.loop.time()

    async def _kill(self, dice: Random) -> None:
        """Kill the pass that reaches some step next."""
        self.deadly.append(dice.choice(STEPS))


class ArchivePass:
    """One run of `turnledger archive`."""

    def __init__(self, room: ArchiveRoom, number: int) -> None:
        self._room, world = room, room.world
        self._games_max = GAMES_MAX if number % 2 else None
        self.state, context = ProcessState(f"archive pass {number}"), copy_context()
        world.states.append(self.state)
        context.run(PROCESS.set, self.state)
        self._url = world.new_url()
        self._task = world.loop.create_task(self._run(), context=context)

    async def ended(self) -> None:
        while not (self._task.done() or self.state.is_dead):
            await asyncio.wait({self._task}, timeout=0.2)
        if self._task.done() and (error := self._task.exception()):
            self._room.world.faults.append(f"a pass of the archive ended: {error!r}")

    def put(self, name: str, content: bytes) -> None:
        self._room.objects.put(name, content)
        self._step(0)

    def get(self, name: str) -> bytes:
        content = self._room.objects.get(name)
        self._step(1)
        return content

    def _step(self, number: int) -> None:
        """A killed process runs no further, so nothing is done with what this step returns."""
        if STEPS[number] in self._room.deadly:
            self._room.deadly.remove(STEPS[number])
            self._room.world.reach(f"an archive pass was killed {STEPS[number]}")
            self.state.is_dead = True
            for cluster in self._room.world.clusters:
                cluster.ended(self.state)

    async def _run(self) -> None:
        room, world = self._room, self._room.world
        store = open_store(self._url, world.clusters, SimulatedSql(world.cluster, self._url), [room])
        try:
            async with asyncio.timeout(LEAD_S) as waiting, store.lead(LEAD):
                waiting.reschedule(None)
                await self._archive(store)
        except (StoreUnavailable, TimeoutError) as away:
            world.reach(f"an archive pass ended: {type(away).__name__}")
        finally:
            await store.close()

    async def _archive(self, store: EventStore) -> None:
        room, world = self._room, self._room.world
        codec, sql = stored.codec(), SimulatedSql(world.cluster, self._url)
        exporter = Exporter(store, codec, room.keys, Seals(sql))
        gone = kept = 0
        for number, (log, cluster) in enumerate(zip(_logs_of(store), world.clusters, strict=True)):
            let_go = partial(self._let_go, cluster)
            archiver = Archiver(log.hot, Archive(self, 0), codec, exporter, room.keys, let_go)
            games_max = self._games_max and self._games_max - gone - kept
            async for each in archiver.run(BEGAN + timedelta(days=1), games_max):
                if isinstance(each, Gone):
                    gone += 1
                    world.reach(f"a game of log {number} was archived")
                    await sql.run("DELETE FROM snapshots WHERE game_id = ?", (each.game_id,))
                else:
                    kept += 1
                    world.reach("a game stays in the store")
        if self._games_max and gone > self._games_max:
            world.faults.append(f"a pass for {self._games_max} games has archived {gone}")
        if gone == self._games_max:
            world.reach("a pass archived as many games as it may")

    def _let_go(self, cluster: Cluster, game: ArchivedGame, rows: Sequence[LogRow]) -> bool:
        """See Backend.let_go, which opens a connection of its own. Its answer may be lost after the work was done."""
        if cluster.is_down or cluster.is_hung:
            raise StoreUnavailable("connection refused")
        if cluster.fails:
            raise StoreUnavailable(str(cluster.fails.pop(0)()))
        has_gone = cluster.primary.archive(game, rows_digest(rows))
        self._step(2)
        if self._room.dice.random() < LOST_PART:
            raise StoreUnavailable("the connection is lost")
        return has_gone


def _logs_of(store: EventStore) -> Sequence[ReadThroughStore]:
    """Return the logs of a store that has an archive."""
    return cast(Sequence[ReadThroughStore], store.logs)


def _of_tables(row: LogRow) -> bool:
    return row.row.topic.startswith("table.") and not row.row.topic.startswith("table.ClocksSet/")
