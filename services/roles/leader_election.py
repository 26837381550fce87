"""Work that one process at a time does for the whole store."""

from collections.abc import Awaitable, Callable

import structlog

from services.observe.metrics import LEADS
from services.platform.jitter import pause
from services.store.interface import EventStore, StoreUnavailable

log = structlog.get_logger(__name__)

RETRY_S, RESTART_S = 0.5, 5.0
BROKEN_AGAIN_S = 60
"""A game that fails is tried again after this time, while the others continue."""


async def at_once() -> None:
    """Return at once."""


async def keep_leading(
    store: EventStore, name: str, work: Callable[[], Awaitable[None]], ready: Callable[[], Awaitable[None]] = at_once
) -> None:
    """Until cancelled: wait until `ready` returns and for the lease, work, and start again. Any error of the work ends
    it, and so the lease. Errors other than an unavailable store are logged as errors, because they do not pass by
    themselves."""
    leads = LEADS.labels(name, store.label)  # a waiter reports 0
    while True:
        await ready()
        try:
            async with store.lead(name):
                log.info("took a lead", role=name, log=store.label)
                with leads.track_inprogress():
                    try:
                        await work()
                    finally:
                        log.info("left a lead", role=name, log=store.label)
        except (StoreUnavailable, OSError) as away:
            log.warning("a role waits for the store", role=name, log=store.label, reason=str(away))
            await pause(RETRY_S)
        except Exception:
            log.critical("a role has failed and starts again", role=name, log=store.label, exc_info=True)
            await pause(RESTART_S)
