"""The event store: one contract, SQLite and PostgreSQL behind it."""

from services.store.contract import EventStore


def open_store(url: str) -> EventStore:
    """`sqlite:///path` or `postgresql://…`. PostgreSQL must have been migrated; SQLite migrates itself. The imports
    wait until they are needed: an installation for SQLite alone has no psycopg."""
    if url.startswith(("postgresql://", "postgres://")):
        from services.store.postgres import PostgresStore

        return PostgresStore(url)
    from services.store.schema import sqlite_path
    from services.store.sqlite import SqliteStore

    return SqliteStore(sqlite_path(url))
