"""The library's recorder on the log of a PostgreSQL server."""

from collections.abc import Mapping, Sequence
from threading import Thread
from typing import Any

import psycopg
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from services.read_models.archived import ReadsThrough
from services.read_models.recorders import LastingSubscription, ReadOnly
from services.store.archive import lookups
from services.store.archive.archive import Archive
from services.store.archive.unreadable import UnreadableGames
from services.store.connecting import conninfo
from services.store.interface import SchemaMismatch
from services.store.migrations import latest

POOL_SIZE, POOL_OVERFLOW = 2, 4
"""One connection listens, one pulls; a few more for readers of streams."""
NOTIFIED_S = 0.1
"""How long a listening thread waits before it looks whether it should end."""


class ListeningSubscription(LastingSubscription):
    """Woken by the notification that each commit of the store sends."""

    def __init__(self, recorder: "PostgresRecorder", gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._datastore, self._channel = recorder.datastore, recorder.channel_name
        self._listen_thread = Thread(target=self._loop, args=(self._listen, "notifications are not heard for now"))
        self._listen_thread.start()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        super().__exit__(*args, **kwargs)
        self._listen_thread.join()

    def _listen(self) -> None:
        with self._datastore.get_connection() as connection:
            connection.execute(f'LISTEN "{self._channel}"')
            self._has_been_notified.set()  # of what came before this connection listened
            while not self._has_been_stopped:
                for _ in connection.notifies(timeout=NOTIFIED_S, stop_after=1):
                    self._has_been_notified.set()


class PostgresRecorder(ReadOnly, ReadsThrough, PostgresApplicationRecorder):
    """The account needs `turnledger_reader`, no more."""

    subscription = ListeningSubscription
    across = lookups.ACROSS_BY_RANGE

    def look(self, statement: str, *values: int | str) -> Sequence[Mapping[str, Any]]:
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.execute(statement.replace("?", "%s").encode(), values)
            return cursor.fetchall()


def opened(url: str, archive: Archive) -> tuple[PostgresDatastore, PostgresRecorder]:
    """Raises SchemaMismatch."""
    datastore = _datastore(url)
    recorder = PostgresRecorder(datastore)
    recorder.archive = archive
    recorder.unreadable = UnreadableGames("")
    return datastore, recorder


def _datastore(url: str) -> PostgresDatastore:
    """What the library does not name (TLS, options, keepalives) is given to its pool. Raises SchemaMismatch where the
    tables were never made."""
    known = conninfo_to_dict(conninfo(url, "eventsourcing"))
    server = PostgresDatastore(
        "", "", "", "", "", schema=_schema_of_the_log(known), originator_id_type="text",
        pool_size=POOL_SIZE, max_overflow=POOL_OVERFLOW,
    )  # fmt: skip
    assert isinstance(server.pool.kwargs, dict)
    for name in ("dbname", "host", "port", "user", "password"):
        del server.pool.kwargs[name]
    server.pool.kwargs |= known
    return server


def _schema_of_the_log(known: Mapping[str, Any]) -> str:
    with psycopg.connect(**known) as connection:
        found = connection.execute(
            "SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
            " WHERE pg_class.oid = to_regclass('stored_events')"
        ).fetchone()
    if found is None:
        raise SchemaMismatch(0, latest("postgres"))
    return str(found[0])
