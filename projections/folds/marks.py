"""The marks of a view: the events of its log that it began with and has reached."""

from domain.history.codec import link_of
from domain.history.record import LogRow
from projections.folds.transitions import Log
from projections.stores.interface import Generation, Put

MARK = "mark"
"""The event that a generation has reached: its position, its link of the chain, and with several logs its cut."""
ORIGIN = "origin"
"""The first event of its log, in the same way but without its cut: another store's log begins with another one."""


def mark_of(row: LogRow) -> bytes:
    return origin_of(row) + (f" {row.cut}".encode() if row.cut else b"")


def origin_of(row: LogRow) -> bytes:
    return f"{row.position} {link_of(row.row)}".encode()


def is_at(mark: bytes, row: LogRow) -> bool:
    """Return whether the mark is of this row. Origins and marks of earlier releases have no cut."""
    return mark in (mark_of(row), origin_of(row))


async def stands_in(log: Log, generation: Generation) -> bool:
    """Return whether the log has the event that the generation has reached. A log that lost its end grows again, with
    other events in the same positions."""
    return await _has(log, generation, MARK, unknown=True)


async def is_ahead(log: Log, generation: Generation) -> bool:
    """Return whether the generation has reached an event that the log does not have."""
    return max(await generation.positions()) > await log.log_head() or not await stands_in(log, generation)


async def is_of_another_log(log: Log, generation: Generation) -> bool:
    """Return whether the generation has reached an event that the log does not have, and does not belong to this
    log."""
    return await is_ahead(log, generation) and not await _is_of(log, generation)


async def has_lost_its_end(log: Log, generation: Generation) -> bool:
    """Return whether the generation belongs to this log and has reached an event that the log no longer has."""
    return await _is_of(log, generation) and not await stands_in(log, generation)


async def _is_of(log: Log, generation: Generation) -> bool:
    """Return whether the generation began in this log. The first event of several logs is the first one of a log. It
    has another position, or is no longer the first of all, once its cut is void."""
    return await _has(log, generation, ORIGIN, unknown=False) or await _began_in_a_log(log, generation)


async def _began_in_a_log(log: Log, generation: Generation) -> bool:
    first = {link_of(each.row).encode() for one in log.logs for each in await one.read_log(0, 1)}
    began = {mark.partition(b" ")[2] for mark in await generation.each(ORIGIN) if mark is not None}
    return bool(began) and began <= first


async def _has(log: Log, generation: Generation, key: str, *, unknown: bool) -> bool:
    """Return whether the events that marks name are in the log; `unknown` if there is no mark."""
    marks = {mark for mark in await generation.each(key) if mark is not None}
    for mark in marks:
        position = int(mark.partition(b" ")[0])
        found = await log.read_log(position - 1, 1)
        is_hidden = not any(row.position == position for row in found) and await log.hides(position)
        if not is_hidden and not any(is_at(mark, row) for row in found):
            return False
    return bool(marks) or unknown


async def stamped(log: Log, end: int) -> list[Put]:
    """Return the marks of a generation at the end of the log."""
    (first,), (last,) = await log.read_log(0, 1), await log.read_log(end - 1, 1)
    return [Put(MARK, mark_of(last)), Put(ORIGIN, origin_of(first))]
