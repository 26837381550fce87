"""Odd heads, paths, metadata and JSON over both ports: input outside of the contract. It never causes an internal
error, and is never logged as one. `FUZZ_S`, `FUZZ_SEED` as in test_fuzz.py."""

import asyncio
import json
import os
import random
from contextlib import AsyncExitStack

import grpc
import httpx
import pytest
import structlog

from services.main import running
from tests.api.conftest import settings
from tests.api.methods import METHODS
from turnledger import sign_in

FUZZ_S = float(os.environ.get("FUZZ_S", "3"))
SEED = int(os.environ.get("FUZZ_SEED", "0"))
TEXTS = (
    *("", " ", ",", ";", "=", "/", "..", "%00", "%ff", "%2e%2e%2f", "a" * 5_000, "-1", "0", "9" * 400, "1e309", "nan"),
    *(
        "Bearer",
        "Bearer ",
        "Bearer a.b.c",
        "bearer x y z",
        "Basic Og==",
        "ru;q=nan",
        "en;q=1.9,ru;q=",
        "*;q=0",
        "[::1",
        "]",
    ),
    *(
        "bytes=0-",
        "bytes=9-1",
        "bytes=-",
        "bytes=a-b,c",
        "Sun, 99 Foo 0000",
        "gzip",
        "br",
        "identity",
        "W/",
        '"',
        "chunked",
    ),
    *("192.0.2.1:99999", "::ffff:1.2.3", "fe80::1%", "[::1]:x", "junk, 127.0.0.1", "http://[", "a:b@c"),
)
HEADERS = (
    *(
        "authorization",
        "accept-language",
        "x-forwarded-for",
        "host",
        "origin",
        "range",
        "if-none-match",
        "if-modified-since",
    ),
    *(
        "connect-timeout-ms",
        "connect-protocol-version",
        "content-encoding",
        "accept-encoding",
        "accept",
        "cookie",
        "te",
    ),
    *(
        "grpc-timeout",
        "grpc-encoding",
        "x-grpc-web",
        "access-control-request-method",
        "connect-accept-encoding",
        "expect",
    ),
)
UNARY = [name for name, method in METHODS.items() if not method.server_streaming]
KINDS = (
    "application/json",
    "application/proto",
    "application/connect+json",
    "application/grpc-web+proto",
    "text/plain",
    "",
)
VALUES = (
    *(
        "null",
        "1",
        "-1",
        "1e400",
        "NaN",
        "Infinity",
        "9" * 5_000,
        '"\\ud800"',
        '"\\u0000"',
        '"x"',
        "[]",
        "{}",
        "[[[]]]",
    ),
    *("true", '{"seconds": 1}', '"2026-13-45T99:99:99Z"', '"0001-01-01T00:00:00Z"', '["\\udfff"]', "[" * 3_000),
)


def odd_headers(luck, kind=None):
    chosen = {luck.choice(HEADERS): luck.choice(TEXTS) for _ in range(luck.randint(0, 4))}
    return chosen | ({} if kind is None else {"content-type": kind})


def odd_body(name, luck):
    """JSON with odd values in fields that the method has, or anything."""
    names = [field.json_name for field in METHODS[name].input_type.fields] or ["x"]
    pairs = (f"{json.dumps(luck.choice(names))}: {luck.choice(VALUES)}" for _ in range(luck.randint(0, 3)))
    whole = f"{{{', '.join(pairs)}}}".encode()
    return luck.choice([whole, whole, whole, luck.randbytes(luck.randint(0, 40)), b"\0\0\0\0\2{}", b"\x1f\x8b" + whole])


def odd_path(luck):
    return "/" + "/".join(
        luck.choice(("", "turnledger.v1.Views", "GetBoard", "app.js", "metrics", *TEXTS)) for _ in range(2)
    )


async def over_http(http, luck):
    """The request sent, and its status."""
    if luck.random() < 0.3:
        method, path, body, kind = luck.choice(["GET", "HEAD", "POST", "OPTIONS", "PUT"]), odd_path(luck), b"", None
    else:
        name = luck.choice(UNARY)
        method, path, body = "POST", f"/turnledger.v1.{name}", odd_body(name, luck)
        kind = luck.choice(KINDS)
    headers = odd_headers(luck, kind)
    try:
        answer = await http.request(method, path, content=body, headers=headers)
    except (httpx.InvalidURL, httpx.LocalProtocolError):  # what the client itself does not send
        return None
    return (method, path, headers, body), answer.status_code, answer.text


async def over_grpc(channel, luck):
    name = luck.choice(UNARY)
    metadata = tuple((key, luck.choice(TEXTS)) for key in ("authorization", "accept-language", "x-forwarded-for"))
    ask = channel.unary_unary(f"/turnledger.v1.{name}")
    try:
        await ask(luck.randbytes(luck.randint(0, 20)), metadata=metadata, timeout=20)
    except grpc.aio.AioRpcError as error:
        return (name, metadata), error.code(), error.details()
    return None


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_nothing_that_stands_around_a_message_is_our_mistake(tmp_path, monkeypatch):
    monkeypatch.setattr("services.api.gate.gate.WRONG_PER_S", 1_000_000)
    luck, loop, refusals = random.Random(SEED), asyncio.get_running_loop(), set()
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            running(settings(tmp_path, proxies=("127.0.0.1",), calls_per_s=100_000))
        )
        ann = await stack.enter_async_context(sign_in(server.grpc, "Ann"))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(server.grpc))
        http = await stack.enter_async_context(
            httpx.AsyncClient(verify=False, base_url=f"http://{server.http}", timeout=20)
        )
        http.headers["authorization"] = ann.connection.metadata()[0][1]
        logged = stack.enter_context(structlog.testing.capture_logs())
        deadline = loop.time() + FUZZ_S
        while loop.time() < deadline or len(refusals) < 5:
            for told in (await over_http(http, luck), await over_grpc(channel, luck)):
                if told is None:
                    continue
                sent, code, said = told
                refusals.add(code)
                assert code not in (500, 502, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN), (sent, said)
                assert "our mistake" not in str(said), sent
    assert [line for line in logged if line["log_level"] in ("error", "critical")] == []
