"""Reports of players to the operators, in an SQL table. Every method raises StoreUnavailable."""

from msgspec import Struct

from services.chat.message import TRIES_MAX, Message
from services.store.interface import StoreUnavailable
from services.store.sql import Sql

_COLUMNS = "number, account_id, about_id, game_id, message, at_ms, why, settled_by, answer"


class Report(Struct, frozen=True):
    """`number`: its place among all reports, from 1. `about`: the account that is reported. `message`: the number of
    the chat message, 0 for none. `at_ms`: milliseconds since 1970 UTC. `settled_by`: an operator, whose `answer` the
    reporter gets."""

    number: int
    account: str
    about: str
    game_id: str
    message: int
    at_ms: int
    why: str
    settled_by: str = ""
    answer: str = ""


class ReportStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    async def add(self, report: Report, request_id: str) -> None:
        """Store the report at the next number. A repeated request stores nothing more."""
        for _ in range(TRIES_MAX):
            added = await self._sql.run(
                "INSERT INTO reports (number, account_id, request_id, about_id, game_id, message, at_ms, why)"
                " SELECT COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM reports WHERE true"
                " ON CONFLICT DO NOTHING RETURNING number",
                (report.account, request_id, report.about, report.game_id, report.message, report.at_ms, report.why),
            )
            if added or await self._is_stored(report.account, request_id):
                return
        raise StoreUnavailable("others were faster every time")

    async def _is_stored(self, account: str, request_id: str) -> bool:
        rows = await self._sql.run(
            "SELECT 1 FROM reports WHERE account_id = ? AND request_id = ?", (account, request_id)
        )
        return bool(rows)

    async def open(self, after: int, limit: int) -> list[tuple[Report, Message | None]]:
        """Return unsettled reports, oldest first, with numbers above `after`, each with its message in its current
        form."""
        rows = await self._sql.run(
            "SELECT r.number, r.account_id, r.about_id, r.game_id, r.message, r.at_ms, r.why,"
            " m.number, m.account_id, m.at_ms, m.said FROM reports AS r"
            " LEFT JOIN chat_messages AS m ON m.game_id = r.game_id AND m.number = r.message"
            " WHERE r.settled_by = '' AND r.number > ? ORDER BY r.number LIMIT ?",
            (after, limit),
        )
        return [(Report(*row[:7]), None if row[7] is None else Message(*row[7:])) for row in rows]

    async def of(self, account: str, before: int, limit: int) -> list[Report]:
        """Return the account's reports, the last first, with numbers below `before`."""
        rows = await self._sql.run(
            f"SELECT {_COLUMNS} FROM reports WHERE account_id = ? AND number < ? ORDER BY number DESC LIMIT ?",  # noqa: S608
            (account, before, limit),
        )
        return [Report(*row) for row in rows]

    async def settle(self, number: int, operator: str, answer: str) -> Report | None:
        """The report, if it was open."""
        rows = await self._sql.run(
            "UPDATE reports SET settled_by = ?, answer = ? WHERE number = ? AND settled_by = ''"  # noqa: S608
            f" RETURNING {_COLUMNS}",
            (operator, answer, number),
        )
        return Report(*rows[0]) if rows else None

    async def message(self, report: Report) -> Message | None:
        """Return the reported message in its current form; None if the report names none."""
        rows = await self._sql.run(
            "SELECT number, account_id, at_ms, said FROM chat_messages WHERE game_id = ? AND number = ?",
            (report.game_id, report.message),
        )
        return Message(*rows[0]) if rows else None

    async def forget(self, account: str) -> None:
        """Delete the account's reports and the answers to them. The numbers stay taken, and reports about the account
        stay."""
        await self._sql.run("UPDATE reports SET why = '', answer = '' WHERE account_id = ?", (account,))
