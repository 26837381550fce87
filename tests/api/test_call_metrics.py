"""Operators' metrics of calls: by method and code, over every protocol."""

import asyncio
from contextlib import aclosing

import httpx
from prometheus_client import REGISTRY


def calls(method, code):
    return REGISTRY.get_sample_value("turnledger_call_seconds_count", {"method": method, "code": code}) or 0


def ends(code):
    return REGISTRY.get_sample_value("turnledger_stream_ends_total", {"method": "WatchLobby", "code": code}) or 0


async def test_calls_are_counted_by_method_and_code_over_grpc_and_http(player, server):
    ann = await player("Ann")
    answered, refused = calls("GetServer", "OK"), calls("Submit", "UNAUTHENTICATED")
    await ann.catalogue.get_server()
    async with httpx.AsyncClient(base_url=f"http://{server.http}") as client:
        answer = await client.post("/turnledger.v1.Play/Submit", json={})
        assert answer.status_code == 401
    assert (calls("GetServer", "OK"), calls("Submit", "UNAUTHENTICATED")) == (answered + 1, refused + 1)


async def test_a_stream_that_its_caller_leaves_is_counted_apart_from_one_that_is_refused(player, server):
    ann = await player("Ann")
    left, refused = ends("CANCELLED"), ends("UNAUTHENTICATED")
    async with aclosing(ann.watch_lobby(heartbeats=True)) as messages:
        await anext(messages)
    async with asyncio.timeout(60):
        while ends("CANCELLED") == left:
            await asyncio.sleep(0.01)
    async with httpx.AsyncClient(base_url=f"http://{server.http}") as client:
        kind = {"content-type": "application/connect+json"}
        await client.post("/turnledger.v1.Views/WatchLobby", content=b"\0\0\0\0\2{}", headers=kind)
    assert (ends("CANCELLED"), ends("UNAUTHENTICATED")) == (left + 1, refused + 1)
