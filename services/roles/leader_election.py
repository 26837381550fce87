"""Work that one process at a time does for the whole store."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from services.observe.metrics import LEADS
from services.store.interface import EventStore, StoreAway

log = structlog.get_logger(__name__)

RETRY_S, RESTART_S = 0.5, 5.0
BROKEN_AGAIN_S = 60
"""A single game that nothing can be done for is tried again after this time, while the others go on."""


async def keep_leading(store: EventStore, name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Until cancelled: waits for its turn to lead, works, and starts again. Whatever the work raises ends it, and so
    the lead; what is not the store's absence is said loudly, for it does not mend itself."""
    leads = LEADS.labels(name, store.label)  # a waiter reports 0
    while True:
        try:
            async with store.lead(name):
                with leads.track_inprogress():
                    await work()
        except (StoreAway, OSError) as away:
            log.warning("a role waits for the store", role=name, log=store.label, reason=str(away))
            await asyncio.sleep(RETRY_S)
        except Exception:
            log.critical("a role has failed and starts again", role=name, log=store.label, exc_info=True)
            await asyncio.sleep(RESTART_S)
