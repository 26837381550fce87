"""How fast somebody may call: a bucket of tokens each that fills at a steady rate. And how much may be open at once."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

KEYS_MAX = 100_000
"""Callers remembered by one process; who was silent for longest is forgotten, with a full bucket."""


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
    def __init__(self, per_s: float, burst: int, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._per_s, self._burst, self._monotonic_s = per_s, burst, monotonic_s
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Tokens, and when they were counted."""

    def take(self, key: str) -> None:
        """Raises TooFast."""
        now_s = self._monotonic_s()
        tokens, counted_s = self._buckets.pop(key, (float(self._burst), now_s))
        tokens = min(self._burst, tokens + (now_s - counted_s) * self._per_s)
        enough = tokens >= 1
        self._buckets[key] = (tokens - enough, now_s)
        if len(self._buckets) > KEYS_MAX:
            self._buckets.popitem(last=False)
        if not enough:
            raise TooFast((1 - tokens) / self._per_s)


class Places:
    """So many for each key at the same moment, in this process."""

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
