"""Reading the log of the whole store to its end."""

from collections.abc import Callable

from domain.history.record import LogRow
from services.store.contract import EventStore

BATCH_MAX = 1_000


async def read_on(store: EventStore, position: int, notice: Callable[[LogRow], None]) -> int:
    """Shows all rows after `position` to `notice`, in order, and returns the last position. Raises StoreAway."""
    while True:
        rows = await store.read_log(position, BATCH_MAX)
        for each in rows:
            notice(each)
            position = each.position
        if len(rows) < BATCH_MAX:
            return position
