"""Refused calls, aborted streams, reconnects and large bodies leave no memory behind: a server's stays flat.

200,000 of each in `make faults`, a small part of that in `make test`. The server is a process of its own, and so is
each measurement.
"""

import asyncio
import json
import struct
import sys
import zlib
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from uuid import uuid4

import grpc
import pytest

from support.memory import memory_mib
from support.servers import free_port
from tests.faults.conftest import LONG
from tests.faults.raw_calls import PREFACE, GrpcConnection, HttpConnections
from tests.faults.service import Service
from turnledger import ServiceError, sign_in
from turnledger.v1 import accounts_pb2, history_pb2, play_pb2, views_pb2

TIMES = 200_000 if LONG else 4_000
AT_ONCE, ROUNDS = 8, 10
WARM_UP, GROWS_MB = (10_000, 48) if LONG else (400, 24)
"""A server reaches its level first: connections that were cut are kept for some seconds, and the allocator's arenas are
partly used. Growth below the second figure is no leak: a kilobyte a call would be 200 MB."""
BOMB_MB = 200
NOWHERE = "5b5b4d3e-5a73-4e52-9b60-9d4f2a0f6a11"
LARGE = 190_000
pytestmark = [pytest.mark.slow, pytest.mark.servers]


class Attacker:
    """A guest with a table, who calls both ports."""

    def __init__(self, service, http, client, game_id):
        self.service, self.http, self.client, self.game_id = service, HttpConnections(http), client, game_id
        self.token = dict(client.connection.metadata())["authorization"]
        self.channel = grpc.aio.insecure_channel(service.address)
        self._grpc, self._opening = None, asyncio.Lock()
        self._number = count()

    async def close(self):
        await self.channel.close()
        self.http.close()
        if self._grpc:
            self._grpc.close()

    async def connection(self):
        """Return the connection to the gRPC port, another one once the server has ended it."""
        async with self._opening:
            if not self._grpc or self._grpc.ended:
                self._grpc = await GrpcConnection.open(self.service.address)
            return self._grpc

    async def called(self, method, body, token=None):
        """Call a method over gRPC and return its status."""
        connection = await self.connection()
        return await connection.call(f"/turnledger.v1.{method}", body, token or self.token)

    async def refused(self, method, body):
        """Call a method by gRPC's own library, with a body of any size, which must be refused."""
        call = self.channel.unary_unary(f"/turnledger.v1.{method}")
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await call(body, metadata=(("authorization", self.token),))
        code = refused.value.code()
        assert code not in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL), method

    async def posted(self, method, body, kind="application/proto", **headers):
        """Call a method over HTTP and return the status."""
        named = {"authorization": self.token, "content-type": kind}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.http.post(f"/turnledger.v1.{method}", body, named)

    async def refusals(self):
        no_game = views_pb2.GetBoardRequest(game_id=NOWHERE).SerializeToString()
        match next(self._number) % 6:
            case 0:
                assert await self.called("Views/GetBoard", no_game) is grpc.StatusCode.NOT_FOUND
            case 1:
                assert await self.called("Views/GetBoard", b"\xff\xff\xff") is grpc.StatusCode.INVALID_ARGUMENT
            case 2:
                wrong = await self.called("Views/GetBoard", no_game, "Bearer no.such.token")
                assert wrong is grpc.StatusCode.UNAUTHENTICATED
            case 3:
                assert await self.called("Views/NoSuchMethod", no_game) is grpc.StatusCode.UNIMPLEMENTED
            case 4:
                assert await self.posted("Views/GetBoard", no_game) == 404
            case 5:
                assert await self.posted("Views/GetBoard", b"{}", "application/json") == 400

    async def aborted_streams(self):
        body = views_pb2.WatchGameRequest(game_id=self.game_id).SerializeToString()
        if next(self._number) % 2:
            connection = await self.connection()
            await connection.leave("/turnledger.v1.Views/WatchGame", body, self.token)
            return
        body = struct.pack(">BI", 0, len(body)) + body
        reader, writer = await asyncio.open_connection("127.0.0.1", self.http.port)
        writer.write(
            f"POST /turnledger.v1.Views/WatchGame HTTP/1.1\r\nhost: localhost\r\nauthorization: {self.token}\r\n"
            f"content-type: application/connect+proto\r\ncontent-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        assert b" 200 " in await reader.readline()
        await reader.read(1_000)
        writer.transport.abort()

    async def reconnects(self):
        match next(self._number) % 3:
            case 0:
                connection = await GrpcConnection.open(self.service.address)
                assert await connection.call("/grpc.health.v1.Health/Check", b"") is grpc.StatusCode.OK
                connection.close()
            case 1:  # the beginning of a call, and no more
                await self._cut(self.service.address.rpartition(":")[2], PREFACE + b"\0\0\0\4\0")
            case 2:
                beginning = b"POST /turnledger.v1.Views/GetBoard HTTP/1.1\r\ncontent-length: 9\r\n\r\n{"
                await self._cut(self.http.port, beginning)

    async def _cut(self, port, beginning):
        _, writer = await asyncio.open_connection("127.0.0.1", int(port))
        writer.write(beginning)
        await writer.drain()
        writer.transport.abort()

    async def large_bodies(self):
        number, request_id = next(self._number), str(uuid4())
        match number % 4:
            case 0:
                request = play_pb2.SetOrdersRequest(request_id=request_id, game_id=self.game_id)
                request.MergeFromString(b"\xfa\x3f" + _varint(LARGE) + bytes(LARGE))  # an unknown field
                await self.refused("Play/SetOrders", request.SerializeToString())
            case 1:
                request = accounts_pb2.ChangePasswordRequest(request_id=request_id, password="x" * LARGE)
                await self.refused("Accounts/ChangePassword", request.SerializeToString())
            case 2:
                request = history_pb2.ImportGameRequest(request_id=request_id, content=b"\n" * LARGE)
                status = await self.posted("History/ImportGame", request.SerializeToString())
                assert status in (400, 429), status
            case 3:
                status = await self.posted("Views/GetBoard", packed_zeros(1), content_encoding="gzip")
                assert status == 400, status


def _varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


@cache
def packed_zeros(megabytes):
    packer = zlib.compressobj(9, wbits=31)
    packed = b"".join(packer.compress(bytes(1024 * 1024)) for _ in range(megabytes))
    return packed + packer.flush()


@pytest.fixture
async def attacker(tmp_path):
    http = free_port()
    service = Service(
        tmp_path,
        f"sqlite:///{tmp_path}/store.db",
        TURNLEDGER_HTTP=f"127.0.0.1:{http}",
        TURNLEDGER_STREAMS_PER_ADDRESS="10000",
    )
    await service.start()
    try:
        async with sign_in(service.address, "Eve") as client:
            game = await client.create_table("card_game", seats=2, join=True)
            attacker = Attacker(service, http, client, game.game_id)
            yield attacker
            await attacker.close()
    finally:
        service.stop()


async def repeated(once, times):
    """Do it so many times, AT_ONCE at a time."""
    left = iter(range(times))

    async def some():
        for _ in left:
            await once()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


@pytest.mark.timeout(3600 if LONG else 900)
@pytest.mark.parametrize("kind", ["refusals", "aborted_streams", "reconnects", "large_bodies"])
async def test_memory_stays_flat_over_many(attacker, kind, fault):
    once, pid = getattr(attacker, kind), attacker.service.pid
    await repeated(once, WARM_UP)
    before = memory_mib(pid)
    found = []
    for _ in range(ROUNDS):
        with fault.injection():
            await repeated(once, TIMES // ROUNDS)
            found.append(round(memory_mib(pid) - before, 1))
        at = {"kind": kind, "calls": len(found) * TIMES // ROUNDS, "before_mb": round(before, 1)}
        print(json.dumps(at | {"growth_mb": found[-1]}), flush=True)
    assert found[-1] < GROWS_MB, (round(before, 1), found)
    with suppress(ServiceError):
        await attacker.client.accounts.get_me()


@pytest.mark.timeout(900)
async def test_bodies_are_bounded_before_they_are_unpacked(attacker):
    """A compressed body of 200 kB that would be 200 MB never takes that memory, whichever protocol brings it."""
    bomb, pid = packed_zeros(BOMB_MB), attacker.service.pid
    framed = struct.pack(">BI", 1, len(bomb)) + bomb
    await attacker.refused("Views/GetBoard", b"\xff")
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak counts from here
    before = memory_mib(pid, "VmHWM")
    assert await attacker.posted("Views/GetBoard", bomb, content_encoding="gzip") == 400
    connect = {"kind": "application/connect+proto", "connect_content_encoding": "gzip"}
    assert await attacker.posted("Views/WatchGame", framed, **connect) == 200, "the error is the end of the stream"
    web = {"kind": "application/grpc-web+proto", "grpc_encoding": "gzip"}
    assert await attacker.posted("Views/GetBoard", framed, **web) == 200, "the error is in the trailers"
    request = history_pb2.ImportGameRequest(request_id=str(uuid4()), content=bomb)
    await attacker.refused("History/ImportGame", request.SerializeToString())
    await packed_by_grpc(attacker.service.address, attacker.token)
    assert memory_mib(pid, "VmHWM") - before < BOMB_MB / 4


async def packed_by_grpc(address, token):
    """Send the same over gRPC, from a process of its own: the client needs the unpacked bytes."""
    program = f"""
import grpc
channel = grpc.insecure_channel({address!r}, options=[("grpc.max_send_message_length", -1)])
call = channel.unary_unary("/turnledger.v1.Views/GetBoard")
for way in (grpc.Compression.Gzip, grpc.Compression.Deflate):
    try:
        call(bytes({BOMB_MB} << 20), compression=way, metadata=(("authorization", {token!r}),))
    except grpc.RpcError as error:
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED, error
    else:
        raise AssertionError("it succeeded")
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
    assert await process.wait() == 0
