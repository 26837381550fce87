"""Take generations of views along the log: read, fold, write.

A game whose stream cannot be read or folded is passed over: its view continues, remembers the game in itself, and takes
it up once its stream can be folded (docs/decisions/0078-a-stream-that-cannot-be-folded-is-passed-over.md).
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf

import msgspec

from domain.history.record import EventRow, LogRow, Recorded, StreamUnreadable
from projections.folds.ends import Ends
from projections.folds.marks import MARK, ORIGIN, is_at, mark_of, origin_of, stands_in
from projections.folds.transitions import (
    Aggregates,
    BadEvent,
    Imported,
    Log,
    Projection,
    Transition,
    none_imported,
)
from projections.stores.interface import (
    EACH,
    SHARED,
    Change,
    Changes,
    Generation,
    PositionMoved,
    Put,
    SetRank,
    Unrank,
)
from services.platform.cancellation import stop_if_cancelled
from services.store.archive.lookups import LAST_TOPIC
from services.store.log_reader import still_has

BATCH = 4_000
"""Rows a step. Larger batches write each board less often when catching up, and hold the loop longer."""
PASSED = "passed"
"""JSON of the games that a view passed over, each with its last version that was passed over."""
FOLDED = "passed.folded"
"""JSON of the same games, each with the version up to which the view has it; 0 where that is not known."""
LOST_ITS_END = "the views stop: the event that they stand at is not in the log, which lost its end"
NOT_SEEN = 2**31 - 1
"""The version of a game that is passed over before any of its events was read: its last one is read in any case."""
TAKEN_UP_MAX = 64
"""Games that are read again at once."""
log_ = logging.getLogger(__name__)
_passed = msgspec.json.Decoder(dict[str, int]).decode


class ViewAhead(Exception):
    """The views are at an event that the log does not have: the log lost its end, or it is another log."""


async def passed_over(generation: Generation) -> dict[str, int]:
    """Return the games that the generation passed over, each with the last version that it passed over."""
    return await _of_games(generation, PASSED)


async def _of_games(generation: Generation, key: str) -> dict[str, int]:
    """Return what the shard of each game says about it. Other shards repeat what was once written to all shards of a
    part."""
    found = enumerate(await generation.each(key))
    named = [(shard, game_id, version) for shard, each in found if each for game_id, version in _passed(each).items()]
    return {game_id: version for shard, game_id, version in named if generation.shard_of(game_id) == shard}


class Projector:
    """Moves generations along the log, all in one step. Call `resume` whenever their positions are uncertain."""

    def __init__(
        self,
        log: Log,
        read: Callable[[EventRow], Recorded],
        targets: Sequence[tuple[Projection, Generation]],
        applied: Callable[[Sequence[Transition]], None] = lambda transitions: None,
        imported: Imported = none_imported,
        *,
        left: Collection[str] = (),
    ) -> None:
        """`left`: games that no view has by itself any more: they are passed over where nothing spans games."""
        self._log, self._read, self._targets, self._applied, self._left = log, read, targets, applied, left
        self._imported = imported
        self._aggregates, self._ends = Aggregates(log, read, imported), Ends(log, read, imported)
        self._levels: list[int] = []
        self._standing: bytes | None = None
        """The mark of the event at `position`, if it is known."""
        self._passed: list[dict[str, int]] = [{} for _ in targets]
        """For each target, the games that it passed over."""
        self._folded_to: list[dict[str, int]] = [{} for _ in targets]
        """For each target, the version of these games that it has."""
        self._unfoldable = set[str]()
        """Games whose streams this program has read and cannot fold."""
        self.behind = True
        """True if the last step left rows to read."""

    @property
    def position(self) -> int:
        """All generations are at this position or further."""
        return self._levels[0]

    @property
    def caught_up(self) -> bool:
        """The last batch was not full, and all generations are at one position."""
        return not self.behind and len(self._levels) == 1

    async def resume(self) -> None:
        """Read the generations' positions. Raises ViewAhead."""
        self._levels = sorted({at for _, generation in self._targets for at in await generation.positions()})
        head = await self._log.log_head()
        if self._levels[-1] > head:
            raise ViewAhead(f"the views stop: they stand at {self._levels[-1]}, the log ends at {head}")
        for _, generation in self._targets:
            if not await stands_in(self._log, generation):
                raise ViewAhead(LOST_ITS_END)
        self._standing = await self._mark_at(self._levels[0])
        self._passed = [await passed_over(generation) for _, generation in self._targets]
        self._folded_to = [
            await _of_games(generation, FOLDED) if passed else {}
            for (_, generation), passed in zip(self._targets, self._passed, strict=True)
        ]

    async def _mark_at(self, position: int) -> bytes | None:
        """Return the mark of a generation that is at the position; None where none has one."""
        marks = [mark for _, generation in self._targets for mark in await generation.each(MARK)]
        return next((mark for mark in marks if mark and mark.startswith(b"%d " % position)), None)

    async def step(self, limit: int) -> int:
        """Goes one batch on; how many rows that were. Raises PositionMoved, ViewAhead, BadEvent and what log and
        views raise."""
        stop_if_cancelled()
        after, *ahead = self._levels
        found = await self._read_after(after, limit)
        self.behind = len(found) == limit
        rows = self._whole(found, ahead)
        if not rows:
            self._left = ()
            return 0
        upto = rows[-1].position
        left_out = set(await self._log.left_out(after, upto)) - _seen(rows)
        bad, bad_ends = dict[str, BadEvent](), dict[str, BadEvent]()
        transitions = await self._aggregates.transitions(self._folded(rows), partial(_note, bad))
        ends = list[Transition]()
        if any(each.ends_only for each, _ in self._targets):
            ends = await self._ends.transitions(rows, partial(_note, bad_ends))
        await self._check_still_there([*bad.values(), *bad_ends.values()])
        taken = (
            self._take(
                number,
                after,
                upto,
                *((ends, bad_ends) if target[0].ends_only else (transitions, bad)),
                rows,
                left_out,
            )
            for number, target in enumerate(self._targets)
        )
        for outcome in await asyncio.gather(*taken, return_exceptions=True):  # all have ended when this returns
            if outcome:
                raise outcome
        self._levels = sorted({upto, *ahead})
        self._standing = mark_of(rows[-1]) if self._levels[0] == upto else None
        if self.caught_up:
            self._left = ()
        self._applied(transitions or ends)
        return len(rows)

    async def _read_after(self, after: int, limit: int) -> Sequence[LogRow]:
        """Read on, beginning with the event that was read last: a server that took over meanwhile may have other
        events in the same positions. Raises ViewAhead."""
        if self._standing is None:
            return await self._log.read_log(after, limit)
        found = await self._log.read_log(after - 1, limit + 1)
        if found and found[0].position == after:
            if is_at(self._standing, found[0]):
                return found[1:]
        elif await self._log.hides(after):
            return found[:limit]
        raise ViewAhead(LOST_ITS_END)

    async def _check_still_there(self, bad: Iterable[BadEvent]) -> None:
        """Look for events that cannot be folded in the log again: a failover may lose them before their streams are
        read, and their games are sound. Raises PositionMoved."""
        for each in bad:
            if not await still_has(self._log, each.row):
                raise PositionMoved(f"the log has lost event {each.row.position} since it was read")

    async def _take(
        self,
        number: int,
        after: int,
        upto: int,
        transitions: Sequence[Transition],
        bad: Mapping[str, BadEvent],
        rows: Sequence[LogRow],
        left_out: Collection[str],
    ) -> None:
        """Fold the transitions into a target and write them, in one step with the games that are passed over.
        `left_out`: games of which the log has left out events, so that later ones cannot follow."""
        (projection, generation), passed = self._targets[number], self._passed[number]
        hidden = [game_id for game_id in left_out if self._takes(number, game_id)]
        for game_id in hidden:
            passed[game_id], self._folded_to[number][game_id] = NOT_SEEN, self._aggregates.version_of(game_id)
            log_.critical("the view %s passes over game %s: the log has left out events", projection.name, game_id)
        for found in bad.values():
            self._pass_over(number, found, rows)
        games = {transition.record.stream_id for transition in transitions}
        held = {game_id for game_id in games if self._takes(number, game_id)}
        changes: Changes = {}
        while True:
            some = [each for each in transitions if each.record.stream_id in held - passed.keys()]
            try:
                changes = await folded(projection, generation, some, rows)
                break
            except BadEvent as found:
                self._pass_over(number, found, rows)
        each = [Put(MARK, mark_of(rows[-1]))]
        if not after:
            each.append(Put(ORIGIN, origin_of(rows[0])))
        last = {row.row.stream_id: row.row.version for row in rows if row.row.stream_id in passed} if passed else {}
        if last or hidden:
            passed.update(last)
            each += [Put(PASSED, encoded(passed)), Put(FOLDED, encoded(self._folded_to[number]))]
        await generation.write(after, upto, {**changes, EACH: each})

    def _pass_over(self, number: int, bad: BadEvent, rows: Sequence[LogRow]) -> None:
        """The last version follows with the rows. Of a stream that cannot be read the log may hide earlier ones."""
        game_id, (projection, _) = bad.row.row.stream_id, self._targets[number]
        if self._takes(number, game_id):
            first = min(each.row.version for each in rows if each.row.stream_id == game_id)
            is_hidden = isinstance(bad.__cause__, StreamUnreadable)
            self._passed[number][game_id], self._folded_to[number][game_id] = 0, 0 if is_hidden else first - 1
            log_.critical("%s; the view %s passes over this game: %r", bad, projection.name, bad.__cause__)

    def _folded(self, rows: Sequence[LogRow]) -> Sequence[LogRow]:
        """Return the rows of games that a target has in its shards and asks more of than their ends; the others are
        not even decoded."""
        targets = [number for number, (projection, _) in enumerate(self._targets) if not projection.ends_only]
        games = {row.row.stream_id for row in rows}
        held = {game_id for game_id in games if any(self._takes(number, game_id) for number in targets)}
        return rows if len(held) == len(games) else [row for row in rows if row.row.stream_id in held]

    def _takes(self, number: int, game_id: str) -> bool:
        projection, generation = self._targets[number]
        if game_id in self._passed[number] or generation.shard_of(game_id) is None:
            return False
        return not (self._left and projection.by_game and game_id in self._left)

    @property
    def has_passed(self) -> bool:
        """Return whether a passed-over game may be taken up: there is one, and all targets are at one position."""
        return len(self._levels) == 1 and self._foldable_number() > 0

    def _foldable_number(self) -> int:
        """Return the number of games that were passed over and may be taken up, target by target."""
        return sum(len(passed.keys() - self._unfoldable) for passed in self._passed)

    async def read_again(self) -> Mapping[str, Sequence[EventRow]]:
        """Return the streams of games that were passed over and can be read, some at a time."""
        games = {game_id for passed in self._passed for game_id in passed} - self._unfoldable
        found = dict[str, Sequence[EventRow]]()
        for game_id in sorted(games):
            with suppress(StreamUnreadable):
                found[game_id] = await self._log.load(game_id)
            if len(found) == TAKEN_UP_MAX:
                break
        return found

    async def take_up(self, streams: Mapping[str, Sequence[EventRow]]) -> bool:
        """Write what the targets lack of games that were passed over, as if it had been played just now. A game that
        has moved since its stream was read is left for the next time. Return whether there may be more to take up: the
        portion was full, and it was not in vain."""
        before = self._foldable_number()
        for number, (projection, generation) in enumerate(self._targets):
            for game_id in [each for each in streams if len(streams[each]) >= self._passed[number].get(each, inf)]:
                passed, folded_to = self._passed[number], self._folded_to[number]
                log = OneStream(streams[game_id][: passed[game_id]])
                rows = [LogRow(self.position, row) for row in await log.load(game_id, folded_to.get(game_id, 0))]
                try:
                    changes = await self._folded_late(projection, generation, log, rows)
                except BadEvent:
                    self._unfoldable.add(game_id)
                    continue
                passed, folded_to = _without(passed, game_id), _without(folded_to, game_id)
                marked = [Put(PASSED, encoded(passed)), Put(FOLDED, encoded(folded_to))]
                await generation.write(self.position, self.position, {**changes, EACH: marked})
                self._passed[number], self._folded_to[number] = passed, folded_to
                log_.warning("the view %s takes up game %s, which it had passed over", projection.name, game_id)
        return len(streams) >= TAKEN_UP_MAX and self._foldable_number() < before

    async def _folded_late(
        self, projection: Projection, generation: Generation, log: "OneStream", rows: Sequence[LogRow]
    ) -> Changes:
        """Raises BadEvent."""
        source = Ends if projection.ends_only else Aggregates
        transitions = await source(log, self._read, self._imported).transitions(rows)
        is_whole = bool(transitions) and transitions[0].before is None
        if projection.by_game or projection.ends_only or not is_whole or projection.wants(transitions):
            return await folded(projection, generation, transitions, rows)
        last = defaultdict[str, dict[object, Change]](dict)
        for command in _commands(transitions):  # the view may have the game up to any of them
            for home, changes in (await folded(projection, generation, command, rows)).items():
                last[home] |= {_place(change): change for change in changes}
        return {home: list(changes.values()) for home, changes in last.items()}

    async def catch_up(self) -> None:
        """Continue until a batch is not full and all are at one position. It does not wait for a moment without
        writers."""
        await self.step(BATCH)
        while not self.caught_up:
            await self.step(BATCH)

    async def check(self) -> None:
        """Raises PositionMoved if another process wrote or the views lost data."""
        if len(self._levels) > 1:
            return
        generations = [generation for _, generation in self._targets]
        intact = await asyncio.gather(*(generation.intact(self.position) for generation in generations))
        for generation, is_intact in zip(generations, intact, strict=True):
            if not is_intact:
                raise PositionMoved(f"generation {generation.number} does not stand at {self.position}")

    def _whole(self, rows: Sequence[LogRow], ahead: Sequence[int]) -> Sequence[LogRow]:
        """Return whole commands only, and none past the position of another part (which is always the end of a
        command)."""
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
        """One that cannot be read is a command by itself: its game is passed over."""
        try:
            return row.row.stream_id, self._read(row.row).envelope.request_id
        except Exception:
            return row.row.stream_id, f"position {row.position}"


