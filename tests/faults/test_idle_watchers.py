"""Five hundred idle watchers of every kind, with shortened clocks and a busy loop: nothing holds the loop.

Ten minutes in `make faults`, half a minute in `make test`. It measures processor time of the loop's thread in
one callback, which other processes of the machine do not change.
"""

import asyncio
import gc
import json
import struct
import time
from collections import Counter
from contextlib import AsyncExitStack, aclosing
from uuid import uuid4

import grpc
import pytest
from google.protobuf import descriptor_pool
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.api import chat, tournaments
from services.api.gate.gate import OPEN_STREAMS
from services.api.watching import game_watch, watch_public, watch_tables
from services.main import running
from tests.api.conftest import settings
from tests.api.methods import CUP
from tests.faults.conftest import LONG
from tests.loop_holds import loop_holds
from turnledger import ServiceError, sign_in
from turnledger.v1 import tournaments_pb2

WATCHERS, SOAK_S, HELD_S = 500, 600 if LONG else 30, 0.1
HEALTH_WATCHERS = OPEN_STREAMS - 10
"""Near the most that one address may have."""
HEARTBEAT_S, WAIT_S = 1.0, 4.0
"""Like 15 and 60: four heartbeats make a wait."""
WAYS = ("grpc", "connect")
SERVICES = ("Chat", "Tournaments", "Views")
pytestmark = [pytest.mark.slow, pytest.mark.servers]


def kinds():
    """Every method that is watched, with the types of its request and answer, from the descriptors."""
    for service in SERVICES:
        for method in descriptor_pool.Default().FindServiceByName(f"turnledger.v1.{service}").methods:
            if method.name.startswith("Watch"):
                yield (
                    f"{service}/{method.name}",
                    GetMessageClass(method.input_type),
                    GetMessageClass(method.output_type),
                )


def request_of(kind, ids):
    """The request of an idle watcher: whatever ids it takes, from now on."""
    return ParseDict({name: ids[name] for name in kind.DESCRIPTOR.fields_by_name if name in ids}, kind())


async def over_grpc(client, method, request, answer, heard):
    while True:
        try:
            async with aclosing(client.connection.stream(method, request, answer)) as messages:
                async for _ in messages:
                    heard[method, "grpc"] += 1
        except ServiceError as error:
            await client.connection.pause_after(error)


async def over_health(channel, heard):
    """Watch the health of the server, which says nothing as long as it does not change."""
    watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
    async for answer in watch:
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        heard["Health/Watch"] += 1
    raise AssertionError("Health/Watch has ended")


async def over_connect(address, token, method, request, heard):
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = request.SerializeToString()
    body = struct.pack(">BI", 0, len(body)) + body
    head = (
        f"POST /turnledger.v1.{method} HTTP/1.1\r\nhost: {address}\r\nauthorization: {token}\r\n"
        f"content-type: application/connect+proto\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    try:
        assert (await reader.readline()).startswith(b"HTTP/1.1 200"), method
        while await reader.read(64 * 1024):
            heard[method, "connect"] += 1
        raise AssertionError(f"{method} has ended")
    finally:
        writer.close()


async def busy(until):
    """Work that leaves the loop little room, so that timers fall due while others run."""
    while time.monotonic() < until:
        end = time.thread_time() + 0.002
        while time.thread_time() < end:
            json.dumps(list(range(100)))
        await asyncio.sleep(0.002)


@pytest.fixture
def shortened(monkeypatch):
    for module in (chat, tournaments, game_watch, watch_public, watch_tables):
        monkeypatch.setattr(module, "HEARTBEAT_S", HEARTBEAT_S)
        if hasattr(module, "WAIT_S"):
            monkeypatch.setattr(module, "WAIT_S", WAIT_S)
    monkeypatch.setattr(watch_public, "READERS_MAX", WATCHERS)


@pytest.mark.timeout(SOAK_S + 900)
async def test_idle_watchers_never_hold_the_loop(tmp_path, monkeypatch, shortened):
    room = {"streams_per_account": 2 * WATCHERS, "streams_per_address": 4 * WATCHERS}
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, **room)))
        ann = await stack.enter_async_context(sign_in(server.grpc, "Ann"))
        table = await ann.create_table("card_game", seats=2, join=True)
        made = await ann.tournaments.create_tournament(
            request_id=str(uuid4()), terms=ParseDict(CUP, tournaments_pb2.TournamentTerms())
        )
        ids, heard = {"game_id": table.game_id, "tournament_id": made.tournament.tournament_id}, Counter()
        watched, token = list(kinds()), dict(ann.connection.metadata())["authorization"]
        tasks = []
        for number in range(WATCHERS):
            method, kind, answer = watched[number % len(watched)]
            request = request_of(kind, ids)
            tasks.append(
                asyncio.create_task(
                    over_grpc(ann, method, request, answer, heard)
                    if number // len(watched) % 2
                    else over_connect(server.http, token, method, request, heard)
                )
            )
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(server.grpc))
        tasks += [asyncio.create_task(over_health(channel, heard)) for _ in range(HEALTH_WATCHERS)]
        everybody = {(method, way): WATCHERS // len(watched) // 2 for method, _, _ in watched for way in WAYS}
        async with asyncio.timeout(200):
            while any(heard[kind] < least for kind, least in everybody.items()):
                await asyncio.sleep(0.1)
            while heard["Health/Watch"] < HEALTH_WATCHERS:
                await asyncio.sleep(0.1)
        gc.collect()
        gc.freeze()
        heard.clear()
        with loop_holds(monkeypatch) as holds:
            await busy(time.monotonic() + SOAK_S)
        gc.unfreeze()
        ended = [task.exception() for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert ended == []
    assert {kind for kind, least in everybody.items() if heard[kind] < least} == set()
    assert holds.worst_s < HELD_S, holds.what
