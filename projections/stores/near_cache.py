"""What a process has just read of a view, kept until the view tells that it has changed."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

HOMES_MAX = 2_000


class NearCache:
    """`keep_s`: how old an answer may be although nothing was told, for a connection may be dead without knowing.
    `clock`: seconds."""

    def __init__(self, keep_s: float, clock: Callable[[], float]) -> None:
        self._keep_s, self._clock = keep_s, clock
        self._homes: OrderedDict[str, tuple[float, dict[str, Any]]] = OrderedDict()

    def of(self, home: str) -> dict[str, Any]:
        """What is kept of a home, by key, for the caller to add to. Dropping the home drops this with it, and so
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
        """It has changed."""
        self._homes.pop(home, None)

    def drop_all(self) -> None:
        self._homes.clear()
