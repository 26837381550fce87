"""The open-table index: the table events of all unfinished tables, for roles that start to look after them.

A checkpoint is a position of the log, together with the positions of the table events of each table that was unfinished
there. A starting role reads it, and then the log from there on: the work depends on the games in play, not on the
length of the log. The index is derived from the log alone, built from nothing at first, and continued by any
process, one step at a time.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import structlog
from msgspec import Struct

from domain.history.codec import UNREADABLE, read_envelope
from domain.history.record import LogRow
from services.platform.cancellation import stop_if_cancelled
from services.platform.clock import process_clock
from services.platform.jitter import pause
from services.store.chained import still_stored
from services.store.interface import EventStore, StoreUnavailable
from services.store.log_reader import BATCH_MAX, pass_over, read_on, show
from services.store.sql import AlreadyThere, Sql, Statement

log = structlog.get_logger(__name__)

SCHEMA = 1
"""The schema of the stored index. Another one is built from nothing, next to that of older programs."""
EVERY_S = 60.0
STEP = 5_000
"""Rows a step of the checkpoint; it stays behind the log by less than this, or by RECENT_S."""
RECENT_S = 600
"""The age up to which the log is read, also for finished tables: a repeated request finds its seat there
(services/roles/matchmaking.py)."""
_GAMES_MAX = 500
"""The most positions in one statement."""
_OVER = ("table.GameFinished/", "table.TableClosed/", "table.SecretRevealed/")
"""After the first two topics a table is over; the last comes with the first."""
_FROM_NOTHING: Statement = ("DELETE FROM unfinished_tables WHERE schema = ?", (SCHEMA,))
Notice = Callable[[LogRow], None]


class Checkpoint(Struct, frozen=True):
    """`rows`: positions of what became of the tables that were not over at `position`, in order."""

    position: int = 0
    rows: Sequence[int] = ()


class OpenTableIndex:
    """The index of one log, `store`. `sql`: of the database that contains it."""

    def __init__(
        self,
        store: EventStore,
        sql: Sql,
        clock: Callable[[], datetime] = process_clock,
        *,
        step: int = STEP,
        recent_s: float = RECENT_S,
    ) -> None:
        self.store, self._sql, self._clock = store, sql, clock
        self._step, self._recent = step, timedelta(seconds=recent_s)
        self._keeping = asyncio.Lock()

    async def run(self) -> None:
        """Keep the checkpoint near the end of the log until cancelled; several processes may do so."""
        while True:
            try:
                await self.keep()
            except (StoreUnavailable, OSError) as away:
                log.warning("the checkpoint of tables waits for the store", reason=str(away))
            stop_if_cancelled()
            await pause(EVERY_S)

    async def show(self, notice: Notice) -> int:
        """Shows what became of the tables in the order of the log, each row once, without what was over at the
        checkpoint. Returns the position of the last row, or of the checkpoint. Raises StoreUnavailable."""
        await self.keep()
        checkpoint = await self._read()
        for start in range(0, len(checkpoint.rows), BATCH_MAX):
            for each in await self.store.rows_at(checkpoint.rows[start : start + BATCH_MAX]):
                show(each, notice)
        return await read_on(self.store.read_tables, checkpoint.position, notice)

    async def game_ids(self) -> Collection[str]:
        """Return the ids of the tables that are not over, those that changed last first. Raises StoreUnavailable."""
        found = dict[str, None]()

        def notice(each: LogRow) -> None:
            found.pop(each.row.stream_id, None)
            if not each.row.topic.startswith(_OVER):
                found[each.row.stream_id] = None

        await self.show(notice)
        return list(reversed(found))

    async def keep(self) -> None:
        """Takes the checkpoint on to what is recent."""
        async with self._keeping:
            while await self._one_step():
                stop_if_cancelled()

    async def _one_step(self) -> bool:
        """Return whether another step may follow."""
        before = await self._position()
        rows = await self.store.read_tables(before or 0, self._step)
        if len(rows) < self._step or self._is_recent(rows):
            return False
        added, over = what_became(rows)
        last, is_there = rows[-1].position, await still_stored(self.store, rows[-1])
        with suppress(AlreadyThere):  # another process was faster: continue from its checkpoint
            is_kept = await self._sql.together(
                [*([_FROM_NOTHING] if before is None else []), *_forgotten(over), *_added(added)],
                only_if=_begun(last, is_there) if before is None else _moved(before, last, is_there),
            )
            if not is_kept and await self._position() == before:
                raise StoreUnavailable("the log has lost events since they were read")
        return True

    async def _position(self) -> int | None:
        """Return the position of the checkpoint; None without one."""
        found = await self._sql.run("SELECT position FROM tables_read WHERE schema = ?", (SCHEMA,))
        return found[0][0] if found else None

    def _is_recent(self, rows: Sequence[LogRow]) -> bool:
        """Return whether the last of the rows is recent; of those that can be read."""
        for each in reversed(rows):
            try:
                return self._clock() - read_envelope(each.row).at < self._recent
            except UNREADABLE as error:
                pass_over(each, error)
        return False

    async def _read(self) -> Checkpoint:
        """Read position and rows in one statement, so that both are from one moment."""
        found = await self._sql.run(
            "SELECT kept.position, unfinished.positions FROM tables_read AS kept"
            " LEFT JOIN unfinished_tables AS unfinished ON unfinished.schema = kept.schema WHERE kept.schema = ?",
            (SCHEMA,),
        )
        if not found:
            return Checkpoint()
        return Checkpoint(found[0][0], sorted(int(each) for _, of in found for each in (of or "").split()))


def what_became(rows: Sequence[LogRow]) -> tuple[Mapping[str, Sequence[int]], Collection[str]]:
    """From consecutive rows return the positions of tables that are unfinished after them, and the tables that are
    over."""
    added, over = dict[str, list[int]](), set[str]()
    for each in rows:
        game_id = each.row.stream_id
        if each.row.topic.startswith(_OVER):
            added.pop(game_id, None)
            over.add(game_id)
        else:
            added.setdefault(game_id, []).append(each.position)
    return added, over


def _begun(position: int, is_there: Statement) -> Statement:
    """Finds nothing where a failover has lost the last event."""
    query, values = is_there
    begun = f"INSERT INTO tables_read (schema, position) SELECT ?, ? WHERE EXISTS ({query}) RETURNING position"
    return begun, (SCHEMA, position, *values)


def _moved(before: int, position: int, is_there: Statement) -> Statement:
    """Finds nothing where another process was faster, or a failover has lost the last event."""
    query, values = is_there
    moved = "UPDATE tables_read SET position = ? WHERE schema = ? AND position = ?"
    return f"{moved} AND EXISTS ({query}) RETURNING position", (position, SCHEMA, before, *values)


def _forgotten(over: Collection[str]) -> Iterator[Statement]:
    for games in _portions(sorted(over)):
        places = ", ".join("?" * len(games))
        yield f"DELETE FROM unfinished_tables WHERE schema = ? AND game_id IN ({places})", (SCHEMA, *games)  # noqa: S608


def _added(added: Mapping[str, Sequence[int]]) -> Iterator[Statement]:
    for games in _portions(list(added)):
        values = [value for game in games for value in (SCHEMA, game, "".join(f"{each} " for each in added[game]))]
        places = ", ".join(["(?, ?, ?)"] * len(games))
        yield (
            f"INSERT INTO unfinished_tables (schema, game_id, positions) VALUES {places}"  # noqa: S608
            " ON CONFLICT (schema, game_id)"
            " DO UPDATE SET positions = unfinished_tables.positions || excluded.positions",
            values,
        )


def _portions(games: Sequence[str]) -> Iterator[Sequence[str]]:
    return (games[start : start + _GAMES_MAX] for start in range(0, len(games), _GAMES_MAX))
