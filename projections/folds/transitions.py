"""Turns rows of the log into transitions: each event with the game before and after it."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from domain.history.record import EventRow, LogRow, Recorded, StreamUnreadable
from domain.history.replay import advance
from domain.kernel.decider import Moment
from domain.table.aggregate import CLOSED, FINISHED, Aggregate
from projections.stores.interface import Changes

SESSIONS_MAX = 5_000
"""Games in play kept in memory between batches; one that comes up again later is folded from its stream."""
LOADS_AT_ONCE = 8


class Streams(Protocol):
    async def load(self, game_id: str, after: int = 0) -> Sequence[EventRow]: ...


class Log(Streams, Protocol):
    """The part of the event store that views need."""

    @property
    def logs(self) -> Sequence["Log"]: ...

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]: ...

    async def log_head(self) -> int: ...

    async def hides(self, position: int) -> bool: ...

    async def left_out(self, after: int, upto: int) -> Collection[str]: ...

    async def wait(self, after: int, timeout_s: float) -> bool: ...


Imported = Callable[[Sequence[str]], Awaitable[Collection[str]]]
"""Returns which of these games were imported from files."""


async def none_imported(_game_ids: Sequence[str]) -> Collection[str]:
    return ()


class Lead(Protocol):
    def __call__(self, name: str) -> AbstractAsyncContextManager[None]: ...


class BadEvent(Exception):
    """An event that cannot be folded, or that belongs to a stream that cannot be read. It concerns its game alone."""

    def __init__(self, row: LogRow) -> None:
        place = f"event {row.row.version} of game {row.row.stream_id} ({row.row.topic}, position {row.position})"
        super().__init__(f"{place} cannot be folded")
        self.row = row

    def __reduce__(self) -> tuple[type["BadEvent"], tuple[LogRow]]:
        """The row that cannot be folded, in a form that can be passed to another process."""
        return BadEvent, (self.row,)


PassOver = Callable[[BadEvent], None]
"""Called for the first bad event of each game of a batch; the game has no transitions in that batch."""


def raise_it(bad: BadEvent) -> None:
    """Let no game be passed over."""
    raise bad


class Transition(Struct, frozen=True):
    """One event with the game before and after it. `before` is None for the first event of a game. `opened_at`: when
    its table was opened. `position`: in the log. `imported`: true if the game was imported from a file."""

    position: int
    record: Recorded
    opened_at: datetime
    before: Aggregate | None
    aggregate: Aggregate
    imported: bool = False


class Projection(Protocol):
    """A pure fold: the same transitions give the same changes, however they are cut into batches.

    `schema` grows when the stored form changes; then only this view is rebuilt. `by_game`: most of the data is stored
    under homes of games, so a cluster can distribute it. `ends_only`: the view needs only the ends of games; its
    transitions are those of `Ends` (projections/folds/ends.py).
    """

    name: str
    schema: int
    by_game: bool
    ends_only: bool

    def wants(self, transitions: Sequence[Transition]) -> Sequence[str]:
        """Shared keys whose values it needs to know."""
        ...

    def fold(self, transitions: Sequence[Transition], known: Mapping[str, bytes]) -> Changes: ...


class _CachedAggregate(Struct):
    version: int
    opened_at: datetime
    aggregate: Aggregate
    imported: bool


class Aggregates:
    """Folds games in the order of the log. One log, one reader."""

    def __init__(self, log: Streams, read: Callable[[EventRow], Recorded], imported: Imported = none_imported) -> None:
        self._log, self._read, self._imported = log, read, imported
        self._foreign: Collection[str] = ()
        self._held: OrderedDict[str, _CachedAggregate] = OrderedDict()

    async def transitions(self, rows: Sequence[LogRow], pass_over: PassOver = raise_it) -> list[Transition]:
        """Return the transitions of the rows, without those of games that `pass_over` was called for."""
        bad = await self._fetch(rows)
        for each in bad.values():
            pass_over(each)
        transitions = []
        for row in rows:
            if row.row.stream_id in bad:
                continue
            try:
                transitions.append(self._transition(row.position, row.row))
            except Exception as error:
                bad[row.row.stream_id] = caused(BadEvent(row), error)
                pass_over(bad[row.row.stream_id])
        if bad:
            transitions = [each for each in transitions if each.record.stream_id not in bad]
            for game_id in bad:
                self._held.pop(game_id, None)
        self._forget(transitions)
        return transitions

    def version_of(self, game_id: str) -> int:
        """Return the last version of a game that was folded; 0 if it is not held."""
        held = self._held.get(game_id)
        return held.version if held else 0

    def _transition(self, position: int, row: EventRow) -> Transition:
        record = self._read(row)
        held = self._held.get(row.stream_id)
        if held is None:
            assert row.version == 1, "the stream begins with version 1"
            aggregate = advance(None, record)
            foreign = row.stream_id in self._foreign
            self._held[row.stream_id] = _CachedAggregate(1, record.envelope.at, aggregate, foreign)
            return Transition(position, record, record.envelope.at, None, aggregate, foreign)
        assert row.version == held.version + 1, f"version {row.version} follows {held.version}"
        before, held.aggregate = held.aggregate, advance(held.aggregate, record)
        held.version = row.version
        self._held.move_to_end(row.stream_id)
        return Transition(position, record, held.opened_at, before, held.aggregate, held.imported)

    def _forget(self, transitions: Sequence[Transition]) -> None:
        for transition in transitions:
            if transition.aggregate.status in (FINISHED, CLOSED):
                self._held.pop(transition.record.stream_id, None)
        while len(self._held) > SESSIONS_MAX:
            self._held.popitem(last=False)

    async def _fetch(self, rows: Sequence[LogRow]) -> dict[str, BadEvent]:
        """Make sure that every game of the rows is held as it was before the first of them. Return those that
        cannot be."""
        first = {each.row.stream_id: each for each in reversed(rows)}
        missing, new = [], list[str]()
        for game_id, row in first.items():
            held = self._held.get(game_id)
            if held is not None and held.version != row.row.version - 1:
                del self._held[game_id]
                held = None
            if held is None:
                new.append(game_id)
            if held is None and row.row.version > 1:
                missing.append(row)
        self._foreign = await self._imported(new) if new else ()
        bad = dict[str, BadEvent]()
        for start in range(0, len(missing), LOADS_AT_ONCE):
            for outcome in await asyncio.gather(
                *map(self._load, missing[start : start + LOADS_AT_ONCE]), return_exceptions=True
            ):
                if isinstance(outcome, BadEvent):
                    bad[outcome.row.row.stream_id] = outcome
                elif outcome:
                    raise outcome
        return bad

    async def _load(self, first: LogRow) -> None:
        game_id, upto = first.row.stream_id, first.row.version - 1
        stream = await stream_of(self._log, first)
        try:
            assert len(stream) >= upto, f"the stream has {len(stream)} rows only"
            aggregate: Aggregate | None = None
            for row in stream[:upto]:
                aggregate = advance(aggregate, self._read(row))
            assert aggregate
            opened_at = self._read(stream[0]).envelope.at
            self._held[game_id] = _CachedAggregate(upto, opened_at, aggregate, game_id in self._foreign)
        except Exception as error:
            raise BadEvent(first) from error


async def stream_of(log: Streams, row: LogRow) -> Sequence[EventRow]:
    """Load the stream of a row of the log. Raises BadEvent where it cannot be read."""
    try:
        return await log.load(row.row.stream_id)
    except StreamUnreadable as error:
        raise BadEvent(row) from error


def caused(bad: BadEvent, error: Exception) -> BadEvent:
    """Return the bad event with its cause, for what is not raised."""
    bad.__cause__ = error
    return bad


def moment(aggregate: Aggregate) -> Moment | None:
    """Return the moment of the game, None before it began."""
    if aggregate.rules is None or aggregate.play is None:
        return None
    return aggregate.rules.moment(aggregate.play)
