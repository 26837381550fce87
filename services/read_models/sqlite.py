"""The library's recorder on the log in a SQLite file."""

from collections.abc import Mapping, Sequence
from typing import Any

from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from services.read_models.archived import ReadsThrough
from services.read_models.recorders import LastingSubscription, ReadOnly
from services.store.archive.archive import Archive
from services.store.archive.unreadable import UnreadableGames
from services.store.backends import backend


class SqliteRecorder(ReadOnly, ReadsThrough, SQLiteApplicationRecorder):
    """Looks every POLL_S: SQLite notifies nobody."""

    subscription = LastingSubscription

    def look(self, statement: str, *values: int | str) -> Sequence[Mapping[str, Any]]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, values)
            found: Sequence[Mapping[str, Any]] = cursor.fetchall()
        return found


def opened(url: str, archive: Archive) -> tuple[SQLiteDatastore, SqliteRecorder]:
    datastore = SQLiteDatastore(str(backend(url).files[0]), originator_id_type="text")
    recorder = SqliteRecorder(datastore)
    recorder.archive = archive
    recorder.unreadable = UnreadableGames("")
    return datastore, recorder
