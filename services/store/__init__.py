"""The event store: one contract, SQLite and PostgreSQL behind it, and the archive behind these."""

from services.store.archive.games import CACHE_MB
from services.store.archive.reading import ReadingThrough
from services.store.backends import backend
from services.store.sql import Sql


def open_store(url: str, archive: str = "", cache_mb: int = CACHE_MB) -> ReadingThrough:
    """`sqlite:///path` or `postgresql://…`. PostgreSQL must have been migrated; SQLite migrates itself. `archive`:
    where finished games may lie, a folder or `s3://…`; `cache_mb`: of their histories, held in memory."""
    from services.store.archive.archive import open_archive  # it reads histories, which not every command does

    return ReadingThrough(backend(url).open(), open_archive(archive, cache_mb))


def open_sql(url: str) -> Sql:
    """For what stands beside the events: accounts, chat, webhooks, seals."""
    return backend(url).open_sql()
