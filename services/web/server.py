"""uvicorn beside a gRPC server in one event loop: it leaves the signals to the process and ends when told."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket

import uvicorn
from starlette.applications import Starlette

GRACE_S = 5
"""Streams still open this long after the end was asked for are cut."""


class WebServer(uvicorn.Server):
    def __init__(self, app: Starlette, host: str, port: int) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host,
                port,
                http="httptools",
                lifespan="off",
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=GRACE_S,
            )
        )

        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @property
    def port(self) -> int:
        """The port that is listened on (the system's choice, if 0 was asked for)."""
        return int(self.servers[0].sockets[0].getsockname()[1])

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn's own handlers would end the process before the gRPC server could drain."""
        yield

    def end(self) -> None:
        """Asks `serve()` to return."""
        self.should_exit = True
