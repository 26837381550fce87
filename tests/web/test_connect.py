"""The bridge, with gRPC's own health service behind it: a servicer that knows nothing of HTTP."""

import asyncio
import base64
import json
import struct
from contextlib import asynccontextmanager

import grpc
import httpx
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from services.web.app import web_app
from services.web.server import WebServer

CHECK = "/grpc.health.v1.Health/Check"
WATCH = "/grpc.health.v1.Health/Watch"


class Health(health_pb2_grpc.HealthServicer):
    def __init__(self):
        self.seen = {}
        self.watch_ended = asyncio.Event()

    async def Check(self, request, context):
        self.seen = {"remaining": context.time_remaining(), "metadata": dict(context.invocation_metadata())}
        match request.service:
            case "":
                return health_pb2.HealthCheckResponse(status="SERVING")
            case "slow":
                await asyncio.Event().wait()
            case "bug":
                raise RuntimeError("a secret of ours")
        info = ErrorInfo(reason="UNKNOWN_SERVICE", domain="turnledger", metadata={"service": request.service})
        status = Status(code=5, message="no such service")
        status.details.add().Pack(info)
        return await context.abort_with_status(rpc_status.to_status(status))

    async def Watch(self, request, context):
        try:
            yield health_pb2.HealthCheckResponse(status="SERVING")
            yield health_pb2.HealthCheckResponse(status="NOT_SERVING")
            if request.service == "idle":
                await asyncio.Event().wait()
        finally:
            self.watch_ended.set()


@asynccontextmanager
async def serving(health, ready=True):
    async def is_ready():
        return ready

    check = grpc.unary_unary_rpc_method_handler(health.Check)
    watch = grpc.unary_stream_rpc_method_handler(health.Watch)
    app = web_app(
        {"grpc.health.v1.Health": {"Check": check, "Watch": watch}}, ready=is_ready, origins=["https://friend.example"]
    )
    server = WebServer(app, "127.0.0.1", 0)
    task = asyncio.create_task(server.serve())
    await server.listening.wait()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as client:
        yield client
    server.end()
    await task


@pytest.fixture
def health():
    return Health()


@pytest.fixture
async def client(health):
    async with serving(health) as opened:
        yield opened


async def test_a_unary_call_in_json(client, health):
    answer = await client.post(CHECK, json={}, headers={"connect-timeout-ms": "5000", "x-colour": "red"})
    assert (answer.status_code, answer.text) == (200, '{"status": "SERVING"}')
    assert 4 < health.seen["remaining"] <= 5
    assert health.seen["metadata"]["x-colour"] == "red"


async def test_a_unary_call_in_binary(client):
    answer = await client.post(CHECK, content=b"", headers={"content-type": "application/proto"})
    assert health_pb2.HealthCheckResponse.FromString(answer.content).status == 1


async def test_an_error_keeps_its_code_and_details(client):
    answer = await client.post(CHECK, json={"service": "chess"})
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (
        404,
        "not_found",
        "no such service",
    )
    (detail,) = answer.json()["details"]
    info = ErrorInfo.FromString(base64.b64decode(detail["value"] + "=="))
    assert (info.reason, info.metadata["service"]) == ("UNKNOWN_SERVICE", "chess")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/proto", b"\xff"),
        ("application/json", b""),
        ("application/json", b'{"service": 5}'),
        ("application/json", b'{"service": "\xff"}'),
        ("application/json", b"[" * 50_000),
        ("application/json", b'{"service": "a", "service": "b"}'),
    ],
    ids=["binary", "empty", "type", "bytes", "nested", "twice"],
)
async def test_what_is_no_message_is_refused_with_a_reason(client, kind, body):
    answer = await client.post(CHECK, content=body, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_argument")
    assert answer.json()["message"].startswith("not a grpc.health.v1.HealthCheckRequest")
    assert "codec can't" not in answer.text
    info = ErrorInfo.FromString(base64.b64decode(answer.json()["details"][0]["value"] + "=="))
    assert info.reason == "MALFORMED"


async def test_bytes_in_a_header_that_are_no_text_end_no_call(client):
    for headers in ({"x-colour": b"\xe9"}, {"x-colour-bin": "a"}):
        answer = await client.post(CHECK, json={}, headers=headers)
        assert (answer.status_code, answer.text) == (200, '{"status": "SERVING"}')


async def test_grpc_is_sent_to_its_own_port(client):
    answer = await client.post(CHECK, content=b"\0\0\0\0\0", headers={"content-type": "application/grpc"})
    assert (answer.status_code, answer.text) == (415, "gRPC has a port of its own")


async def test_a_deadline_ends_the_call(client):
    answer = await client.post(CHECK, json={"service": "slow"}, headers={"connect-timeout-ms": "50"})
    assert answer.json()["code"] == "deadline_exceeded"


async def test_the_text_of_an_unexpected_exception_stays_here(client):
    answer = await client.post(CHECK, json={"service": "bug"})
    assert answer.status_code == 500
    assert "secret" not in answer.text


def envelopes(body):
    while body:
        flags, size = struct.unpack(">BI", body[:5])
        yield flags, json.loads(body[5 : 5 + size])
        body = body[5 + size :]


def enveloped(message):
    body = json.dumps(message).encode()
    return struct.pack(">BI", 0, len(body)) + body


async def test_a_server_stream_in_json(client):
    answer = await client.post(WATCH, content=enveloped({}), headers={"content-type": "application/connect+json"})
    assert list(envelopes(answer.content)) == [(0, {"status": "SERVING"}), (0, {"status": "NOT_SERVING"}), (2, {})]


async def test_a_reader_who_leaves_ends_the_stream(client, health):
    headers = {"content-type": "application/connect+json"}
    async with client.stream("POST", WATCH, content=enveloped({"service": "idle"}), headers=headers) as answer:
        await anext(answer.aiter_bytes())
    await asyncio.wait_for(health.watch_ended.wait(), 5)


async def test_grpc_web(client):
    headers = {"content-type": "application/grpc-web+proto"}
    answer = await client.post(CHECK, content=struct.pack(">BI", 0, 0), headers=headers)
    flags, size = struct.unpack(">BI", answer.content[:5])
    assert (flags, health_pb2.HealthCheckResponse.FromString(answer.content[5 : 5 + size]).status) == (0, 1)
    assert b"grpc-status: 0" in answer.content[5 + size :].lower().replace(b"grpc-status:0", b"grpc-status: 0")


@pytest.mark.parametrize(("origin", "allowed"), [("https://friend.example", True), ("https://evil.example", False)])
async def test_only_listed_sites_may_call_from_a_browser(client, origin, allowed):
    headers = {"origin": origin, "access-control-request-method": "POST"}
    answer = await client.options(CHECK, headers=headers | {"access-control-request-headers": "authorization"})
    assert (answer.headers.get("access-control-allow-origin") == origin) is allowed


async def test_health_metrics_and_the_page(client, health):
    assert (await client.get("/healthz")).text == "ok"
    assert "turnledger_command_seconds" in (await client.get("/metrics")).text
    assert "Turnledger" in (await client.get("/")).text
    async with serving(health, ready=False) as waiting:
        assert (await waiting.get("/healthz")).status_code == 503
