"""Three questions that whoever starts, restarts and balances a process asks it again and again: each costs next to
nothing, however many ask."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

HEALTH_S = 1.0
"""So long an answer is given again."""
LIVE, READY, STARTED = "/livez", "/readyz", "/startupz"
PATHS = (LIVE, READY, STARTED)


class Probes:
    """`ready`: whether store and views answer. `admit`: bounds how often an address asks.

    LIVE: this process works, whatever became of store and views, which no restart of it would mend. READY: calls may
    come here. STARTED: it was ready once."""

    def __init__(self, ready: Callable[[], Awaitable[bool]], admit: Callable[[Request], None]) -> None:
        self._ready, self._admit, self._until = ready, admit, 0.0
        self._answer: asyncio.Future[bool] | None = None
        self._started = False

    def routes(self) -> list[Route]:
        return [Route(LIVE, self._is_live), Route(READY, self._is_ready), Route(STARTED, self._has_started)]

    async def _is_live(self, request: Request) -> Response:
        self._admit(request)
        return _said(yes=True)

    async def _is_ready(self, request: Request) -> Response:
        self._admit(request)
        return _said(yes=await self._asked())

    async def _has_started(self, request: Request) -> Response:
        self._admit(request)
        return _said(yes=self._started or await self._asked())

    async def _asked(self) -> bool:
        """Once a second, however many ask."""
        now = monotonic()
        if self._answer is None or (self._answer.done() and now >= self._until):
            self._answer, self._until = asyncio.ensure_future(self._ready()), now + HEALTH_S
        answer = await asyncio.shield(self._answer)
        self._started = self._started or answer
        return answer


def _said(*, yes: bool) -> Response:
    return PlainTextResponse("ok") if yes else PlainTextResponse("not ready", 503)
