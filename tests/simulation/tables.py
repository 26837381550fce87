"""The tables of one server next to its log, in memory."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias
from weakref import finalize

from services.store.sql import Statement
from tests.simulation.home_tables import HOME, rows_in_sqlite
from tests.stores import new_sqlite

Transaction: TypeAlias = tuple[Statement, ...]


class Tables:
    """`writes`: the transactions that changed something, in order. A server that lacks the last of them is made by
    doing the others again. `events_of`: returns the events of a game that the server has, in the log or in the
    archive."""

    def __init__(
        self,
        writes: Sequence[Transaction] = (),
        events_of: Callable[[str], Iterable[tuple[Any, ...]]] = lambda game_id: (),
    ) -> None:
        self._file = sqlite3.connect(":memory:", isolation_level=None)
        self._file.deserialize(_empty())
        self._file.create_function("has_table_privilege", 2, lambda *_: 1)
        finalize(self, self._file.close)
        self.events_of = events_of
        self.writes: list[Transaction] = []
        for each in writes:
            self.together(each)

    def first(self, number: int) -> "Tables":
        """Return the tables after the first transactions."""
        return Tables(self.writes[:number], self.events_of)

    def freeze(self) -> None:
        """Answer nothing but reads from now on."""
        self._file.execute("PRAGMA query_only = 1")

    def run(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """Raises sqlite3.IntegrityError."""
        before = self._file.total_changes
        rows = rows_in_sqlite(self._file, statement, values)
        if self._file.total_changes > before:
            self.writes.append(((statement, values),))
        return rows

    def together(self, statements: Sequence[Statement], only_if: Statement | None = None) -> bool:
        """Raises sqlite3.IntegrityError."""
        whole = (*([only_if] if only_if else []), *statements)
        if whole and "stored_events" in whole[0][0]:
            self._copy_events(whole[0][1])
        before = self._file.total_changes
        self._file.execute("BEGIN")
        try:
            if only_if and not rows_in_sqlite(self._file, *only_if):
                self._file.execute("ROLLBACK")
                return False
            for each in statements:
                rows_in_sqlite(self._file, *each)
        except sqlite3.Error:
            self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")
        if self._file.total_changes > before:
            self.writes.append(whole)
        return True

    def _copy_events(self, values: Sequence[Any]) -> None:
        """Have the events of these games, for a condition that compares them."""
        self._file.execute("DELETE FROM stored_events")
        for stream in dict.fromkeys(each for each in values if isinstance(each, str)):
            for row in self.events_of(stream):
                self._file.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?)", row[1:])


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        path = new_sqlite(Path(folder, "tables.db")).removeprefix("sqlite:///")
        with closing(sqlite3.connect(path)) as made:
            made.execute("PRAGMA journal_mode = DELETE")  # a database in memory has no WAL
            made.executescript(HOME)
            return made.serialize()
