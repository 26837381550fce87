"""The readiness of a process, which load balancers ask for before they send calls."""

import asyncio
import logging

import structlog

from projections.stores.interface import ViewUnavailable
from services.projection_runner.views import ProjectedViews
from services.store.interface import EventStore, StoreUnavailable

log = structlog.get_logger(__name__)

READY_S = 1.0


class Readiness:
    """The readiness of a process, for all its ports. Changes are logged."""

    def __init__(self, store: EventStore, views: ProjectedViews) -> None:
        self._store, self._views = store, views
        self._last: bool | str = False

    async def __call__(self) -> bool | str:
        now = await self._answer()
        if now != self._last:
            self._last = now
            log.log(logging.INFO if now else logging.WARNING, "readiness changed", ready=now)
        return now

    async def _answer(self) -> bool | str:
        """Return whether store and views answer in time: a server that accepts connections and never answers does not.
        While views are behind, boards that they lack are folded from the log, so calls may come; the answer names
        them."""
        try:
            async with asyncio.timeout(READY_S):
                await asyncio.gather(self._store.log_head(), self._views.read.lists.upto())
        except (StoreUnavailable, ViewUnavailable, TimeoutError):
            return False
        return f"ok, views behind: {', '.join(self._views.behind)}" if self._views.behind else True
