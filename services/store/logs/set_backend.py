"""A store that is a set of logs, each on PostgreSQL. See backends.Backend."""

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn
from uuid import uuid4

from domain.history.record import LogRow
from services.store.archive.archived_games import ArchivedGame
from services.store.logs.members import Member, Members, OtherLogs
from services.store.migrations import latest
from services.store.postgres_backend import Backend as PostgresBackend
from services.store.postgres_requirements import DatabaseServer
from services.store.sql import PostgresSql


class Backend:
    kind = PostgresBackend.kind
    files: tuple[Path, ...] = ()

    def __init__(self, urls: Sequence[str]) -> None:
        self._logs = [PostgresBackend(url) for url in urls]

    def is_there(self) -> bool:
        return True

    def open(self, member: Member | None = None) -> NoReturn:
        raise NotImplementedError("each log is opened by itself: see open_store")

    def let_go(self, game: ArchivedGame, rows: Sequence[LogRow]) -> NoReturn:
        raise NotImplementedError("a game leaves the log that has it")

    def open_sql(self) -> PostgresSql:
        return self._logs[0].open_sql()

    def migrate(self) -> int:
        """Adds the logs that are new, too: they take games from then on. Raises SchemaMismatch, OtherLogs."""
        versions = [log.migrate() for log in self._logs]
        self._add_new()
        return min(versions)

    def schema_version(self) -> int:
        """Return the problems of the first server that has any."""
        versions = [log.schema_version() for log in self._logs]
        return next((each for each in versions if each != latest(self.kind)), versions[0])

    def damage(self) -> str:
        return ""

    def require_fit(self, *, writes: bool) -> None:
        members = Members(len(self._logs))
        for number, log in enumerate(self._logs):
            log.require_fit(writes=writes, members=members, number=number)

    def server(self) -> DatabaseServer:
        return self._logs[0].server()

    def _add_new(self) -> None:
        """The home is migrated last: a log that no home knows is not yet a member, and is added by the next
        migration."""
        home, *others = self._logs
        known = home.logs()
        Members(len(self._logs)).check_known(known)
        store = known[0][1] if known else next((log.logs()[0][1] for log in others if log.logs()), uuid4().hex)
        for number, log in list(enumerate(self._logs))[max(len(known), 1) :]:
            there = log.logs()
            if there not in ([], [(number, store)]) or not log.is_empty():
                raise OtherLogs(f"what is named as log {number} has games, or is a log already: a new one is empty")
            log.add_log(number, store)
        home.place_games()
        for number in range(len(known), len(self._logs)):
            home.add_log(number, store)
