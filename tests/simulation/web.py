"""The product's own HTTP server at simulated connections: from bytes to the handlers of the API."""

import asyncio
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.server import ServerState

from services.web.http_server import config_of
from services.web.protocol import BoundedProtocol
from tests.simulation.wire import Link

CLIENT = ("127.0.0.1", 1)
"""Where all clients call from. Callers of the own machine have no limits by address."""


class WebEnd(asyncio.Transport):
    """The server's end of a connection, as the transport of uvicorn's protocol."""

    def __init__(self, link: Link, config: uvicorn.Config, state: ServerState) -> None:
        super().__init__({"peername": CLIENT, "sockname": ("10.0.1.1", 80)})
        self._link, self._config, self._state = link, config, state
        self._protocol: BoundedProtocol | None = None
        self._is_closing = False

    def received(self, data: bytes) -> None:
        if self._protocol is None:
            self._protocol = BoundedProtocol(self._config, self._state, {})
            self._protocol.connection_made(self)
        if not self._is_closing:
            self._protocol.data_received(data)

    def lost(self) -> None:
        """Tell the protocol in the server's process, where a frozen one hears of it when it is thawed."""
        self._is_closing = True
        if self._protocol:
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None, context=self._link.context)

    def write(self, data: Any) -> None:
        self._link.send(bytes(data))

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._link.finish()

    abort = close

    def pause_reading(self) -> None:
        """The simulated wires have room for everything."""

    resume_reading = pause_reading


class WebHost:
    """Makes the server's ends of all connections to one process."""

    def __init__(self, app: ASGIApp) -> None:
        self._config, self._state = config_of(app), ServerState()
        self._config.load()

    def accept(self, link: Link) -> WebEnd:
        return WebEnd(link, self._config, self._state)
