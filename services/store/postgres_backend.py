"""A store on a PostgreSQL server. `turnledger migrate` makes its tables, since many programs and roles share them; a
store refuses tables of another number."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from domain.history.record import LogRow
from services.store import citus
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.file import rows_digest
from services.store.connecting import conninfo
from services.store.interface import IncompatibleStore, SchemaMismatch, StoreUnavailable
from services.store.logs.members import ASKED, Member, Members
from services.store.migrations import latest, refuse_newer, scripts, statements
from services.store.postgres import PostgresStore
from services.store.postgres_requirements import ENCODINGS, SHARES_SESSIONS, TAKES_NO_WRITES, DatabaseServer, look_at
from services.store.sql import PostgresSql

_MIGRATION_LOCK = (20040, 2)
_LET_GO = "SELECT archive_game(%s, %s, %s, %s, %s, %s, %s, %s, %s)"


class Backend:
    """See backends.Backend."""

    kind = "postgres"
    files: tuple[Path, ...] = ()

    def __init__(self, url: str) -> None:
        self._url = url

    def is_there(self) -> bool:
        return True

    def open(self, member: Member | None = None) -> PostgresStore:
        return PostgresStore(self._url, member)

    def let_go(self, game: ArchivedGame, rows: Sequence[LogRow]) -> bool:
        place = (game.version, game.chain, game.first_position, game.last_position, game.span)
        with _away(), self._connected() as connection:
            connection.execute("SET synchronous_commit = on")
            cursor = connection.execute(_LET_GO, (game.game_id, game.object, game.sha256, rows_digest(rows), *place))
            return cursor.fetchone() == (True,)

    def open_sql(self) -> PostgresSql:
        return PostgresSql(self._url)

    def migrate(self) -> int:
        with _away(), self._connected() as connection:  # one transaction for all: either everything or nothing
            return _migrated(connection)

    def schema_version(self) -> int:
        with _away(), self._connected() as connection:
            return _version(connection)

    def damage(self) -> str:
        return ""

    def require_fit(self, *, writes: bool, members: Members | None = None, number: int = 0) -> None:
        if (found := self.schema_version()) != (wanted := latest(self.kind)):
            raise SchemaMismatch(found, wanted)
        (members or Members(1)).check(number, self.logs())
        with _away(), self._connected() as connection:
            citus.require_fit(connection, number)
        server = self.server()
        if server.shares_sessions:
            raise IncompatibleStore(SHARES_SESSIONS)
        if not server.takes_writes:
            raise StoreUnavailable(TAKES_NO_WRITES)
        if writes and not server.may_append:
            raise StoreUnavailable(f"{server.account} may not write there: GRANT turnledger_writer TO {server.account}")

    def server(self) -> DatabaseServer:
        return look_at(self._url)

    def logs(self) -> Sequence[tuple[int, str]]:
        """The numbers of the logs that are written down there, and of which store they are."""
        with _away(), self._connected() as connection:
            return connection.execute(ASKED).fetchall()

    def add_log(self, number: int, store: str) -> None:
        """Writes down that it is that log of a store; in the home, that there is such a log."""
        with _away(), self._connected() as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", _MIGRATION_LOCK)
            connection.execute(
                "INSERT INTO logs (number, store) VALUES (%s, %s) ON CONFLICT DO NOTHING", (number, store)
            )

    def place_games(self) -> None:
        """Allow games to be opened in this home only if they were placed here before."""
        with _away(), self._connected() as connection:
            connection.execute("DROP TRIGGER IF EXISTS stored_events_placed ON stored_events")
            connection.execute(
                "CREATE TRIGGER stored_events_placed AFTER INSERT ON stored_events"
                " REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unplaced()"
            )

    def is_empty(self) -> bool:
        """Return whether the store has no event."""
        with _away(), self._connected() as connection:
            return connection.execute("SELECT 1 FROM stored_events LIMIT 1").fetchone() is None

    def _connected(self) -> psycopg.Connection:
        return psycopg.connect(conninfo(self._url, "schema"))


@contextmanager
def _away() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise StoreUnavailable(str(error).strip()) from error


def _migrated(connection: psycopg.Connection) -> int:
    migrations = scripts(Backend.kind)
    _refuse_encoding(connection)
    connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", _MIGRATION_LOCK)
    connection.execute(
        "CREATE TABLE IF NOT EXISTS schema_version (version int PRIMARY KEY, at timestamptz DEFAULT now() NOT NULL)"
    )
    found = _version(connection)
    refuse_newer(found, len(migrations))
    for number, migration in enumerate(migrations[found:], found + 1):
        for statement in statements(migration):
            connection.execute(statement.encode())
        connection.execute("INSERT INTO schema_version (version) VALUES (%s)", (number,))
    if citus.keeps(connection):
        citus.take_turns(connection)
    return len(migrations)


def _refuse_encoding(connection: psycopg.Connection) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding not in ENCODINGS:
        raise IncompatibleStore(
            f"the database has the encoding {encoding}, which takes few of the world's names: make one in UTF8"
        )


def _version(connection: psycopg.Connection) -> int:
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('schema_version') IS NOT NULL")
        if cursor.fetchone() == (False,):
            return 0
        cursor.execute("SELECT coalesce(max(version), 0) FROM schema_version")
        row = cursor.fetchone()
        assert row is not None
        return int(row[0])
