"""Measures and traces one command from its arrival to its answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import structlog
from structlog.contextvars import bind_contextvars, unbind_contextvars

from domain.kernel.refused import Refused
from services.observe.metrics import COMMAND_SECONDS
from services.observe.traces import span

log = structlog.get_logger(__name__)


@contextmanager
def observed(kind: str, game_id: str, request_id: str) -> Iterator[None]:
    """Metrics have the outcome `ok`, the reason code of a refusal, or the name of the failure."""
    outcome, started = "ok", perf_counter()
    bind_contextvars(game_id=game_id, request_id=request_id)
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
        COMMAND_SECONDS.labels(kind, outcome).observe(seconds)
        log.debug("command", kind=kind, outcome=outcome, seconds=round(seconds, 6))
        unbind_contextvars("game_id", "request_id")
