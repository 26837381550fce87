"""Traces from the gRPC call over the append to the view.

The trace of a command is its request id: 128 bits that the client chose, that are stored with every event, and that
the follower therefore knows long after the call has ended, in another process or after a restart. Nothing about traces
is stored, and a caller who has a request id finds its trace. Until `configure` is called, spans go nowhere.
"""

from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256
from uuid import UUID

from opentelemetry import trace
from opentelemetry.context import Context

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
    tracer = trace.get_tracer("turnledger")
    return tracer.start_as_current_span(name, _context(request_id), attributes=attributes)


def listening() -> bool:
    """Whether spans go anywhere."""
    return bool(_heard)


def listen(provider: trace.TracerProvider) -> None:
    """From now on spans go to the provider, which is the process's only one."""
    trace.set_tracer_provider(provider)
    _heard.append(provider)


def _context(request_id: str) -> Context | None:
    """None inside a span of the same trace, else a parent that only fixes the trace id."""
    wanted = trace_id(request_id)
    if trace.get_current_span().get_span_context().trace_id == wanted:
        return None
    root = trace.SpanContext(wanted, wanted & (2**64 - 1) or 1, is_remote=True, trace_flags=trace.TraceFlags(1))
    return trace.set_span_in_context(trace.NonRecordingSpan(root))


def configure(endpoint: str) -> None:
    """Sends spans to an OTLP collector (`http://host:4317`). Needs the `otel` extra."""
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "turnledger"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
    listen(provider)
