"""Notification targets and quiet times, in SQL tables. Every method raises StoreUnavailable."""

import secrets
from collections.abc import Collection
from typing import Any

from services.accounts.people import BLOCK
from services.notify.mail_links import MailLinks
from services.notify.news import Notice
from services.notify.outbox import Outbox, is_heard
from services.notify.spacing import Spacing
from services.notify.targets import CLOUDEVENTS, TARGETS_MAX, Hours, Target
from services.store.sql import Sql

QUIET_GAMES_MAX = 1_000
_HOURS = "COALESCE(zone, 'UTC'), COALESCE(quiet_from, 0), COALESCE(quiet_until, 0), COALESCE(digest_at, 480)"
_COLUMNS = (
    "account_id, channel, address, secret, kinds, target_id, language, pace, wait_s, daily, failing_since_ms, is_off,"
    f" proven, old_secret, old_until_ms, {_HOURS}"
)
_FROM = "FROM notice_targets LEFT JOIN notice_hours USING (account_id)"


class NoticeStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql
        self.outbox, self.spacing, self.links = Outbox(sql), Spacing(sql), MailLinks(sql)

    async def set(self, target: Target) -> Target | None:
        """Replaces the account's target of this channel and address, and switches it on unless it is to be `off`; one
        that was proven there, and is on, stays proven; of mail also one that was off, which keeps its secret. None
        where the account has TARGETS_MAX others."""
        rows = await self._sql.run(
            "INSERT INTO notice_targets (account_id, channel, address, secret, kinds, target_id, language, pace,"
            " wait_s, daily, is_off, proven, old_until_ms) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
            " WHERE (SELECT count(*)"
            " FROM notice_targets WHERE account_id = ? AND NOT (channel = ? AND address = ?)) < ?"
            " ON CONFLICT (account_id, channel, address) DO UPDATE SET"
            " secret = CASE WHEN excluded.channel = 'MAIL' THEN notice_targets.secret ELSE excluded.secret END,"
            " old_secret = CASE WHEN excluded.channel IN ('WEBHOOK', 'CLOUDEVENTS') THEN notice_targets.secret"
            " ELSE '' END,"
            " old_until_ms = excluded.old_until_ms,"
            " kinds = excluded.kinds, language = excluded.language, pace = excluded.pace, wait_s = excluded.wait_s,"
            " place = CASE WHEN notice_targets.is_off = 1 THEN '' ELSE notice_targets.place END, place_due_ms = 0,"
            " daily = excluded.daily, failing_since_ms = 0, is_off = excluded.is_off, proven = CASE WHEN"
            " excluded.proven = 1 OR (notice_targets.proven = 1 AND (notice_targets.is_off = 0 OR"
            " excluded.channel = 'MAIL')) THEN 1 ELSE 0 END"
            " RETURNING target_id",
            (
                *(target.account, target.channel, target.address, target.secret.hex(), ",".join(target.kinds)),
                *(secrets.token_hex(8), target.language, target.pace, target.wait_s, int(target.daily)),
                *(int(target.off), int(target.proven), target.old_until_ms),
                *(target.account, target.channel, target.address, TARGETS_MAX),
            ),
        )
        return await self.get(rows[0][0]) if rows else None

    async def get(self, target_id: str) -> Target | None:
        rows = await self._sql.run(f"SELECT {_COLUMNS} {_FROM} WHERE target_id = ?", (target_id,))
        return _target(rows[0]) if rows else None

    async def of(self, account: str) -> list[Target]:
        rows = await self._sql.run(
            f"SELECT {_COLUMNS} {_FROM} WHERE account_id = ? ORDER BY channel, address",
            (account,),
        )
        return list(map(_target, rows))

    async def delete(self, account: str, target_id: str) -> None:
        """Delete the target with its pending notices."""
        mine = (account, target_id)
        await self._sql.together(
            [
                ("DELETE FROM outbox WHERE account_id = ? AND target_id = ?", mine),
                ("DELETE FROM notice_targets WHERE account_id = ? AND target_id = ?", mine),
            ]
        )

    async def forget(self, account: str) -> None:
        """Delete all stored data of the account here."""
        tables = ("outbox", "notice_targets", "notice_hours", "quiet_games")
        await self._sql.together([(f"DELETE FROM {table} WHERE account_id = ?", (account,)) for table in tables])  # noqa: S608

    async def proved(self, target: Target) -> None:
        await self._sql.run(
            "UPDATE notice_targets SET proven = 1 WHERE target_id = ? AND secret = ?",
            (target.target_id, target.secret.hex()),
        )

    async def answered(self, target: Target) -> None:
        await self._sql.run(
            "UPDATE notice_targets SET failing_since_ms = 0"
            " WHERE target_id = ? AND secret = ? AND failing_since_ms > 0",
            (target.target_id, target.secret.hex()),
        )

    async def failed(self, target: Target, now_ms: int) -> int:
        """Return since when the target has failed: from now on if no retry was pending. A target that was set in its
        place meanwhile has not failed."""
        rows = await self._sql.run(
            "UPDATE notice_targets SET failing_since_ms = CASE WHEN failing_since_ms > 0 AND EXISTS"
            " (SELECT 1 FROM outbox WHERE target_id = ? AND tries > 0) THEN failing_since_ms ELSE ? END"
            " WHERE target_id = ? AND secret = ? RETURNING failing_since_ms",
            (target.target_id, now_ms, target.target_id, target.secret.hex()),
        )
        return int(rows[0][0]) if rows else now_ms

    async def switch_off(self, target: Target) -> None:
        """Switch the target off, unless another was set in its place meanwhile."""
        off = await self._sql.run(
            "UPDATE notice_targets SET is_off = 1 WHERE target_id = ? AND secret = ? RETURNING target_id",
            (target.target_id, target.secret.hex()),
        )
        if off:
            await self.outbox.drop(target.target_id)

    async def remove(self, target: Target) -> None:
        """Like `switch_off`, and the target is deleted."""
        gone = await self._sql.run(
            "DELETE FROM notice_targets WHERE target_id = ? AND secret = ? RETURNING target_id",
            (target.target_id, target.secret.hex()),
        )
        if gone:
            await self.outbox.drop(target.target_id)

    async def take_from_others(self, account: str, channel: str, address: str) -> None:
        """Take the address from every other account: an account that was signed in there before gets no more notices
        there."""
        theirs = "FROM notice_targets WHERE channel = ? AND address = ? AND account_id <> ?"
        about = (channel, address, account)
        await self._sql.together(
            [
                (f"DELETE FROM outbox WHERE target_id IN (SELECT target_id {theirs})", about),  # noqa: S608
                (f"DELETE {theirs}", about),
            ]
        )

    async def anybody(self) -> bool:
        """Return whether any account has a target."""
        return bool(await self._sql.run("SELECT 1 FROM notice_targets WHERE is_off = 0 AND proven = 1 LIMIT 1"))

    async def hearing(self, accounts: Collection[str]) -> list[Target]:
        """The targets at which those of the accounts hear of something."""
        if not accounts:
            return []
        rows = await self._sql.run(
            f"SELECT {_COLUMNS} {_FROM} WHERE is_off = 0 AND proven = 1"  # placeholders alone
            f" AND account_id IN ({_places(accounts)})",
            tuple(accounts),
        )
        return list(map(_target, rows))

    async def quiet_games(self, accounts: Collection[str]) -> frozenset[tuple[str, str]]:
        """The games of which those of the accounts want to hear nothing: account, game."""
        if not accounts:
            return frozenset()
        rows = await self._sql.run(
            f"SELECT account_id, game_id FROM quiet_games WHERE account_id IN ({_places(accounts)})",  # noqa: S608
            tuple(accounts),
        )
        return frozenset((account, game_id) for account, game_id in rows)

    async def quiet_game(self, account: str, game_id: str, *, quiet: bool) -> None:
        """Mute a game. Of more than QUIET_GAMES_MAX muted games the oldest are heard again."""
        if not quiet:
            await self._sql.run("DELETE FROM quiet_games WHERE account_id = ? AND game_id = ?", (account, game_id))
            return
        await self._sql.run(
            "INSERT INTO quiet_games (account_id, game_id) SELECT ?, ? WHERE"
            " (SELECT count(*) FROM quiet_games WHERE account_id = ?) < ? ON CONFLICT DO NOTHING",
            (account, game_id, account, QUIET_GAMES_MAX),
        )

    async def blocks(self, account: str, other: str) -> bool:
        """Return whether the account has muted the other."""
        return bool(
            await self._sql.run(
                "SELECT 1 FROM relations WHERE account_id = ? AND kind = ? AND other_id = ?", (account, BLOCK, other)
            )
        )

    async def tell(self, notice: Notice) -> None:
        """Store a notice about something that is in no log."""
        if (notice.account, notice.game_id) not in await self.quiet_games([notice.account]):
            for target in await self.hearing([notice.account]):
                if is_heard(notice, target):
                    await self.outbox.add(notice, target)

    async def following(self, now_ms: int) -> list[tuple[str, str, int]]:
        """Return the targets of the public stream that are due, with their places and tries."""
        rows = await self._sql.run(
            "SELECT target_id, place, place_tries FROM notice_targets WHERE channel = ? AND is_off = 0 AND proven = 1"
            " AND place_due_ms <= ? ORDER BY place_due_ms, target_id",
            (CLOUDEVENTS, now_ms),
        )
        return [(target_id, place, tries) for target_id, place, tries in rows]

    async def moved_to(self, target_id: str, place: str) -> None:
        """Store the place that a target of the public stream has reached: it has answered."""
        await self._sql.run(
            "UPDATE notice_targets SET place = ?, place_tries = 0, failing_since_ms = 0 WHERE target_id = ?",
            (place, target_id),
        )

    async def follow_later(self, target: Target, failing_since_ms: int, due_ms: int) -> None:
        """Schedule the next attempt after a failure, unless another target was set in its place meanwhile."""
        await self._sql.run(
            "UPDATE notice_targets SET place_tries = place_tries + 1, failing_since_ms = ?, place_due_ms = ?"
            " WHERE target_id = ? AND secret = ?",
            (failing_since_ms, due_ms, target.target_id, target.secret.hex()),
        )

    async def hours(self, account: str) -> Hours:
        rows = await self._sql.run(
            "SELECT zone, quiet_from, quiet_until, digest_at FROM notice_hours WHERE account_id = ?", (account,)
        )
        return Hours(*rows[0]) if rows else Hours()

    async def set_hours(self, account: str, hours: Hours) -> None:
        await self._sql.run(
            "INSERT INTO notice_hours (account_id, zone, quiet_from, quiet_until, digest_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (account_id) DO UPDATE SET zone = excluded.zone, quiet_from = excluded.quiet_from,"
            " quiet_until = excluded.quiet_until, digest_at = excluded.digest_at",
            (account, hours.zone, hours.quiet_from, hours.quiet_until, hours.digest_at),
        )


def _places(accounts: Collection[str]) -> str:
    return ", ".join("?" * len(accounts))


def _target(row: Any) -> Target:
    (
        account,
        channel,
        address,
        secret,
        kinds,
        target_id,
        language,
        pace,
        wait_s,
        daily,
        since_ms,
        off,
        proven,
        old_secret,
        old_until_ms,
        *hours,
    ) = row
    return Target(
        *(
            account,
            channel,
            address,
            bytes.fromhex(secret),
            tuple(filter(None, kinds.split(","))),
            target_id,
            language,
            pace,
            wait_s,
        ),
        *(bool(daily), since_ms, bool(off), bool(proven), Hours(*hours)),
        *(bytes.fromhex(old_secret), old_until_ms),
    )
