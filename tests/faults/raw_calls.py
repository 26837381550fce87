"""Calls as bytes on a socket: they cost their sender a fifth of what gRPC's and HTTP's libraries do, so that a soak is
as fast as the server."""

import asyncio
import re
import struct
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping
from typing import Self

import grpc

_CODES = {code.value[0]: code for code in grpc.StatusCode}
_DATA, _HEADERS, _RESET, _SETTINGS, _PING, _GO_AWAY, _WINDOW = 0, 1, 3, 4, 6, 7, 8
_END_STREAM, _END_HEADERS, _ACK = 1, 4, 1
_WINDOW_MAX = 2**31 - 1
_CANCEL = struct.pack(">I", 8)
_STATUS = re.compile(rb"\x0bgrpc-status[\x01\x02](\d+)")
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n")


def _frame(kind: int, flags: int, stream: int, body: bytes = b"") -> bytes:
    return struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + body


def _header(name: str, value: str) -> bytes:
    """Spell a header as HPACK does without tables and Huffman's code."""
    return b"\0" + b"".join(_length(len(text)) + text for text in (name.encode(), value.encode()))


def _length(number: int) -> bytes:
    if number < 127:
        return bytes([number])
    out, number = [127], number - 127
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_OPENING = b"".join(
    (
        PREFACE,
        _frame(_SETTINGS, 0, 0, struct.pack(">HIHI", 1, 0, 4, _WINDOW_MAX)),  # no table of headers, and no window
        _frame(_WINDOW, 0, 0, struct.pack(">I", _WINDOW_MAX - 65_535)),
    )
)


class GrpcConnection(asyncio.Protocol):
    """A connection to the gRPC port, for many short calls at once."""

    def __init__(self) -> None:
        self.ended = False
        self._waits: dict[int, asyncio.Future[int]] = {}
        self._streams: set[int] = set()
        self._stream, self._rest = -1, b""

    @classmethod
    async def open(cls, address: str) -> Self:
        host, _, port = address.rpartition(":")
        _, opened = await asyncio.get_running_loop().create_connection(cls, host, int(port))
        return opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(_OPENING)

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended = True
        for waits in self._waits.values():
            if not waits.done():
                waits.set_exception(exc or ConnectionError("the server closed the connection"))

    def close(self) -> None:
        self._transport.close()

    async def call(self, path: str, body: bytes, authorization: str = "") -> grpc.StatusCode:
        """Call a method and return its status."""
        _, answer = self._send(path, body, authorization)
        return _CODES[await answer]

    async def leave(self, path: str, body: bytes, authorization: str) -> None:
        """Begin a stream and cancel it once something of it has come. Raises AssertionError if it ends before."""
        stream, answer = self._send(path, body, authorization)
        self._streams.add(stream)
        assert await answer == -1, "it ended"
        self._transport.write(_frame(_RESET, 0, stream, _CANCEL))

    def _send(self, path: str, body: bytes, authorization: str) -> tuple[int, asyncio.Future[int]]:
        self._stream = stream = self._stream + 2
        self._waits[stream] = answer = asyncio.get_running_loop().create_future()
        named = {
            ":method": "POST",
            ":scheme": "http",
            ":path": path,
            ":authority": "localhost",
            "te": "trailers",
            "content-type": "application/grpc",
            "authorization": authorization,
        }
        head = b"".join(_header(name, value) for name, value in named.items() if value)
        message = struct.pack(">BI", 0, len(body)) + body
        self._transport.write(
            _frame(_HEADERS, _END_HEADERS, stream, head) + _frame(_DATA, _END_STREAM, stream, message)
        )
        return stream, answer

    def data_received(self, data: bytes) -> None:
        data, start = self._rest + data, 0
        while len(data) >= start + 9 and len(data) >= (end := start + 9 + int.from_bytes(data[start : start + 3])):
            stream = int.from_bytes(data[start + 5 : start + 9])
            self._read(data[start + 3], data[start + 4], stream, data[start + 9 : end])
            start = end
        self._rest = data[start:]

    def _read(self, kind: int, flags: int, stream: int, body: bytes) -> None:
        if kind == _SETTINGS and not flags & _ACK:
            self._transport.write(_frame(_SETTINGS, _ACK, 0))
        elif kind == _PING and not flags & _ACK:
            self._transport.write(_frame(_PING, _ACK, 0, body))
        elif kind == _GO_AWAY:
            self.ended = True
        elif kind == _DATA and stream in self._streams:
            self._answer(stream, -1)
        elif kind == _HEADERS and flags & _END_STREAM:
            found = _STATUS.search(body)
            assert found, body
            self._answer(stream, int(found[1]))

    def _answer(self, stream: int, status: int) -> None:
        self._streams.discard(stream)
        waits = self._waits.pop(stream, None)
        if waits and not waits.done():
            waits.set_result(status)


class HttpConnections:
    """Connections to the HTTP port that stay open: as many as calls at once."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._idle: list[tuple[StreamReader, StreamWriter]] = []

    async def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Return the status. A connection that the server closed while it was idle is replaced once."""
        if self._idle:
            try:
                return await self._exchange(*self._idle.pop(), path, body, headers)
            except (asyncio.IncompleteReadError, ConnectionError):
                pass
        return await self._exchange(*await asyncio.open_connection("127.0.0.1", self.port), path, body, headers)

    async def _exchange(
        self, reader: StreamReader, writer: StreamWriter, path: str, body: bytes, headers: Mapping[str, str]
    ) -> int:
        named = {"host": "localhost", "content-length": str(len(body)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        try:
            writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            if length := _LENGTH.search(answer):
                await reader.readexactly(int(length[1]))
            else:  # in chunks
                while size := int(await reader.readline(), 16):
                    await reader.readexactly(size + 2)
                await reader.readline()
        except BaseException:
            writer.close()
            raise
        if b"\r\nconnection: close\r\n" in answer:
            writer.close()
        else:
            self._idle.append((reader, writer))
        return int(answer.split(None, 2)[1])

    def close(self) -> None:
        for _, writer in self._idle:
            writer.close()
