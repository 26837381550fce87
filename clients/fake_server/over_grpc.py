"""The script over gRPC, for kits that speak nothing else. What only HTTP has (a proxy's page, a connection that is cut)
is told as the library of gRPC tells it: UNAVAILABLE without details."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor
from grpc_status import rpc_status

from clients.fake_server.messages import method_of, read, status, write
from clients.fake_server.script import Run

_PREFIX = "/turnledger.v1."


class Handlers(grpc.GenericRpcHandler):
    """`run`: gives the case that is played now."""

    def __init__(self, run: Callable[[], Run]) -> None:
        self._run = run

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler | None:
        scripted = _Scripted(self._run, details.method.removeprefix(_PREFIX))
        if scripted.method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(scripted.stream)
        return grpc.unary_unary_rpc_method_handler(scripted.unary)


class _Scripted:
    """A method of the script."""

    def __init__(self, run: Callable[[], Run], name: str) -> None:
        self._run, self._name = run, name
        self.method: MethodDescriptor = method_of(name)

    async def unary(self, body: bytes, context: Any) -> bytes:
        return write(self.method, (await self._told(body, context)).get("answer", {})).binary

    async def stream(self, body: bytes, context: Any) -> AsyncIterator[bytes]:
        for step in (await self._told(body, context)).get("stream", ()):
            if "message" in step:
                yield write(self.method, step["message"]).binary
            else:
                await _end(context, step)

    async def _told(self, body: bytes, context: Any) -> dict[str, Any]:
        token = dict(context.invocation_metadata()).get("authorization", "").removeprefix("Bearer ")
        told = await self._run().called(self._name, token, read(self.method, body, is_json=False))
        if {"answer", "stream"}.isdisjoint(told):
            await _end(context, told)
        return told


async def _end(context: Any, told: dict[str, Any]) -> None:
    if told.get("silent"):
        await asyncio.Event().wait()
    if "error" in told:
        await context.abort_with_status(rpc_status.to_status(status(told["error"])))
    await context.abort(grpc.StatusCode.UNAVAILABLE, "connection lost")
