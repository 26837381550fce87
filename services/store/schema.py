"""The tables, made by numbered migrations. `turnledger migrate` runs them; a store refuses tables of another number.

Migrations only ever go forward and are never edited once released. SQLite migrates by itself when it is opened,
since it has one program; PostgreSQL does not, since many programs and roles share it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from services.private_files import make_file, narrow
from services.store.contract import StoreAway

if TYPE_CHECKING:  # an installation for SQLite alone has no psycopg
    import psycopg

_MIGRATION_LOCK = (20040, 2)
WAIT_S = 30.0
"""For other programs that open the same SQLite file at this moment."""
SHARES_SESSIONS = (
    "a pooler in transaction mode is before the database: leads, LISTEN and prepared statements need connections that"
    " stay (session mode), or none"
)
TAKES_NO_WRITES = "the database takes no writes: it is a replica, or default_transaction_read_only is set"


class Unfit(StoreAway):
    """There is a store, but none that this program may work on: to its callers it is away."""


class SchemaMismatch(Unfit):
    """The tables are not those of this program."""

    def __init__(self, found: int, wanted: int) -> None:
        what = "run `turnledger migrate`" if found < wanted else "a newer program made it; update this one"
        super().__init__(f"the store has schema {found}, this program needs {wanted}: {what}", ambiguous=True)
        self.found, self.wanted = found, wanted


def sqlite_path(url: str) -> str:
    """`sqlite:///game.db` is in the working folder, `sqlite:////var/lib/game.db` is absolute."""
    path = url.removeprefix("sqlite:///")
    if path == url or not path:
        raise ValueError(f"not the URL of an SQLite file (sqlite:///path): {url}")
    return path


def is_there(url: str) -> bool:
    """Whether a store can be there: SQLite makes the file that it is asked to open."""
    return not _is_sqlite(url) or Path(sqlite_path(url)).exists()


def migrate(url: str) -> int:
    """Brings the tables to the schema of this program and returns its number. Raises SchemaMismatch when they are
    newer, and StoreAway where they cannot be reached or not be changed. Programs that do this at the same moment wait
    for each other."""
    with _away(url):
        return _migrate_sqlite(sqlite_path(url)) if _is_sqlite(url) else _migrate_postgres(url)


def schema_version(url: str) -> int:
    """The number of the last migration that ran there, 0 for an empty database or none. Raises StoreAway."""
    if not is_there(url):
        return 0
    with _away(url):
        if _is_sqlite(url):
            with closing(sqlite3.connect(sqlite_path(url))) as file:
                return _sqlite_version(file)
        with _connect(url) as connection:
            return _postgres_version(connection)


def require_fit(url: str, *, writes: bool = True) -> None:
    """Makes the tables on SQLite. Elsewhere they must be those of this program, and the server one to work with.
    Raises Unfit, and StoreAway for what may pass by itself."""
    if _is_sqlite(url):
        migrate(url)
        return
    from services.store.server import look_at

    if (found := schema_version(url)) != (wanted := latest("postgres")):
        raise SchemaMismatch(found, wanted)
    server = look_at(url)
    if server.shares_sessions:
        raise Unfit(SHARES_SESSIONS)
    if not server.takes_writes:
        raise StoreAway(TAKES_NO_WRITES)
    if writes and not server.may_append:
        raise StoreAway(f"{server.account} may not write there: GRANT turnledger_writer TO {server.account}")


def latest(kind: str) -> int:
    """The schema of this program. `kind`: sqlite or postgres."""
    return len(_migrations(kind))


def _is_sqlite(url: str) -> bool:
    return url.startswith("sqlite:")


@contextmanager
def _away(url: str) -> Iterator[None]:
    """Says StoreAway for whatever the driver raises."""
    if _is_sqlite(url):
        driver: type[Exception] = sqlite3.Error
    else:
        from psycopg import Error as driver  # noqa: N813
    try:
        yield
    except driver as error:
        raise StoreAway(str(error).strip()) from error


def _migrations(kind: str) -> list[str]:
    folder = files(__package__) / "migrations" / kind
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    assert [name[:5] for name in found] == [f"{number:04}_" for number in range(1, len(found) + 1)], found
    return [(folder / name).read_text() for name in found]


def _refuse_newer(found: int, wanted: int) -> None:
    if found > wanted:
        raise SchemaMismatch(found, wanted)


def _migrate_sqlite(path: str) -> int:
    migrations = _migrations("sqlite")
    _keep_private(path)
    with closing(sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)) as file:
        _use_write_ahead_log(file)
        file.execute("BEGIN IMMEDIATE")
        found = _sqlite_version(file)
        _refuse_newer(found, len(migrations))
        for number, migration in enumerate(migrations[found:], found + 1):
            for statement in _statements(migration):
                file.execute(statement)
            file.execute(f"PRAGMA user_version = {number}")
        file.execute("COMMIT")
    return len(migrations)


def sqlite_files(path: str) -> tuple[Path, ...]:
    """The file and those that SQLite keeps beside it, which get its rights when they are made."""
    return tuple(Path(path + ending) for ending in ("", "-wal", "-shm"))


def _keep_private(path: str) -> None:
    with suppress(FileNotFoundError, PermissionError, IsADirectoryError):  # SQLite says so in its own words
        make_file(Path(path))
    for each in sqlite_files(path):
        narrow(each)


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


def _sqlite_version(file: sqlite3.Connection) -> int:
    (version,) = file.execute("PRAGMA user_version").fetchone()
    return int(version)


def _migrate_postgres(url: str) -> int:
    migrations = _migrations("postgres")
    with _connect(url) as connection:  # one transaction for all: either everything or nothing
        _refuse_encoding(connection)
        connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", _MIGRATION_LOCK)
        connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_version (version int PRIMARY KEY, at timestamptz DEFAULT now() NOT NULL)"
        )
        found = _postgres_version(connection)
        _refuse_newer(found, len(migrations))
        for number, migration in enumerate(migrations[found:], found + 1):
            connection.execute(migration.encode())
            connection.execute("INSERT INTO schema_version (version) VALUES (%s)", (number,))
    return len(migrations)


def _connect(url: str) -> "psycopg.Connection":
    import psycopg

    from services.store.connecting import conninfo

    return psycopg.connect(conninfo(url, "schema"))


def _refuse_encoding(connection: "psycopg.Connection") -> None:
    from services.store.server import ENCODINGS

    encoding = connection.info.parameter_status("server_encoding")
    if encoding not in ENCODINGS:
        raise Unfit(f"the database has the encoding {encoding}, which takes few of the world's names: make one in UTF8")


def _postgres_version(connection: "psycopg.Connection") -> int:
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('schema_version') IS NOT NULL")
        if cursor.fetchone() == (False,):
            return 0
        cursor.execute("SELECT coalesce(max(version), 0) FROM schema_version")
        row = cursor.fetchone()
        assert row is not None
        return int(row[0])
