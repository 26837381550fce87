"""From rows of the log to transitions: each event with the game before and after it."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from domain.history.record import LogRow, Recorded, Row
from domain.history.replay import advance
from domain.kernel.decider import Moment
from domain.table.aggregate import CLOSED, FINISHED, Aggregate
from projections.stores.interface import Changes

SESSIONS_MAX = 5_000
"""Games in play kept in memory between batches; one that comes up again later is folded from its stream."""
LOADS_AT_ONCE = 8


class Log(Protocol):
    """What a view needs of the event store."""

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]: ...

    async def log_head(self) -> int: ...

    async def load(self, game_id: str, after: int = 0) -> Sequence[Row]: ...

    async def wait(self, after: int, timeout_s: float) -> None: ...


Imported = Callable[[Sequence[str]], Awaitable[Collection[str]]]
"""Which of these games came from files."""


async def none_imported(_game_ids: Sequence[str]) -> Collection[str]:
    return ()


class Lead(Protocol):
    def __call__(self, name: str) -> AbstractAsyncContextManager[None]: ...


class BadEvent(Exception):
    """An event that cannot be applied. The views stop here until the program or the event is mended."""

    def __init__(self, row: LogRow) -> None:
        place = f"event {row.row.version} of game {row.row.game_id} ({row.row.topic}, position {row.position})"
        super().__init__(f"the views stop: {place} cannot be applied")
        self.row = row

    def __reduce__(self) -> tuple[type["BadEvent"], tuple[LogRow]]:
        """Another process may be told."""
        return BadEvent, (self.row,)


class Transition(Struct, frozen=True):
    """`before` is None for the first event of a game. `opened_at`: when its table was opened. `position`: in
    the log. `imported`: the game came from a file."""

    position: int
    record: Recorded
    opened_at: datetime
    before: Aggregate | None
    aggregate: Aggregate
    imported: bool = False


class Projection(Protocol):
    """A pure fold. The same transitions give the same changes, however they are cut into batches. `schema` grows when
    what it stores changes: then this view, and no other, is rebuilt. `by_game`: most of it lies under homes of games,
    so that a cluster may share it out. `ends_only`: it asks of games how they ended alone: its transitions are those of
    `Ends` (projections/folds/ends.py)."""

    name: str
    schema: int
    by_game: bool
    ends_only: bool

    def wants(self, transitions: Sequence[Transition]) -> Sequence[str]:
        """Shared keys whose values it needs to know."""
        ...

    def fold(self, transitions: Sequence[Transition], known: Mapping[str, bytes]) -> Changes: ...


class _Held(Struct):
    version: int
    opened_at: datetime
    aggregate: Aggregate
    imported: bool


class Aggregates:
    """Folds games as the log goes on. One log, one reader."""

    def __init__(self, log: Log, read: Callable[[Row], Recorded], imported: Imported = none_imported) -> None:
        self._log, self._read, self._imported = log, read, imported
        self._foreign: Collection[str] = ()
        self._held: OrderedDict[str, _Held] = OrderedDict()

    async def transitions(self, rows: Sequence[LogRow]) -> list[Transition]:
        """Raises BadEvent."""
        await self._fetch(rows)
        transitions = []
        for row in rows:
            try:
                transitions.append(self._transition(row.position, row.row))
            except Exception as error:
                raise BadEvent(row) from error
        self._forget(transitions)
        return transitions

    def _transition(self, position: int, row: Row) -> Transition:
        record = self._read(row)
        held = self._held.get(row.game_id)
        if held is None:
            assert row.version == 1, "the stream begins with version 1"
            aggregate = advance(None, record)
            foreign = row.game_id in self._foreign
            self._held[row.game_id] = _Held(1, record.envelope.at, aggregate, foreign)
            return Transition(position, record, record.envelope.at, None, aggregate, foreign)
        assert row.version == held.version + 1, f"version {row.version} follows {held.version}"
        before, held.aggregate = held.aggregate, advance(held.aggregate, record)
        held.version = row.version
        self._held.move_to_end(row.game_id)
        return Transition(position, record, held.opened_at, before, held.aggregate, held.imported)

    def _forget(self, transitions: Sequence[Transition]) -> None:
        for transition in transitions:
            if transition.aggregate.status in (FINISHED, CLOSED):
                self._held.pop(transition.record.game_id, None)
        while len(self._held) > SESSIONS_MAX:
            self._held.popitem(last=False)

    async def _fetch(self, rows: Sequence[LogRow]) -> None:
        """Makes sure that every game of the rows is held as it was before the first of them."""
        first = {each.row.game_id: each for each in reversed(rows)}
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
        for start in range(0, len(missing), LOADS_AT_ONCE):
            await asyncio.gather(*map(self._load, missing[start : start + LOADS_AT_ONCE]))

    async def _load(self, first: LogRow) -> None:
        game_id, upto = first.row.game_id, first.row.version - 1
        stream = await self._log.load(game_id)
        try:
            assert len(stream) >= upto, f"the stream has {len(stream)} rows only"
            aggregate: Aggregate | None = None
            for row in stream[:upto]:
                aggregate = advance(aggregate, self._read(row))
            assert aggregate
            opened_at = self._read(stream[0]).envelope.at
            self._held[game_id] = _Held(upto, opened_at, aggregate, game_id in self._foreign)
        except Exception as error:
            raise BadEvent(first) from error


def moment(aggregate: Aggregate) -> Moment | None:
    """Where in the game, None while the table is open or being set."""
    if aggregate.rules is None or aggregate.play is None:
        return None
    return aggregate.rules.moment(aggregate.play)
