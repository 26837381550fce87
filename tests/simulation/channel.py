"""A channel of gRPC for the Python client, over Connect at simulated connections.

gRPC's own core has its threads, sockets and timers outside of any event loop, so no seed can order them. This channel
has the part of grpc.aio.Channel that the client uses. Each call chooses a process, as a load balancer does; connections
are kept and used again, also where the other end has gone meanwhile.
"""

import asyncio
import struct
from asyncio import StreamReader, StreamWriter
from base64 import b64decode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

import grpc
import msgspec
from google.protobuf.any_pb2 import Any as PackedMessage
from google.rpc.error_details_pb2 import BadRequest, LocalizedMessage
from google.rpc.status_pb2 import Status
from msgspec import Struct

from services.web.connect_errors import CODES

T = TypeVar("T")
Answered = Callable[[str, bytes, bytes], None]
"""Called with the path, the request and the answer of each call that was answered."""
_ENVELOPE = struct.Struct(">BI")
_END = 2
"""The flag of the last envelope of a stream."""
_BY_NAME = {name: code for code in grpc.StatusCode for number, name in CODES.items() if code.value[0] == number}


class _Detail(Struct):
    type: str
    value: str


class _Error(Struct):
    code: str = "unknown"
    message: str = ""
    details: list[_Detail] = []  # msgspec copies it


class _End(Struct):
    error: _Error | None = None


class Balancer:
    """Connections to the processes that answer. `hosts`: their addresses now. `lost`, `doubled`: the part of the
    connections that fall silent, and of the commands that arrive twice. `note`: hears how long each call took."""

    def __init__(
        self,
        dice: Random,
        hosts: Callable[[], list[str]],
        reached: Callable[[str], None],
        note: Callable[[str, float], None],
    ) -> None:
        self._dice, self._hosts, self.reached, self.note = dice, hosts, reached, note
        self.lost = self.doubled = 0.0

    def choose(self) -> str:
        """Return the address of a process. Raises ConnectionRefusedError without any process."""
        hosts = self._hosts()
        if not hosts:
            raise ConnectionRefusedError("no process answers")
        return self._dice.choice(hosts)

    def falls_silent(self) -> bool:
        return self._dice.random() < self.lost

    def doubles(self) -> bool:
        return self._dice.random() < self.doubled


class Channel:
    """The part of grpc.aio.Channel that turnledger/connection.py uses."""

    def __init__(self, balancer: Balancer, answered: Answered) -> None:
        self._balancer, self._answered = balancer, answered
        self._idle: dict[str, list[Pipe]] = {}
        self._doubles: list[asyncio.Task[Any]] = []
        self._lost: set[bytes] = set()
        self._watched: dict[str, str] = {}

    def unary_unary(
        self, path: str, write: Callable[[Any], bytes], read: Callable[[bytes], T]
    ) -> Callable[..., Awaitable[T]]:
        async def call(request: Any, *, metadata: Any, timeout: float) -> T:  # noqa: ASYNC109  # as grpc names it
            body = write(request)
            if self._balancer.doubles():
                self._balancer.reached("a call arrived twice")
                self._doubles.append(asyncio.create_task(self._double(path, body, metadata, timeout)))
            return read(await self._unary(path, body, metadata, timeout))

        return call

    def unary_stream(self, path: str, write: Callable[[Any], bytes], read: Callable[[bytes], Any]) -> Any:
        def call(request: Any, *, metadata: Any) -> StreamCall:
            return StreamCall(self, path, write(request), read, metadata)

        return call

    async def close(self) -> None:
        for task in self._doubles:
            task.cancel()
        for pipes in self._idle.values():
            for pipe in pipes:
                pipe.close()
        self._idle.clear()

    def watches(self, path: str, host: str) -> None:
        """Note that a stream begins at a process."""
        if self._watched.setdefault(path, host) != host:
            self._balancer.reached("a watch was resumed at another process")
        self._watched[path] = host

    def ended(self, code: str) -> None:
        """Note that a process has ended a stream."""
        self._balancer.reached(f"a stream was ended: {code}")

    async def pipe(self) -> tuple[str, "Pipe"]:
        """Return a connection to a process, and its address."""
        host = self._balancer.choose()
        idle = self._idle.setdefault(host, [])
        pipe = idle.pop() if idle else Pipe(*await asyncio.open_connection(host, 80))
        if self._balancer.falls_silent():
            self._balancer.reached("a connection fell silent")
            pipe.fall_silent()
        return host, pipe

    async def _double(self, path: str, body: bytes, metadata: Any, timeout_s: float) -> None:
        with suppress(grpc.aio.AioRpcError):
            await self._unary(path, body, metadata, timeout_s)

    async def _unary(self, path: str, body: bytes, metadata: Any, timeout_s: float) -> bytes:
        headers = {"content-type": "application/proto", "connect-timeout-ms": f"{timeout_s * 1000:.0f}"}
        began_s = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(timeout_s):
                status, answer = await self._exchange(path, headers, body, metadata)
        except TimeoutError:
            self._lost.add(body)
            raise _broken(grpc.StatusCode.DEADLINE_EXCEEDED, "no answer within the deadline") from None
        except (OSError, EOFError) as gone:
            self._lost.add(body)
            raise _broken(grpc.StatusCode.UNAVAILABLE, repr(gone)) from None
        if status != 200:
            raise _refused(msgspec.json.decode(answer, type=_Error), metadata)
        self._answered(path, body, answer)
        self._balancer.note("an answer", asyncio.get_running_loop().time() - began_s)
        if body in self._lost:
            self._balancer.reached("a call was answered that was sent again")
        return answer

    async def _exchange(self, path: str, headers: dict[str, str], body: bytes, metadata: Any) -> tuple[int, bytes]:
        host, pipe = await self.pipe()
        try:
            status = await pipe.ask(path, headers, body, metadata)
            answer = b"".join([chunk async for chunk in pipe.chunks()])
        except BaseException:
            pipe.close()
            raise
        self._idle[host].append(pipe)
        return status, answer


