"""Measures and traces one command from its arrival to its answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter

import structlog

from domain.kernel.refused import Refused
from services.observe.logs import COMMAND
from services.observe.metrics import COMMAND_SECONDS
from services.observe.traces import span

log = structlog.get_logger(__name__)
_timer = cache(COMMAND_SECONDS.labels)


@contextmanager
def observed(kind: str, game_id: str, request_id: str) -> Iterator[None]:
    """Metrics have the outcome `ok`, the reason code of a refusal, or the name of the failure."""
    outcome, started = "ok", perf_counter()
    known = COMMAND.set((game_id, request_id))
    try:
        with span(kind, request_id, game_id=game_id):
            yield
    except Refused as refused:
        outcome = refused.code
        raise
    except Exception as failure:
        outcome = type(failure).__name__
        raise
    finally:
        seconds = perf_counter() - started
        _timer(kind, outcome).observe(seconds)
        log.debug("command", kind=kind, outcome=outcome, seconds=round(seconds, 6))
        COMMAND.reset(known)
