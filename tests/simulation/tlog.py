"""The transparency log: the role writes it in every process, and an observer keeps each checkpoint that it saw.

The trees are made a second time from the leaves, by the definition of RFC 6962.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from domain.history.record import EventRow
from services.history.keys import SigningKeys
from services.store.interface import StoreUnavailable
from services.tlog.asking import Witnesses
from services.tlog.checkpoints import tree_of
from services.tlog.leaves import leaf_of
from services.tlog.notes import ED25519, Signer, Tree, read_note
from services.tlog.policy import NONE, Log, Policy
from services.tlog.role import LogWriter
from services.tlog.tlog_storage import LogStorage
from tests.simulation.checks import Log as WholeLog
from tests.simulation.postgres import Lost
from tests.simulation.process import Process
from tests.simulation.room import Room, Work
from tests.simulation.store_faults import LOST_MAX, STREAM_S

if TYPE_CHECKING:
    from tests.simulation.world import World

ORIGIN = "simulated.example/log"
LOOKS_S = 3.0
OVER = ("table.SecretRevealed/", "table.TableClosed/")
AT_ONCE = ("table.GameOpened/", "table.GameStarting/", *OVER)
"""Events that have a leaf of their own, and no mark."""
CHECKPOINT = "transparency log: failover that loses leaves of the next checkpoint"


class TransparencyRoom(Room):
    """A log without witnesses: each checkpoint counts as seen."""

    name = "transparency log"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._signer = Signer(ORIGIN, ED25519, sha256(b"simulated").digest())
        self._keys = SigningKeys.from_secrets("simulated")
        self._seen = dict[int, Tree]()
        self._lost: set[Tree] = set()
        """Checkpoints that a failover has lost: others may have their places."""
        self._over: list[str] = []
        self._leaves = 0
        """The leaves when all had healed."""
        self.faults = {CHECKPOINT: self._fail_over}
        self._writer = ""

    def roles(self, process: Process) -> Sequence[Work]:
        witnesses = Witnesses(Policy((Log(self._signer.key),), {}, {}, NONE), self.world.loop.time)
        writer = LogWriter(
            process.store,
            LogStorage(process.sql),
            self._signer,
            witnesses,
            partial(self._published, process.name),
            self.world.loop.time,
        )
        return [writer.run()]

    def _published(self, name: str) -> Mapping[str, Any]:
        """Each writer asks for the keys in its first step."""
        if self._writer not in ("", name):
            self.world.reach("the transparency log was continued by a process that took over")
        self._writer = name
        return self._keys.published()

    def clients(self) -> Sequence[Work]:
        return [self._observe()]

    async def _observe(self) -> None:
        """Keep the checkpoints that were published, as a monitor does."""
        dice, storage = Random(f"observer {self.world.plan.seed}"), LogStorage(self.world.sql)
        while True:
            await asyncio.sleep(dice.uniform(0.1, LOOKS_S))
            try:
                note = await storage.newest()
            except StoreUnavailable:
                continue
            if note:
                self._keep(tree_of(note))

    def _keep(self, tree: Tree) -> None:
        if tree in self._lost:
            return
        if self._seen and tree.size < max(self._seen):
            self.world.faults.append(f"the transparency log shrank from {max(self._seen)} to {tree.size} leaves")
        if self._seen.setdefault(tree.size, tree) != tree:
            self.world.faults.append(f"the transparency log had two trees of {tree.size} leaves")

    async def _fail_over(self, dice: Random) -> None:
        """A process has signed a tree and is about to store it, and leaves of the tree are lost, some with their
        events. It does not notice at once that its lead is lost, too."""
        cluster = self.world.cluster

        def happen() -> None:
            self.world.reach("leaves were lost before their checkpoint was stored")
            lost = cluster.primary.since([("INSERT INTO log_leaves ", ("",))]) + dice.randrange(LOST_MAX)
            self.world.forgive(cluster.promote(lost=lost, stays=lambda each: each.leads))

        cluster.before_write_to = ("log_checkpoints", happen)
        await asyncio.sleep(STREAM_S)
        cluster.before_write_to = None

    def forgive(self, lost: Lost) -> None:
        for (note,) in lost.difference("SELECT note FROM log_checkpoints"):
            self.world.reach("a checkpoint was lost")
            self._lost.add(tree_of(read_note(note.encode())))
        self._seen = {size: tree for size, tree in self._seen.items() if tree not in self._lost}

    def heal(self) -> None:
        self._over = [each for log in self.world.clusters for each in _finished(log.primary.by_stream)]
        ((self._leaves,),) = self.world.cluster.primary.tables.run("SELECT count(*) FROM log_leaves", ())

    async def lags(self) -> list[str]:
        rows = await self.world.sql.run("SELECT game_id, leaf FROM log_leaves WHERE leaf LIKE 'end %' OR game_id = ''")
        logged = {game_id for game_id, _ in rows}
        missing = [each for each in self._over if each not in logged and not self.world.passes_over(each)]
        lagging = [f"{len(missing)} games are not in the transparency log"] if missing else []
        if not any(leaf.startswith("keys ") for _, leaf in rows):
            lagging.append("the transparency log has no key set")
        newest = await LogStorage(self.world.sql).newest()
        if newest is None or tree_of(newest).size < self._leaves:
            lagging.append(f"the transparency log has no checkpoint of {self._leaves} leaves")
        return lagging

    async def check(self, log: WholeLog) -> None:
        """All checkpoints are of one tree, and each game is logged once, as it is."""
        rows = await self.world.sql.run("SELECT game_id, leaf FROM log_leaves ORDER BY leaf_index")
        hashes = [sha256(b"\0" + leaf.encode()).digest() for _, leaf in rows]
        for size, tree in self._seen.items():
            self.world.reach("a checkpoint was compared with the leaves")
            if size > len(hashes) or _root(hashes[:size]) != tree.root:
                self.world.faults.append(f"the checkpoint of {size} leaves is not of the log that there is")
        newest = await LogStorage(self.world.sql).newest()
        if newest:
            self._keep(tree_of(newest))
        self._check_leaves([tuple(row) for row in rows], log)

    def _check_leaves(self, leaves: Sequence[tuple[str, str]], log: WholeLog) -> None:
        if len(set(leaves)) < len(leaves):
            self.world.faults.append("the transparency log has a leaf twice")
        logged = set(leaves)
        ended = set(self._over) | {game_id for game_id, leaf in leaves if leaf.startswith("end ")}
        for game_id in (each for each in ended if not self.world.passes_over(each)):
            rows = log.by_stream.get(game_id, [])  # one of several logs may have lost the game since
            wanted = {leaf.line for row in rows if (leaf := leaf_of(row))}
            told = {each.version for each in rows if each.topic.startswith(AT_ONCE)}
            marks = [line for of, line in leaves if of == game_id and line.startswith("mark ")]
            if doubled := [line for line in marks if int(line.split()[2]) in told]:
                self.world.faults.append(f"the transparency log marks what it has logged at once: {doubled}")
            if missing := [line for line in wanted if (game_id, line) not in logged]:
                self.world.faults.append(f"the transparency log lacks {missing} of {game_id}")


def _root(hashes: Sequence[bytes]) -> bytes:
    """RFC 6962, 2.1."""
    if len(hashes) == 1:
        return hashes[0]
    cut = 1 << (len(hashes) - 1).bit_length() - 1
    return sha256(b"\1" + _root(hashes[:cut]) + _root(hashes[cut:])).digest()


def _finished(streams: dict[str, list[tuple[int, str, int, str, bytes]]]) -> list[str]:
    return [game_id for game_id, rows in streams.items() if rows and EventRow(*rows[-1][1:]).topic.startswith(OVER)]
