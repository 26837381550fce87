"""Traces as a collector gets them from a whole server."""

from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc

from tests.faults.service import Service
from turnledger import sign_in
from turnledger.v1 import lobby_pb2, lobby_pb2_grpc

pytestmark = [pytest.mark.servers, pytest.mark.slow]
REQUEST = "0b6f1c7e-5d0b-4b5e-9a51-5a1c8f4a2d11"
CALLER = "4bf92f3577b34da6a3ce929d0e0e4736"


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    def __init__(self):
        self.spans = []

    def Export(self, request, _context):
        self.spans += [span for each in request.resource_spans for scope in each.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()


@pytest.fixture
def collected(tmp_path):
    """Serves, opens a table in a caller's trace, and stops: what the collector has then, by name."""

    async def collected(**settings):
        collector, server = Collector(), grpc.server(ThreadPoolExecutor(2))
        trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)
        endpoint = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        server.start()
        service = Service(tmp_path, f"sqlite:///{tmp_path}/events.db", TURNLEDGER_OTLP=endpoint, **settings)
        await service.start()
        try:
            await open_a_table(service.address)
        finally:
            service.stop()
            server.stop(None).wait()
        return {span.name: span for span in collector.spans}

    return collected


async def open_a_table(address):
    async with sign_in(address) as ann, grpc.aio.insecure_channel(address) as channel:
        await lobby_pb2_grpc.LobbyStub(channel).CreateTable(
            lobby_pb2.CreateTableRequest(request_id=REQUEST, variant="colony61", seats=2),
            metadata=(*ann.connection.metadata(), ("traceparent", f"00-{CALLER}-00f067aa0ba902b7-01")),
        )


async def test_a_caller_finds_the_call_in_its_own_trace_and_the_command_from_there(collected):
    spans = await collected()
    call, command = spans["CreateTable"], spans["OpenTable"]
    assert (call.trace_id.hex(), call.parent_span_id.hex()) == (CALLER, "00f067aa0ba902b7")
    assert [(each.key, each.value.string_value) for each in call.attributes] == [("request_id", REQUEST)]
    assert command.trace_id.hex() == REQUEST.replace("-", "")
    assert [(each.trace_id, each.span_id) for each in command.links] == [(call.trace_id, call.span_id)]


async def test_an_operator_keeps_no_traces_whatever_callers_want(collected):
    assert await collected(TURNLEDGER_OTLP_SHARE="0") == {}