class Pipe:
    """One connection of HTTP/1.1."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._headers: dict[str, str] = {}

    async def ask(
        self, path: str, headers: dict[str, str], body: bytes = b"", metadata: Any = (), method: str = "POST"
    ) -> int:
        """Send a request, and return the status of its answer."""
        lines = [f"{method} {path} HTTP/1.1", "host: simulated", f"content-length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in (*headers.items(), *metadata)]
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        self._headers = {name: value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
        return int(head[0].split(" ")[1])

    async def chunks(self) -> Any:
        """The body of the answer, as it comes."""
        if "content-length" in self._headers:
            yield await self._reader.readexactly(int(self._headers["content-length"]))
            return
        while size := int(await self._reader.readuntil(b"\r\n"), 16):
            yield await self._reader.readexactly(size)
            await self._reader.readexactly(2)
        await self._reader.readexactly(2)

    def fall_silent(self) -> None:
        self._writer.transport.fall_silent()  # type: ignore[attr-defined]

    def close(self) -> None:
        self._writer.close()


class StreamCall:
    """The messages of one stream."""

    def __init__(self, channel: Channel, path: str, body: bytes, read: Callable[[bytes], Any], metadata: Any) -> None:
        self._channel, self._path, self._body, self._read, self._metadata = channel, path, body, read, metadata
        self._pipe: Pipe | None = None
        self._chunks: Any = None
        self._kept = b""

    def __aiter__(self) -> "StreamCall":
        return self

    async def __anext__(self) -> Any:
        try:
            if self._pipe is None:
                await self._begin()
            flags, size = _ENVELOPE.unpack(await self._take(_ENVELOPE.size))
            content = await self._take(size)
        except (OSError, EOFError) as gone:
            raise _broken(grpc.StatusCode.UNAVAILABLE, repr(gone)) from None
        if not flags & _END:
            return self._read(content)
        error = msgspec.json.decode(content, type=_End).error
        if error:
            self._channel.ended(error.code)
            raise _refused(error, self._metadata)
        raise StopAsyncIteration

    def cancel(self) -> None:
        if self._pipe:
            self._pipe.close()

    async def _begin(self) -> None:
        host, self._pipe = await self._channel.pipe()
        headers = {"content-type": "application/connect+proto"}
        body = _ENVELOPE.pack(0, len(self._body)) + self._body
        status = await self._pipe.ask(self._path, headers, body, self._metadata)
        self._channel.watches(self._path, host)
        self._chunks = aiter(self._pipe.chunks())
        if status != 200:
            raise ConnectionError(f"status {status}")

    async def _take(self, size: int) -> bytes:
        while len(self._kept) < size:
            try:
                self._kept += await anext(self._chunks)
            except StopAsyncIteration:
                raise EOFError("the stream ended in a message") from None
        taken, self._kept = self._kept[:size], self._kept[size:]
        return taken


def _broken(code: grpc.StatusCode, details: str) -> grpc.aio.AioRpcError:
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(), details)


def _refused(error: _Error, metadata: Any) -> grpc.aio.AioRpcError:
    """Return the error as gRPC carries it. Its sentence for people is in the language that the caller asked for."""
    code = _BY_NAME[error.code]
    is_malformed = any(each.type == BadRequest.DESCRIPTOR.full_name for each in error.details)
    assert is_malformed <= (code == grpc.StatusCode.INVALID_ARGUMENT), f"{error} blames the form of the request"
    packed = [
        PackedMessage(type_url=f"type.googleapis.com/{each.type}", value=b64decode(each.value + "=="))
        for each in error.details
    ]
    for said in (LocalizedMessage.FromString(each.value) for each in packed if each.Is(LocalizedMessage.DESCRIPTOR)):
        language = dict(metadata).get("accept-language", said.locale)
        assert said.locale == language, f"{error} is in the language {said.locale}, {language} was asked for"
    status = Status(code=code.value[0], message=error.message, details=packed)
    trailers = grpc.aio.Metadata(("grpc-status-details-bin", status.SerializeToString()))
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailers, error.message)
