"""Ends of games, for views that need only how a game was opened, who had a seat, who left and how it ended.

All other rows are skipped by their topic and not even decoded: of hundreds of events of a game some ten remain. A game
that a player left is folded whole when it ends, because a place depends on the board at that moment (TB-RATE-10).
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence

from domain.history.record import EventRow, LogRow, Recorded
from domain.history.replay import advance, aggregate_after
from domain.kernel.decider import older_topics, topic
from domain.kernel.messages import Event
from domain.table.messages import (
    TABLE_EVENTS,
    GameBegan,
    GameFinished,
    GameOpened,
    SeatHanded,
    SeatResigned,
    SeatTakenBack,
    SecretRevealed,
    TableClosed,
)
from projections.folds.transitions import (
    BadEvent,
    Imported,
    PassOver,
    Streams,
    Transition,
    none_imported,
    raise_it,
    stream_of,
)

HEEDED = (GameOpened, GameBegan, SeatHanded, SeatTakenBack, SeatResigned, GameFinished, TableClosed)
"""Topics that an outline of a game is folded from. The start repeats the seats taken before it."""
OUTLINES_MAX = 20_000
"""Games in play whose outline is kept, 2 to 4 KB each; of one that ends later it is read from its stream."""


def _topics(kinds: Iterable[type[Event]]) -> frozenset[str]:
    return frozenset(each for kind in kinds for each in (topic("table", kind), *older_topics("table", kind)))


_TABLE = "table."
_PASSED_OVER = _topics(kind for kind in TABLE_EVENTS if kind not in HEEDED)
_RESIGNED, _FINISHED, _CLOSED = _topics([SeatResigned]), _topics([GameFinished]), _topics([TableClosed])
_OVER = _FINISHED | _CLOSED
_REVEALED = _topics([SecretRevealed])
_KNOWN = _topics(HEEDED)


def is_heeded(stored_as: str) -> bool:
    """Return whether a row belongs to an outline, by its topic. An unknown topic of the table belongs to it and stops
    the views."""
    return stored_as.startswith(_TABLE) and stored_as not in _PASSED_OVER


class Ends:
    """The transitions of `GameFinished`, in the order of the log. Their games have the final values of `opened`,
    `occupants`, `resigned`; where a player resigned, of everything. One log, one reader."""

    def __init__(self, log: Streams, read: Callable[[EventRow], Recorded], imported: Imported = none_imported) -> None:
        self._log, self._read, self._imported = log, read, imported
        self._outlines: OrderedDict[str, dict[int, EventRow]] = OrderedDict()
        """Rows by their versions, so that each row counts once if the log is read again from an earlier position."""

    async def transitions(self, rows: Sequence[LogRow], pass_over: PassOver = raise_it) -> list[Transition]:
        """Return the ends among the rows, without those of games that `pass_over` was called for."""
        bad = dict[str, BadEvent]()

        def note(found: BadEvent) -> None:
            game_id = found.row.row.stream_id
            if game_id not in bad:
                bad[game_id] = found
                pass_over(found)

        ended = await self._ended(rows, note)
        while len(self._outlines) > OUTLINES_MAX:
            self._outlines.popitem(last=False)
        imported = await self._imported([each.row.stream_id for each, _ in ended]) if ended else ()
        found = list[Transition]()
        for each, outline in ended:
            if each.row.stream_id not in bad:
                try:
                    found.append(await self._end(each, outline, imported))
                except BadEvent as error:
                    note(error)
        return found

    async def _ended(self, rows: Sequence[LogRow], note: PassOver) -> list[tuple[LogRow, Sequence[EventRow]]]:
        """Return the last rows of the games that end here, each with the outline of its game."""
        ended, over, alone = list[tuple[LogRow, Sequence[EventRow]]](), set[str](), list[LogRow]()
        for each in rows:
            row = each.row
            if row.topic in _REVEALED and row.stream_id not in over:
                alone.append(each)
            if not is_heeded(row.topic):
                continue
            try:
                outline = self._outlined(each)
            except BadEvent as error:
                note(error)
                continue
            if row.topic in _FINISHED:
                ended.append((each, outline))
            if row.topic in _OVER:
                over.add(row.stream_id)
                del self._outlines[row.stream_id]
        for each in alone:  # its end was in the batch before, or is in a file that cannot be read
            try:
                await stream_of(self._log, each)
            except BadEvent as error:
                note(error)
        return ended

    def _outlined(self, each: LogRow) -> Sequence[EventRow]:
        row = each.row
        if row.topic not in _KNOWN:
            _records(each, [row], self._read)
        outline = self._outlines.setdefault(row.stream_id, {})
        outline[row.version] = row
        self._outlines.move_to_end(row.stream_id)
        return tuple(outline.values())

    async def _end(self, last: LogRow, outline: Sequence[EventRow], imported: Collection[str]) -> Transition:
        game_id = last.row.stream_id
        if outline[0].version > 1 or _somebody_left(outline):
            stream = (await stream_of(self._log, last))[: last.row.version]
            outline = stream if _somebody_left(stream) else [row for row in stream if is_heeded(row.topic)]
        records = _records(last, outline, self._read)
        try:
            assert records[-1].version == last.row.version, "the stream is shorter than the log"
            before = aggregate_after(records[:-1])
            aggregate = advance(before, records[-1])
        except Exception as error:
            raise BadEvent(last) from error
        return Transition(last.position, records[-1], records[0].envelope.at, before, aggregate, game_id in imported)


def _records(last: LogRow, rows: Iterable[EventRow], read: Callable[[EventRow], Recorded]) -> list[Recorded]:
    try:
        return [read(row) for row in rows]
    except Exception as error:
        raise BadEvent(last) from error


def _somebody_left(rows: Sequence[EventRow]) -> bool:
    return any(row.topic in _RESIGNED for row in rows)
