"""Fills empty views of boards with the games that are not over, from their streams, before the projector reads the log.

So players have their boards within seconds, however long the log is. Boards of games that are over are folded when
a caller asks for one, as after they left the view. Boards that are filled follow the log while
others are filled. See docs/decisions/0080-boards-of-unfinished-tables-come-first.md.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from domain.history.record import EventRow, LogRow, Recorded, StreamUnreadable
from projections.folds.marks import stamped
from projections.folds.transitions import Aggregates, BadEvent, Imported, Log, Projection, none_imported
from projections.stores.interface import EACH, Changes, Generation, Put
from services.platform.cancellation import stop_if_cancelled
from services.projection_runner.projector import PASSED, encoded, folded

log_ = logging.getLogger(__name__)

AT_ONCE = 16
"""Games that are read, folded and written together: the first boards are there after as many."""
BATCH = 4_000
Unfinished = Callable[[], Awaitable[Collection[str]]]
"""Returns the ids of the games of a log that are not over, perhaps some that ended a moment ago."""


async def fill_unfinished(
    log: Log,
    read: Callable[[EventRow], Recorded],
    projection: Projection,
    generation: Generation,
    unfinished: Unfinished,
    imported: Imported = none_imported,
) -> int:
    """Take an empty generation to the end of the log with the games that are not over there; return how many these
    are. Raises what log and view raise."""
    end = await log.log_head()
    if not end:
        return 0
    games = [game_id for game_id in await unfinished() if generation.shard_of(game_id) is not None]
    filler = _Filler(log, read, projection, generation, end, games, imported)
    for start in range(0, len(games), AT_ONCE):
        stop_if_cancelled()
        await filler.fill(games[start : start + AT_ONCE])
        await filler.follow()
    await filler.follow()
    marks = [*await stamped(log, filler.position), Put(PASSED, encoded(filler.passed))]
    await generation.write(0, filler.position, {EACH: marks})
    return len(games)


class _Filler:
    """`games`: in the order in which they will be filled. `position`: up to which the log was read."""

    def __init__(
        self,
        log: Log,
        read: Callable[[EventRow], Recorded],
        projection: Projection,
        generation: Generation,
        position: int,
        games: Sequence[str],
        imported: Imported,
    ) -> None:
        self._log, self._projection, self._generation = log, projection, generation
        self._aggregates = Aggregates(log, read, imported)
        self._waiting, self._versions = set(games), dict[str, int]()
        """Games that are not filled yet, and the versions of those that are."""
        self.position = position
        self.passed = dict[str, int]()
        """Games that cannot be folded, each with its last version."""

    async def fill(self, games: Sequence[str]) -> None:
        found = await asyncio.gather(*map(self._log.load, games), return_exceptions=True)
        rows = list[LogRow]()
        for game_id, stream in zip(games, found, strict=True):
            if isinstance(stream, StreamUnreadable):
                self.passed[game_id] = 0
            elif isinstance(stream, BaseException):
                raise stream
            else:
                rows += [LogRow(self.position, row) for row in stream]
        self._waiting.difference_update(games)
        await self._write(rows)

    async def follow(self) -> None:
        """Read the log to its end: games that are filled move on, and games that are not listed are added."""
        while rows := await self._log.read_log(self.position, BATCH):
            self.position = rows[-1].position
            new = [each for each in rows if self._is_new(each.row)]
            await self._write(new)
            if len(rows) < BATCH:
                return

    def _is_new(self, row: EventRow) -> bool:
        if row.stream_id in self.passed:
            self.passed[row.stream_id] = max(row.version, self.passed[row.stream_id])
            return False
        if row.stream_id in self._waiting or self._generation.shard_of(row.stream_id) is None:
            return False
        return row.version > self._versions.get(row.stream_id, 0)

    async def _write(self, rows: Sequence[LogRow]) -> None:
        """Fold game by game, so that other tasks have their turns, and write all in one step."""
        streams: dict[str, list[LogRow]] = {}
        for each in rows:
            streams.setdefault(each.row.stream_id, []).append(each)
        together: dict[str, Changes] = {}
        for game_id, stream in (await self._whole(streams)).items():
            together[game_id] = await self._folded(stream)
            self._versions[game_id] = stream[-1].row.version
            await asyncio.sleep(0)
        changes = {home: of_home for of_game in together.values() for home, of_home in of_game.items()}
        if changes:
            await self._generation.write(0, 0, changes)

    async def _whole(self, streams: dict[str, list[LogRow]]) -> dict[str, list[LogRow]]:
        """Put the earlier events before the first ones of games that the view does not have."""
        for game_id, rows in streams.items():
            if rows[0].row.version > 1 and game_id not in self._versions:
                last = rows[-1].row.version
                stream = await self._log.load(game_id)
                streams[game_id] = [LogRow(self.position, row) for row in stream if row.version <= last]
        return streams

    async def _folded(self, rows: Sequence[LogRow]) -> Changes:
        """Return nothing for a game that cannot be folded: the view passes over it."""
        try:
            transitions = await self._aggregates.transitions(rows)
            return await folded(self._projection, self._generation, transitions, rows)
        except BadEvent as bad:
            log_.critical("%s; the view %s passes over this game: %r", bad, self._projection.name, bad.__cause__)
            self.passed[rows[0].row.stream_id] = rows[-1].row.version
            return {}
