"""Messages and mutes in two SQL tables. Every method raises StoreUnavailable."""

from contextlib import suppress

from projections.stores.waiters import Waiters
from services.chat.message import TRIES_MAX, Message
from services.chat.reports import ReportStorage
from services.platform.cancellation import stop_if_cancelled
from services.platform.jitter import pause
from services.store.interface import StoreUnavailable
from services.store.sql import Sql

EVERYBODY = ""
"""Stands for the reader of mutes that operators set."""
LOOK_S = 0.5
"""Interval of the poll for messages that other processes stored: one query for all waiters of this process."""
LOOK_GAMES_MAX = 500


class ChatStorage:
    def __init__(self, sql: Sql) -> None:
        self._sql = sql
        self._waiters = Waiters()
        self.reports = ReportStorage(sql)

    async def add(self, game_id: str, account: str, request_id: str, at_ms: int, text: str) -> Message:
        """Keeps the message at the next number. A repeated request gets what was kept the first time."""
        for _ in range(TRIES_MAX):
            kept = await self._sql.run(
                "SELECT number, account_id, at_ms, said FROM chat_messages"
                " WHERE game_id = ? AND account_id = ? AND request_id = ?",
                (game_id, account, request_id),
            )
            if kept:
                return Message(*kept[0])
            added = await self._sql.run(
                "INSERT INTO chat_messages (game_id, number, account_id, request_id, at_ms, said)"
                " SELECT ?, COALESCE(MAX(number), 0) + 1, ?, ?, ?, ? FROM chat_messages WHERE game_id = ?"
                " ON CONFLICT DO NOTHING RETURNING number",
                (game_id, account, request_id, at_ms, text, game_id),
            )
            if added:
                self._waiters.reached(game_id, added[0][0])
                return Message(added[0][0], account, at_ms, text)
        raise StoreUnavailable("others were faster every time")

    async def read(self, game_id: str, reader: str, after: int, limit: int, before: int | None = None) -> list[Message]:
        """Messages with numbers above `after`, without those of accounts that the reader or an operator has muted. With
        `before` those below it, the last one first."""
        above = "" if before is None else " AND number < ?"
        order = "number" if before is None else "number DESC"
        rows = await self._sql.run(
            "SELECT number, account_id, at_ms, said FROM chat_messages WHERE game_id = ? AND number > ?"  # noqa: S608
            " AND account_id NOT IN (SELECT muted_id FROM chat_mutes WHERE account_id IN (?, ?))"
            f"{above} ORDER BY {order} LIMIT ?",
            (game_id, after, reader, EVERYBODY, *(() if before is None else (before,)), limit),
        )
        return [Message(*row) for row in rows]

    async def read_all(self, game_id: str, after: int, limit: int) -> list[Message]:
        """The same, muted accounts included."""
        rows = await self._sql.run(
            "SELECT number, account_id, at_ms, said FROM chat_messages WHERE game_id = ? AND number > ?"
            " ORDER BY number LIMIT ?",
            (game_id, after, limit),
        )
        return [Message(*row) for row in rows]

    async def last(self, game_id: str) -> int:
        """The number of the table's last message, 0 for none."""
        rows = await self._sql.run("SELECT max(number) FROM chat_messages WHERE game_id = ?", (game_id,))
        return int(rows[0][0] or 0)

    async def wait_for(self, game_id: str, number: int, timeout_s: float) -> int:
        """The number of the table's last message, as soon as it is at least `number`, at the latest at time-out."""

        async def last() -> int:
            rows = await self._sql.run("SELECT MAX(number) FROM chat_messages WHERE game_id = ?", (game_id,))
            return rows[0][0] or 0

        return await self._waiters.wait(game_id, number, timeout_s, last)

    async def follow(self) -> None:
        """Wake waiters of this process for messages of other processes, until cancelled."""
        while True:
            stop_if_cancelled()
            with suppress(StoreUnavailable):  # waiters are woken
                await self._look()
            await pause(LOOK_S)

    async def _look(self) -> None:
        games = self._waiters.awaited()
        for start in range(0, len(games), LOOK_GAMES_MAX):
            some = games[start : start + LOOK_GAMES_MAX]
            places = ", ".join("?" * len(some))
            rows = await self._sql.run(
                f"SELECT game_id, MAX(number) FROM chat_messages WHERE game_id IN ({places}) GROUP BY game_id",  # noqa: S608
                some,
            )
            for game_id, number in rows:
                self._waiters.reached(game_id, number)

    async def mute(self, account: str, other: str) -> None:
        await self._sql.run(
            "INSERT INTO chat_mutes (account_id, muted_id) VALUES (?, ?) ON CONFLICT DO NOTHING", (account, other)
        )

    async def unmute(self, account: str, other: str) -> None:
        await self._sql.run("DELETE FROM chat_mutes WHERE account_id = ? AND muted_id = ?", (account, other))

    async def muted(self, account: str) -> list[str]:
        rows = await self._sql.run("SELECT muted_id FROM chat_mutes WHERE account_id = ? ORDER BY 1", (account,))
        return [row[0] for row in rows]

    async def is_muted(self, account: str, other: str) -> bool:
        """Return whether `account` has muted `other`."""
        rows = await self._sql.run("SELECT 1 FROM chat_mutes WHERE account_id = ? AND muted_id = ?", (account, other))
        return bool(rows)

    async def forget(self, account: str) -> None:
        """Everything the account said or reported, and its mutes. The numbers stay taken."""
        await self._sql.run("UPDATE chat_messages SET said = '' WHERE account_id = ?", (account,))
        await self._sql.run("DELETE FROM chat_mutes WHERE account_id = ? OR muted_id = ?", (account, account))
        await self.reports.forget(account)
