"""A webhook's receiver: a real HTTP server that keeps what it is sent and answers what the test says."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass
class Call:
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    answers: list[int] = field(default_factory=list)
    """The next answers; 200 when there are no more."""
    before_the_answer: Callable[[], Awaitable[None]] | None = None
    drips: bool = False
    """If true, it begins an answer that never ends, a header every 50 ms."""
    calls: list[Call] = field(default_factory=list)
    called: asyncio.Event = field(default_factory=asyncio.Event)
    challenges: list[Call] = field(default_factory=list)
    """Calls that ask whether it wants any."""
    wants: bytes | None = None
    """Its answers with their status; by default the challenge itself and 200."""
    status: int = 200
    port: int = 0

    @property
    def url(self):
        return f"http://localhost:{self.port}/hook?x=1"

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        if b'"CHALLENGE"' in body:
            self.challenges.append(Call(head[0].split()[1], headers, body))
            answer = json.loads(body)["challenge"].encode() if self.wants is None else self.wants
            writer.write(f"HTTP/1.1 {self.status} X\r\ncontent-length: {len(answer)}\r\n\r\n".encode() + answer)
            with suppress(ConnectionError):
                await writer.drain()
            writer.close()
            return
        self.calls.append(Call(head[0].split()[1], headers, body))
        status = self.answers.pop(0) if self.answers else 200
        self.called.set()
        if self.before_the_answer:
            await self.before_the_answer()
        if self.drips:
            await self._drip(writer)
        writer.write(f"HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def _drip(self, writer):
        writer.write(b"HTTP/1.1 200 X\r\n")
        with suppress(ConnectionError):
            while not writer.is_closing():
                writer.write(b"x-drop: 1\r\n")
                await writer.drain()
                await asyncio.sleep(0.05)
