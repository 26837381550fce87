"""Grants of staff: powers that accounts hold until a time. They are given and taken by lines of the audit log, which
are read for each call: a grant that has ended or was taken fails at once, in every process."""

import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from services.accounts.operator_actions import BANNED
from services.store.sql import Sql

SETTING, READ = "setting", "read"
LIFETIME_MAX_S = 366 * 24 * 60 * 60
_IN_FORCE = (
    "SELECT number, account_id, granted, operator_id, reason, at_ms, until_ms FROM operator_actions AS given"
    " WHERE until_ms > ? AND number > ? AND (account_id = ? OR ? = '')"
    " AND EXISTS (SELECT 1 FROM accounts WHERE accounts.account_id = given.account_id)"
    " AND NOT EXISTS (SELECT 1 FROM operator_actions AS later WHERE later.account_id = given.account_id"
    " AND later.number > given.number AND (later.granted = given.granted OR later.action = ?))"
    " ORDER BY number LIMIT ?"
)
"""A later line about the same grant replaces or takes it, and a ban ends all grants of the account."""
GRANTS_MAX = 100
"""More than there are kinds of grants, of which an account holds one each."""


class StaffGrant(Struct, frozen=True):
    """A grant in force. `number`: of the action that gave it. `name`: such as `moderate`. Times are milliseconds since
    1970 UTC."""

    number: int
    account: str
    name: str
    giver: str
    reason: str
    at_ms: int
    until_ms: int


class Staff:
    """Operators: the accounts that the setting names, which have every power, and those that hold grants. Methods that
    read raise StoreUnavailable."""

    def __init__(self, sql: Sql, named: Sequence[str] = (), clock: Callable[[], float] = time.time) -> None:
        self._sql, self._named, self._clock = sql, frozenset(named), clock

    def is_named(self, account: str) -> bool:
        """Return whether the setting names the account."""
        return account in self._named

    async def grants_of(self, account: str) -> list[StaffGrant]:
        return await self._read(0, account, GRANTS_MAX)

    async def page(self, after: int, limit: int) -> list[StaffGrant]:
        """Return the grants in force with numbers above `after`."""
        return await self._read(after, "", limit)

    async def allowing(self, account: str, wanted: str) -> tuple[str, bool]:
        """Return what allows the account an action that needs this grant, empty for nothing: `setting`, or the grant
        with its number, such as `moderate 17`. Return also whether the account is an operator at all."""
        if self.is_named(account):
            return SETTING, True
        held = await self.grants_of(account)
        found = [each for each in held if each.name == wanted] or (held if wanted == READ else [])
        return (f"{found[0].name} {found[0].number}" if found else ""), bool(held)

    async def _read(self, after: int, account: str, limit: int) -> list[StaffGrant]:
        now_ms = int(self._clock() * 1000)
        rows = await self._sql.run(_IN_FORCE, (now_ms, after, account, account, BANNED, limit))
        return [StaffGrant(*row) for row in rows]
