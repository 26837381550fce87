"""Takes generations of views along the log: reads, folds, writes."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence

from domain.history.codec import link_of
from domain.history.record import LogRow, Recorded, Row
from projections.folds.ends import Ends
from projections.folds.transitions import Aggregates, BadEvent, Imported, Log, Projection, Transition, none_imported
from projections.stores.interface import EACH, SHARED, Changes, Generation, PositionMoved, Put
from services.platform.cancellation import stop_if_cancelled

BATCH = 4_000
"""Rows a step. Larger batches write each board less often when catching up, and hold the loop longer."""
MARK = "mark"
"""Which event a generation stands at: its position and its link of the chain."""
ORIGIN = "origin"
"""The same of the first event of its log: another store's log begins with another one."""


class ViewAhead(Exception):
    """The views stand at an event that the log does not have: the log lost its end, or it is another log."""


def _mark(row: LogRow) -> bytes:
    return f"{row.position} {link_of(row.row)}".encode()


async def stands_in(log: Log, generation: Generation) -> bool:
    """Whether the log has the event that the generation stands at. One that lost its end grows again, and then has
    others in its place."""
    return await _has(log, generation, MARK, unknown=True)


async def has_lost_its_end(log: Log, generation: Generation) -> bool:
    """Whether the generation is of this very log, and stands at an event that the log does not have any more."""
    return await _has(log, generation, ORIGIN, unknown=False) and not await stands_in(log, generation)


async def _has(log: Log, generation: Generation, key: str, *, unknown: bool) -> bool:
    """Whether the events that marks name are in the log; `unknown` where there is no mark."""
    marks = {mark for mark in await generation.each(key) if mark is not None}
    for mark in marks:
        position = int(mark.partition(b" ")[0])
        if not any(_mark(row) == mark for row in await log.read_log(position - 1, 1)):
            return False
    return bool(marks) or unknown


