"""The library's recorder on the log in a SQLite file."""

from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from services.eventsourcing.recorders import LastingSubscription, ReadOnly
from services.store.backends import backend


class SqliteRecorder(ReadOnly, SQLiteApplicationRecorder):
    """Looks every POLL_S: SQLite notifies nobody."""

    subscription = LastingSubscription


def opened(url: str) -> tuple[SQLiteDatastore, SqliteRecorder]:
    datastore = SQLiteDatastore(str(backend(url).files[0]), originator_id_type="text")
    return datastore, SqliteRecorder(datastore)
