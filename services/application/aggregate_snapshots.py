"""Aggregate snapshots: states of games at intervals, so that a long game opens as fast as a short one.

They are derived data: written after the answer, deleted at will, and used only if they fit the stream and were made by
this very program. Verification and audits read the events and nothing else.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct

from domain import catalogue
from domain.history.snapshot import pack, unpack
from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate
from services.application.requests import ProcessedRequest, RequestKey, pack_requests
from services.platform.jitter import pause
from services.platform.program import program_of, sealed, unsealed
from services.store.interface import StoreUnavailable
from services.store.sql import Sql

log = structlog.get_logger(__name__)

EVERY = 250
"""Events from one snapshot to the next: at the end of the command in which a multiple of it falls."""
WAITING_MAX = 1_000
RETRY_S = 1.0


class AggregateSnapshot(Struct, frozen=True, gc=False):
    """A game after a whole command. `after`: the version of the snapshot before it, 0 if it is the first. `asked`: the
    requests that were answered since then."""

    aggregate: Aggregate
    chain: str
    after: int
    asked: tuple[tuple[RequestKey, ProcessedRequest], ...] = ()


class LoadedSnapshot(Struct, frozen=True, gc=False):
    """An aggregate to continue from, if the stream has this link at its version."""

    aggregate: Aggregate
    chain: str


def this_program() -> str:
    """The fingerprint of this program's fold."""
    return program_of(Path(catalogue.__file__).parent)


class AggregateSnapshots:
    """`program`: who made those that are believed."""

    def __init__(self, sql: Sql, program: str = "") -> None:
        self._sql, self._program = sql, program or this_program()
        self._waiting: deque[AggregateSnapshot] = deque(maxlen=WAITING_MAX)
        self._arrived = asyncio.Event()

    def put(self, snapshots: Sequence[AggregateSnapshot]) -> None:
        """Queue a snapshot for writing. If too many wait, the oldest are dropped: they are made again."""
        self._waiting.extend(snapshots)
        self._arrived.set()

    async def run(self) -> None:
        """Writes what was put, until cancelled."""
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            try:
                await self.write()
            except StoreUnavailable as away:
                log.info("snapshots wait", reason=str(away))
                await pause(RETRY_S)
                self._arrived.set()

    async def write(self) -> int:
        """Writes what waits; how many. Raises StoreUnavailable."""
        written = 0
        while self._waiting:
            await self._keep(self._waiting[0])
            self._waiting.popleft()
            written += 1
        return written

    async def near(self, game_id: str, version: int) -> LoadedSnapshot | None:
        """The last one that is not after a version. None, too, while the store is away: it is asked next."""
        try:
            rows = await self._sql.run(
                "SELECT version, after_version, chain, state FROM snapshots"
                " WHERE game_id = ? AND version <= ? AND program = ? ORDER BY version DESC LIMIT 1",
                (game_id, version, self._program),
            )
        except StoreUnavailable:
            return None
        return self._opened(game_id, *rows[0]) if rows else None

    async def packed_requests(self, game_id: str, version: int) -> bytes | None:
        """Return all requests of a game up to the snapshot at a version, packed; None if they are not complete."""
        try:
            rows = await self._sql.run(
                "SELECT version, after_version, chain, asked FROM snapshots"
                " WHERE game_id = ? AND version <= ? AND program = ? ORDER BY version",
                (game_id, version, self._program),
            )
        except StoreUnavailable:
            return None
        found, reached = list[bytes](), 0
        for at, after, chain, written in rows:
            packed = self._unsealed(bytes(written), game_id, at, after, chain)
            if after != reached or packed is None:
                return None
            found.append(packed)
            reached = at
        return b"".join(found) if reached == version else None

    async def forget(self) -> int:
        """Throws all away; how many."""
        return len(await self._sql.run("DELETE FROM snapshots RETURNING version"))

    async def count(self) -> int:
        """Return the number of snapshots of all programs."""
        ((number,),) = await self._sql.run("SELECT count(*) FROM snapshots")
        return int(number)

    async def count_ours(self) -> int:
        """Return the number of snapshots that this program may use."""
        ((number,),) = await self._sql.run("SELECT count(*) FROM snapshots WHERE program = ?", (self._program,))
        return int(number)

    async def _keep(self, each: AggregateSnapshot) -> None:
        game_id, version = each.aggregate.opened.game_id, each.aggregate.version
        place = (game_id, version, each.after, each.chain)
        state, asked = await asyncio.to_thread(lambda: (pack(each.aggregate), pack_requests(each.asked)))
        await self._sql.run(
            "INSERT INTO snapshots (game_id, version, after_version, chain, program, state, asked)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game_id, version) DO UPDATE SET"
            " after_version = excluded.after_version, chain = excluded.chain, program = excluded.program,"
            " state = excluded.state, asked = excluded.asked",
            (*place, self._program, self._sealed(state, *place), self._sealed(asked, *place)),
        )

    def _opened(self, game_id: str, version: int, after: int, chain: str, written: bytes) -> LoadedSnapshot | None:
        packed = self._unsealed(bytes(written), game_id, version, after, chain)
        if packed is None:
            return None
        try:
            return LoadedSnapshot(unpack(packed), chain)
        except (msgspec.MsgspecError, Refused) as error:
            log.warning("a snapshot cannot be read", game_id=game_id, version=version, reason=str(error))
            return None

    def _sealed(self, packed: bytes, *place: str | int) -> bytes:
        return sealed(packed, self._program, *place)

    def _unsealed(self, written: bytes, *place: str | int) -> bytes | None:
        """None for damaged bytes."""
        packed = unsealed(written, self._program, *place)
        if packed is None:
            log.warning("a snapshot is not what was written", game_id=place[0], version=place[1])
        return packed
