"""A store in one SQLite file. It is migrated whenever it is opened, since it has one program."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from msgspec.structs import astuple

from domain.history.record import EventRow, LogRow
from services.platform.private_files import make_file, make_folder, narrow
from services.store.archive import lookups
from services.store.archive.archived_games import ArchivedGame
from services.store.interface import StoreUnavailable
from services.store.logs.members import Member
from services.store.migrations import refuse_newer, scripts
from services.store.sql import SqliteSql
from services.store.sqlite import SqliteStore

WAIT_S = 30.0
"""Wait for other programs that have the same file open."""


class Backend:
    """See backends.Backend. `sqlite:///game.db` is in the working folder, `sqlite:////var/lib/game.db` is absolute."""

    kind = "sqlite"

    def __init__(self, url: str) -> None:
        self._path = url.removeprefix("sqlite:///")

    @property
    def files(self) -> tuple[Path, ...]:
        """The file and the files that SQLite keeps next to it, which inherit its permissions."""
        return tuple(Path(self._path + ending) for ending in ("", "-wal", "-shm"))

    def is_there(self) -> bool:
        return Path(self._path).exists()

    def open(self, member: Member | None = None) -> SqliteStore:
        assert member is None, "a file is a store by itself"
        self.migrate()
        return SqliteStore(self._path)

    def let_go(self, game: ArchivedGame, rows: Sequence[LogRow]) -> bool:
        with _away(), closing(sqlite3.connect(self._path, timeout=WAIT_S, isolation_level=None)) as file:
            file.execute("PRAGMA synchronous = FULL")
            file.execute("BEGIN IMMEDIATE")
            found = file.execute(lookups.PLACED.replace("{position}", "rowid"), (game.game_id,))
            if [LogRow(position, EventRow(*rest)) for position, *rest in found] != list(rows):
                file.execute("ROLLBACK")
                return False
            file.execute(lookups.INSERT, (*astuple(game), game.span))
            file.execute(
                "DELETE FROM stored_events WHERE originator_id = ? AND originator_version < ?",
                (game.game_id, game.version),
            )
            file.execute("COMMIT")
        return True

    def open_sql(self) -> SqliteSql:
        return SqliteSql(self._path)

    def migrate(self) -> int:
        with _away():
            self._keep_private()
            return _migrated(self._path)

    def schema_version(self) -> int:
        if not self.is_there():
            return 0
        with _away(), closing(sqlite3.connect(self._path)) as file:
            return _version(file)

    def damage(self) -> str:
        if not self.is_there():
            return ""
        with closing(sqlite3.connect(self._path, timeout=WAIT_S)) as file:
            try:
                found = [line for (line,) in file.execute("PRAGMA quick_check(3)")]
            except sqlite3.DatabaseError as error:
                return str(error)
        return "" if found == ["ok"] else "; ".join(found)

    def require_fit(self, *, writes: bool) -> None:
        self.migrate()

    def server(self) -> None:
        return None

    def _keep_private(self) -> None:
        """Create the file and its folder if they are missing."""
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError, IsADirectoryError):  # SQLite reports it
            make_folder(Path(self._path).parent)
            make_file(Path(self._path))
        for each in self.files:
            narrow(each)


@contextmanager
def _away() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreUnavailable(str(error)) from error


def _migrated(path: str) -> int:
    migrations = scripts(Backend.kind)
    with closing(sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)) as file:
        _use_write_ahead_log(file)
        file.execute("BEGIN IMMEDIATE")
        found = _version(file)
        refuse_newer(found, len(migrations))
        for number, migration in enumerate(migrations[found:], found + 1):
            for statement in _statements(migration):
                file.execute(statement)
            file.execute(f"PRAGMA user_version = {number}")
        file.execute("COMMIT")
    return len(migrations)


def _use_write_ahead_log(file: sqlite3.Connection) -> None:
    """This change does not wait for other connections by itself, as all others do."""
    deadline = monotonic() + WAIT_S
    while True:
        try:
            file.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if monotonic() > deadline:
                raise
        sleep(0.01)


def _statements(script: str) -> list[str]:
    """`executescript` would commit the transaction that the version belongs to."""
    statements, rest = [], ""
    for line in script.splitlines(keepends=True):
        rest += line
        if sqlite3.complete_statement(rest):
            statements.append(rest)
            rest = ""
    return statements


def _version(file: sqlite3.Connection) -> int:
    (version,) = file.execute("PRAGMA user_version").fetchone()
    return int(version)
