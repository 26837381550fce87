"""The ends of games, for what asks of a game only how it was opened, who sat there, who left and how it ended.

All else is passed over by its topic and not even decoded: some ten events of a game are left of hundreds. A game that
somebody left is folded whole when it ends, since a place follows from how the board stood then (TB-RATE-10).
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence

from domain.history.record import LogRow, Recorded, Row
from domain.history.replay import advance, aggregate_after
from domain.kernel.decider import Event, older_topics, topic
from domain.table.messages import (
    TABLE_EVENTS,
    GameBegan,
    GameFinished,
    GameOpened,
    SeatHanded,
    SeatResigned,
    SeatTakenBack,
    TableClosed,
)
from projections.folds.transitions import BadEvent, Imported, Log, Transition, none_imported

HEEDED = (GameOpened, GameBegan, SeatHanded, SeatTakenBack, SeatResigned, GameFinished, TableClosed)
"""What an outline of a game is folded from. Who sits down before the start is told again by the start."""
OUTLINES_MAX = 20_000
"""Games in play whose outline is kept, 2 to 4 KB each; of one that ends later it is read from its stream."""


def _topics(kinds: Iterable[type[Event]]) -> frozenset[str]:
    return frozenset(each for kind in kinds for each in (topic("table", kind), *older_topics("table", kind)))


_TABLE = "table."
_PASSED_OVER = _topics(kind for kind in TABLE_EVENTS if kind not in HEEDED)
_RESIGNED, _FINISHED, _CLOSED = _topics([SeatResigned]), _topics([GameFinished]), _topics([TableClosed])
_OVER = _FINISHED | _CLOSED
_KNOWN = _topics(HEEDED)


def is_heeded(stored_as: str) -> bool:
    """By its topic. One of the table that this program does not know is, and stops the views."""
    return stored_as.startswith(_TABLE) and stored_as not in _PASSED_OVER


class Ends:
    """The transitions of `GameFinished`, as the log goes on. Their games are as they would be after all events in
    `opened`, `occupants`, `resigned` and, where somebody resigned, in everything. One log, one reader."""

    def __init__(self, log: Log, read: Callable[[Row], Recorded], imported: Imported = none_imported) -> None:
        self._log, self._read, self._imported = log, read, imported
        self._outlines: OrderedDict[str, dict[int, Row]] = OrderedDict()
        """Rows by their versions: should the log be read again from an earlier place, each is there once."""

    async def transitions(self, rows: Sequence[LogRow]) -> list[Transition]:
        """Raises BadEvent."""
        ended: list[tuple[LogRow, Sequence[Row]]] = []
        for each in rows:
            if is_heeded(each.row.topic):
                outline = self._outlined(each)
                if each.row.topic in _FINISHED:
                    ended.append((each, outline))
                if each.row.topic in _OVER:
                    del self._outlines[each.row.game_id]
        while len(self._outlines) > OUTLINES_MAX:
            self._outlines.popitem(last=False)
        imported = await self._imported([each.row.game_id for each, _ in ended]) if ended else ()
        return [await self._end(each, outline, imported) for each, outline in ended]

    def _outlined(self, each: LogRow) -> Sequence[Row]:
        row = each.row
        if row.topic not in _KNOWN:
            _records(each, [row], self._read)
        outline = self._outlines.setdefault(row.game_id, {})
        outline[row.version] = row
        self._outlines.move_to_end(row.game_id)
        return tuple(outline.values())

    async def _end(self, last: LogRow, outline: Sequence[Row], imported: Collection[str]) -> Transition:
        game_id = last.row.game_id
        if outline[0].version > 1 or _somebody_left(outline):
            stream = (await self._log.load(game_id))[: last.row.version]
            outline = stream if _somebody_left(stream) else [row for row in stream if is_heeded(row.topic)]
        records = _records(last, outline, self._read)
        try:
            assert records[-1].version == last.row.version, "the stream is shorter than the log"
            before = aggregate_after(records[:-1])
            aggregate = advance(before, records[-1])
        except Exception as error:
            raise BadEvent(last) from error
        return Transition(last.position, records[-1], records[0].envelope.at, before, aggregate, game_id in imported)


def _records(last: LogRow, rows: Iterable[Row], read: Callable[[Row], Recorded]) -> list[Recorded]:
    try:
        return [read(row) for row in rows]
    except Exception as error:
        raise BadEvent(last) from error


def _somebody_left(rows: Sequence[Row]) -> bool:
    return any(row.topic in _RESIGNED for row in rows)
