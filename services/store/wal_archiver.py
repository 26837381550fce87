"""Measures whether PostgreSQL archives its log: without that no backup can be brought to a later moment."""

from contextlib import suppress

from services.observe.metrics import WAL_ARCHIVER_FAILS
from services.platform.jitter import pause
from services.store.backends import backend
from services.store.interface import StoreUnavailable
from services.store.sql import Sql

MEASURE_S = 60.0
_FAILS = (
    "SELECT last_failed_time IS NOT NULL AND (last_archived_time IS NULL OR last_failed_time > last_archived_time)"
    " FROM pg_stat_archiver"
)


async def measure_archiver(sql: Sql, label: str) -> None:
    """Measure whether the last attempt failed. Raises StoreUnavailable."""
    ((fails,),) = await sql.run(_FAILS)
    WAL_ARCHIVER_FAILS.labels(label).set(bool(fails))


async def keep_measuring_archiver(url: str, sql: Sql, label: str) -> None:
    """Until cancelled, measure once a minute; SQLite has no such log."""
    while backend(url).kind != "sqlite":
        with suppress(StoreUnavailable):  # other parts report that
            await measure_archiver(sql, label)
        await pause(MEASURE_S)
