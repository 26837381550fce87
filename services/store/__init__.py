"""The event store: one contract, SQLite and PostgreSQL behind it, and the archive behind these."""

from functools import partial

from services.store.archive.archived_games import CACHE_MB
from services.store.archive.read_through import ReadThroughStore
from services.store.backends import backend, urls_of
from services.store.logs.log_set import ShardedEventStore
from services.store.logs.members import ASKED, Member, Members
from services.store.sql import Sql


def open_store(url: str, archive: str = "", cache_mb: int = CACHE_MB) -> ReadThroughStore | ShardedEventStore:
    """`sqlite:///path` or `postgresql://…`; several of these, the home first, for a store of several logs.
    PostgreSQL must have been migrated; SQLite migrates itself. `archive`: where finished games may be stored, a folder
    or `s3://…`; `cache_mb`: memory for their histories."""
    from services.store.archive.archive import open_archive  # it reads histories, which not every command does

    files, urls = open_archive(archive, cache_mb), urls_of(url)
    if len(urls) == 1:
        return ReadThroughStore(backend(url).open(), files)
    sql, members = open_sql(url), Members(len(urls))
    each = [Member(members, number, partial(sql.run, ASKED)) for number in range(len(urls))]
    logs = [
        ReadThroughStore(backend(url).open(member), files, str(number))
        for number, (url, member) in enumerate(zip(urls, each, strict=True))
    ]
    return ShardedEventStore(logs, sql)


def open_sql(url: str) -> Sql:
    """SQL access to the home for data other than events: accounts, chat, webhooks, seals."""
    return backend(url).open_sql()
