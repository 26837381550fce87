"""A wire between a program and its server that can be cut at a chosen moment."""

import asyncio
from typing import Self

from support.servers import free_port


class Wire:
    """Listens on `port` of the loopback and passes everything on to `server_port`."""

    def __init__(self, server_port: int) -> None:
        self.port = free_port()
        self._server_port = server_port
        self._writers: set[asyncio.StreamWriter] = set()
        self._cut_before_reply_to: bytes | None = None
        self.cut = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listener.close()
        self.hang_up()

    def cut_before_reply_to(self, words: bytes) -> None:
        """The next request with these bytes reaches the server; its reply does not come back and the line is cut."""
        self._cut_before_reply_to = words
        self.cut.clear()

    def lead_to(self, server_port: int) -> None:
        """Lead new connections to another port, as after a change of DNS; existing ones stay."""
        self._server_port = server_port

    def hang_up(self) -> None:
        for writer in self._writers:
            writer.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        ends = {writer, server_writer}
        self._writers |= ends
        swallow = asyncio.Event()
        try:
            async with asyncio.TaskGroup() as directions:
                directions.create_task(self._requests(reader, server_writer, swallow))
                directions.create_task(self._replies(server_reader, writer, swallow))
        except* (ConnectionError, asyncio.CancelledError):
            pass  # either end may hang up whenever it likes
        finally:
            for end in ends:
                end.close()
            self._writers -= ends

    async def _requests(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, swallow: asyncio.Event
    ) -> None:
        while data := await reader.read(1 << 16):
            if self._cut_before_reply_to is not None and self._cut_before_reply_to in data:
                self._cut_before_reply_to = None
                swallow.set()
            writer.write(data)
            await writer.drain()
        writer.close()

    async def _replies(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, swallow: asyncio.Event
    ) -> None:
        while data := await reader.read(1 << 16):
            if swallow.is_set():
                self.cut.set()
                break
            writer.write(data)
            await writer.drain()
        writer.close()
