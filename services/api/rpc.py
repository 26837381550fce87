"""One way in for every method: bounds, who calls, deadline, the servicer's own work, errors to statuses.

A servicer has one coroutine (or async generator, for a stream) a method, named in snake_case, that takes the request
and a Call. It returns messages and raises whatever the domain and the application raise. The handlers made here serve
grpc.aio; the web application serves the same ones over Connect.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, NoReturn, TypeAlias, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status
from msgspec import Struct

from services.accounts.sign_in import SignIn
from services.accounts.tokens import Unauthenticated
from services.api.checks import check
from services.api.convert import Malformed
from services.api.status import status_of

DEFAULT_S, MOST_S = 10.0, 60.0
"""Seconds for a unary call that names no deadline, and the most that any gets."""
MARGIN = 0.1
"""Part of the deadline kept for the answer's way back."""
PUBLIC = frozenset({"SignIn", "SignInAsGuest", "RefreshTokens"})
_SCHEME = "bearer "


Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Call(Struct, frozen=True):
    """Who calls (an account id; empty for public methods) and when the answer must be there, in the loop's time."""

    account: str
    deadline: float
    languages: str = ""

    @property
    def timeout_s(self) -> float:
        """What is left for the work."""
        return max(0.0, self.deadline - asyncio.get_running_loop().time())


class Gate:
    """Lets callers in."""

    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def admit(self, method: str, context: Any) -> Call:
        metadata = {key: value for key, value in context.invocation_metadata() or () if key in _HEADERS}
        left = context.time_remaining()
        seconds = DEFAULT_S if left is None else min(left, MOST_S)
        deadline = asyncio.get_running_loop().time() + seconds * (1 - MARGIN)
        account = "" if method in PUBLIC else await self._account(metadata.get("authorization", ""))
        return Call(account, deadline, metadata.get("accept-language", ""))

    async def _account(self, header: str) -> str:
        if not header[: len(_SCHEME)].lower() == _SCHEME:
            raise Unauthenticated("TOKEN_MISSING")
        return await self._sign_in.who(header[len(_SCHEME) :])


_HEADERS = frozenset({"authorization", "accept-language"})


def handlers(service: ServiceDescriptor, servicer: object, gate: Gate) -> dict[str, Handler]:
    """By method name. A method without a coroutine is a mistake found here."""
    return {method.name: _handler(method, getattr(servicer, _snake(method.name)), gate) for method in service.methods}


def _handler(method: MethodDescriptor, work: Callable[..., Any], gate: Gate) -> Handler:
    kinds: dict[tuple[bool, bool], tuple[Callable[..., Any], Callable[..., Any]]] = {
        (False, False): (grpc.unary_unary_rpc_method_handler, _unary),
        (False, True): (grpc.unary_stream_rpc_method_handler, _stream),
        (True, True): (grpc.stream_stream_rpc_method_handler, _session),
    }
    make, wrap = kinds[method.client_streaming, method.server_streaming]
    handler = make(
        wrap(method.name, GetMessageClass(method.input_type), work, gate),
        request_deserializer=None,  # bytes that are no message are refused by us, as every other bad request is
        response_serializer=GetMessageClass(method.output_type).SerializeToString,
    )
    return cast(Handler, handler)


def _unary(
    name: str, kind: type[Message], work: Callable[[Any, Call], Awaitable[Message]], gate: Gate
) -> Callable[..., Any]:
    async def handle(given: Message | bytes, context: Any) -> Message:
        try:
            request = _read(given, kind)
            call = await gate.admit(name, context)
            async with asyncio.timeout_at(call.deadline):
                return await work(request, call)
        except Exception as error:
            await _abort(context, status_of(error))

    return handle


def _stream(
    name: str, kind: type[Message], work: Callable[[Any, Call], AsyncGenerator[Message, None]], gate: Gate
) -> Callable[..., Any]:
    async def handle(given: Message | bytes, context: Any) -> AsyncIterator[Message]:
        try:
            request = _read(given, kind)
            call = await gate.admit(name, context)
            async with aclosing(work(request, call)) as messages:
                async for message in messages:
                    yield message
        except Exception as error:
            await _abort(context, status_of(error))

    return handle


def _session(
    name: str, kind: type[Message], work: Callable[[Any, Call], AsyncGenerator[Message, None]], gate: Gate
) -> Callable[..., Any]:
    async def handle(given: AsyncIterator[bytes], context: Any) -> AsyncIterator[Message]:
        try:
            call = await gate.admit(name, context)
            async with aclosing(work((_read(each, kind) async for each in given), call)) as messages:
                async for message in messages:
                    yield message
        except Exception as error:
            await _abort(context, status_of(error))

    return handle


def _read(given: Message | bytes, kind: type[Message]) -> Message:
    """The request, within bounds. gRPC gives bytes, the HTTP port messages. Raises Malformed."""
    try:
        request = kind.FromString(given) if isinstance(given, bytes) else given
    except DecodeError as error:
        raise Malformed("", f"not a {kind.DESCRIPTOR.full_name}") from error
    check(request)
    return request


async def _abort(context: Any, status: Status) -> NoReturn:
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort has raised")


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
