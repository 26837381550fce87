"""Reading the log of the whole store to its end.

An event that a reader cannot read concerns its game alone: it is logged and counted, and the reader continues.
"""

from collections.abc import Awaitable, Callable, Sequence

import structlog

from domain.history.record import LogRow
from projections.folds.transitions import Log
from services.observe.metrics import UNREADABLE_EVENTS

BATCH_MAX = 1_000
log = structlog.get_logger(__name__)


async def read_on(
    read: Callable[[int, int], Awaitable[Sequence[LogRow]]], position: int, notice: Callable[[LogRow], None]
) -> int:
    """Show all rows after `position` to `notice`, in order, and return the position of the last. `read`: read_log or
    read_tables of the store. Raises StoreUnavailable."""
    while True:
        rows = await read(position, BATCH_MAX)
        for each in rows:
            show(each, notice)
            position = each.position
        if len(rows) < BATCH_MAX:
            return position


async def still_has(log: Log, row: LogRow) -> bool:
    """Return whether the log has this event at its position, as far as it can be read: a server that took over may have
    lost it. Raises StoreUnavailable."""
    found = await log.read_log(row.position - 1, 1)
    return list(found) == [row] or await log.hides(row.position)


def show(each: LogRow, notice: Callable[[LogRow], None]) -> None:
    """Show a row to `notice`, which does no I/O: whatever it raises is the row's fault."""
    try:
        notice(each)
    except Exception as error:
        pass_over(each, error)


def pass_over(each: LogRow, error: Exception) -> None:
    """Log an event that cannot be read, and count it."""
    UNREADABLE_EVENTS.inc()
    log.critical(
        "an event cannot be read and is passed over",
        game_id=each.row.stream_id,
        version=each.row.version,
        topic=each.row.topic,
        position=each.position,
        error=repr(error),
    )
