"""Counts attempts to enter a password in the store, for all processes together. The buckets fill steadily, by the
generic cell rate algorithm, like those of one process in services/platform/rate_limiter.py."""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct

from services.platform.callers import SITE_FACTOR, Caller
from services.platform.rate_limiter import TooFast
from services.store.sql import Sql

A_TRY_S, TRIES = 30, 10
"""For one name (or one signed-in account) from one network: ten at once, then one per half minute."""
ANY_TRY_S, ANY_TRIES = 10, 100
"""For all names from one network."""
MAIL_S, MAILS = 60, 10
"""Links that are asked for from one network, to any address."""
CLEAN_S = 60


class Bucket(Struct, frozen=True):
    """`what` is counted; one more in `each_s`, `most` at once."""

    what: str
    each_s: float
    most: int


def for_name(name_key: str, caller: Caller) -> list[Bucket]:
    """Attempts to sign in. Other networks have buckets of their own, so that an attacker cannot lock an owner out."""
    return [*_each("name", name_key, caller), *_of_any_name(caller)]


def for_account(account_id: str, caller: Caller) -> list[Bucket]:
    """Attempts of a signed-in caller to give the password again."""
    return _each("account", account_id, caller)


def for_newcomer(caller: Caller) -> list[Bucket]:
    """Requests of callers that are not signed in to send a message to others."""
    return [Bucket(f"mail {caller.site or caller.network}", MAIL_S, MAILS)]


class AttemptLimiter:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql
        self._cleaned_at_s = 0.0

    async def take(self, buckets: Sequence[Bucket], now_s: float) -> None:
        """One of each. `now_s`: since 1970, as all processes have it. Raises TooFast, and then some may be taken all
        the same; StoreUnavailable."""
        now = int(now_s * 1000)
        await self._clean(now_s)
        for bucket in buckets:
            each, most = round(bucket.each_s * 1000), round(bucket.each_s * bucket.most * 1000)
            taken = await self._sql.run(
                "INSERT INTO tries (what, full_at_ms) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET full_at_ms ="
                " CASE WHEN tries.full_at_ms > ? THEN tries.full_at_ms ELSE ? END + ?"
                " WHERE tries.full_at_ms <= ? RETURNING full_at_ms",
                (_hash(bucket.what), now + each, now, now, each, now + most - each),
            )
            if not taken:
                raise TooFast(await self._wait_s(bucket, now + most - each))

    async def give_back(self, buckets: Sequence[Bucket]) -> None:
        """Give back the tokens taken for an attempt that succeeded."""
        for bucket in buckets:
            await self._sql.run(
                "UPDATE tries SET full_at_ms = full_at_ms - ? WHERE what = ?",
                (round(bucket.each_s * 1000), _hash(bucket.what)),
            )

    async def _wait_s(self, bucket: Bucket, room_at_ms: int) -> float:
        rows = await self._sql.run("SELECT full_at_ms FROM tries WHERE what = ?", (_hash(bucket.what),))
        return max(1.0, (rows[0][0] - room_at_ms) / 1000) if rows else 1.0

    async def _clean(self, now_s: float) -> None:
        """Full buckets are as good as none."""
        if now_s - self._cleaned_at_s >= CLEAN_S:
            self._cleaned_at_s = now_s
            await self._sql.run("DELETE FROM tries WHERE full_at_ms <= ?", (int(now_s * 1000),))


def _each(kind: str, who: str, caller: Caller) -> list[Bucket]:
    buckets = [Bucket(f"{kind} {who} {caller.network}", A_TRY_S, TRIES)]
    if caller.site:
        buckets.append(Bucket(f"{kind} {who} {caller.site}", A_TRY_S / SITE_FACTOR, TRIES * SITE_FACTOR))
    return buckets


def _of_any_name(caller: Caller) -> list[Bucket]:
    if caller.here:  # a proxy on this machine that is not configured as one would lock out all callers
        return []
    return [Bucket(f"any {caller.site or caller.network}", ANY_TRY_S, ANY_TRIES)]


def _hash(what: str) -> str:
    """A name as long as you like, and none to be read."""
    return sha256(what.encode(errors="replace")).hexdigest()
