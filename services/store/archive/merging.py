"""The complete log: rows that are still in the store, merged with rows that are in the archive."""

from collections.abc import Callable, Generator, Sequence
from typing import TypeAlias

from msgspec import Struct

from domain.history.record import LogRow
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.lookups import LAST_TOPIC

PAGE = 64
"""Games that are looked up at a time; of those after the end of a batch no file is opened."""
_END = 2**63 - 1


class Across(Struct, frozen=True):
    """Asks for the archived games with events at or before `position` and after it."""

    position: int


class Following(Struct, frozen=True):
    """Asks for the first archived games, in order, whose first events are after `position`."""

    position: int


Question: TypeAlias = Across | Following | ArchivedGame
Answer: TypeAlias = Sequence[ArchivedGame] | Sequence[LogRow]
Asking: TypeAlias = Generator[Question, Answer, list[LogRow]]
"""Requests for archived games, or for the rows of one. Servers answer asynchronously, libraries cannot."""


def is_whole(hot: Sequence[LogRow], limit: int) -> bool:
    """Return whether the store's rows after a position, at most `limit`, are all that ever existed. The last event of
    an archived game stays in the store, behind all its others. So where the store has no more rows than these, and none
    is such an end, no archived game had an event after the position."""
    return len(hot) < limit and not any(each.row.topic.startswith(LAST_TOPIC) for each in hot)


def merged(
    hot: Sequence[LogRow], after: int, limit: int, wanted: Callable[[LogRow], bool], upto: int | None = None
) -> Asking:
    """Return at most `limit` wanted rows with positions above `after` and up to `upto`. `hot`: the store's rows of that
    range, read before the archive: a game archived meanwhile is then in both and never in neither."""
    batch = _Batch(hot, after, limit, wanted, _END if upto is None else upto)
    for game in (yield Across(after)):
        assert isinstance(game, ArchivedGame)
        batch.add((yield game))
    reached = after
    while True:
        games = yield Following(reached)
        for game in games:
            assert isinstance(game, ArchivedGame)
            if game.first_position > batch.end:
                return batch.rows()
            batch.add((yield game))
            reached = game.first_position
        if len(games) < PAGE:
            return batch.rows()


class _Batch:
    def __init__(
        self, hot: Sequence[LogRow], after: int, limit: int, wanted: Callable[[LogRow], bool], end: int
    ) -> None:
        self._found = {row.position: row for row in hot}
        self._after, self._limit, self._wanted = after, limit, wanted
        self.end = end
        """Rows after this position are of a later batch."""
        self._cut()

    def add(self, rows: Answer) -> None:
        for row in rows:
            assert isinstance(row, LogRow)
            if self._after < row.position <= self.end and self._wanted(row):
                self._found[row.position] = row
        self._cut()

    def rows(self) -> list[LogRow]:
        return [self._found[position] for position in sorted(self._found)]

    def _cut(self) -> None:
        if len(self._found) < self._limit:
            return
        positions = sorted(self._found)
        for position in positions[self._limit :]:
            del self._found[position]
        self.end = positions[self._limit - 1] if self._limit else self._after
