"""Connections of the product's own clients to simulated servers, made at `create_connection` of the event loop.

Bytes arrive late and in order. A connection can be cut at any moment, also in the middle of an answer; a server can
refuse connections, or take what is sent and answer nothing.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from itertools import pairwise
from random import Random
from typing import Any, Protocol

from tests.simulation.loop import PROCESS, ProcessState, SimulatedLoop

DELAY_S = 0.0003
PIECES = 1
"""What is sent at once arrives in so many pieces; the dice cut it."""
SILENT_S = 60.0
"""A server's system gives a connection up on which nothing is acknowledged for so long."""


class ServerEnd(Protocol):
    """A server's end of one connection."""

    def received(self, data: bytes) -> None: ...

    def lost(self) -> None: ...


class Host:
    """The address of a server. `accept`: makes the server's end of a new connection. `delay_s`: the mean delay of what
    is sent, on top of DELAY_S. `context`: of a server that is one of the simulated processes."""

    def __init__(
        self,
        loop: SimulatedLoop,
        dice: Random,
        accept: Callable[["Link"], ServerEnd],
        context: Context | None = None,
    ) -> None:
        self.loop, self._dice, self._accept, self.context = loop, dice, accept, context
        self.links: list[Link] = []
        self.is_down = self.is_hung = False
        self.delay_s = 0.0

    async def connect(self, protocol: asyncio.Protocol) -> "Link":
        await asyncio.sleep(self.delay())
        if self.is_down:
            raise ConnectionRefusedError("connection refused")
        link = Link(self, protocol)
        self.links.append(link)
        link.server = self._accept(link)  # a server's system accepts also while its process is frozen
        protocol.connection_made(link)
        return link

    def delay(self) -> float:
        late_s = self._dice.expovariate(1 / self.delay_s) if self.delay_s else 0.0
        return DELAY_S + self._dice.expovariate(1 / DELAY_S) + late_s

    def pieces(self, data: bytes) -> list[bytes]:
        cuts = sorted(self._dice.randrange(len(data)) for _ in range(PIECES - 1))
        return [data[begin:end] for begin, end in pairwise([0, *cuts, len(data)]) if begin < end]

    def cut(self, which: Callable[["Link"], bool] = lambda _: True) -> None:
        for each in [each for each in self.links if which(each)]:
            each.cut(self._dice.random())

    def ended(self, process: ProcessState) -> None:
        """The kernel of a killed process closes its sockets."""
        self.cut(lambda each: each.process is process)

    def hang(self) -> None:
        self.is_hung = True

    def answer_again(self) -> None:
        self.is_hung = False
        for each in self.links:
            each.upward.deliver_held()


class Link(asyncio.Transport):
    """One connection, as the client's transport. `is_silent`: nothing arrives any more, at neither end, and neither is
    notified, as where a router has forgotten the connection."""

    server: ServerEnd

    def __init__(self, host: Host, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.process, self._host, self._protocol = PROCESS.get(), host, protocol
        self.context = (host.context or Context()).copy()
        self._is_closing = self._is_cut = self._is_finished = self.is_silent = False
        self.upward = _Way(host, self._arrived, self.context, lambda: host.is_hung or self.is_silent)
        self._downward = _Way(host, self._answered, copy_context(), lambda: self.is_silent)

    def write(self, data: Any) -> None:
        if not self._is_closing:
            self.upward.send(bytes(data))

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self.upward.send(None)
            self._downward.items.clear()
            self._downward.send(None)

    abort = close

    def send(self, data: bytes) -> None:
        """Send to the client."""
        if not (self._is_cut or self._is_closing):
            self._downward.send(data)

    def finish(self) -> None:
        """Close the connection from the server's side, after what it has sent."""
        if not (self._is_cut or self._is_closing):
            self._is_finished = True
            self._downward.send(None)
            self._forget()

    def fall_silent(self) -> None:
        """Let nothing arrive any more. The server's system gives the connection up after a while."""
        self.is_silent = True
        self._host.loop.call_later(SILENT_S, self._forget, context=Context())

    def cut(self, part: float) -> None:
        """Cut the connection. Of what is under way to the client a part of the first answer may arrive."""
        self._forget()
        items = self._downward.items
        left = [data[: int(part * len(data))] for data in list(items)[:1] if data]
        items.clear()
        items.extend(each for each in left if each)
        if not self._is_closing:
            self._is_closing = True
            self._downward.send(None)

    def _forget(self) -> None:
        """The server has no such connection any more."""
        if not self._is_cut:
            self._is_cut = True
            self._host.links.remove(self)
            self.server.lost()

    def _arrived(self, data: bytes | None) -> None:
        if self._is_cut:
            return
        if data is None:
            self._forget()
        else:
            self.server.received(data)

    def _answered(self, data: bytes | None) -> None:
        if data is not None:
            self._protocol.data_received(data)
        else:
            is_reset = self._is_cut and not self._is_finished
            self._is_closing = True
            self._protocol.connection_lost(ConnectionResetError("connection reset") if is_reset else None)


class _Way:
    """The bytes under way in one direction, in order. None ends the connection. While `is_held`, nothing arrives."""

    def __init__(
        self, host: Host, deliver: Callable[[bytes | None], None], context: Context, is_held: Callable[[], bool]
    ) -> None:
        self._host, self._deliver, self._context, self._is_held = host, deliver, context, is_held
        self.items: deque[bytes | None] = deque()
        self._last_s, self._held = 0.0, 0

    def send(self, data: bytes | None) -> None:
        for each in self._host.pieces(data) if data else [data]:
            self._send(each)

    def _send(self, data: bytes | None) -> None:
        self.items.append(data)
        loop = self._host.loop
        self._last_s = max(self._last_s, loop.time() + self._host.delay())
        loop.call_at(self._last_s, self._next, context=self._context)

    def deliver_held(self) -> None:
        held, self._held = self._held, 0
        for _ in range(held):
            self._host.loop.call_soon(self._next, context=self._context)

    def _next(self) -> None:
        if self._is_held():
            self._held += 1
        elif self.items:
            self._deliver(self.items.popleft())
