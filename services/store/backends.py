"""Which database a store lies in, by the URL: one table, and all that depends on it behind one protocol."""

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol

from domain.history.record import LogRow
from services.store.archive.games import ArchivedGame
from services.store.archive.reading import HotStore
from services.store.logs.members import Member
from services.store.server import DatabaseServer
from services.store.sql import Sql


class Backend(Protocol):
    """One store by its URL. Raises StoreAway where the database does not answer."""

    kind: str
    """Names the folder of its migrations, and what shows its log to the library `eventsourcing`."""

    @property
    def files(self) -> tuple[Path, ...]:
        """What holds the store on this machine; none where a server keeps it."""
        ...

    def is_there(self) -> bool:
        """Whether a store can be there: SQLite makes the file that it is asked to open."""
        ...

    def open(self, member: Member | None = None) -> HotStore:
        """What is stored here, without the archive. `member`: of a set of logs, none for a store that is one."""
        ...

    def let_go(self, game: ArchivedGame, rows: Sequence[LogRow]) -> bool:
        """Deletes all events of a game but the last, and remembers where they are, in one transaction, if the rows of
        the store are these to the byte: those that were read back from the archive. Else False, and nothing is done.
        Raises StoreAway."""
        ...

    def open_sql(self) -> Sql:
        """For what stands beside the events; migrated already."""
        ...

    def migrate(self) -> int:
        """Brings the tables to the schema of this program and returns its number. Raises SchemaMismatch when they are
        newer. Programs that do this at the same moment wait for each other."""
        ...

    def schema_version(self) -> int:
        """The number of the last migration that ran there, 0 for an empty database."""
        ...

    def require_fit(self, *, writes: bool) -> None:
        """Raises Unfit, and StoreAway for what may pass by itself."""
        ...

    def server(self) -> DatabaseServer | None:
        """What the server is like, None where there is none."""
        ...


_FILE = "sqlite:///"
BACKENDS = {
    _FILE: "sqlite_backend",
    "postgresql://": "postgres_backend",
    "postgres://": "postgres_backend",
}
"""How URLs begin, and the module that has the `Backend` of such. It is imported when it is needed: an installation for
SQLite alone has no psycopg."""
_PLAIN = re.compile(r"[a-z]+://(?!.*://)\S+")
"""One URL of a server: two with a comma between them are none."""
_BETWEEN = re.compile(r"\s+(?=[a-z]+://)")
"""URLs. A path may have spaces, and a file that holds a URL ends with a line end."""


def urls_of(url: str) -> tuple[str, ...]:
    """Of a store that is a set of logs: the home, and the others in the order in which they were added."""
    return tuple(_BETWEEN.split(url.strip()))


def is_store(url: str) -> bool:
    """Whether the URL can name a store, or several a set of logs."""
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
