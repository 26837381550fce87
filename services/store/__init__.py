"""The event store: one contract, SQLite and PostgreSQL behind it."""

from services.store.backends import backend
from services.store.interface import EventStore
from services.store.sql import Sql


def open_store(url: str) -> EventStore:
    """`sqlite:///path` or `postgresql://…`. PostgreSQL must have been migrated; SQLite migrates itself."""
    return backend(url).open()


def open_sql(url: str) -> Sql:
    """For what stands beside the events: accounts, chat, webhooks, seals."""
    return backend(url).open_sql()
