"""Requirements on PostgreSQL as an event store, and their check: for the doctor and for starting servers."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from services.store.interface import StoreUnavailable

if TYPE_CHECKING:  # an installation for SQLite alone has no psycopg
    import psycopg

SHARES_SESSIONS = (
    "a pooler in transaction mode is before the database: leads, LISTEN and prepared statements need connections that"
    " stay (session mode), or none"
)
TAKES_NO_WRITES = "the database takes no writes: it is a replica, or default_transaction_read_only is set"
ENCODINGS = ("UTF8", "SQL_ASCII")
"""Encodings of databases that can store every text."""
_LOOKS = 3


class DatabaseServer(Struct, frozen=True):
    """`shares_sessions`: a pooler in front gives its connections to whichever client has the next transaction.
    `superuser`: the account, or the login that took its role."""

    shares_sessions: bool
    is_replica: bool
    takes_writes: bool
    may_append: bool
    account: str
    encoding: str
    fsync: bool
    superuser: bool = False


_SESSION = "SELECT pg_backend_pid()"
_QUESTIONS = """
SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'off',
    has_table_privilege('stored_events', 'INSERT') AND has_table_privilege('accounts', 'INSERT'), current_user::text,
    current_setting('server_encoding'), current_setting('fsync') = 'on',
    (SELECT bool_or(rolsuper) FROM pg_roles WHERE rolname IN (current_user, session_user))
"""


def look_at(url: str) -> DatabaseServer:
    """Check a server whose database has our tables. Raises StoreUnavailable."""
    import psycopg

    try:
        with _connect(url) as one, _connect(url) as other:
            # A pooler gives the second call the connection that the first returned, unless another client was faster.
            shared = any(_one(one, _SESSION) == _one(other, _SESSION) for _ in range(_LOOKS))
            return DatabaseServer(shared, *_one(one, _QUESTIONS))
    except psycopg.Error as error:
        raise StoreUnavailable(str(error).strip()) from error


def _connect(url: str) -> "psycopg.Connection[tuple[Any, ...]]":
    import psycopg

    from services.store.connecting import conninfo

    return psycopg.connect(conninfo(url, "look"), autocommit=True, prepare_threshold=None)


def _one(connection: "psycopg.Connection[tuple[Any, ...]]", question: Any) -> tuple[Any, ...]:
    found = connection.execute(question).fetchone()
    assert found is not None
    return found
