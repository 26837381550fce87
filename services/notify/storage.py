"""Webhooks and their outbox, the notices still to be sent, in tables beside the events."""

from collections.abc import Collection
from uuid import uuid4

import msgspec
from msgspec import Struct

from services.notify.news import CHALLENGE, Notice
from services.store.sql import Sql

AN_ACCOUNT_MAX = 10
_FOLLOWER = "webhooks"


class Webhook(Struct, frozen=True):
    """`kinds`: what the account wants to hear of. Quiet hours are minutes of the UTC day, from `quiet_from` up to
    `quiet_until`, over midnight if need be; equal for none. `failing_since_ms`: 0 while it answers. `off`: it failed
    for a day, said that it is gone, or did not answer the challenge. `proven`: it did, and gets notices."""

    account: str
    url: str
    secret: bytes
    kinds: tuple[str, ...]
    quiet_from: int = 0
    quiet_until: int = 0
    failing_since_ms: int = 0
    off: bool = False
    proven: bool = False


class WebhookStorage:
    """Every method raises StoreAway."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def set(self, hook: Webhook) -> bool:
        """Replaces the account's webhook; a new one is on. Whether it is proven: also if the one before led to the same
        place, was proven and is on."""
        rows = await self._sql.run(
            "INSERT INTO webhooks (account_id, url, secret, kinds, quiet_from, quiet_until, failing_since_ms, is_off,"
            " proven) VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?) ON CONFLICT (account_id) DO UPDATE SET url = excluded.url,"
            " secret = excluded.secret, kinds = excluded.kinds, quiet_from = excluded.quiet_from,"
            " quiet_until = excluded.quiet_until, failing_since_ms = 0, is_off = 0, proven = CASE WHEN"
            " excluded.proven = 1 OR (webhooks.proven = 1 AND webhooks.is_off = 0 AND webhooks.url = excluded.url)"
            " THEN 1 ELSE 0 END RETURNING proven",
            (
                *(hook.account, hook.url, hook.secret.hex(), ",".join(hook.kinds)),
                *(hook.quiet_from, hook.quiet_until, int(hook.proven)),
            ),
        )
        return bool(rows[0][0])

    async def challenge(self, account: str, now_ms: int) -> None:
        """Has the account's webhook asked whether it wants notices, now."""
        notice = Notice(str(uuid4()), account, CHALLENGE, "", "", 0, 0, now_ms)
        await self._sql.run("DELETE FROM notices WHERE account_id = ? AND about = ?", (account, notice.about))
        await self._sql.run(
            "INSERT INTO notices (notice_id, account_id, due_ms, tries, body, about) VALUES (?, ?, ?, 0, ?, ?)",
            (notice.notice_id, account, now_ms, msgspec.json.encode(notice).decode(), notice.about),
        )

    async def proved(self, hook: Webhook) -> None:
        await self._sql.run(
            "UPDATE webhooks SET proven = 1 WHERE account_id = ? AND secret = ?", (hook.account, hook.secret.hex())
        )

    async def get(self, account: str) -> Webhook | None:
        rows = await self._sql.run(
            "SELECT account_id, url, secret, kinds, quiet_from, quiet_until, failing_since_ms, is_off, proven"
            " FROM webhooks WHERE account_id = ?",
            (account,),
        )
        if not rows:
            return None
        account, url, secret, kinds, quiet_from, quiet_until, failing_since_ms, off, proven = rows[0]
        return Webhook(
            *(account, url, bytes.fromhex(secret), tuple(kinds.split(","))),
            *(quiet_from, quiet_until, failing_since_ms, bool(off), bool(proven)),
        )

    async def delete(self, account: str) -> None:
        await self._sql.run("DELETE FROM notices WHERE account_id = ?", (account,))
        await self._sql.run("DELETE FROM webhooks WHERE account_id = ?", (account,))

    async def answered(self, hook: Webhook) -> None:
        await self._sql.run(
            "UPDATE webhooks SET failing_since_ms = 0 WHERE account_id = ? AND secret = ? AND failing_since_ms > 0",
            (hook.account, hook.secret.hex()),
        )

    async def failed(self, hook: Webhook, now_ms: int) -> int:
        """Since when it has failed: from now on, where nothing was being tried again. What was set in its place
        meanwhile has not failed."""
        rows = await self._sql.run(
            "UPDATE webhooks SET failing_since_ms = CASE WHEN failing_since_ms > 0 AND EXISTS"
            " (SELECT 1 FROM notices WHERE account_id = ? AND tries > 0) THEN failing_since_ms ELSE ? END"
            " WHERE account_id = ? AND secret = ? RETURNING failing_since_ms",
            (hook.account, now_ms, hook.account, hook.secret.hex()),
        )
        return int(rows[0][0]) if rows else now_ms

    async def switch_off(self, hook: Webhook) -> None:
        """Unless another was set in its place meanwhile."""
        off = await self._sql.run(
            "UPDATE webhooks SET is_off = 1 WHERE account_id = ? AND secret = ? RETURNING account_id",
            (hook.account, hook.secret.hex()),
        )
        if off:
            await self._sql.run("DELETE FROM notices WHERE account_id = ?", (hook.account,))

    async def anybody(self) -> bool:
        """Whether any account hears of anything."""
        return bool(await self._sql.run("SELECT 1 FROM webhooks WHERE is_off = 0 AND proven = 1 LIMIT 1"))

    async def hearing(self, accounts: Collection[str]) -> frozenset[str]:
        """Those of the accounts that hear of something."""
        if not accounts:
            return frozenset()
        rows = await self._sql.run(
            "SELECT account_id FROM webhooks WHERE is_off = 0 AND proven = 1"  # noqa: S608  # placeholders alone
            f" AND account_id IN ({', '.join('?' * len(accounts))})",
            tuple(accounts),
        )
        return frozenset(account for (account,) in rows)

    async def add(self, notice: Notice) -> None:
        """Keeps a notice for an account that wants it, in the place of an older one about the same. Twice is once."""
        await self._sql.run(
            "INSERT INTO notices (notice_id, account_id, due_ms, tries, body, about)"
            " SELECT ?, account_id, ?, 0, ?, ? FROM webhooks"
            " WHERE account_id = ? AND is_off = 0 AND proven = 1 AND ',' || kinds || ',' LIKE ? ON CONFLICT DO NOTHING",
            (
                notice.notice_id,
                notice.due_ms,
                msgspec.json.encode(notice).decode(),
                notice.about,
                notice.account,
                f"%,{notice.kind},%",
            ),
        )
        await self._sql.run(
            "DELETE FROM notices WHERE account_id = ? AND about = ? AND notice_id <> ?",
            (notice.account, notice.about, notice.notice_id),
        )

    async def due(self, now_ms: int, limit: int) -> list[tuple[Notice, int]]:
        """What may be sent now, longest due first, with how often it was tried; a few an account, so that one with
        many leaves room for the others."""
        rows = await self._sql.run(
            "SELECT body, tries FROM (SELECT body, tries, due_ms,"
            " row_number() OVER (PARTITION BY account_id ORDER BY due_ms, notice_id) AS place"
            " FROM notices WHERE due_ms <= ?) AS waiting WHERE place <= ? ORDER BY due_ms LIMIT ?",
            (now_ms, AN_ACCOUNT_MAX, limit),
        )
        return [(msgspec.json.decode(body, type=Notice), tries) for body, tries in rows]

    async def put_off(self, notice: Notice, due_ms: int) -> None:
        await self._sql.run("UPDATE notices SET due_ms = ? WHERE notice_id = ?", (due_ms, notice.notice_id))

    async def try_again(self, notice: Notice, due_ms: int) -> None:
        """After a failure: nothing is sent to the account before `due_ms`."""
        await self._sql.run("UPDATE notices SET tries = tries + 1 WHERE notice_id = ?", (notice.notice_id,))
        await self._sql.run(
            "UPDATE notices SET due_ms = ? WHERE account_id = ? AND due_ms < ?", (due_ms, notice.account, due_ms)
        )

    async def done(self, notice: Notice) -> None:
        await self._sql.run("DELETE FROM notices WHERE notice_id = ?", (notice.notice_id,))

    async def position(self) -> int | None:
        """The position up to which the log was read; None before the first time."""
        rows = await self._sql.run("SELECT position FROM followers WHERE name = ?", (_FOLLOWER,))
        return rows[0][0] if rows else None

    async def moved_to(self, position: int) -> None:
        await self._sql.run(
            "INSERT INTO followers (name, position) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET position = excluded.position",
            (_FOLLOWER, position),
        )
