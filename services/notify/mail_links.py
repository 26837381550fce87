"""Links that are mailed: to confirm an address, to stop its notices, to get back into the account. Each is as
good as a password for what it is for, so that only its hash is kept. Every method raises StoreUnavailable."""

import hmac
import re
import secrets
from hashlib import sha256
from uuid import uuid4

import msgspec

from services.notify.mail_limits import MailLimits
from services.notify.news import CHALLENGE, NO_SEAT, RECOVERY, Notice
from services.notify.targets import MAIL, Target
from services.store.sql import Sql

LASTS_MS = {CHALLENGE: 24 * 60 * 60 * 1000, RECOVERY: 30 * 60 * 1000}
ACCOUNTS_MAX = 5
"""Accounts of one address that are written to."""
UNKNOWN_TARGET = ""
"""Target of requests for a way back whose accounts are still to be found."""
_TARGET_ID = re.compile("[a-z2-7]{26}|[0-9a-f]{16}")


class MailLinks:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql
        self.limits = MailLimits(sql)

    async def make(self, target: Target, purpose: str, now_ms: int) -> str:
        """The token of a new link; those before it stay good."""
        token = secrets.token_urlsafe(32)
        await self._sql.together(
            [
                ("DELETE FROM mail_links WHERE ends_at_ms <= ?", (now_ms,)),
                (
                    "INSERT INTO mail_links (token_sha256, target_id, purpose, ends_at_ms) VALUES (?, ?, ?, ?)",
                    (_hash(token), target.target_id, purpose, now_ms + LASTS_MS[purpose]),
                ),
            ]
        )
        return token

    async def confirm(self, token: str, now_ms: int) -> bool:
        """The address is its owner's; also when it is asked again."""
        rows = await self._sql.run(
            "UPDATE notice_targets SET proven = 1 WHERE target_id = (SELECT target_id FROM mail_links"
            " WHERE token_sha256 = ? AND purpose = ? AND ends_at_ms > ?) RETURNING target_id",
            (_hash(token), CHALLENGE, now_ms),
        )
        return bool(rows)

    async def stop(self, token: str) -> bool:
        """Nothing more is sent there. The address stays a way back."""
        target_id, _, seal = token.partition(".")
        if not _TARGET_ID.fullmatch(target_id):
            return False
        rows = await self._sql.run("SELECT secret FROM notice_targets WHERE target_id = ?", (target_id,))
        if not rows or not hmac.compare_digest(seal.encode(), _seal(bytes.fromhex(rows[0][0]), target_id).encode()):
            return False
        await self._sql.together(
            [
                ("UPDATE notice_targets SET is_off = 1 WHERE target_id = ?", (target_id,)),
                ("DELETE FROM outbox WHERE target_id = ?", (target_id,)),
            ]
        )
        return True

    async def ask(self, address: str, now_ms: int) -> None:
        """Store a request for a way back through the address. It is the same work for every address, so that its time
        does not tell whether an account has proven it; `send_back` looks for the accounts later."""
        asked = Notice(str(uuid4()), "", RECOVERY, "", "", 0, NO_SEAT, now_ms, title=address)
        await self._sql.run(
            "INSERT INTO outbox (notice_id, target_id, account_id, due_ms, tries, body, about)"
            " VALUES (?, ?, '', ?, 0, ?, ?)",
            (asked.notice_id, UNKNOWN_TARGET, now_ms, msgspec.json.encode(asked).decode(), asked.about),
        )

    async def send_back(self, asked: Notice, now_ms: int) -> None:
        """Have a link back sent to the accounts that have proven the address of the request, if there are any."""
        notice, address = Notice(str(uuid4()), "", RECOVERY, "", "", 0, NO_SEAT, now_ms), asked.title
        mine = "SELECT target_id FROM notice_targets WHERE channel = ? AND address = ? AND proven = 1"
        await self._sql.together(
            [
                (f"DELETE FROM outbox WHERE about = ? AND target_id IN ({mine})", (notice.about, MAIL, address)),  # noqa: S608
                (
                    "INSERT INTO outbox (notice_id, target_id, account_id, due_ms, tries, body, about)"
                    " SELECT ?, target_id, account_id, ?, 0, ?, ? FROM notice_targets"
                    " WHERE channel = ? AND address = ? AND proven = 1 ORDER BY target_id LIMIT ?",
                    (
                        *(notice.notice_id, now_ms, msgspec.json.encode(notice).decode(), notice.about),
                        *(MAIL, address, ACCOUNTS_MAX),
                    ),
                ),
                (
                    "DELETE FROM outbox WHERE notice_id = ? AND target_id = ?",
                    (asked.notice_id, UNKNOWN_TARGET),
                ),
            ]
        )

    async def account(self, token: str, now_ms: int) -> str:
        """Return the account of a recovery link; empty if it is invalid, used or expired."""
        rows = await self._sql.run(
            "SELECT account_id FROM mail_links JOIN notice_targets USING (target_id)"
            " WHERE token_sha256 = ? AND purpose = ? AND ends_at_ms > ?",
            (_hash(token), RECOVERY, now_ms),
        )
        return rows[0][0] if rows else ""

    async def use(self, token: str) -> bool:
        """Use up a link and all others to the same address; return whether it was valid."""
        rows = await self._sql.run("DELETE FROM mail_links WHERE token_sha256 = ? RETURNING target_id", (_hash(token),))
        if rows:
            await self._sql.run("DELETE FROM mail_links WHERE target_id = ? AND purpose = ?", (rows[0][0], RECOVERY))
        return bool(rows)


def stop_token(target: Target) -> str:
    """The same in every mail, as long as the target is not set again."""
    return f"{target.target_id}.{_seal(target.secret, target.target_id)}"


def _seal(secret: bytes, target_id: str) -> str:
    return hmac.digest(secret, f"stop {target_id}".encode(), sha256).hex()


def _hash(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()
