"""Spaces the notices that other players cause: nobody fills a mailbox or a phone by opening tables and writing names.

Notices that are held back keep waiting in the outbox. Those that are still true later are sent together."""

from collections.abc import Sequence

from msgspec import Struct

from services.accounts.attempt_limiter import AttemptLimiter, Bucket
from services.notify.news import INVITED, MENTIONED, Notice
from services.notify.targets import SIGNED, Target
from services.platform.rate_limiter import TooFast
from services.store.sql import Sql

DAY_S = 24 * 60 * 60
INVITERS = 10
"""Inviters whose invitations one target gets in a day; each of them gets through once a day."""
MENTION_S, MENTIONS = 10 * 60, 3
"""Mentions in one game: three at once, then one in ten minutes."""


class Spaced(Struct, frozen=True):
    """`now`: the notices to send; `later`: when each of the others is due, in milliseconds since 1970; `taken`: the
    tokens that `now` took."""

    now: Sequence[Notice]
    later: Sequence[tuple[Notice, int]]
    taken: Sequence[Bucket]


class Spacing:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._tries = AttemptLimiter(sql)

    async def divide(self, target: Target, notices: Sequence[Notice], now_ms: int) -> Spaced:
        """Notices of one inviter (or game) that wait together count once."""
        taken: list[Bucket] = []
        due_ms: dict[tuple[Bucket, ...], int] = {}
        for buckets in dict.fromkeys(_buckets(notice, target) for notice in notices):
            due_ms[buckets] = await self._take(buckets, now_ms, taken)
        dues = [(notice, due_ms[_buckets(notice, target)]) for notice in notices]
        later = [(notice, due) for notice, due in dues if due > now_ms]
        return Spaced([notice for notice, due in dues if due <= now_ms], later, taken)

    async def give_back(self, spaced: Spaced) -> None:
        """The notices were not sent after all."""
        await self._tries.give_back(spaced.taken)

    async def _take(self, buckets: Sequence[Bucket], now_ms: int, taken: list[Bucket]) -> int:
        """Return when notices of these buckets may be sent."""
        mine: list[Bucket] = []
        for bucket in buckets:
            try:
                await self._tries.take([bucket], now_ms / 1000)
            except TooFast as much:
                await self._tries.give_back(mine)
                return now_ms + int(much.retry_after_s * 1000) + 1
            mine.append(bucket)
        taken += mine
        return now_ms


def _buckets(notice: Notice, target: Target) -> tuple[Bucket, ...]:
    """Return the buckets of the notice; none for a webhook, which a program reads."""
    if target.channel in SIGNED:
        return ()
    if notice.kind == INVITED:
        return (
            Bucket(f"invited {target.target_id} {notice.inviter}", DAY_S, 1),
            Bucket(f"invited {target.target_id}", DAY_S / INVITERS, INVITERS),
        )
    if notice.kind == MENTIONED:
        return (Bucket(f"mentioned {target.target_id} {notice.game_id}", MENTION_S, MENTIONS),)
    return ()
