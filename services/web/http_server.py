"""uvicorn next to a gRPC server in one event loop: it leaves signals to the process and ends when asked."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SO_REUSEPORT, SOL_SOCKET, socket
from typing import TypeAlias

import uvicorn
from starlette.types import ASGIApp

from services.web.protocol import BoundedProtocol

GRACE_S = 5
"""Streams still open this long after the end was asked for are cut."""
TICK_S = 1.0
KEEP_ALIVE_S = 75
"""A connection waits so long for the next call: longer than proxies keep theirs (nginx and others 60 s), or they would
send calls into connections that end in the same moment, and a POST is not sent again."""


Tls: TypeAlias = tuple[Path, Path, Path | None]
"""PEM files of certificate and key, and of the CA whose certificates clients must present, if they must."""


def config_of(app: ASGIApp, tls: Tls | None = None) -> uvicorn.Config:
    """Return what connections of the server follow, whatever brings them."""
    certificate, key, client_ca = tls or (None, None, None)
    return uvicorn.Config(
        app,
        http=BoundedProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        proxy_headers=False,  # whose word counts is the gate's business, the same way for both ports
        access_log=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
        ssl_certfile=certificate,
        ssl_keyfile=str(key) if key else None,
        ssl_ca_certs=str(client_ca) if client_ca else None,
        ssl_cert_reqs=ssl.CERT_REQUIRED if client_ca else ssl.CERT_NONE,
    )


class WebServer(uvicorn.Server):
    """`shared_port`: other processes may listen on it too."""

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        port: int,
        *,
        shared_port: bool = False,
        tls: Tls | None = None,
    ) -> None:
        super().__init__(config_of(app, tls))
        self._socket = _listen(host, port, shared_port)
        self.port: int = self._socket.getsockname()[1]
        """The address that it listens on (chosen by the system, if port 0 was requested)."""
        self.listening, self._ending = asyncio.Event(), asyncio.Event()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets or [self._socket])
        self.listening.set()

    async def main_loop(self) -> None:
        """Wakes once a second, for the date in headers, and when the end is asked for; uvicorn's own wakes ten times a
        second, and is as late in ending."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), TICK_S)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Without calls in flight there is nothing to wait for; uvicorn itself would take a tenth of a second."""
        for listening in self.servers:
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        await asyncio.sleep(0)  # who was idle is gone now
        if self.server_state.connections or self.server_state.tasks:
            await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn's own handlers would end the process before the gRPC server could drain."""
        yield

    def end(self) -> None:
        """Asks `serve()` to return."""
        self.should_exit = True
        self._ending.set()


def _listen(host: str, port: int, shared: bool) -> socket:
    listener = socket(AF_INET6 if ":" in host else AF_INET)
    listener.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)
    listener.bind((host, port))
    return listener
