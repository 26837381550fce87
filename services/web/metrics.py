"""The port of the metrics, for Prometheus and for probes, and never the port of the page.

Counters tell what players hide: how many standing orders were given, who is asked about. So the port is on loopback
unless the operator says otherwise. It never uses TLS, so that probes need no certificate where clients must present
one.
"""

from collections.abc import Awaitable, Callable
from time import monotonic

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from services.observe import metrics as _metrics  # noqa: F401  # so that /metrics knows them all
from services.web.probes import NOT_STORED, Probes

METRICS_S = 1.0
"""An answer is given again for so long."""


def metrics_app(ready: Callable[[], Awaitable[bool | str]]) -> ASGIApp:
    """`ready`: whether the process can serve."""
    answer = _Answer()

    async def metrics(_: Request) -> Response:
        return Response(answer.text(), media_type=CONTENT_TYPE_LATEST, headers=NOT_STORED)

    probes = Probes(ready, lambda _: None)
    return Starlette(routes=[Route("/metrics", metrics), *probes.routes()])


class _Answer:
    """The text of the metrics, made once a second however many ask: it costs as much as dozens of calls."""

    def __init__(self) -> None:
        self._text, self._until = b"", 0.0

    def text(self) -> bytes:
        now = monotonic()
        if now >= self._until:
            self._text, self._until = generate_latest(), now + METRICS_S
        return self._text
