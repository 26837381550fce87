"""Reading the log of the whole store to its end."""

from collections.abc import Awaitable, Callable, Sequence

from domain.history.record import LogRow

BATCH_MAX = 1_000


async def read_on(
    read: Callable[[int, int], Awaitable[Sequence[LogRow]]], position: int, notice: Callable[[LogRow], None]
) -> int:
    """Shows all rows after `position` to `notice`, in order, and returns the position of the last. `read`: read_log or
    read_tables of the store. Raises StoreAway."""
    while True:
        rows = await read(position, BATCH_MAX)
        for each in rows:
            notice(each)
            position = each.position
        if len(rows) < BATCH_MAX:
            return position
