"""Writes the log from stored events, signs checkpoints, and asks witnesses for cosignatures.

One process at a time does this for the whole store, after the commands: no command waits for it. Openings, starts and
ends are logged at once, games that moved once a minute.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog

from domain.history.record import EventRow, LogRow, StreamUnreadable
from services.observe.metrics import LOG_UNSEEN_SECONDS
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import pause
from services.roles.leader_election import keep_leading
from services.store.chained import still_stored
from services.store.interface import EventStore
from services.store.log_reader import BATCH_MAX, read_on
from services.tlog.asking import Witnesses
from services.tlog.checkpoints import signed, tree_of
from services.tlog.leaves import BEGAN_TOPIC, END, OPEN, START, STARTING_TOPIC, Leaf, keys_leaf, leaf_of, mark_of
from services.tlog.notes import Note, Signer, Tree
from services.tlog.tlog_storage import LogStorage, ReadUpTo

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
        self._owed = set[str]()
        """Archived games whose openings and starts are missing, because their files could not be read."""
        self._seen_s = monotonic_s()

    async def run(self) -> None:
        """Run until cancelled."""
        await keep_leading(self._store, "log", self._lead)

    async def _lead(self) -> None:
        self._owed = set(await self._storage.ended_without_opening())
        while True:
            await self.step()
            stop_if_cancelled()
            await pause(LOOK_S)

    async def step(self) -> None:
        """Logs what is new, signs it, and has it seen."""
        await self._log_tables()
        if self._monotonic_s() - self._marked_s >= MARK_S:
            await self.mark()
            await self.log_owed()
            self._marked_s = self._monotonic_s()
        await self.publish()

    async def _log_tables(self) -> None:
        read = await self._storage.read_up_to()
        while rows := await self._store.read_tables(read.tables, BATCH_MAX):
            leaves = [(each.row.stream_id, leaf) for each in rows if (leaf := await self._leaf(each.row))]
            before, read = read, ReadUpTo(rows[-1].position, read.marks, read.keys)
            is_there = await still_stored(self._store, rows[-1])
            await self._storage.append(leaves, read, after=before, only_if=is_there)
            self._owed.update([game_id for game_id, leaf in leaves if leaf.kind == END and await self._owes(game_id)])

    async def _owes(self, game_id: str) -> bool:
        """Return whether a game that has ended was never opened here: the log of the store passed over its file."""
        return not await self._storage.has_opening(game_id)

    async def log_owed(self) -> None:
        """Log openings and starts of games whose files can be read again. A file without its opening owes nothing."""
        for game_id in sorted(self._owed):
            with suppress(StreamUnreadable):
                rows = await self._store.load(game_id)
                leaves = [leaf for each in rows if (leaf := await self._leaf(each)) and leaf.kind in (OPEN, START)]
                await self._storage.append([(game_id, leaf) for leaf in leaves], await self._storage.read_up_to())
                self._owed.discard(game_id)
                log.warning("the opening of an archived game was logged late", game_id=game_id)

    async def _leaf(self, row: EventRow) -> Leaf | None:
        if row.topic.startswith(BEGAN_TOPIC):
            before = await self._store.load(row.stream_id, row.version - 2, 1)
            if before and before[0].topic.startswith(STARTING_TOPIC):
                return None
        return leaf_of(row)

    async def mark(self) -> None:
        """Log a mark for every game that moved since the last time, and the key set if it has changed."""
        read = await self._storage.read_up_to()
        newest: dict[str, Leaf | None] = {}
        last: LogRow | None = None

        def notice(each: LogRow) -> None:
            nonlocal last
            last = each
            newest.pop(each.row.stream_id, None)
            newest[each.row.stream_id] = mark_of(each.row)

        position = await read_on(self._store.read_log, read.marks, notice)
        leaves = [(game_id, leaf) for game_id, leaf in newest.items() if leaf]
        keys = keys_leaf(self._published())
        if keys.link != read.keys:
            leaves.append(("", keys))
        if leaves or position > read.marks:
            is_there = await still_stored(self._store, last) if last else None
            await self._storage.append(leaves, ReadUpTo(read.tables, position, keys.link), after=read, only_if=is_there)

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
        self._measure(is_seen=newest is None or self._witnesses.are_enough(await self._storage.newest() or newest))

    def _measure(self, *, is_seen: bool) -> None:
        now_s = self._monotonic_s()
        if is_seen:
            self._seen_s = now_s
        LOG_UNSEEN_SECONDS.set(now_s - self._seen_s)

    async def _have_seen(self, note: Note, tree: Tree) -> None:
        cosigned = await self._witnesses.cosigned(note, tree, self._storage)
        enough = self._witnesses.are_enough(cosigned)
        if cosigned != note:
            await self._storage.keep(tree.size, cosigned, seen=enough)
        if not enough:
            log.warning("no quorum of witnesses has seen the log yet", size=tree.size)
