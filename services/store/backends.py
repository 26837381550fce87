"""Chooses the database of a store by its URL: one table, with all that depends on it behind one protocol."""

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from domain.history.record import LogRow
from services.store.archive.archived_games import ArchivedGame
from services.store.archive.read_through import HotStore
from services.store.logs.members import Member
from services.store.postgres_requirements import DatabaseServer
from services.store.sql import Sql


class Backend(Protocol):
    """One store by its URL. Raises StoreUnavailable where the database does not answer."""

    kind: str
    """Names the folder of its migrations, and what shows its log to the library `eventsourcing`."""

    @property
    def files(self) -> tuple[Path, ...]:
        """Return the store's folder on this machine, or None where a server holds it."""
        ...

    def is_there(self) -> bool:
        """Return whether a store can exist there. SQLite creates the file that it is asked to open."""
        ...

    def open(self, member: Member | None = None) -> HotStore:
        """Open the event store without the archive. `member`: of a set of logs, None for a store that is one log."""
        ...

    def let_go(self, game: ArchivedGame, rows: Sequence[LogRow]) -> bool:
        """Deletes all events of a game but the last, and remembers where they are, in one transaction, if the rows of
        the store are these to the byte: those that were read back from the archive. Else False, and nothing is done.
        Raises StoreUnavailable."""
        ...

    def open_sql(self) -> Sql:
        """Open SQL access for data other than events, already migrated."""
        ...

    def migrate(self) -> int:
        """Brings the tables to the schema of this program and returns its number. Raises SchemaMismatch when they are
        newer. Programs that do this at the same moment wait for each other."""
        ...

    def schema_version(self) -> int:
        """The number of the last migration that ran there, 0 for an empty database."""
        ...

    def damage(self) -> str:
        """Return what is wrong with the pages of a store in a file; empty if they are right, and where a server holds
        the store."""
        ...

    def require_fit(self, *, writes: bool) -> None:
        """Raises Unfit, and StoreUnavailable for what may pass by itself."""
        ...

    def server(self) -> DatabaseServer | None:
        """Return the problems of the server; None where there is no server."""
        ...


_FILE = "sqlite:///"
BACKENDS = {
    _FILE: "sqlite_backend",
    "postgresql://": "postgres_backend",
    "postgres://": "postgres_backend",
}
"""URL schemes, and the module that has the `Backend` for each. Modules are imported on demand: an installation with
SQLite alone has no psycopg."""
_PLAIN = re.compile(r"[a-z]+://(?!.*://)\S+")
"""One URL of a server; a comma is not allowed, because it separates logs."""
_BETWEEN = re.compile(r"\s+(?=[a-z]+://)")
"""URLs. A path may have spaces, and a file that holds a URL ends with a line end."""


def urls_of(url: str) -> tuple[str, ...]:
    """Return the URLs of a set of logs: the home first, then the others in the order in which they were added."""
    return tuple(_BETWEEN.split(url.strip()))


def is_store(url: str) -> bool:
    """Return whether the URL can name a store, or several URLs a set of logs."""
    urls = urls_of(url)
    if len(urls) == 1 and url.strip().startswith(_FILE):
        return url.strip() != _FILE
    servers = [prefix for prefix in BACKENDS if prefix != _FILE]
    return all(
        any(each.startswith(prefix) and each != prefix for prefix in servers) and _PLAIN.fullmatch(each)
        for each in urls
    )


def backend(url: str) -> Backend:
    """Raises ValueError for the URL of no store."""
    if not is_store(url):
        raise ValueError(f"not the URL of a store ({', '.join(BACKENDS)}): {url}")
    if len(urls_of(url)) > 1:
        several: Backend = import_module(f"{__package__}.logs.set_backend").Backend(urls_of(url))
        return several
    (alone,) = urls_of(url)
    (module,) = (module for prefix, module in BACKENDS.items() if alone.startswith(prefix))
    found: Backend = import_module(f"{__package__}.{module}").Backend(alone)
    return found
