"""Writes the log from what is stored, signs how it stands, and asks witnesses for their cosignatures.

One process at a time does this for the whole store, behind the commands: none waits for it. Openings, starts and ends
are logged at once, games that moved once a minute.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from domain.history.record import LogRow, Row
from services.platform.cancellation import stop_if_cancelled
from services.platform.log_reader import BATCH_MAX, read_on
from services.roles.leader_election import keep_leading
from services.store.interface import EventStore
from services.tlog.asking import Witnesses
from services.tlog.checkpoints import signed, tree_of
from services.tlog.leaves import BEGAN_TOPIC, STARTING_TOPIC, Leaf, keys_leaf, leaf_of, mark_of
from services.tlog.notes import Note, Signer, Tree
from services.tlog.storage import LogStorage, ReadUpTo

log = structlog.get_logger(__name__)

LOOK_S = 0.5
MARK_S = 60.0


class LogWriter:
    """`published`: the key set that verifies files, as it is now."""

    def __init__(
        self,
        store: EventStore,
        storage: LogStorage,
        signer: Signer,
        witnesses: Witnesses,
        published: Callable[[], Mapping[str, Any]],
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._storage, self._signer, self._witnesses = store, storage, signer, witnesses
        self._published, self._monotonic_s = published, monotonic_s
        self._marked_s = float("-inf")

    async def run(self) -> None:
        """Until cancelled."""
        await keep_leading(self._store, "log", self._lead)

    async def _lead(self) -> None:
        while True:
            await self.step()
            stop_if_cancelled()
            await asyncio.sleep(LOOK_S)

    async def step(self) -> None:
        """Logs what is new, signs it, and has it seen."""
        await self._log_tables()
        if self._monotonic_s() - self._marked_s >= MARK_S:
            await self.mark()
            self._marked_s = self._monotonic_s()
        await self.publish()

    async def _log_tables(self) -> None:
        read = await self._storage.read_up_to()
        while rows := await self._store.read_tables(read.tables, BATCH_MAX):
            leaves = [(each.row.game_id, leaf) for each in rows if (leaf := await self._leaf(each.row))]
            read = ReadUpTo(rows[-1].position, read.marks, read.keys)
            await self._storage.append(leaves, read)

    async def _leaf(self, row: Row) -> Leaf | None:
        if row.topic.startswith(BEGAN_TOPIC):
            before = await self._store.load(row.game_id, row.version - 2, 1)
            if before and before[0].topic.startswith(STARTING_TOPIC):
                return None
        return leaf_of(row)

    async def mark(self) -> None:
        """Logs how every game stands that moved since the last time, and the key set if it is another."""
        read = await self._storage.read_up_to()
        newest: dict[str, Leaf | None] = {}

        def notice(each: LogRow) -> None:
            newest.pop(each.row.game_id, None)
            newest[each.row.game_id] = mark_of(each.row)

        position = await read_on(self._store.read_log, read.marks, notice)
        leaves = [(game_id, leaf) for game_id, leaf in newest.items() if leaf]
        keys = keys_leaf(self._published())
        if keys.link != read.keys:
            leaves.append(("", keys))
        if leaves or position > read.marks:
            await self._storage.append(leaves, ReadUpTo(read.tables, position, keys.link))

    async def publish(self) -> None:
        """Signs the tree if it grew, and asks witnesses until a quorum has seen it."""
        size, newest = await self._storage.size(), await self._storage.newest()
        before = tree_of(newest) if newest else None
        if size and (before is None or before.size < size):
            tree = Tree(self._signer.key.name, size, await self._storage.root(size))
            newest, before = signed(tree, self._signer), tree
            await self._storage.keep(size, newest, seen=self._witnesses.are_enough(newest))
        if newest and before and not self._witnesses.are_enough(newest):
            await self._have_seen(newest, before)

    async def _have_seen(self, note: Note, tree: Tree) -> None:
        cosigned = await self._witnesses.cosigned(note, tree, self._storage)
        enough = self._witnesses.are_enough(cosigned)
        if cosigned != note:
            await self._storage.keep(tree.size, cosigned, seen=enough)
        if not enough:
            log.warning("no quorum of witnesses has seen the log yet", size=tree.size)
