"""Bytes that a connection may send before the application reads them: no HTTP library would send such bytes."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from services.web import http_server, protocol
from tests.web.test_connect import CHECK, WATCH, Health, enveloped, serving

HEAD = f"POST {CHECK} HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n".encode()
WHOLE = HEAD + b"content-length: 2\r\n\r\n{}"


@asynccontextmanager
async def connection():
    async with serving(Health()) as client:
        reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
        yield reader, writer
        writer.close()


async def is_heard(writer, part, times):
    """Return whether the server accepts the part so many times."""
    try:
        for _ in range(times):
            writer.write(part)
            await writer.drain()
    except ConnectionError:
        return False
    return True


async def answers(reader):
    """The rest of what comes, up to the end of the connection."""
    async with asyncio.timeout(60):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


ENDLESS = {
    "headers": (HEAD, b"x: 1\r\n" * 1_000),
    "one header": (HEAD + b"x: ", b"a" * 6_000),
    "request line": (b"GET /", b"a" * 6_000),
    "what stands beside a chunk": (HEAD + b"transfer-encoding: chunked\r\n\r\n1;", b"a" * 6_000),
    "trailers": (HEAD + b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", b"x: 1\r\n" * 1_000),
    "empty lines": (b"", b"\r\n" * 3_000),
}


@pytest.mark.parametrize("name", ENDLESS)
async def test_what_is_no_body_does_not_grow_without_end(name):
    begin, more = ENDLESS[name]
    async with connection() as (_, writer):
        writer.write(begin)
        assert not await is_heard(writer, more, 2_000)


async def test_the_most_that_a_head_may_be_is_taken():
    async with connection() as (reader, writer):
        writer.write(HEAD + b"x: " + b"a" * 60_000 + b"\r\ncontent-length: 2\r\n\r\n{}")
        assert b"200 OK" in await reader.readline()


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"x: " + b"a" * 80 * 1024,
        HEAD + b"\r\n".join(b"x%d: 1" % number for number in range(10_000)),
        b"GET /" + b"a" * 80 * 1024 + b" HTTP/1.1\r\nhost: here",
        HEAD + b"upgrade: h2c\r\nconnection: upgrade\r\nx: " + b"a" * 80 * 1024,
    ],
    ids=["one header", "many headers", "request line", "an offer"],
)
async def test_a_head_that_is_too_large_is_refused_also_when_it_comes_whole_at_once(head):
    async with connection() as (reader, writer):
        writer.write(WHOLE)
        await reader.readuntil(b'{"status":"SERVING"}')
        writer.write(head + b"\r\ncontent-length: 2\r\n\r\n{}")
        assert b"HTTP/1.1 431 " in await answers(reader)


@pytest.mark.parametrize("begin", [b"", HEAD, HEAD + b"content-length: 2\r\n\r\n{", b"\r\n"])
async def test_who_does_not_finish_a_request_is_not_waited_for(begin, monkeypatch):
    monkeypatch.setattr(protocol, "REQUEST_S", 0.1)
    async with connection() as (reader, writer):
        writer.write(begin)
        told = await answers(reader)
        assert told.startswith(b"HTTP/1.1 408 ") or b"content-length: 2" in begin


async def test_a_request_that_is_never_finished_after_a_whole_one_is_not_waited_for_either(monkeypatch):
    monkeypatch.setattr(protocol, "REQUEST_S", 0.1)
    async with connection() as (reader, writer):
        writer.write(WHOLE + HEAD + b"content-length: 2\r\n\r\n{")
        assert (await answers(reader)).count(b"200 OK") == 1


async def test_a_stream_goes_on_for_longer_than_a_request_may_take(monkeypatch):
    monkeypatch.setattr(protocol, "REQUEST_S", 0.1)
    body = enveloped({"service": "idle"})
    head = f"POST {WATCH} HTTP/1.1\r\ncontent-type: application/connect+json\r\ncontent-length: {len(body)}\r\n"
    async with connection() as (reader, writer):
        writer.write(head.encode() + b"\r\n" + body)
        await reader.readuntil(b"NOT_SERVING")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await reader.readuntil(b"\r\n0\r\n")


async def test_a_connection_waits_for_the_next_call_for_longer_than_proxies_keep_theirs(monkeypatch):
    idle_of_nginx_s = 60
    assert idle_of_nginx_s < http_server.KEEP_ALIVE_S
    monkeypatch.setattr(http_server, "KEEP_ALIVE_S", 0.1)
    async with connection() as (reader, writer):
        writer.write(WHOLE)
        assert (await answers(reader)).count(b"200 OK") == 1


async def test_one_connection_serves_many_requests():
    async with connection() as (reader, writer):
        for _ in range(3):
            writer.write(WHOLE)
            await reader.readuntil(b'{"status":"SERVING"}')


OFFER = b"connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAAA\r\n"
"""What Java's HttpClient and `curl --http2` send over plain HTTP."""
OFFERS = {
    "with a length": HEAD + OFFER + b"content-length: 2\r\n\r\n{}",
    "in chunks": HEAD + OFFER + b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
    "of a websocket": HEAD + b"connection: upgrade\r\nupgrade: websocket\r\ncontent-length: 2\r\n\r\n{}",
}


@pytest.mark.parametrize("name", OFFERS)
@pytest.mark.parametrize("size", [1, 50, 1_000])
async def test_who_offers_another_protocol_is_answered_over_this_one(name, size):
    whole = OFFERS[name]
    async with connection() as (reader, writer):
        for _ in range(2):
            for begin in range(0, len(whole), size):
                writer.write(whole[begin : begin + size])
                await writer.drain()
            answer = await reader.readuntil(b'{"status":"SERVING"}')
            assert b"200 OK" in answer
        writer.write(WHOLE + whole + WHOLE)
        for _ in range(3):
            await reader.readuntil(b'{"status":"SERVING"}')


async def test_many_offers_that_come_together_are_answered_one_by_one():
    many = 1_000
    async with connection() as (reader, writer):
        writer.write(OFFERS["with a length"] * many)
        for _ in range(many):
            await reader.readuntil(b'{"status":"SERVING"}')


async def test_the_head_of_an_offer_is_bounded_too():
    async with connection() as (_, writer):
        writer.write(HEAD + OFFER)
        assert not await is_heard(writer, b"x: 1\r\n" * 1_000, 2_000)


@pytest.mark.parametrize("path", [b"here:443", b"/"])
async def test_nobody_is_connected_elsewhere(path):
    async with connection() as (reader, writer):
        writer.write(b"CONNECT " + path + b" HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        assert (await answers(reader)).startswith(b"HTTP/1.1 4")
