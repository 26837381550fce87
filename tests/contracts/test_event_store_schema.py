"""The tables: made by migrations, guarded by their number and by roles, readable by the library `eventsourcing`."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege

from domain.history.record import EventRow
from services.history.seals import FileSignature, Seals
from services.store import open_sql, open_store
from services.store.interface import SchemaMismatch, StoreUnavailable
from services.store.migrations import latest, statements
from services.store.schema import migrate, schema_version


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def empty_url(request, tmp_path):
    return f"sqlite:///{tmp_path}/new.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
def recorder(store_url):
    """The library's own, on the tables of our store."""
    if store_url.startswith("sqlite"):
        migrate(store_url)
        file = SQLiteDatastore(store_url.removeprefix("sqlite:///"), originator_id_type="text")
        yield SQLiteApplicationRecorder(file)
        file.close()
    else:
        known = conninfo_to_dict(store_url)
        account = known["user"], known.get("password", "")
        with PostgresDatastore(
            known["dbname"], known["host"], known["port"], *account, originator_id_type="text"
        ) as store:
            yield PostgresApplicationRecorder(store)


def set_version(url: str, version: int) -> None:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            file.execute(f"PRAGMA user_version = {version}")
    else:
        with psycopg.connect(url) as connection:
            connection.execute("INSERT INTO schema_version VALUES (%s)", (version,))


def test_an_empty_database_is_migrated_once(empty_url):
    assert schema_version(empty_url) == 0
    assert migrate(empty_url) == schema_version(empty_url) == latest("sqlite" if "sqlite" in empty_url else "postgres")
    assert migrate(empty_url) == schema_version(empty_url)


def test_programs_that_migrate_at_once_wait_for_each_other(empty_url):
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(migrate, [empty_url] * 4))) == 1


async def test_a_newer_schema_is_refused(empty_url):
    known = migrate(empty_url)
    set_version(empty_url, known + 1)
    with pytest.raises(SchemaMismatch, match="a newer program"):
        migrate(empty_url)
    with pytest.raises(SchemaMismatch):
        await open_store(empty_url).append([EventRow("g", 1, "demo.Said/1", b"{}")], 5)
    assert schema_version(empty_url) == known + 1


@pytest.mark.servers
async def test_postgres_without_tables_says_how_to_make_them(postgres_url):
    store = open_store(postgres_url)
    with pytest.raises(SchemaMismatch, match="turnledger migrate"):
        await store.load("g")
    await store.close()


def test_a_wrong_url_is_named():
    with pytest.raises(ValueError, match="mysql://"):
        open_store("mysql://localhost/games")


async def test_the_recorder_of_the_library_reads_streams_and_log(store_url, recorder):
    store = open_store(store_url)
    rows = [EventRow("game-1", version, "demo.Said/1", b'{"n":%d}' % version) for version in (1, 2, 3)]
    await store.append(rows, 5)
    await store.close()
    assert recorder.select_events("game-1", gt=1) == [
        StoredEvent(row.stream_id, row.version, row.topic, row.body) for row in rows[1:]
    ]
    notifications = recorder.select_notifications(start=1, limit=10)
    assert [(note.originator_id, note.originator_version, note.state) for note in notifications] == [
        (row.stream_id, row.version, row.body) for row in rows
    ]
    assert recorder.max_notification_id() == notifications[-1].id


async def test_what_the_library_wrote_is_a_part_of_our_log(store_url, recorder):
    recorder.create_table()  # all of them exist; on PostgreSQL it adds a type that only the library's writer needs
    recorder.insert_events([StoredEvent("game-1", 1, "demo.Said/1", b"{}")])
    store = open_store(store_url)
    await store.append([EventRow("game-1", 2, "demo.Said/1", b"[]")], 5)
    assert [(entry.row.version, entry.row.body) for entry in await store.read_log(0, 10)] == [(1, b"{}"), (2, b"[]")]
    await store.close()


APPEND = "SELECT append_events(ARRAY['g'], ARRAY[1], ARRAY['t'], ARRAY['x'::bytea], '{}', '{}')"


@pytest.mark.servers
class TestRoles:
    @pytest.fixture
    def as_role(self, postgres_store_url):
        def connect(role: str) -> psycopg.Connection:
            connection = psycopg.connect(postgres_store_url, autocommit=True)
            connection.execute(f"SET ROLE {role}")
            return connection

        return connect

    def test_the_writing_role_appends_and_reads_but_changes_nothing_that_is_stored(self, as_role):
        with as_role("turnledger_writer") as writer:
            writer.execute(APPEND)
            assert writer.execute("SELECT count(*) FROM stored_events").fetchone() == (1,)
            for forbidden in (
                "UPDATE stored_events SET state = 'y'",
                "DELETE FROM stored_events",
                "TRUNCATE stored_events",
            ):
                with pytest.raises(InsufficientPrivilege):
                    writer.execute(forbidden)

    def test_the_reading_role_only_reads(self, as_role):
        with as_role("turnledger_reader") as reader:
            assert reader.execute("SELECT count(*) FROM stored_events").fetchone() == (0,)
            for forbidden in (
                APPEND,
                "DELETE FROM stored_events",
            ):
                with pytest.raises(InsufficientPrivilege):
                    reader.execute(forbidden)

    async def test_a_program_of_each_role_does_its_work(self, postgres_store_url):
        def url(role: str) -> str:
            return f"{postgres_store_url}?options=-c%20role%3D{role}"

        writer, reader = open_store(url("turnledger_writer")), open_store(url("turnledger_reader"))
        await writer.append([EventRow("g", 1, "demo.Said/1", b"{}")], 5)
        async with writer.lead("boards"):
            assert [entry.row.version for entry in await reader.read_log(0, 10)] == [1]
        await reader.wait(0, 5)
        await writer.close()
        await reader.close()

    async def test_who_reads_the_events_may_hold_them_to_what_was_signed_and_sign_nothing(self, postgres_store_url):
        sql = open_sql(f"{postgres_store_url}?options=-c%20role%3Dturnledger_reader")
        seals = Seals(sql)
        assert await seals.of("g") == []
        assert await seals.file_signature("g") is None
        with pytest.raises(StoreUnavailable, match="permission denied"):
            await seals.keep_file_signature("g", FileSignature("key", b"signature"))
        await sql.close()


@pytest.mark.servers
def test_rows_are_vacuumed_and_frozen_in_portions_of_one_size(postgres_url):
    migrate(postgres_url)
    with psycopg.connect(postgres_url) as connection:
        found = connection.execute("SELECT reloptions FROM pg_class WHERE oid = 'stored_events'::regclass").fetchone()
    assert set(found[0]) >= {
        "autovacuum_vacuum_insert_threshold=200000",
        "autovacuum_vacuum_insert_scale_factor=0",
        "autovacuum_freeze_min_age=0",
        "autovacuum_vacuum_scale_factor=0.02",
    }


def test_a_script_is_taken_apart_where_its_statements_end_and_nowhere_else():
    script = "-- a; b\nCREATE TABLE t (c text DEFAULT ';''');\nDO $$ BEGIN; END $$; SELECT $x$ $$; $x$;\n-- the end;\n"
    assert statements(script) == [
        "-- a; b\nCREATE TABLE t (c text DEFAULT ';''');",
        "DO $$ BEGIN; END $$;",
        "SELECT $x$ $$; $x$;",
    ]
    with pytest.raises(AssertionError, match="without an end: SELECT 1"):
        statements("SELECT 2; SELECT 1")
