"""The fake server: one case at a time, over HTTP and gRPC, and the few requests by which a kit's tests steer it."""

import asyncio
import json
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import grpc

from clients.fake_server import connect, http1
from clients.fake_server.http1 import Request
from clients.fake_server.judge import verdict
from clients.fake_server.over_grpc import Handlers
from clients.fake_server.relay import Relay
from clients.fake_server.script import Run, Seen, cases

HOST = "127.0.0.1"


class Addresses(NamedTuple):
    http: str
    grpc: str


class FakeServer:
    def __init__(self) -> None:
        self._cases = cases()
        self._run: Run | None = None
        self._open: set[asyncio.Task[None]] = set()

    @property
    def run(self) -> Run:
        """The case that is played. Raises RuntimeError before the first."""
        if self._run is None:
            raise RuntimeError("POST /begin comes first")
        return self._run

    async def accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serves a connection, request by request, until either side has enough."""
        serving = asyncio.ensure_future(self._requests(reader, writer))
        self._open.add(serving)
        serving.add_done_callback(self._open.discard)
        with suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):  # the last: by `close`
            await serving

    async def _requests(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            again = True
            while again:
                again = await self._answer(await http1.read_request(reader), writer)
                await writer.drain()
        finally:
            http1.cut(writer)

    async def _answer(self, request: Request, writer: StreamWriter) -> bool:
        if request.path.startswith(connect.PREFIX):
            return await connect.serve(self.run, request, writer)
        try:
            told = await self._steer(request)
        except (KeyError, ValueError, RuntimeError) as error:
            http1.answer(writer, 400, "application/json", json.dumps({"wrong": repr(error)}).encode())
        else:
            http1.answer(writer, 200, "application/json", json.dumps(told).encode())
        return True

    async def _steer(self, request: Request) -> Any:
        """clients/cases/README.md lists them."""
        url = urlsplit(request.path)
        asked = json.loads(request.body) if request.body else {}
        match url.path:
            case "/cases":
                return list(self._cases.values())
            case "/begin":
                self._run = Run(self._cases[asked["case"]])
                return self._run.case
            case "/note":
                await self.run.note(Seen(time.monotonic(), note=asked))
            case "/report":
                self.run.outcomes[asked["step"]] = asked["outcome"]
            case "/seen":
                query = parse_qs(url.query)
                await self.run.wait_for(query["method"][0], int(query["count"][0]))
            case "/end":
                wrong = verdict(self.run)
                return {"case": self.run.case["name"], "ok": not wrong, "wrong": wrong}
            case unknown:
                raise ValueError(unknown)
        return {}

    async def close(self) -> None:
        for each in list(self._open):
            each.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


@asynccontextmanager
async def serving(port: int = 0) -> AsyncIterator[Addresses]:
    """On free ports of loopback; `port`: of HTTP, if a certain one is wanted."""
    fake = FakeServer()
    rpc, relay = grpc.aio.server(), Relay(HOST)
    rpc.add_generic_rpc_handlers((Handlers(lambda: fake.run, relay),))
    relay.port = rpc.add_insecure_port(f"{HOST}:0")
    await rpc.start()
    relayed = await asyncio.start_server(relay.accept, HOST, 0)
    http = await asyncio.start_server(fake.accept, HOST, port)
    try:
        yield Addresses(f"http://{_address(http)}", _address(relayed))
    finally:
        http.close()
        relayed.close()
        await fake.close()
        await relay.close()
        await rpc.stop(None)


def _address(listening: asyncio.Server) -> str:
    return f"{HOST}:{listening.sockets[0].getsockname()[1]}"
