"""Measures and traces one command from its arrival to its answer."""

from contextvars import Token
from functools import cache
from time import perf_counter
from types import TracebackType

import structlog

from domain.kernel.refused import Refused
from services.observe.logs import COMMAND
from services.observe.metrics import COMMAND_SECONDS
from services.observe.traces import span

log = structlog.get_logger(__name__)
_timer = cache(COMMAND_SECONDS.labels)


class Observed:
    """Metrics have the outcome `ok`, the reason code of a refusal, or the name of the failure. A class, since a
    generator as a context costs twice as much, and this is on the way of each command."""

    __slots__ = ("_known", "_span", "_started", "_what")

    def __init__(self, kind: str, game_id: str, request_id: str) -> None:
        self._what = kind, game_id, request_id

    def __enter__(self) -> None:
        kind, game_id, request_id = self._what
        self._started = perf_counter()
        self._known: Token[tuple[str, str] | None] = COMMAND.set((game_id, request_id))
        self._span = span(kind, request_id, game_id=game_id)
        self._span.__enter__()

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._span.__exit__(error_type, error, trace)
        seconds, kind = perf_counter() - self._started, self._what[0]
        outcome = "ok"
        if error is not None:
            outcome = error.code if isinstance(error, Refused) else type(error).__name__
        _timer(kind, outcome).observe(seconds)
        log.debug("command", kind=kind, outcome=outcome, seconds=round(seconds, 6))
        COMMAND.reset(self._known)