class Projector:
    """Takes generations along the log, all in transition. `resume` it whenever it is not certain where they stand."""

    def __init__(
        self,
        log: Log,
        read: Callable[[Row], Recorded],
        targets: Sequence[tuple[Projection, Generation]],
        applied: Callable[[Sequence[Transition]], None] = lambda transitions: None,
        imported: Imported = none_imported,
        *,
        left: Collection[str] = (),
    ) -> None:
        """`left`: games that no view has by itself any more: they are passed over where nothing spans games."""
        self._log, self._read, self._targets, self._applied, self._left = log, read, targets, applied, left
        self._aggregates, self._ends = Aggregates(log, read, imported), Ends(log, read, imported)
        self._levels: list[int] = []
        self.behind = True
        """Whether the last step left something to read."""

    @property
    def position(self) -> int:
        """All generations stand here, or further."""
        return self._levels[0]

    @property
    def caught_up(self) -> bool:
        """The last batch was not full, and all stand at one level."""
        return not self.behind and len(self._levels) == 1

    async def resume(self) -> None:
        """Asks the generations where they stand. Raises ViewAhead."""
        self._levels = sorted({at for _, generation in self._targets for at in await generation.positions()})
        head = await self._log.log_head()
        if self._levels[-1] > head:
            raise ViewAhead(f"the views stop: they stand at {self._levels[-1]}, the log ends at {head}")
        for _, generation in self._targets:
            if not await stands_in(self._log, generation):
                raise ViewAhead("the views stop: the event that they stand at is not in the log, which lost its end")

    async def step(self, limit: int) -> int:
        """Goes one batch on; how many rows that were. Raises PositionMoved, BadEvent and what log and views raise."""
        stop_if_cancelled()
        after, *ahead = self._levels
        found = await self._log.read_log(after, limit)
        self.behind = len(found) == limit
        rows = self._whole(found, ahead)
        if not rows:
            self._left = ()
            return 0
        upto = rows[-1].position
        transitions = await self._aggregates.transitions(self._folded(rows))
        ends = await self._ends.transitions(rows) if any(each.ends_only for each, _ in self._targets) else []
        taken = (
            self._take(*target, after, upto, ends if target[0].ends_only else transitions, rows)
            for target in self._targets
        )
        for outcome in await asyncio.gather(*taken, return_exceptions=True):  # none goes on when this returns
            if outcome:
                raise outcome
        self._levels = sorted({upto, *ahead})
        self._applied(transitions or ends)
        return len(rows)

    async def _take(
        self,
        projection: Projection,
        generation: Generation,
        after: int,
        upto: int,
        transitions: Sequence[Transition],
        rows: Sequence[LogRow],
    ) -> None:
        games = {transition.record.game_id for transition in transitions}
        held = {game_id for game_id in games if self._takes(projection, generation, game_id)}
        if len(held) < len(games):
            transitions = [each for each in transitions if each.record.game_id in held]
        wanted = projection.wants(transitions)
        stored = await generation.get(SHARED, *wanted) if wanted else []
        known = {key: value for key, value in zip(wanted, stored, strict=True) if value is not None}
        changes = _fold(projection, transitions, known, rows) if transitions else {}
        each = [Put(MARK, _mark(rows[-1]))]
        if not after:
            each.append(Put(ORIGIN, _mark(rows[0])))
        await generation.write(after, upto, {**changes, EACH: each})

    def _folded(self, rows: Sequence[LogRow]) -> Sequence[LogRow]:
        """Those of games that a target has in its shards and asks more of than their ends; the others are not even
        decoded."""
        targets = [target for target in self._targets if not target[0].ends_only]
        games = {row.row.game_id for row in rows}
        held = {game_id for game_id in games if any(self._takes(*target, game_id) for target in targets)}
        return rows if len(held) == len(games) else [row for row in rows if row.row.game_id in held]

    def _takes(self, projection: Projection, generation: Generation, game_id: str) -> bool:
        return generation.holds(game_id) and not (self._left and projection.by_game and game_id in self._left)

    async def catch_up(self) -> None:
        """Until a batch is not full and all stand at one level. Does not wait for a moment in which nobody writes."""
        await self.step(BATCH)
        while not self.caught_up:
            await self.step(BATCH)

    async def check(self) -> None:
        """Raises PositionMoved when somebody else wrote or the views lost what they held."""
        if len(self._levels) > 1:
            return
        for _, generation in self._targets:
            if not await generation.intact(self.position):
                raise PositionMoved(f"generation {generation.number} does not stand at {self.position}")

    def _whole(self, rows: Sequence[LogRow], ahead: Sequence[int]) -> Sequence[LogRow]:
        """Whole commands only, and not past the level at which another part stands (always the end of a command)."""
        if ahead:
            rows = [row for row in rows if row.position <= ahead[0]]
            if rows and rows[-1].position == ahead[0]:
                return rows
        if not self.behind:
            return rows
        last, end = self._command_of(rows[-1]), len(rows)
        while end and self._command_of(rows[end - 1]) == last:
            end -= 1
        assert end, f"a command of more than {len(rows)} events"
        return rows[:end]

    def _command_of(self, row: LogRow) -> tuple[str, str]:
        try:
            return row.row.game_id, self._read(row.row).envelope.request_id
        except Exception as error:
            raise BadEvent(row) from error


def _fold(
    projection: Projection, transitions: Sequence[Transition], known: Mapping[str, bytes], rows: Sequence[LogRow]
) -> Changes:
    try:
        return projection.fold(transitions, known)
    except Exception as error:
        raise BadEvent(_culprit(projection, transitions, known, rows)) from error


def _culprit(
    projection: Projection, transitions: Sequence[Transition], known: Mapping[str, bytes], rows: Sequence[LogRow]
) -> LogRow:
    """The last row of the first game that cannot be folded by itself."""
    last = {row.row.game_id: row for row in rows}
    for game_id, row in last.items():
        try:
            projection.fold([transition for transition in transitions if transition.record.game_id == game_id], known)
        except Exception:
            return row
    return rows[-1]
