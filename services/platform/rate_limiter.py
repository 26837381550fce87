"""Rate limits: one token bucket per key that fills at a steady rate. And limits of concurrency."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

KEYS_MAX = 100_000
"""Callers remembered by one process; who was silent for longest is forgotten, with a full bucket."""
ROUNDING_S = 1e-6
"""Sums of moments are off by less, by more the longer the machine runs."""
EVENTS_A_LOOK = 1_000


class TooFast(Exception):
    """Nothing happened; the same call is taken after `retry_after_s`."""

    def __init__(self, retry_after_s: float) -> None:
        super().__init__(retry_after_s)
        self.retry_after_s = retry_after_s


class TooMany(Exception):
    """Nothing happened; there is room when something has ended. `reason` is the code that the caller gets."""

    def __init__(self, reason: str, most: int, retry_after_s: float) -> None:
        super().__init__(reason, most)
        self.reason, self.most, self.retry_after_s = reason, most, retry_after_s


class Limiter:
    """A bucket is one number, the moment at which it will be full again: each call puts it off by the time in which one
    token flows in (the generic cell rate algorithm, ITU-T I.371)."""

    def __init__(self, per_s: float, burst: int, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._token_s, self._monotonic_s = 1 / per_s, monotonic_s
        self._most_s = burst / per_s
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def take(self, key: str, cost: int = 1) -> None:
        """Take tokens. Raises TooFast. A cost above the rest is taken, and the next caller waits longer."""
        full_at = self._full_at
        full_at[key] = self.look(key) + (cost - 1) * self._token_s
        full_at.move_to_end(key)
        if len(full_at) > KEYS_MAX:
            full_at.popitem(last=False)

    def look(self, key: str) -> float:
        """Return when the bucket would be full after one more is taken, without taking it. Raises TooFast."""
        now_s = self._monotonic_s()
        before = max(self._full_at.get(key, now_s), now_s)
        wait_s = before - now_s + self._token_s - self._most_s
        if wait_s > ROUNDING_S:
            raise TooFast(wait_s)
        return before + self._token_s


def cost_of_look(events: int) -> int:
    """Return the cost of reading the past of a game with so many events: the time grows with their number, and a player
    can make any number of them by undoing and playing again."""
    return 1 + events // EVENTS_A_LOOK


class ConcurrencyLimiter:
    """A limit per key on concurrent uses in this process."""

    def __init__(self, most: int, reason: str, retry_after_s: float) -> None:
        self._most, self._reason, self._retry_after_s = most, reason, retry_after_s
        self._taken: Counter[str] = Counter()

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """A place for as long as the block runs. Raises TooMany."""
        if self._taken[key] >= self._most:
            raise TooMany(self._reason, self._most, self._retry_after_s)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
