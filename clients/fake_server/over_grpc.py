"""The script over gRPC, for kits that speak nothing else. Faults that only HTTP has (a proxy's page, a cut connection)
are reported as gRPC libraries do: UNAVAILABLE without details."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor
from grpc_status import rpc_status

from clients.fake_server.relay import Relay
from clients.fake_server.script import Run
from clients.fake_server.script_messages import ENVELOPE, cut_at, method_of, read, status, write

_PREFIX = "/turnledger.v1."
_BY_STATUS = {
    401: grpc.StatusCode.UNAUTHENTICATED,
    403: grpc.StatusCode.PERMISSION_DENIED,
    404: grpc.StatusCode.UNIMPLEMENTED,
}
"""https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md; UNAVAILABLE for all others used here."""


class Handlers(grpc.GenericRpcHandler):
    """`run`: gives the case that is played now. `relay`: through which all come, and which cuts inside messages."""

    def __init__(self, run: Callable[[], Run], relay: Relay) -> None:
        self._run, self._relay = run, relay

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler | None:
        scripted = _Scripted(self._run, self._relay, details.method.removeprefix(_PREFIX))
        if scripted.method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(scripted.stream)
        return grpc.unary_unary_rpc_method_handler(scripted.unary)


class _Scripted:
    """A method of the script."""

    def __init__(self, run: Callable[[], Run], relay: Relay, name: str) -> None:
        self._run, self._relay, self._name = run, relay, name
        self.method: MethodDescriptor = method_of(name)

    async def unary(self, body: bytes, context: Any) -> bytes:
        told = await self._answer(body, context)
        return self._written(told.get("answer", {}), told, 0)

    async def stream(self, body: bytes, context: Any) -> AsyncIterator[bytes]:
        sent = 0
        for step in (await self._answer(body, context)).get("stream", ()):
            if "message" in step:
                message = self._written(step["message"], step, sent)
                sent += ENVELOPE.size + len(message)
                yield message
            else:
                await _end(context, step)

    def _written(self, message: dict[str, Any], told: dict[str, Any], sent: int) -> bytes:
        """`sent`: bytes of the call's messages before this one, which is cut where the script demands it."""
        written = write(self.method, message).binary
        if "cut" in told:
            self._relay.cut_after(sent + cut_at(told["cut"], len(written)))
        return written

    async def _answer(self, body: bytes, context: Any) -> dict[str, Any]:
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
    http_status = told.get("http", {}).get("status")
    await context.abort(_BY_STATUS.get(http_status, grpc.StatusCode.UNAVAILABLE), "connection lost")
