import asyncio
from contextlib import suppress
from uuid import UUID

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from domain.history.codec import Codec
from domain.table.messages import TABLE_EVENTS, OpenTable
from services.application.game_service import GameService
from services.observe.traces import called, listen, onward, span
from services.projection_runner.views import open_views
from services.store import open_store
from support import demo

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})

REQUEST = "0b6f1c7e-5d0b-4b5e-9a51-5a1c8f4a2d11"
CALLER = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture(scope="module")
def provider():
    made = TracerProvider()
    listen(made)
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


def test_a_server_that_is_asked_during_a_call_joins_the_trace_of_its_caller(spans):
    with called("SignInWithIssuer", lambda: (("traceparent", f"00-{CALLER}-00f067aa0ba902b7-01"),)):
        headers = onward()
    (call,) = spans.get_finished_spans()
    assert headers == {"traceparent": f"00-{CALLER}-{call.context.span_id:016x}-01"}


@pytest.mark.parametrize("named", ["", "00-zz", f"00-{'0' * 32}-00f067aa0ba902b7-01"])
def test_a_call_whose_caller_names_no_trace_is_in_none(spans, named):
    with called("GetMe", lambda: (("traceparent", named),)):
        assert onward() == {}
    assert spans.get_finished_spans() == ()


async def test_one_trace_leads_from_the_command_over_the_append_to_the_view(spans, tmp_path):
    store, views = open_store(f"sqlite:///{tmp_path}/events.db"), await open_views("memory://")
    follower = asyncio.create_task(views.follower(store, CODEC).run())
    await GameService(store, CODEC).open_table(OpenTable("demo", 2), actor="ann", request_id=REQUEST)
    async with asyncio.timeout(60):
        while "apply" not in {each.name for each in spans.get_finished_spans()}:
            await asyncio.sleep(0)
    follower.cancel()
    with suppress(asyncio.CancelledError):
        await follower
    await store.close()
    found = {each.name: each.context.trace_id for each in spans.get_finished_spans()}
    assert found == dict.fromkeys(("OpenTable", "append", "apply"), UUID(REQUEST).int)
