"""See EventStore: several logs as one store. A game is in one of them, whatever is done for it is done there."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from hashlib import sha256
from typing import NamedTuple

import structlog

from domain.history.record import EventRow, LogRow
from services.store.archive.read_through import ReadThroughStore
from services.store.interface import RecordedRequest, Request, StoreUnavailable
from services.store.logs.cuts import CutVoid, GlobalOrderCut, GlobalOrderCuts, Spans
from services.store.logs.placements import HOME, Placements
from services.store.sql import Sql, Statement

log_ = structlog.get_logger(__name__)

CUT_S = 0.05
"""Least time between cuts: readers of all logs see an event that much later."""
STAND_S = 0.5
"""A log that does not report its position in this time keeps its old one, and is asked again after AGAIN_S."""
AGAIN_S = 2.0
CUTS_MAX = 1_000
"""Cuts that are read at a time."""
_Read = Callable[[ReadThroughStore], Callable[[int, int], Awaitable[Sequence[LogRow]]]]


class ShardedEventStore:
    """`logs`: in the order of their numbers, the home first; each can be worked on as a store that is one, with
    positions and leads of its own. `sql`: of the home. Positions of this one are those of the order of all logs, and
    its leads are for all."""

    label = ""

    def __init__(self, logs: Sequence[ReadThroughStore], sql: Sql, cut_s: float = CUT_S) -> None:
        self.logs, self._sql, self._cut_s = tuple(logs), sql, cut_s
        self.placements, self._cuts = Placements(sql, len(logs)), GlobalOrderCuts(sql, len(logs))
        self._last: GlobalOrderCut | None = None
        """The last cut that this process knows."""
        self._looked_at, self._looking = float("-inf"), asyncio.Lock()
        self._ask_again = [float("-inf")] * len(logs)

    async def log_of(self, game_id: str) -> ReadThroughStore:
        return self.logs[await self.placements.find(game_id)]

    async def append(
        self, rows: Sequence[EventRow], timeout_s: float, request: Request | None = None, link: str = ""
    ) -> None:
        if not rows:
            return
        game_id, deadline = rows[0].stream_id, _now_s() + timeout_s
        find = self.placements.place if rows[0].version == 1 else self.placements.find
        number = await _in_time(find(game_id), timeout_s)
        await self.logs[number].append(rows, deadline - _now_s(), request, link)
        self.placements.remember(game_id, number)

    async def record_request(self, game_id: str, version: int, request: Request, timeout_s: float) -> None:
        deadline = _now_s() + timeout_s
        number = await _in_time(self.placements.find(game_id), timeout_s)
        await self.logs[number].record_request(game_id, version, request, deadline - _now_s())

    async def recorded_requests(self, game_id: str, actor: str) -> Mapping[str, RecordedRequest]:
        return await (await self.log_of(game_id)).recorded_requests(game_id, actor)

    async def load(self, game_id: str, after: int = 0, limit: int | None = None) -> Sequence[EventRow]:
        number = await self.placements.find(game_id)
        rows = await self.logs[number].load(game_id, after, limit)
        if rows:
            self.placements.remember(game_id, number)
        return rows

    async def exists(self, game_id: str) -> bool:
        return await (await self.log_of(game_id)).exists(game_id)

    async def read_log(self, after: int, limit: int) -> Sequence[LogRow]:
        return await self._read(after, limit, lambda log: log.read_log, dense=True)

    async def read_tables(self, after: int, limit: int) -> Sequence[LogRow]:
        return await self._read(after, limit, lambda log: log.read_tables, dense=False)

    async def rows_at(self, positions: Sequence[int]) -> Sequence[LogRow]:
        found = list[LogRow]()
        for cut in await self._cuts.holding(positions):
            spans, wanted = (
                Spans([cut], cut.base, cut.last),
                [each for each in positions if cut.base < each <= cut.last],
            )
            for number, log in enumerate(self.logs):
                there = [cut.within(number, each - 1, each) for each in wanted]
                rows = await log.rows_at([last for first, last in there if last > first])
                found += [spans.placed(number, each) for each in rows]
        return sorted(found, key=lambda each: each.position)

    async def still_cut(self, row: LogRow) -> Statement:
        """Return a query for the home that finds something if it has the cut of this row. Raises StoreUnavailable, also
        if the cut is lost or void already."""
        for cut in await self._cuts.holding([row.position]):
            if cut.digest() == row.cut:
                return self._cuts.still_there(cut)
        raise StoreUnavailable(f"the order of all logs has changed since position {row.position} was read")

    async def hides(self, position: int) -> bool:
        for cut in await self._cuts.holding([position]):
            for number, log in enumerate(self.logs):
                first, last = cut.within(number, position - 1, position)
                if last > first and await log.hides(last):
                    return True
        return False

    async def left_out(self, after: int, upto: int) -> Collection[str]:
        if not any(log.unreadable.left_out_any() for log in self.logs):
            return ()
        found = list[str]()
        while after < upto and (cuts := await self._cuts.after(after, CUTS_MAX)):
            spans = Spans(cuts, after, min(cuts[-1].last, upto))
            after = spans.end
            for number, log in enumerate(self.logs):
                found += await log.left_out(*spans.of(number))
        return found

    async def log_head(self) -> int:
        return (await self._cut(_now_s())).last

    async def appended_head(self) -> int:
        """Each log is measured by itself; a cut has what they report."""
        return await self.log_head()

    async def wait(self, after: int, timeout_s: float) -> bool:
        """Return when rows are cut or can be cut."""
        last = self._last or await self._cut(_now_s())
        if last.last > after:
            return True
        moved = [asyncio.create_task(log.wait(upto, timeout_s)) for log, upto in zip(self.logs, last.upto, strict=True)]
        try:
            await asyncio.wait(moved, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in moved:
                each.cancel()
            await asyncio.gather(*moved, return_exceptions=True)
        await asyncio.sleep(max(0.0, min(self._looked_at + self._cut_s - _now_s(), timeout_s)))
        await self._cut(_now_s())
        return True

    def lead(self, name: str) -> AbstractAsyncContextManager[None]:
        return self.logs[HOME].lead(name)

    async def close(self) -> None:
        await asyncio.gather(*(log.close() for log in self.logs))
        await self._sql.close()

    async def _read(self, after: int, limit: int, read: _Read, *, dense: bool) -> list[LogRow]:
        """Read all in one order: where a cut becomes void meanwhile, later cuts have its events again."""
        while True:
            with suppress(CutVoid):
                return await self._read_parts(after, limit, read, dense=dense)

    async def _read_parts(self, after: int, limit: int, read: _Read, *, dense: bool) -> list[LogRow]:
        """Raises CutVoid."""
        rows = list[LogRow]()
        reached = await self._read_cut(_Reached(after), rows, limit, read, dense=dense)
        if len(rows) < limit and _now_s() - self._looked_at >= self._cut_s:
            await self._cut(_now_s())
            await self._read_cut(reached, rows, limit, read, dense=dense)
        return rows

    async def _read_cut(
        self, reached: "_Reached", rows: list[LogRow], limit: int, read: _Read, *, dense: bool
    ) -> "_Reached":
        """Add rows of cut ranges to `rows`. `dense`: most positions have a wanted row. Raises CutVoid."""
        while len(rows) < limit and (cuts := await self._cuts_after(reached)):
            after, wanted = max(reached.position, cuts[0].base), limit - len(rows)
            end = min(cuts[-1].last, after + wanted) if dense else cuts[-1].last
            found, after = await self._between(Spans(cuts, after, end), wanted, read, dense=dense)
            rows += found
            reached = _Reached(after, next(cut for cut in cuts if after <= cut.last))
        return reached

    async def _cuts_after(self, reached: "_Reached") -> list[GlobalOrderCut]:
        """Raises CutVoid."""
        if reached.cut is None:
            return await self._cuts.after(reached.position, CUTS_MAX)
        return await self._cuts.following(reached.cut, reached.position, CUTS_MAX)

    async def _between(self, spans: Spans, limit: int, read: _Read, *, dense: bool) -> tuple[list[LogRow], int]:
        """Return at most so many rows, and the position up to which they are complete."""
        numbers = range(len(self.logs))
        parts = await asyncio.gather(*(self._of_log(number, spans, limit, read, dense=dense) for number in numbers))
        whole = min(upto for _, upto in parts)
        rows = sorted((each for part, _ in parts for each in part), key=lambda each: each.position)
        rows = [each for each in rows if each.position <= whole]
        return (rows[:limit], rows[limit - 1].position) if len(rows) > limit else (rows, whole)

    async def _of_log(
        self, number: int, spans: Spans, limit: int, read: _Read, *, dense: bool
    ) -> tuple[list[LogRow], int]:
        """The same of one log."""
        first, last = spans.of(number)
        if first == last:
            return [], spans.end
        rows = await read(self.logs[number])(first, limit)
        seems_to_end = len(rows) < limit and (not rows or rows[-1].position < last)
        if seems_to_end and not await self._has(number, spans.cut_end(number, last), was_read=dense):
            await self._cut(_now_s())  # if the log has lost them, the cut is void from now on
            raise StoreUnavailable(f"log {number} has answered without events of its cut")
        placed = [spans.placed(number, row) for row in rows if row.position <= last]
        cut_short = len(rows) == limit and rows[-1].position < last
        return placed, placed[-1].position if cut_short else spans.end

    async def _has(self, number: int, position: int, *, was_read: bool) -> bool:
        """Return whether a log has an event, which a read may have hidden. After a failover a connection that stays
        with the former primary for a second lacks events. `was_read`: the event was looked for, in vain."""
        log = self.logs[number]
        return (not was_read and bool(await log.rows_at([position]))) or await log.hides(position)

    async def _cut(self, since: float) -> GlobalOrderCut:
        """The last cut, with all that the logs have: one more where they have more. Where another of this process
        has looked after `since`, what that has found."""
        async with self._looking:
            if self._last and self._looked_at >= since:
                return self._last
            began, last = _now_s(), await self._cuts.last()
            stands = await asyncio.gather(*(self._stand(number, last) for number in range(len(self.logs))))
            follows = await self._last_valid_cut(last) if None in stands else last
            now = [each or (follows.upto[number], follows.marks[number]) for number, each in enumerate(stands)]
            if follows.number != last.number:  # the rows of the other logs are cut again, as far as those logs answer
                again = await asyncio.gather(*(self._stand(number, follows) for number in range(len(self.logs))))
                now = [each or (follows.upto[number], follows.marks[number]) for number, each in enumerate(again)]
            upto, marks = [each for each, _ in now], [mark for _, mark in now]
            if follows.number != last.number or upto != list(last.upto):
                await self._cuts.add(last, follows, upto, marks)
                last = await self._cuts.last()
            self._last, self._looked_at = last, began
            return last

    async def _stand(self, number: int, last: GlobalOrderCut) -> tuple[int, str] | None:
        """Return the position of a log and the mark of its last event; its old position if it does not answer. None if
        it has lost rows of the last cut."""
        before = last.upto[number], last.marks[number]
        if _now_s() < self._ask_again[number]:
            return before
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout(STAND_S):
                log = self.logs[number]
                head = await log.log_head()
                rows = {each.position: _mark(each.row) for each in await log.rows_at(sorted({before[0], head} - {0}))}
                if head and head not in rows and not await log.hides(head):
                    raise StoreUnavailable(f"log {number} has answered without its last event")
                if before[0] and rows.get(before[0]) != before[1]:
                    hidden = before[0] not in rows and await log.hides(before[0])
                    if not hidden:
                        return None
                return (head, rows[head]) if head > before[0] and head in rows else before
        self._ask_again[number] = _now_s() + AGAIN_S
        return before

    async def _last_valid_cut(self, last: GlobalOrderCut) -> GlobalOrderCut:
        """The last cut of which each log still has the last event."""
        log_.critical("a log has lost events: what was read of all logs since is void", cut=last.number)
        number = last.number
        while cuts := await self._cuts.before(number, CUTS_MAX):
            for cut in cuts:
                if None not in [await self._stand(each, cut) for each in range(len(self.logs))]:
                    return cut
            number = cuts[-1].number
        return GlobalOrderCut.before_all(len(self.logs))


class _Reached(NamedTuple):
    """The position that a read has reached, and its cut. A read that has just begun knows no cut."""

    position: int
    cut: GlobalOrderCut | None = None


def _now_s() -> float:
    return asyncio.get_running_loop().time()


def _mark(row: EventRow) -> str:
    return sha256(f"{row.stream_id} {row.version} ".encode() + row.body).hexdigest()[:32]


async def _in_time(finding: Awaitable[int], timeout_s: float) -> int:
    """Nothing was sent yet, so nothing is in doubt."""
    try:
        async with asyncio.timeout(timeout_s):
            return await finding
    except StoreUnavailable as away:
        raise StoreUnavailable(str(away)) from away
    except TimeoutError:
        raise StoreUnavailable("the home of the store did not answer in time") from None
