"""The streams of clubs, in SQL tables next to the events of games. Every method raises StoreUnavailable."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from domain.club.state import ASKED, INVITED, MEMBER, OFFICER, OWNER, Club
from domain.history.record import EventRow
from services.platform.typed_text import name_key
from services.store.chained import known
from services.store.sql import AlreadyThere, Sql, Statement


class Summary(Struct, frozen=True):
    """The entry of a club in lists. `members`: their number."""

    name: str
    admission: str
    members: int


class Listed(Struct, frozen=True):
    """`standing`: of the account that asks, empty for none. `founded_ms`: milliseconds since 1970 UTC."""

    club_id: str
    owner: str
    version: int
    founded_ms: int
    standing: str
    summary: Summary

    @property
    def place(self) -> str:
        """The position in lists."""
        return f"{self.founded_ms:015}/{self.club_id}"

    @property
    def founded_at(self) -> datetime:
        return datetime.fromtimestamp(self.founded_ms / 1000, UTC)


class Stored(Struct, frozen=True):
    """The data that one command stores. `rows`: at least one. `club`: its state afterwards. `concerns`: the accounts
    whose standing may have changed. `link`: of the event that the rows follow, empty for the first ones."""

    rows: tuple[EventRow, ...]
    club: Club
    concerns: Iterable[str]
    at_ms: int
    link: str = ""


class ClubStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def load(self, club_id: str, after: int = 0) -> list[EventRow]:
        """The stream with versions above `after`; empty for an unknown one."""
        rows = await self._sql.run(
            "SELECT version, topic, body FROM club_events WHERE club_id = ? AND version > ? ORDER BY version",
            (club_id, after),
        )
        return [EventRow(club_id, version, topic, bytes(body)) for version, topic, body in rows]

    async def append(self, stored: Stored) -> bool:
        """Store all of it or nothing. False if another process was faster, if another club took the name, or if the
        store has lost the event before it."""
        club, club_id, before = stored.club, stored.rows[0].stream_id, stored.rows[0].version - 1
        added: list[Statement] = [
            (
                "INSERT INTO club_events (club_id, version, topic, body) VALUES (?, ?, ?, ?)",
                (club_id, row.version, row.topic, row.body),
            )
            for row in stored.rows
        ]
        key = None if club.closed else name_key(club.profile.name)
        summary = Summary(club.profile.name, club.profile.admission, len(club.members))
        added.append(
            (
                "INSERT INTO clubs (club_id, name_key, owner, version, founded_ms, summary) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (club_id) DO UPDATE SET name_key = excluded.name_key, owner = excluded.owner,"
                " version = excluded.version, summary = excluded.summary",
                (
                    *(club_id, key, club.owner, stored.rows[-1].version, stored.at_ms),
                    msgspec.json.encode(summary).decode(),
                ),
            )
        )
        added += _standings(club_id, club, stored.concerns)
        only_if = known("club_events", {"club_id": club_id, "version": before}, stored.link)
        try:
            return await self._sql.together(added, only_if=only_if)
        except AlreadyThere:
            return False

    async def named(self, name: str) -> str:
        """The club that has this name and is not closed; empty for none."""
        rows = await self._sql.run("SELECT club_id FROM clubs WHERE name_key = ?", (name_key(name),))
        return rows[0][0] if rows else ""

    async def owned(self, account: str) -> list[str]:
        """The clubs of one owner that are not closed."""
        rows = await self._sql.run("SELECT club_id FROM clubs WHERE owner = ? AND name_key IS NOT NULL", (account,))
        return [club_id for (club_id,) in rows]

    async def standing(self, club_id: str, account: str) -> str:
        """OWNER, OFFICER, MEMBER, ASKED or INVITED; empty for none, and in a club that is closed."""
        rows = await self._sql.run(
            "SELECT standing FROM club_accounts WHERE account_id = ? AND club_id = ?", (account, club_id)
        )
        return rows[0][0] if rows else ""

    async def of(self, account: str) -> list[str]:
        """The clubs that it is in, has asked or is invited to."""
        rows = await self._sql.run("SELECT club_id FROM club_accounts WHERE account_id = ?", (account,))
        return [club_id for (club_id,) in rows]

    async def page(self, account: str, name: str, after: str, limit: int, *, mine: bool) -> list[Listed]:
        """Clubs that are not closed, the last founded first. `name`: how it begins; empty for all. `mine`: only those
        that the account is in, has asked or is invited to; not by whom it has blocked. `after`: the place of the last
        one seen, empty to begin with."""
        conditions, values = ["name_key IS NOT NULL"], list[Any]([account])
        if mine:
            conditions.append(
                "standing IS NOT NULL AND NOT (standing = ? AND by_id IN"
                " (SELECT other_id FROM relations WHERE relations.account_id = ? AND kind = 'BLOCK'))"
            )
            values += [INVITED, account]
        if name:
            conditions.append("substr(name_key, 1, ?) = ?")
            values += [len(name_key(name)), name_key(name)]
        if after:
            founded_ms, _, club_id = after.partition("/")
            conditions.append("(founded_ms, clubs.club_id) < (?, ?)")
            values += [int(founded_ms), club_id]
        rows = await self._sql.run(
            "SELECT clubs.club_id, owner, version, founded_ms, standing, summary FROM clubs LEFT JOIN club_accounts"  # noqa: S608
            " ON club_accounts.club_id = clubs.club_id AND club_accounts.account_id = ?"
            f" WHERE {' AND '.join(conditions)} ORDER BY founded_ms DESC, clubs.club_id DESC LIMIT ?",
            (*values, limit),
        )
        return [_listed(row) for row in rows]


def _standings(club_id: str, club: Club, concerns: Iterable[str]) -> list[Statement]:
    """Return the changes of standings; a closed club has no members."""
    if club.closed:
        return [("DELETE FROM club_accounts WHERE club_id = ?", (club_id,))]
    changes: list[Statement] = []
    for account in concerns:
        changes.append(("DELETE FROM club_accounts WHERE account_id = ? AND club_id = ?", (account, club_id)))
        standing, by = club.standing(account), club.invited.get(account, "")
        if standing in (OWNER, OFFICER, MEMBER, ASKED, INVITED):
            insert = "INSERT INTO club_accounts (account_id, club_id, standing, by_id) VALUES (?, ?, ?, ?)"
            changes.append((insert, (account, club_id, standing, by)))
    return changes


def _listed(row: Sequence[Any]) -> Listed:
    club_id, owner, version, founded_ms, standing, summary = row
    return Listed(club_id, owner, version, founded_ms, standing or "", msgspec.json.decode(summary, type=Summary))
