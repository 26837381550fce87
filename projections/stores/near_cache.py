"""Values that a process has just read from a view, cached until the view reports a change."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

HOMES_MAX = 2_000


class LocalCache:
    """`keep_s`: the greatest age of a cached value without a report, because a dead connection reports nothing.
    `clock`: seconds."""

    def __init__(self, keep_s: float, clock: Callable[[], float]) -> None:
        self._keep_s, self._clock = keep_s, clock
        self._homes: OrderedDict[str, tuple[float, dict[str, Any]]] = OrderedDict()

    def of(self, home: str) -> dict[str, Any]:
        """Return the cached values of a home by key, for the caller to add to. Dropping the home drops them too, and so
        an old answer that is still on its way."""
        now = self._clock()
        known = self._homes.get(home)
        if known and now < known[0]:
            return known[1]
        held: dict[str, Any] = {}
        self._homes[home] = now + self._keep_s, held
        if len(self._homes) > HOMES_MAX:
            self._homes.popitem(last=False)
        return held

    def drop(self, home: str) -> None:
        """Drop a home that has changed."""
        self._homes.pop(home, None)

    def drop_all(self) -> None:
        self._homes.clear()
