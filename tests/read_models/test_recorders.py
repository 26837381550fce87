"""The recorders over our tables pass the tests that the library has for its own, fed by the library's own writer."""

import threading

import pytest
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder
from eventsourcing.tests.persistence import ApplicationRecorderTestCase, NonInterleavingNotificationIDsBaseCase

from services.read_models.application import Factory
from services.read_models.postgres import PostgresRecorder
from services.read_models.sqlite import SqliteRecorder
from services.store.schema import migrate


class FedPostgres(PostgresRecorder):
    """Ours never writes: the games do. Here the library does, which needs a type of its own."""

    insert_events = PostgresApplicationRecorder.insert_events

    def create_table(self):
        PostgresApplicationRecorder.create_table(self)


class FedSqlite(SqliteRecorder):
    insert_events = SQLiteApplicationRecorder.insert_events


class OverOurTables:
    test_performance = test_concurrent_throughput = None  # they print a rate and assert none

    @pytest.fixture(autouse=True)
    def over_our_tables(self, url):
        migrate(url)
        self.factory = Factory({"TURNLEDGER_STORE": url})
        yield
        for reader in (each for each in threading.enumerate() if "read_continuously" in each.name):
            reader.join()  # told to end, not waited for: SQLite dies of a connection closed in use
        self.factory.close()

    def create_recorder(self):
        recorder = self.factory.application_recorder()
        recorder.__class__ = {PostgresRecorder: FedPostgres, SqliteRecorder: FedSqlite}.get(
            type(recorder), type(recorder)
        )
        if isinstance(recorder, FedPostgres):
            recorder.create_table()
        return recorder

    def new_originator_id(self):
        return str(super().new_originator_id())


@pytest.mark.servers
class OnPostgres(OverOurTables):
    @pytest.fixture
    def url(self, postgres_store_url):
        return postgres_store_url


class OnSqlite(OverOurTables):
    @pytest.fixture
    def url(self, tmp_path):
        return f"sqlite:///{tmp_path}/games.db"


class Subscribing:
    def test_insert_subscribe(self):
        self.optional_test_insert_subscribe()


@pytest.mark.slow
class TestRecordsOnPostgres(Subscribing, OnPostgres, ApplicationRecorderTestCase):
    pass


@pytest.mark.slow
class TestRecordsOnSqlite(Subscribing, OnSqlite, ApplicationRecorderTestCase):
    pass


class TestIdsOnPostgres(OnPostgres, NonInterleavingNotificationIDsBaseCase):
    pass


class TestIdsOnSqlite(OnSqlite, NonInterleavingNotificationIDsBaseCase):
    pass
