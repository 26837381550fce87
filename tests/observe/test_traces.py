from uuid import UUID

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from services.observe.traces import span

REQUEST = "0b6f1c7e-5d0b-4b5e-9a51-5a1c8f4a2d11"


@pytest.fixture(scope="module")
def provider():
    made = TracerProvider()
    trace.set_tracer_provider(made)
    return made


@pytest.fixture
def spans(provider):
    exporter = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter


def test_the_trace_of_a_command_is_its_request_id(spans):
    with span("Submit", REQUEST, game_id="g"), span("append", REQUEST):
        pass
    append, submit = spans.get_finished_spans()
    assert {each.context.trace_id for each in (append, submit)} == {UUID(REQUEST).int}
    assert append.parent.span_id == submit.context.span_id
    assert submit.attributes == {"game_id": "g"}


def test_a_follower_joins_the_trace_later_and_elsewhere(spans):
    with span("apply", REQUEST):
        pass
    (apply,) = spans.get_finished_spans()
    assert apply.context.trace_id == UUID(REQUEST).int


def test_a_request_id_that_is_no_uuid_has_a_trace_too(spans):
    with span("apply", "free text"):
        pass
    (apply,) = spans.get_finished_spans()
    assert apply.context.trace_id != 0
