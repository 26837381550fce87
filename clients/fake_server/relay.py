"""Between a client of gRPC and the fake server: cuts inside a message, which no server of gRPC does."""

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress

_FRAME_HEAD = 9
"""Bytes before a frame of HTTP/2 (RFC 9113, 4.1): its length in three, its kind, its flags, its stream in four."""
_DATA, _HEADERS = 0, 1


class Relay:
    """A relay to a port of loopback. All connections belong to the one client that plays the case."""

    def __init__(self, host: str) -> None:
        self._host, self.port = host, 0
        self._cut_after: int | None = None
        self._open: set[asyncio.Task[None]] = set()

    def cut_after(self, size: int) -> None:
        """Ends the connection when so many bytes of the newest call's messages have come, their heads included."""
        self._cut_after = size

    async def accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        relaying = asyncio.ensure_future(self._relay(reader, writer))
        self._open.add(relaying)
        relaying.add_done_callback(self._open.discard)
        with suppress(asyncio.CancelledError):  # by `close`
            await relaying

    async def close(self) -> None:
        for each in list(self._open):
            each.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _relay(self, reader: StreamReader, writer: StreamWriter) -> None:
        answers, asks = await asyncio.open_connection(self._host, self.port)
        ways = {asyncio.ensure_future(_copy(reader, asks)), asyncio.ensure_future(self._answers(answers, writer))}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in ways:
                each.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            asks.close()
            writer.close()

    async def _answers(self, reader: StreamReader, writer: StreamWriter) -> None:
        newest = came = 0
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readexactly(_FRAME_HEAD)
                content = await reader.readexactly(int.from_bytes(head[:3]))
                kind, stream = head[3], int.from_bytes(head[5:])
                if kind == _HEADERS and stream > newest:
                    newest, came = stream, 0
                if kind == _DATA and stream == newest:
                    if self._cut_after is not None and came + len(content) > self._cut_after:
                        writer.write(head + content[: self._cut_after - came])
                        self._cut_after = None
                        return await writer.drain()
                    came += len(content)
                writer.write(head + content)
                await writer.drain()


async def _copy(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(ConnectionError):
        while content := await reader.read(1 << 16):
            writer.write(content)
            await writer.drain()
