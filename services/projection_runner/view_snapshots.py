"""Snapshots of in-memory views in the store's database: a process begins where the last one was.

They are derived data, deleted at will, and used only if this very program made them, no byte has changed, and the log
has the event that they have reached. Later events are folded as usual. See
docs/decisions/0077-views-in-memory-begin-where-they-were.md.
"""

import asyncio
import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
import structlog

from domain import catalogue
from projections import folds
from projections.folds.marks import stands_in
from projections.folds.transitions import Log
from projections.stores.memory_generation import Content, MemoryGeneration
from projections.stores.memory_view import MemoryView
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import pause
from services.platform.program import program_of, sealed, unsealed
from services.store.interface import StoreUnavailable
from services.store.sql import Sql

log = structlog.get_logger(__name__)

EVERY, LOOK_S = 20_000, 60.0
"""After this many events a view is stored again, at most once in this time: they take a third of a second to fold."""
AT_THE_END = 1_000
"""After this many events a process that ends in order stores it too."""
BYTES_MAX = 256 * 2**20
"""Larger snapshots are not stored: an installation with so many games has Redis."""
_FOLDERS = Path(catalogue.__file__).parent, Path(folds.__file__).parents[1]
"""The fingerprint of the code that makes views."""
_FORGOTTEN = ""
"""The value in place of the program's fingerprint after a snapshot was deleted."""
_LEVEL = 1
"""Level of zlib: lists shrink to a fifth and boards to a tenth, at 100 MB a second."""


class KeptViews:
    """`views`: those that this process follows for, each with its log. `program`: who made those that are believed."""

    def __init__(self, sql: Sql, views: Iterable[tuple[Log, MemoryView]], program: str = "") -> None:
        self._sql, self._views = sql, list(views)
        self._program = program or program_of(*_FOLDERS)
        self._kept = dict.fromkeys((view.id for _, view in self._views), 0)
        """The positions of stored snapshots."""

    async def restore(self) -> None:
        """Load the views before the projection runner starts. A view stays empty if its snapshot is not usable or the
        store is unavailable."""
        for of, view in self._views:
            try:
                await self._sql.run("DELETE FROM kept_views WHERE view = ? AND program = ?", (view.id, _FORGOTTEN))
                content = await self._read(view)
                if content is None:
                    continue
                if not await _is_of(of, content):
                    log.warning("a view that was kept stands at an event that the log does not have", view=view.id)
                    continue
            except StoreUnavailable as away:
                log.warning("a view is folded from the first event", view=view.id, reason=str(away))
                continue
            (await view.live()).take(content)
            self._kept[view.id] = content.position
            log.info("a view goes on where it was kept", view=view.id, position=content.position)

    async def run(self) -> None:
        """Keeps those that have gone on, until cancelled."""
        while True:
            stop_if_cancelled()
            await pause(LOOK_S)
            await self.keep(EVERY)

    async def keep(self, events: int) -> None:
        """Those that have gone on by so many events since they were kept."""
        for _, view in self._views:
            generation = await view.live()
            if await generation.position() - self._kept[view.id] >= events:
                await self._write(view, generation.content())

    async def end(self) -> None:
        """Store the views after the projection runner has ended."""
        await self.keep(AT_THE_END)

    async def forget(self) -> int:
        """Delete all snapshots of all programs, so that the next process folds from the first event, and a running one
        does not store its views. Return their number."""
        return len(
            await self._sql.run(
                "UPDATE kept_views SET program = ?, content = ? WHERE program <> ? RETURNING view",
                (_FORGOTTEN, b"", _FORGOTTEN),
            )
        )

    async def _write(self, view: MemoryView, content: Content) -> None:
        packed = await asyncio.to_thread(_packed, content)
        if len(packed) > BYTES_MAX:
            log.warning("a view is too large to be kept: have Redis", view=view.id, bytes=len(packed))
            self._kept[view.id] = content.position
            return
        place = view.id, content.position
        try:
            await self._sql.run(
                "INSERT INTO kept_views (view, position, program, content) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (view) DO UPDATE SET"
                " position = excluded.position, program = excluded.program, content = excluded.content"
                " WHERE kept_views.program <> ?",
                (*place, self._program, sealed(packed, self._program, *place), _FORGOTTEN),
            )
        except StoreUnavailable as away:
            log.info("a view is kept later", view=view.id, reason=str(away))
            return
        self._kept[view.id] = content.position

    async def _read(self, view: MemoryView) -> Content | None:
        """Return the newest content; None without one, or if this program did not write it."""
        rows = await self._sql.run(
            "SELECT position, content FROM kept_views WHERE view = ? AND program = ?", (view.id, self._program)
        )
        if not rows:
            return None
        ((position, written),) = rows
        packed = unsealed(bytes(written), self._program, view.id, position)
        if packed is None:
            log.warning("a view that was kept is not what was written", view=view.id)
            return None
        return await asyncio.to_thread(_unpacked, packed)


async def _is_of(of: Log, content: Content) -> bool:
    """Return whether the log has the event that a view has reached."""
    kept = MemoryGeneration(0)
    kept.take(content)
    return await stands_in(of, kept)


def _packed(content: Content) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(content), _LEVEL)


def _unpacked(packed: bytes) -> Content:
    return msgspec.msgpack.decode(zlib.decompress(packed), type=Content)
