"""One global order of several logs, for readers that fold all of them: stored in the home, so that every reading gives
the same order.

No log waits for another, so their events are ordered afterwards. A cut stores the position of each log at a moment;
between two cuts the events come log by log. The first cut that contains an event fixes its place for ever. (Scalog,
NSDI 2020, orders the shards of a log in this way.)
"""

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.history.record import LogRow
from services.store.sql import AlreadyThere, Sql, Statement

T = TypeVar("T")
_CUT = "SELECT number, base, last, since, upto, marks FROM log_cuts AS cut WHERE "
_VALID = (
    "NOT EXISTS (SELECT FROM log_cuts AS back WHERE back.follows < back.number - 1"
    " AND back.follows < cut.number AND cut.number < back.number)"
)
_KNOWN = (
    "CAST(? AS bigint) = 0 OR EXISTS (SELECT FROM log_cuts WHERE number = ? AND last = ?"
    " AND (marks = CAST(? AS text[]) OR cardinality(marks) < ?))"
)


class CutVoid(Exception):
    """A cut no longer counts: a log has lost events of it, or the home has lost it."""


class GlobalOrderCut(Struct, frozen=True):
    """See the migration. `since`, `upto`, `marks`: of each log, by its number."""

    number: int
    base: int
    last: int
    since: Sequence[int]
    upto: Sequence[int]
    marks: Sequence[str]

    @classmethod
    def before_all(cls, count: int) -> "GlobalOrderCut":
        """Return the cut of `count` logs of which nothing was read."""
        return cls(0, 0, 0, (0,) * count, (0,) * count, ("",) * count)

    def begins(self, log: int) -> int:
        """The position that the first event of a log here comes after."""
        return self.base + sum(self.upto[each] - self.since[each] for each in range(log))

    def digest(self) -> str:
        """Return the same for as long as the home has this cut, whatever logs are added; another one for another cut,
        which a home that lost this one may have stored in its place."""
        ranges = [each for each in zip(self.since, self.upto, self.marks, strict=True) if each[1]]
        return sha256(f"{self.number} {self.base} {ranges}".encode()).hexdigest()[:32]

    def within(self, log: int, after: int, end: int) -> tuple[int, int]:
        """Return the log's own range of positions between two global positions."""
        begins, length = self.begins(log), self.upto[log] - self.since[log]
        first, last = (min(max(each - begins, 0), length) for each in (after, end))
        return self.since[log] + first, self.since[log] + last


class Spans:
    """Consecutive cuts from one position to another: the range of each log."""

    def __init__(self, cuts: Sequence[GlobalOrderCut], after: int, end: int) -> None:
        self.cuts, self.after, self.end = cuts, after, end
        self._upto = [[cut.upto[log] for cut in cuts] for log in range(len(cuts[0].upto))]

    def of(self, log: int) -> tuple[int, int]:
        """The positions in the log: after the first, up to the second."""
        parts = [cut.within(log, self.after, self.end) for cut in self.cuts]
        return parts[0][0], parts[-1][1]

    def cut_end(self, log: int, position: int) -> int:
        """Return the last position in the log of the cut that holds a position there."""
        return self._upto[log][bisect_left(self._upto[log], position)]

    def placed(self, log: int, row: LogRow) -> LogRow:
        """Return the log's row with its global position."""
        number = bisect_left(self._upto[log], row.position)
        cut = self.cuts[number]
        return replace(row, position=cut.begins(log) + row.position - cut.since[log], cut=self._digests[number])

    @cached_property
    def _digests(self) -> list[str]:
        return [cut.digest() for cut in self.cuts]


class GlobalOrderCuts:
    """`count`: of the logs. Cuts of a time with fewer are shown as if the others had been empty."""

    def __init__(self, sql: Sql, count: int) -> None:
        self._sql, self._count = sql, count
        self._may_add: bool | None = None

    async def last(self) -> GlobalOrderCut:
        """Return the newest cut, or the one before all others."""
        found = await self._select("true ORDER BY number DESC LIMIT 1")
        return found[0] if found else GlobalOrderCut.before_all(self._count)

    async def after(self, position: int, limit: int) -> list[GlobalOrderCut]:
        """Those with positions above it, in order."""
        return await self._select(f"last > ? AND {_VALID} ORDER BY number LIMIT ?", position, limit)

    async def following(self, cut: GlobalOrderCut, position: int, limit: int) -> list[GlobalOrderCut]:
        """Those with positions above one of this cut, in order. Raises CutVoid."""
        found = await self._select(f"last >= ? AND {_VALID} ORDER BY number LIMIT ?", position, limit + 1)
        if not found or found[0].digest() != cut.digest():
            raise CutVoid(f"cut {cut.number} is void")
        return found[found[0].last == position :]

    async def before(self, number: int, limit: int) -> list[GlobalOrderCut]:
        """Those before the one of that number, from the last on."""
        return await self._select(f"number < ? AND {_VALID} ORDER BY number DESC LIMIT ?", number, limit)

    async def holding(self, positions: Sequence[int]) -> list[GlobalOrderCut]:
        """Those which have any of the positions, in order."""
        chosen = (
            "number IN (SELECT (SELECT number FROM log_cuts AS one WHERE one.last >= wanted"
            " ORDER BY last, number LIMIT 1) FROM unnest(CAST(? AS bigint[])) AS wanted)"
        )
        return await self._select(f"{chosen} AND {_VALID} ORDER BY number", list(positions))

    async def add(
        self, before: GlobalOrderCut, follows: GlobalOrderCut, upto: Sequence[int], marks: Sequence[str]
    ) -> None:
        """Store a cut after `before`, the last one; cuts after `follows` become void. If another process was faster, or
        the home has lost the last one, this cut is not stored."""
        if self._may_add is None:
            self._may_add = (await self._sql.run("SELECT has_table_privilege('log_cuts', 'INSERT')"))[0][0]
        if not self._may_add:  # who only reads is shown what others have cut
            return
        last = before.last + sum(upto) - sum(follows.upto)
        with suppress(AlreadyThere):
            await self._sql.run(
                "INSERT INTO log_cuts (number, follows, base, last, since, upto, marks)"
                " SELECT CAST(? AS bigint), CAST(? AS bigint), CAST(? AS bigint), CAST(? AS bigint),"
                f" CAST(? AS bigint[]), CAST(? AS bigint[]), CAST(? AS text[]) WHERE {_KNOWN}",
                (
                    *(before.number + 1, follows.number, before.last, last, [*follows.upto], [*upto], [*marks]),
                    *self._known(before),
                ),
            )

    def still_there(self, cut: GlobalOrderCut) -> Statement:
        """Return a query that finds something if the home has the cut."""
        return f"SELECT 1 WHERE {_KNOWN}", self._known(cut)

    def _known(self, cut: GlobalOrderCut) -> Sequence[object]:
        return cut.number, cut.number, cut.last, [*cut.marks], self._count

    async def _select(self, which: str, *values: object) -> list[GlobalOrderCut]:
        return [
            GlobalOrderCut(number, base, last, self._padded(since, 0), self._padded(upto, 0), self._padded(marks, ""))
            for number, base, last, since, upto, marks in await self._sql.run(_CUT + which, values)
        ]

    def _padded(self, values: Sequence[T], nothing: T) -> Sequence[T]:
        return (*values, *[nothing] * (self._count - len(values)))
