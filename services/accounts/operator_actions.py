"""Actions of operators on accounts and on the service: each in one transaction with its line in the audit log, which is
never changed or deleted."""

from collections.abc import Sequence

from msgspec import Struct

from services.accounts.account import NameRefused, checked_name
from services.accounts.account_storage import taken_from
from services.store.sql import AlreadyThere, Sql, Statement

RENAMED, BANNED, BAN_LIFTED, NOTICE_SET, NOTICE_CLEARED = (
    *("RENAMED", "BANNED", "BAN_LIFTED"),
    *("NOTICE_SET", "NOTICE_CLEARED"),
)
GRANT_GIVEN, GRANT_TAKEN = "GRANT_GIVEN", "GRANT_TAKEN"
_COLUMNS = "number, operator_id, at_ms, action, account_id, reason, allowed_by, granted, until_ms"


class OperatorRequest(Struct, frozen=True):
    """The operator who asks for an action, the time (milliseconds since 1970 UTC), the reason, and what allows it
    (Staff.allowing). A `request_id` has one effect."""

    operator: str
    request_id: str
    at_ms: int
    reason: str
    allowed_by: str


class OperatorAction(Struct, frozen=True):
    """`number`: grows with time. `account`: whom it was done to; empty for the service. `granted`: the grant that was
    given (until `until_ms`) or taken."""

    number: int
    operator: str
    at_ms: int
    action: str
    account: str
    reason: str
    allowed_by: str
    granted: str
    until_ms: int


class OperatorActions:
    """Every method raises StoreUnavailable."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def rename(self, account: str, name: str, asked: OperatorRequest) -> None:
        """Rename the account. The old name is reserved for a while, also for the account itself. Raises NameRefused."""
        checked = checked_name(name)
        try:
            await self.do(RENAMED, account, taken_from(account, checked, asked.at_ms // 1000), asked)
        except AlreadyThere as taken:
            raise NameRefused("NAME_TAKEN", checked) from taken

    async def ban(self, account: str, asked: OperatorRequest) -> None:
        """Ban the account: sign out all its devices and refuse every sign-in, whatever tokens or password are
        presented. Its programs lose their tokens."""
        now = asked.at_ms // 1000 + 1  # a token issued in this very second is worthless too
        out = (
            "UPDATE accounts SET banned = 1, tokens_from = CASE WHEN tokens_from > ? THEN tokens_from ELSE ? END"
            " WHERE account_id = ?",
            (now, now, account),
        )
        devices = ("DELETE FROM devices WHERE account_id = ?", (account,))
        programs = (
            "DELETE FROM personal_tokens WHERE account_id IN (SELECT program_id FROM programs WHERE account_id = ?)",
            (account,),
        )
        await self.do(BANNED, account, [out, devices, programs], asked)

    async def lift_ban(self, account: str, asked: OperatorRequest) -> None:
        back = ("UPDATE accounts SET banned = 0 WHERE account_id = ?", (account,))
        await self.do(BAN_LIFTED, account, [back], asked)

    async def do(
        self,
        action: str,
        account: str,
        statements: Sequence[Statement],
        asked: OperatorRequest,
        *,
        granted: str = "",
        until_ms: int = 0,
    ) -> None:
        """The action and its line, or nothing where the request was done before. Raises AlreadyThere for statements
        that cannot be."""
        who = (asked.operator, asked.request_id, asked.at_ms, asked.allowed_by)
        line = (
            "INSERT INTO operator_actions"
            " (operator_id, request_id, at_ms, allowed_by, action, account_id, reason, granted, until_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*who, action, account, asked.reason, granted, until_ms),
        )
        try:
            await self._sql.together([line, *statements])
        except AlreadyThere:
            if not await self._done(asked):
                raise

    async def _done(self, asked: OperatorRequest) -> bool:
        rows = await self._sql.run(
            "SELECT 1 FROM operator_actions WHERE operator_id = ? AND request_id = ?",
            (asked.operator, asked.request_id),
        )
        return bool(rows)

    async def of(self, account: str, before: int, limit: int) -> list[OperatorAction]:
        """The last first, with numbers below `before`, 0 for all."""
        return await self._read("account_id = ? AND", (account,), before, limit)

    async def page(self, before: int, limit: int) -> list[OperatorAction]:
        """Return the actions on all accounts and on the service, the last first, with numbers below `before`, 0 for
        all."""
        return await self._read("", (), before, limit)

    async def _read(self, condition: str, values: tuple[str, ...], before: int, limit: int) -> list[OperatorAction]:
        rows = await self._sql.run(
            f"SELECT {_COLUMNS} FROM operator_actions WHERE {condition}"  # noqa: S608  # of this module alone
            " (number < ? OR ? = 0) ORDER BY number DESC LIMIT ?",
            (*values, before, before, limit),
        )
        return [OperatorAction(*row) for row in rows]
