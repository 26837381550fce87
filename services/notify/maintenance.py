"""The notice of works on the service that every client may read."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic, time

import msgspec
from msgspec import Struct

from services.accounts.operator_actions import NOTICE_CLEARED, NOTICE_SET, OperatorActions, OperatorRequest
from services.store.interface import StoreUnavailable
from services.store.sql import Sql, Statement

READ_S = 5.0
"""A notice is believed so long: clients ask often, and without a token."""


class Maintenance(Struct, frozen=True):
    """From `start_s` to `end_s` (seconds since 1970 UTC) the service may be away. `texts`: the notice for people, by
    language code."""

    start_s: int
    end_s: int
    texts: dict[str, str]


class MaintenanceNotices:
    """One notice at a time."""

    def __init__(
        self, sql: Sql, clock: Callable[[], float] = time, monotonic_s: Callable[[], float] = monotonic
    ) -> None:
        self._sql, self._clock, self._monotonic_s = sql, clock, monotonic_s
        self._actions = OperatorActions(sql)
        self._seen: Maintenance | None = None
        self._read_at: float | None = None

    async def current(self) -> Maintenance | None:
        """The notice until its works are over. As it was last read while the store is away: that may be the works."""
        now = self._monotonic_s()
        if self._read_at is None or now - self._read_at >= READ_S:
            self._read_at = now
            with suppress(StoreUnavailable):  # every other call reports that itself
                self._seen = await self._read()
        return self._in_force()

    def _in_force(self) -> Maintenance | None:
        return self._seen if self._seen and self._clock() < self._seen.end_s else None

    async def _read(self) -> Maintenance | None:
        rows = await self._sql.run("SELECT start_s, end_s, texts FROM maintenance")
        return (
            Maintenance(rows[0][0], rows[0][1], msgspec.json.decode(rows[0][2], type=dict[str, str])) if rows else None
        )

    async def set(self, start_s: int, end_s: int, texts: Mapping[str, str], asked: OperatorRequest) -> None:
        """In place of the one before. Raises StoreUnavailable."""
        kept: Statement = (
            "INSERT INTO maintenance (id, start_s, end_s, texts) VALUES (1, ?, ?, ?) ON CONFLICT (id)"
            " DO UPDATE SET start_s = excluded.start_s, end_s = excluded.end_s, texts = excluded.texts",
            (start_s, end_s, msgspec.json.encode(dict(sorted(texts.items()))).decode()),
        )
        await self._actions.do(NOTICE_SET, "", [kept], asked)
        self._read_at = None

    async def clear(self, asked: OperatorRequest) -> None:
        """Raises StoreUnavailable."""
        await self._actions.do(NOTICE_CLEARED, "", [("DELETE FROM maintenance", ())], asked)
        self._read_at = None
