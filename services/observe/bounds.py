"""Bounds on the log, whatever clients do: lines of one kind, tracebacks of one cause, and the length of texts."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from msgspec import Struct

from services.platform.rate_limiter import Limiter, TooFast

LINES_PER_S, LINES = 5, 100
"""Lines of one kind. Those left out are counted, and told with the next one (`left_out`)."""
CAUSE_S, CAUSES_MAX = 60, 1_000
"""How long after its full report a cause is only counted, and how many causes are tracked."""
TEXT_MAX = 1_000
"""Characters of one text in a line."""


class Cause(Struct):
    """The cause of a failure: the same kind of exception from the same line of code. `incident`: its name, which is all
    that callers get."""

    incident: str
    until_s: float
    times: int = 0


class Causes:
    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._monotonic_s = monotonic_s
        self._known: OrderedDict[tuple[str, str, int], Cause] = OrderedDict()

    def of(self, error: BaseException) -> Cause:
        """`times`: occurrences since the last report; 1 for one to be reported now."""
        key, now_s = _where(error), self._monotonic_s()
        cause = self._known.get(key)
        if cause is None or now_s >= cause.until_s:
            cause = self._known[key] = Cause(str(uuid4()), now_s + CAUSE_S)
            self._known.move_to_end(key)
            if len(self._known) > CAUSES_MAX:
                self._known.popitem(last=False)
        cause.times += 1
        return cause


class Lines:
    """Says whether one more line of a kind may be written."""

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._limiter = Limiter(LINES_PER_S, LINES, monotonic_s)
        self._left_out: Counter[str] = Counter()

    def one(self, kind: str) -> int | None:
        """Return how many were left out before this one; None for one more."""
        try:
            self._limiter.take(kind)
        except TooFast:
            self._left_out[kind] += 1
            return None
        return self._left_out.pop(kind, 0)


def shortened(value: Any) -> Any:
    """The same with no text above TEXT_MAX."""
    if isinstance(value, str):
        return value if len(value) <= TEXT_MAX else f"{value[:TEXT_MAX]}… ({len(value)} characters)"
    if isinstance(value, dict):
        return {name: shortened(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [shortened(each) for each in value]
    return value


def _where(error: BaseException) -> tuple[str, str, int]:
    """Return the kind of the exception and where it was raised."""
    place, line, trace = "", 0, error.__traceback__
    while trace:
        place, line, trace = trace.tb_frame.f_code.co_filename, trace.tb_lineno, trace.tb_next
    return type(error).__qualname__, place, line
