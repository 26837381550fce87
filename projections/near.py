"""What a process has just read of a view, kept until the view tells that it has changed."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable

HOMES_MAX = 2_000

Values = list[bytes | None]


class Near:
    """`keep_s`: how old an answer may be although nothing was told, for a connection may be dead without knowing.
    `clock`: seconds."""

    def __init__(self, keep_s: float, clock: Callable[[], float]) -> None:
        self._keep_s, self._clock = keep_s, clock
        self._homes: OrderedDict[str, tuple[float, dict[tuple[str, ...], Values]]] = OrderedDict()

    async def get(self, home: str, keys: tuple[str, ...], fetch: Callable[..., Awaitable[Values]]) -> Values:
        """The values of keys that were read together, never from two moments."""
        until, held = self._homes.get(home, (0.0, {}))
        if self._clock() >= until:
            held = {}
            self._homes[home] = self._clock() + self._keep_s, held
            if len(self._homes) > HOMES_MAX:
                self._homes.popitem(last=False)
        if keys not in held:
            # Whoever drops the home while this is on its way drops `held` too, and an old answer with it.
            held[keys] = await fetch(home, *keys)
        return held[keys]

    def drop(self, home: str) -> None:
        """It has changed."""
        self._homes.pop(home, None)

    def drop_all(self) -> None:
        self._homes.clear()
