"""The gRPC services over Connect and gRPC-Web, in the process and loop of the gRPC server.

`connectrpc` speaks the protocols; this module hands it the very handlers that a gRPC server gets.
A servicer cannot tell which way a call came.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from contextvars import ContextVar
from typing import Any, TypeAlias

import grpc
from connectrpc.code import Code
from connectrpc.codec import Codec
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.interceptor import MetadataInterceptor
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from protobuf import message_from_json_value
from protobuf.wkt import Any as AnyMessage
from protobuf.wkt import Struct
from starlette.responses import JSONResponse, PlainTextResponse, Response

from services.api.gate.status import status_of
from services.api.messages.convert import MalformedMessage
from services.api.messages.to_json import to_json
from services.web import grpc_web_text
from services.web.connect_errors import CODES, in_words
from services.web.context import Context, status_for
from services.web.forms import FORMS, Form

_GRPC, _GRPC_WEB = b"application/grpc", b"application/grpc-web"
_TIMEOUT, _DIGITS_MAX = b"connect-timeout-ms", 10
WRITTEN_AHEAD_FROM = 16 * 1024
"""grpc.RpcMethodHandler; its members are None or functions, by kind of method."""
_UNARY = ("application/json", "application/proto")
_STREAM = ("application/connect+json", "application/connect+proto")

Handler: TypeAlias = Any
"""All services behind one ASGI application; mount it at `/<package>.<Service>` of each."""
Request: TypeAlias = RequestContext[Any, Any]


class ConnectApp(ConnectASGIApplication[None]):
    """All services behind one ASGI application; mount it at `/<package>.<Service>` of each."""

    path = "/"
    kinds: Mapping[str, Sequence[str]] = {}
    """The kind of a method over Connect, by its path."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer requests that would fail before any handler, or without an answer: gRPC, whose trailers HTTP/1.1
        servers do not send, unknown methods, other content types, and header bytes that are not UTF-8."""
        headers = scope.get("headers", ())
        kind = next((value for name, value in headers if name == b"content-type"), b"")
        if kind.startswith(_GRPC) and not kind.startswith(_GRPC_WEB):
            await PlainTextResponse("gRPC has a port of its own", 415)(scope, receive, send)
            return
        if scope["path"] not in self.kinds:
            await no_such_method(kind)(scope, receive, send)
            return
        if scope["method"] == "POST" and not kind.startswith(_GRPC_WEB):
            takes = self.kinds[scope["path"]]
            if kind.partition(b";")[0].strip().lower().decode("latin-1") not in takes:
                said = f"this method takes the content type {' or '.join(takes)}"
                await PlainTextResponse(said, 415, {"accept-post": ", ".join(takes)})(scope, receive, send)
                return
        if kind.startswith(grpc_web_text.TEXT):
            scope, receive, send = (
                grpc_web_text.in_bytes(scope),
                grpc_web_text.receiving(receive),
                grpc_web_text.sending(send),
            )
        if any(name == _TIMEOUT and value.isdigit() and not int(value[:_DIGITS_MAX]) for name, value in headers):
            headers = [each for each in headers if each[0] != _TIMEOUT]  # 0 is as if the caller did not say
            scope = scope | {"headers": headers}
        if not all(value.isascii() for _, value in headers):
            scope = scope | {"headers": [(name, value.decode(errors="replace").encode()) for name, value in headers]}
        await super().__call__(scope, receive, send)


def connect_app(services: Mapping[str, Mapping[str, Handler]], message_bytes_max: int) -> ConnectApp:
    """`services`: handlers by method, by the full name of their service. Methods that stream requests stay on gRPC
    alone."""
    find = descriptor_pool.Default().FindServiceByName
    methods = {
        f"/{service}/{name}": (service, find(service).methods_by_name[name], handler)
        for service, handlers in services.items()
        for name, handler in handlers.items()
        if not handler.request_streaming
    }
    table: dict[str, Any] = {path: _endpoint(*method) for path, method in methods.items()}
    app = ConnectApp(
        service=None,  # the endpoints hold the servicers
        endpoints=lambda _: table,
        interceptors=[_Explained(message_bytes_max)],
        codecs=[_Codec(name, form) for name, form in FORMS.items()],
        read_max_bytes=message_bytes_max,
    )
    app.kinds = {path: _STREAM if handler.response_streaming else _UNARY for path, (_, _, handler) in methods.items()}
    return app


def no_such_method(kind: bytes) -> Response:
    """`kind`: the content type of the call, whose protocol has its own form of UNIMPLEMENTED."""
    said = "no such method here (those that stream requests are on the gRPC port)"
    if kind.startswith(_GRPC_WEB):
        status = {"grpc-status": str(grpc.StatusCode.UNIMPLEMENTED.value[0]), "grpc-message": said}
        return Response(headers=status, media_type=kind.decode("latin-1"))
    return JSONResponse({"code": "unimplemented", "message": said}, 404)


class _Explained(MetadataInterceptor[None]):
    """Says of what the library refuses what we say of the same: each error has its reason."""

    def __init__(self, message_bytes_max: int) -> None:
        self._too_large = f"more than {message_bytes_max} bytes"

    async def on_start(self, _: Request) -> None:
        """Needs nothing."""

    async def on_end(self, _: None, request: Request, error: Exception | None) -> None:
        languages = request.request_headers.get("accept-language", "")
        for malformed in (error, error and error.__cause__):  # ours, or ours in the library's
            if isinstance(malformed, MalformedMessage):
                raise _connect_error(status_of(malformed, languages))
        if not isinstance(error, ConnectError) or isinstance(error, _OwnError):
            return
        match error.code:
            case Code.RESOURCE_EXHAUSTED:
                raise _connect_error(status_of(MalformedMessage("", self._too_large), languages))
            case Code.INVALID_ARGUMENT | Code.INTERNAL:
                raise _connect_error(
                    status_of(MalformedMessage("", "the body is not framed or packed as its headers say"), languages)
                )
            case Code.DEADLINE_EXCEEDED:
                raise _connect_error(status_of(TimeoutError(), languages))


class _Written:
    """The part of the next answer that was written ahead, in a thread."""

    def __init__(self) -> None:
        self._kept: ContextVar[tuple[Message, bytes] | None] = ContextVar("written", default=None)

    async def ahead(self, message: Message, request: Request) -> None:
        """Write a long answer in a thread. In JSON a megabyte takes a seventh of a second."""
        kind = request.request_headers.get("content-type", "")
        if "json" in kind and isinstance(message, Message) and message.ByteSize() > WRITTEN_AHEAD_FROM:
            self._kept.set((message, await asyncio.to_thread(to_json, message)))

    def get(self, message: Message) -> bytes | None:
        kept = self._kept.get()
        if kept is None or kept[0] is not message:
            return None
        self._kept.set(None)
        return kept[1]


_WRITTEN = _Written()


class _Codec(Codec[Message, Any]):
    """Its name makes it that of a content type: `application/json`."""

    def __init__(self, name: str, form: Form) -> None:
        self._name, self._form = name, form

    def name(self) -> str:
        return self._name

    def encode(self, message: Message) -> bytes:
        return _WRITTEN.get(message) or self._form.write(message)

    def decode(self, data: bytes | bytearray, message_class: type[Any]) -> Any:
        return self._form.read(bytes(data), message_class)


class _OwnError(ConnectError):
    """Errors of ours, in contrast to those that the library raises by itself."""


class _Detail(ErrorDetail):
    """Written as JSON too."""

    def __init__(self, packed: PackedMessage) -> None:
        super().__init__(AnyMessage(type_url=packed.type_url, value=packed.value))
        self._packed = packed

    def value(self, *_: Any) -> Any:
        return message_from_json_value(Struct, in_words(self._packed))


def _connect_error(status: Status) -> _OwnError:
    return _OwnError(Code(CODES[status.code]), status.message, map(_Detail, status.details))


def _context(request: Request) -> Context:
    left_ms = request.timeout_ms
    metadata = tuple(request.request_headers.allitems())
    return Context(metadata, None if left_ms is None else left_ms / 1000, request.client_address)


def _add_metadata(request: Request, context: Context) -> None:
    """The metadata of the handler, sent once with its answer."""
    for said, kept in ((context.headers, request.response_headers), (context.trailers, request.response_trailers)):
        for name, value in said:
            kept.add(name, value)
        said.clear()


def _own_error(failure: Exception) -> Exception:
    return failure if isinstance(failure, ConnectError) else _connect_error(status_for(failure))


_IDEMPOTENCY = {
    MethodOptions.IDEMPOTENCY_UNKNOWN: IdempotencyLevel.UNKNOWN,
    MethodOptions.NO_SIDE_EFFECTS: IdempotencyLevel.NO_SIDE_EFFECTS,
    MethodOptions.IDEMPOTENT: IdempotencyLevel.IDEMPOTENT,
}


def _endpoint(service: str, method: MethodDescriptor, handler: Handler) -> Any:
    """A method as connectrpc calls it."""

    async def unary(request: Message, request_context: Request) -> Message:
        context = _context(request_context)
        try:
            answer: Message = await handler.unary_unary(request, context)
            await _WRITTEN.ahead(answer, request_context)
        except Exception as failure:
            raise _own_error(failure) from None
        finally:
            _add_metadata(request_context, context)
        return answer

    async def stream(request: Message, request_context: Request) -> AsyncIterator[Message]:
        context = _context(request_context)
        try:
            async with aclosing(handler.unary_stream(request, context)) as answers:
                async for answer in answers:
                    _add_metadata(request_context, context)
                    await _WRITTEN.ahead(answer, request_context)
                    yield answer
        except Exception as failure:
            raise _own_error(failure) from None
        finally:
            _add_metadata(request_context, context)

    info = MethodInfo(
        name=method.name,
        service_name=service,
        input=GetMessageClass(method.input_type),
        output=GetMessageClass(method.output_type),
        idempotency_level=_IDEMPOTENCY[method.GetOptions().idempotency_level],
        stream_type=StreamType.SERVER_STREAM if handler.response_streaming else StreamType.UNARY,
    )
    return Endpoint.server_stream(info, stream) if handler.response_streaming else Endpoint.unary(info, unary)
