"""Traces from the gRPC call over the append to the view, and the measures of a command.

The trace of a command is its request id: 128 bits that the client chose, that are stored with every event, and that
the follower therefore knows long after the call has ended, in another process or after a restart. Nothing about traces
is stored, and a caller who has a request id finds its trace. A caller who has a trace of its own (W3C Trace Context)
finds the call in it, and the command's trace from there. Until `configure` is called, spans go nowhere.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from contextvars import Token
from functools import cache
from hashlib import sha256
from time import perf_counter
from types import TracebackType
from uuid import UUID

import structlog
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.propagate import inject
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from domain.kernel.refused import Refused
from services.observe.logs import COMMAND
from services.observe.metrics import COMMAND_SECONDS

Metadata = Iterable[tuple[str, str]]
_CALLER = TraceContextTextMapPropagator()
_NOTHING = nullcontext()
_heard: list[trace.TracerProvider] = []


def trace_id(request_id: str) -> int:
    """The request id itself where it is a UUID, else the first 128 bits of its SHA-256."""
    try:
        return UUID(request_id).int
    except ValueError:
        return int.from_bytes(sha256(request_id.encode()).digest()[:16])


def span(name: str, request_id: str, **attributes: str | int) -> AbstractContextManager[object]:
    """A span of the request's trace, for as long as the block runs. `span("append", request_id, game_id=…)`"""
    if not listening():  # skip 20 µs of nothing
        return _NOTHING
    around, wanted = trace.get_current_span(), trace_id(request_id)
    links = []
    if (caller := around.get_span_context()).is_valid and caller.trace_id != wanted:
        links = [trace.Link(caller)]
        around.set_attribute("request_id", request_id)
    tracer = trace.get_tracer("turnledger")
    return tracer.start_as_current_span(name, _context(wanted), attributes=attributes, links=links)


def called(method: str, metadata: Callable[[], Metadata | None]) -> AbstractContextManager[object]:
    """A span of the caller's own trace, where it names one (`traceparent`)."""
    if not listening():
        return _NOTHING
    named = {name: value for name, value in metadata() or () if name in _CALLER.fields}
    caller = _CALLER.extract(named)
    if not trace.get_current_span(caller).get_span_context().is_valid:
        return _NOTHING
    return trace.get_tracer("turnledger").start_as_current_span(method, caller, kind=trace.SpanKind.SERVER)


def onward() -> dict[str, str]:
    """Headers by which a server that we ask joins the trace."""
    headers: dict[str, str] = {}
    if listening():
        inject(headers)
    return headers


def listening() -> bool:
    """Return whether spans are exported."""
    return bool(_heard)


def listen(provider: trace.TracerProvider) -> None:
    """Export spans to the provider, the only one of this process."""
    trace.set_tracer_provider(provider)
    _heard.append(provider)


def _context(wanted: int) -> Context | None:
    """Return None inside a span of the same trace, else a parent that only sets the trace id."""
    if trace.get_current_span().get_span_context().trace_id == wanted:
        return None
    root = trace.SpanContext(wanted, wanted & (2**64 - 1) or 1, is_remote=True, trace_flags=trace.TraceFlags(1))
    return trace.set_span_in_context(trace.NonRecordingSpan(root))


def configure(endpoint: str, share: float) -> None:
    """Sends spans to an OTLP collector (`http://host:4317`). `share`: of traces that are kept, 0 to 1, by their ids
    alone: all processes keep the same ones, whatever a caller's flags say. Needs the `otel` extra."""
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import TraceIdRatioBased

    resource = Resource.create({"service.name": "turnledger"})
    provider = TracerProvider(resource=resource, sampler=TraceIdRatioBased(share))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
    listen(provider)


log = structlog.get_logger(__name__)
_timer = cache(COMMAND_SECONDS.labels)


class CommandInstrumentation:
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