class OneStream:
    """The stream of one game, given whole."""

    def __init__(self, rows: Sequence[EventRow]) -> None:
        self._rows = rows

    async def load(self, game_id: str, after: int = 0) -> Sequence[EventRow]:
        return self._rows[after:]


def _place(change: Change) -> object:
    """Return the place of which the last change alone counts."""
    match change:
        case Put(key):
            return key
        case SetRank(key, member) | Unrank(key, member):
            return key, member
    return change


def _commands(transitions: Sequence[Transition]) -> Iterator[list[Transition]]:
    """Yield the transitions of a game, command by command."""
    some = list[Transition]()
    for each in transitions:
        if some and each.record.envelope.command:
            yield some
            some = []
        some.append(each)
    yield some


def _without(games: Mapping[str, int], game_id: str) -> dict[str, int]:
    return {each: version for each, version in games.items() if each != game_id}


def _seen(rows: Sequence[LogRow]) -> set[str]:
    """Return the games of rows. The last event of a game says nothing of those left out: it is always in the store."""
    return {each.row.stream_id for each in rows if not each.row.topic.startswith(LAST_TOPIC)}


def encoded(passed: Mapping[str, int]) -> bytes:
    return msgspec.json.encode(passed) if passed else b""


def _note(bad: dict[str, BadEvent], found: BadEvent) -> None:
    bad[found.row.row.stream_id] = found


async def folded(
    projection: Projection, generation: Generation, transitions: Sequence[Transition], rows: Sequence[LogRow]
) -> Changes:
    """Raises BadEvent, and what the view raises."""
    if not transitions:
        return {}
    wanted = projection.wants(transitions)
    stored = await generation.get(SHARED, *wanted) if wanted else []
    known = {key: value for key, value in zip(wanted, stored, strict=True) if value is not None}
    try:
        return projection.fold(transitions, known)
    except Exception as error:
        raise BadEvent(_culprit(projection, transitions, known, rows)) from error


def _culprit(
    projection: Projection, transitions: Sequence[Transition], known: Mapping[str, bytes], rows: Sequence[LogRow]
) -> LogRow:
    """Return the last row of the first game that cannot be folded by itself, else the last of all."""
    games = {transition.record.stream_id for transition in transitions}
    last = {row.row.stream_id: row for row in rows if row.row.stream_id in games}
    for game_id, row in last.items():
        try:
            projection.fold([transition for transition in transitions if transition.record.stream_id == game_id], known)
        except Exception:
            return row
    return last[transitions[-1].record.stream_id]
