"""Tables whose ids follow from names with numbers, opened in the order of these."""

from collections.abc import Callable

from services.application.game_service import table_id
from services.store.interface import EventStore


async def next_number(store: EventStore, name: Callable[[int], str], taken_before: int = 0) -> int:
    """Return the first number without a table, not below `taken_before`; a few lookups find it among many."""

    async def is_there(number: int) -> bool:
        return await store.exists(table_id(name(number)))

    taken, free, step = taken_before - 1, taken_before, 1
    while await is_there(free):
        taken, free, step = free, free + step, 2 * step
    while free - taken > 1:
        between = (taken + free) // 2
        taken, free = (between, free) if await is_there(between) else (taken, between)
    return free
