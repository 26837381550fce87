"""Three probes for process managers and load balancers. Each costs almost nothing, however often it is called."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

HEALTH_S = 1.0
"""How long an answer is reused."""
NOT_STORED = {"cache-control": "no-store"}
"""Header of answers that are true for a moment only: no cache and no service worker stores them."""
LIVE, READY, STARTED = "/livez", "/readyz", "/startupz"
PATHS = (LIVE, READY, STARTED)


class Probes:
    """`ready`: whether store and views answer; a text says that they do, and what an operator should know.
    `admit`: bounds how often an address asks.

    LIVE: this process works, whatever became of store and views, which no restart of it would mend. READY: calls may
    come here. STARTED: it was ready once."""

    def __init__(self, ready: Callable[[], Awaitable[bool | str]], admit: Callable[[Request], None]) -> None:
        self._ready, self._admit, self._until = ready, admit, 0.0
        self._answer: asyncio.Future[bool | str] | None = None
        self._started = False

    def routes(self) -> list[Route]:
        return [Route(LIVE, self._is_live), Route(READY, self._is_ready), Route(STARTED, self._has_started)]

    async def _is_live(self, request: Request) -> Response:
        self._admit(request)
        return _response(True)

    async def _is_ready(self, request: Request) -> Response:
        self._admit(request)
        return _response(await self._ask())

    async def _has_started(self, request: Request) -> Response:
        self._admit(request)
        return _response(self._started or await self._ask())

    async def _ask(self) -> bool | str:
        """Once a second, however many ask."""
        now = asyncio.get_running_loop().time()
        if self._answer is None or (self._answer.done() and now >= self._until):
            self._answer, self._until = asyncio.ensure_future(self._ready()), now + HEALTH_S
        answer = await asyncio.shield(self._answer)
        self._started = self._started or bool(answer)
        return answer


def _response(answer: bool | str) -> Response:
    text = answer if isinstance(answer, str) else "ok" if answer else "not ready"
    return PlainTextResponse(text, 200 if answer else 503, NOT_STORED)
