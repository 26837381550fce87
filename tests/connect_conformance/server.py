"""The suite's test service behind our own HTTP and gRPC servers. The suite starts this program, says on its standard
input which protocol it is about to speak, and reads from its standard output where (docs of server_compat.proto).

    python -m tests.connect_conformance.server DESCRIPTORS
"""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import any_pb2, descriptor_pool, empty_pb2, struct_pb2  # noqa: F401  # the suite's files name them
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from services.web.app import web_app
from services.web.http_server import WebServer

PACKAGE = "connectrpc.conformance.v1"
SERVICE = f"{PACKAGE}.ConformanceService"
GRPC = 2
"""Of the suite's protocols; the others are those of the HTTP port."""


def load(descriptors: Path) -> None:
    pool = descriptor_pool.Default()
    for file in FileDescriptorSet.FromString(descriptors.read_bytes()).file:
        if file.package == PACKAGE:
            pool.Add(file)


def kind(name: str) -> Any:
    return GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(f"{PACKAGE}.{name}"))


def information(context: Any, *requests: Message) -> Any:
    """The received request, in the form that the suite compares."""
    info = kind("ConformancePayload").RequestInfo()
    values: dict[str, list[str]] = {}
    for name, value in context.invocation_metadata() or ():
        values.setdefault(name, []).append(value if isinstance(value, str) else value.decode("latin-1"))
    for name, each in values.items():
        info.request_headers.add(name=name, value=each)
    left = context.time_remaining()
    if left is not None:
        info.timeout_ms = round(left * 1000)
    for request in requests:
        info.requests.add().Pack(request)
    return info


def pairs(headers: Any) -> list[tuple[str, str]]:
    return [(each.name.lower(), value) for each in headers for value in each.value]


async def begin(context: Any, definition: Any) -> None:
    await context.send_initial_metadata(pairs(definition.response_headers))
    context.set_trailing_metadata(pairs(definition.response_trailers))


async def fail(context: Any, definition: Any, *more: Message) -> None:
    """With what the call was given to say; an abort of gRPC takes no other trailers than its own."""
    error = definition.error
    status = Status(code=error.code, message=error.message, details=error.details)
    for each in more:
        status.details.add().Pack(each)
    abort = rpc_status.to_status(status)
    trailers = (*pairs(definition.response_trailers), *(abort.trailing_metadata or ()))
    await context.abort_with_status(abort._replace(trailing_metadata=trailers))


async def unary(request: Any, context: Any, answer: str = "UnaryResponse") -> Message:
    definition = request.response_definition
    await begin(context, definition)
    await asyncio.sleep(definition.response_delay_ms / 1000)
    info = information(context, request)
    if definition.HasField("error"):
        await fail(context, definition, info)
    return kind(answer)(payload={"data": definition.response_data, "request_info": info})


async def idempotent_unary(request: Any, context: Any) -> Message:
    return await unary(request, context, "IdempotentUnaryResponse")


async def server_stream(request: Any, context: Any) -> AsyncIterator[Message]:
    definition, info = request.response_definition, information(context, request)
    await begin(context, definition)
    for each in definition.response_data:
        await asyncio.sleep(definition.response_delay_ms / 1000)
        yield kind("ServerStreamResponse")(payload={"data": each, "request_info": info})
        info = None
    if definition.HasField("error"):
        await fail(context, definition, *([info] if info else []))


async def client_stream(requests: Any, context: Any) -> Message:
    got = [each async for each in requests]
    definition = got[0].response_definition if got else kind("UnaryResponseDefinition")()
    await begin(context, definition)
    await asyncio.sleep(definition.response_delay_ms / 1000)
    info = information(context, *got)
    if definition.HasField("error"):
        await fail(context, definition, info)
    return kind("ClientStreamResponse")(payload={"data": definition.response_data, "request_info": info})


async def bidi_stream(requests: Any, context: Any) -> AsyncIterator[Message]:
    """In full duplex an answer to each request, what is left after the last; otherwise all answers after it."""
    got = [await anext(requests)]
    definition, duplex = got[0].response_definition, got[0].full_duplex
    await begin(context, definition)
    if not duplex:
        got += [each async for each in requests]
    for place, data in enumerate(definition.response_data):
        if place and duplex:
            following = await anext(requests, None)
            got = [following] if following else []
        await asyncio.sleep(definition.response_delay_ms / 1000)
        told = information(context, *got) if place == 0 or (duplex and got) else None
        yield kind("BidiStreamResponse")(payload={"data": data, "request_info": told})
    if definition.HasField("error"):
        await fail(context, definition, *([] if definition.response_data else [information(context, *got)]))


def handlers() -> dict[str, Any]:
    make = {
        (False, False): grpc.unary_unary_rpc_method_handler,
        (False, True): grpc.unary_stream_rpc_method_handler,
        (True, False): grpc.stream_unary_rpc_method_handler,
        (True, True): grpc.stream_stream_rpc_method_handler,
    }
    works = {
        "Unary": unary,
        "IdempotentUnary": idempotent_unary,
        "ServerStream": server_stream,
        "ClientStream": client_stream,
        "BidiStream": bidi_stream,
    }
    methods = descriptor_pool.Default().FindServiceByName(SERVICE).methods_by_name
    return {
        name: make[methods[name].client_streaming, methods[name].server_streaming](
            work,
            request_deserializer=GetMessageClass(methods[name].input_type).FromString,
            response_serializer=GetMessageClass(methods[name].output_type).SerializeToString,
        )
        for name, work in works.items()
    }


def read() -> Any:
    size = int.from_bytes(sys.stdin.buffer.read(4))
    return kind("ServerCompatRequest").FromString(sys.stdin.buffer.read(size))


def tell(port: int) -> None:
    told = kind("ServerCompatResponse")(host="127.0.0.1", port=port).SerializeToString()
    sys.stdout.buffer.write(len(told).to_bytes(4) + told)
    sys.stdout.buffer.flush()


async def yes() -> bool:
    return True


async def serve(protocol: int) -> None:
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    if protocol == GRPC:
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers()),))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        tell(port)
        await ended.wait()
        await server.stop(None)
    else:
        web = WebServer(web_app({SERVICE: handlers()}, ready=yes), "127.0.0.1", 0)
        serving = asyncio.ensure_future(web.serve())
        await web.listening.wait()
        tell(web.port)
        await ended.wait()
        web.end()
        await serving


if __name__ == "__main__":
    load(Path(sys.argv[1]))
    asyncio.run(serve(read().protocol))
