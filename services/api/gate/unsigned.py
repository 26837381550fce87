"""gRPC methods without a token: the server's health and the contract itself (reflection). Callers are limited by
address."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from services.api.gate.gate import Gate, abort, refusal_of


class Health(health_pb2_grpc.HealthServicer):  # type: ignore[misc]  # generated code has no types
    """Like grpc_health's own, except that a watcher that does not read delays neither other watchers nor the
    shutdown."""

    def __init__(self, names: Iterable[str], gate: Gate) -> None:
        self._gate = gate
        self._status = dict.fromkeys(names, health_pb2.HealthCheckResponse.NOT_SERVING)
        self._changed = asyncio.Event()

    def report(self, status: Any) -> None:
        """The health of all services."""
        self._status = dict.fromkeys(self._status, status)
        self._changed.set()
        self._changed = asyncio.Event()

    async def Check(self, request: Any, context: Any) -> Any:  # noqa: N802  # gRPC's names
        await self._admit(context)
        status = self._status.get(request.service)
        if status is None:
            await context.abort(grpc.StatusCode.NOT_FOUND)
        return health_pb2.HealthCheckResponse(status=status)

    async def List(self, request: Any, context: Any) -> Any:  # noqa: N802
        await self._admit(context)
        statuses = {name: health_pb2.HealthCheckResponse(status=status) for name, status in self._status.items()}
        return health_pb2.HealthListResponse(statuses=statuses)

    async def _admit(self, context: Any) -> None:
        """Abort the call of an address that asks too often."""
        refusal = None
        try:
            self._gate.admit_anybody(context)
        except Exception as error:
            refusal = refusal_of(context, error)
        if refusal:
            await abort(context, refusal)

    async def Watch(self, request: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802
        refusal = None
        try:
            self._gate.admit_anybody(context)
            with self._gate.open_stream(context):
                told = None
                while True:
                    changed = self._changed
                    status = self._status.get(request.service, health_pb2.HealthCheckResponse.SERVICE_UNKNOWN)
                    if status != told:
                        yield health_pb2.HealthCheckResponse(status=status)
                        told = status
                    await changed.wait()
        except Exception as error:
            refusal = refusal_of(context, error)
        if refusal:
            await abort(context, refusal)


class Reflection(reflection_pb2_grpc.ServerReflectionServicer):  # type: ignore[misc]
    """Each question is counted: thirty bytes are answered with forty thousand."""

    def __init__(self, names: Iterable[str], gate: Gate) -> None:
        self._gate, self._reflection = gate, reflection.aio.ReflectionServicer(tuple(names))

    async def ServerReflectionInfo(self, requests: AsyncIterator[Any], context: Any) -> AsyncIterator[Any]:  # noqa: N802
        async def counted() -> AsyncIterator[Any]:
            async for request in requests:
                self._gate.admit_anybody(context)
                yield request

        refusal = None
        try:
            with self._gate.open_stream(context):
                async for answer in self._reflection.ServerReflectionInfo(counted(), context):
                    yield answer
        except Exception as error:
            refusal = refusal_of(context, error)
        if refusal:
            await abort(context, refusal)
