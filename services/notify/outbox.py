"""The notices that are still to be sent, each to one target. Every method raises StoreUnavailable."""

from collections.abc import Sequence
from uuid import uuid4

import msgspec

from services.notify.news import CHALLENGE, NO_SEAT, RECOVERY, TEST, TIME_IS_SHORT, YOUR_TURN, Notice
from services.notify.targets import ALL_KINDS, LIVE, SLOW, Target, digest_ms
from services.store.chained import every
from services.store.interface import StoreUnavailable
from services.store.sql import Sql, Statement

A_TARGET_MAX = 50
"""Sent in one go: one target with many leaves room for the others."""
_FOLLOWER = "webhooks"


class Outbox:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def keep(
        self,
        notices: Sequence[tuple[Notice, Target]],
        position: int,
        *,
        after: int | None = None,
        only_if: Statement | None = None,
    ) -> None:
        """Keep the notices of the log up to the position, and the position, or neither. Each takes the place of an
        older one about the same; twice is once. `after`: the position that is stored, None for any. `only_if`: finds
        something if the log has the event at the new position. Raises StoreUnavailable, also if another position is
        stored: a failover may have lost notices before these, or their events."""
        added = [statement for notice, target in notices for statement in replace_notice(notice, target)]
        moved = (
            "INSERT INTO followers (name, position) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET position = excluded.position",
            (_FOLLOWER, position),
        )
        still = ("SELECT 1 FROM followers WHERE name = ? AND position = ?", (_FOLLOWER, after))
        if not await self._sql.together([*added, moved], only_if=every(None if after is None else still, only_if)):
            raise StoreUnavailable("the position of notices, or the log up to it, has changed since it was read")

    async def add(self, notice: Notice, target: Target) -> None:
        """A notice about something that is in no log."""
        await self._sql.together(replace_notice(notice, target))

    async def ask(self, kind: str, target: Target, now_ms: int) -> None:
        """CHALLENGE or TEST, to be sent now, in the place of one before."""
        notice = Notice(str(uuid4()), target.account, kind, "", "", 0, NO_SEAT, now_ms)
        await self._sql.together(
            [
                ("DELETE FROM outbox WHERE target_id = ? AND about = ?", (target.target_id, notice.about)),
                (
                    "INSERT INTO outbox (notice_id, target_id, account_id, due_ms, tries, body, about)"
                    " SELECT ?, target_id, account_id, ?, 0, ?, ? FROM notice_targets WHERE target_id = ?",
                    (notice.notice_id, now_ms, _body(notice), notice.about, target.target_id),
                ),
            ]
        )

    async def due(self, now_ms: int, limit: int) -> dict[str, list[tuple[Notice, int]]]:
        """Return the due notices by target, longest due first, with their attempts."""
        rows = await self._sql.run(
            "SELECT target_id, body, tries FROM (SELECT target_id, body, tries, due_ms,"
            " row_number() OVER (PARTITION BY target_id ORDER BY due_ms, notice_id) AS place"
            " FROM outbox WHERE due_ms <= ?) AS waiting WHERE place <= ? ORDER BY due_ms, place LIMIT ?",
            (now_ms, A_TARGET_MAX, limit),
        )
        found: dict[str, list[tuple[Notice, int]]] = {}
        for target_id, body, tries in rows:
            found.setdefault(target_id, []).append((msgspec.json.decode(body, type=Notice), tries))
        return found

    async def backlog(self, now_ms: int) -> tuple[int, float]:
        """Return how many notices wait, and for how many seconds the one that is due for longest is late."""
        ((waiting, first_ms),) = await self._sql.run("SELECT count(*), min(due_ms) FROM outbox")
        return waiting, max(0, now_ms - first_ms) / 1000 if waiting else 0

    async def put_off(self, target: Target, due_ms: int) -> None:
        """Nothing is sent to the target before."""
        await self._sql.run(
            "UPDATE outbox SET due_ms = ? WHERE target_id = ? AND due_ms < ?", (due_ms, target.target_id, due_ms)
        )

    async def put_off_each(self, dues: Sequence[tuple[Notice, int]], target: Target) -> None:
        """Schedule each of the notices for its own time."""
        await self._sql.together(
            [
                (
                    "UPDATE outbox SET due_ms = ? WHERE notice_id = ? AND target_id = ?",
                    (due_ms, notice.notice_id, target.target_id),
                )
                for notice, due_ms in dues
            ]
        )

    async def try_again(self, notices: Sequence[Notice], target: Target, due_ms: int) -> None:
        """Schedule the next attempt after a failure."""
        tried = [
            (
                "UPDATE outbox SET tries = tries + 1 WHERE notice_id = ? AND target_id = ?",
                (notice.notice_id, target.target_id),
            )
            for notice in notices
        ]
        later = (
            "UPDATE outbox SET due_ms = ? WHERE target_id = ? AND due_ms < ?",
            (due_ms, target.target_id, due_ms),
        )
        await self._sql.together([*tried, later])

    async def done(self, notices: Sequence[Notice], target: Target) -> None:
        await self._sql.together(
            [
                ("DELETE FROM outbox WHERE notice_id = ? AND target_id = ?", (notice.notice_id, target.target_id))
                for notice in notices
            ]
        )

    async def drop(self, target_id: str) -> None:
        await self._sql.run("DELETE FROM outbox WHERE target_id = ?", (target_id,))

    async def position(self) -> int | None:
        """The position up to which the log was read; None before the first time."""
        rows = await self._sql.run("SELECT position FROM followers WHERE name = ?", (_FOLLOWER,))
        return rows[0][0] if rows else None


def is_heard(notice: Notice, target: Target) -> bool:
    """Return whether the target wants such a notice."""
    paces = {"": (True, False), LIVE: (False,), SLOW: (True,)}[target.pace]
    wanted = notice.kind in target.kinds or ALL_KINDS in target.kinds
    return notice.account == target.account and wanted and notice.slow in paces


def replace_notice(notice: Notice, target: Target) -> list[Statement]:
    """Replace an older notice about the same subject; a repetition has no effect."""
    return [
        (
            "INSERT INTO outbox (notice_id, target_id, account_id, due_ms, tries, body, about)"
            " SELECT ?, target_id, account_id, ?, 0, ?, ? FROM notice_targets"
            " WHERE target_id = ? AND is_off = 0 AND proven = 1 ON CONFLICT DO NOTHING",
            (notice.notice_id, _due_ms(notice, target), _body(notice), notice.about, target.target_id),
        ),
        (
            "DELETE FROM outbox WHERE target_id = ? AND about = ? AND notice_id <> ?",
            (target.target_id, notice.about, notice.notice_id),
        ),
    ]


def _due_ms(notice: Notice, target: Target) -> int:
    due_ms = notice.due_ms + (target.wait_s * 1000 if notice.kind == YOUR_TURN else 0)
    return digest_ms(target.hours, due_ms) if target.daily and notice.kind != TIME_IS_SHORT else due_ms


def _body(notice: Notice) -> str:
    return msgspec.json.encode(notice).decode()


ASKED = (CHALLENGE, TEST, RECOVERY)
"""Sent alone, at once, also in quiet hours."""
