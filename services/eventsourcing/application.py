"""The application and its infrastructure, as the library `eventsourcing` puts them together."""

from collections.abc import Mapping
from typing import Any, NoReturn

from eventsourcing.application import Application
from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    Mapper,
    NotSupportedError,
    TrackingRecorder,
    Transcoder,
)
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.sqlite import SQLiteDatastore
from eventsourcing.utils import Environment, EnvType

from services.eventsourcing.events import LogMapper
from services.eventsourcing.recorders import PostgresRecorder, SqliteRecorder
from services.store.backends import backend
from services.store.interface import SchemaMismatch
from services.store.migrations import latest

POOL_SIZE, POOL_OVERFLOW = 2, 4
"""One connection listens, one pulls; a few more for readers of streams."""


class Factory(InfrastructureFactory[TrackingRecorder]):
    """Over the log of the store that TURNLEDGER_STORE names. It reads; what a projection makes of the log lies in an
    infrastructure of its own, e.g. `eventsourcing.postgres`."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        url = self.env.get("TURNLEDGER_STORE")
        if not url:
            raise OSError("TURNLEDGER_STORE names no store: sqlite:///PATH or postgresql://…")
        self._datastore, self._recorder = _opened(url)

    def mapper(
        self, transcoder: Transcoder | None = None, mapper_class: type[Mapper[Any]] | None = None
    ) -> Mapper[Any]:
        return LogMapper(transcoder or self.transcoder())

    def application_recorder(self) -> ApplicationRecorder:
        return self._recorder

    def aggregate_recorder(self, purpose: str = "events") -> ApplicationRecorder:
        if purpose != "events":
            raise NotSupportedError(f"the log keeps no {purpose}")
        return self._recorder

    def tracking_recorder(self, tracking_recorder_class: object = None) -> NoReturn:
        raise NotSupportedError("the log keeps no views: give the projection a PERSISTENCE_MODULE of its own")

    def process_recorder(self) -> NoReturn:
        raise NotSupportedError("nothing is processed into the log: rules decide what happens in a game")

    def close(self) -> None:
        self._datastore.close()


class Turnledger(Application[str]):
    """All games of a store. `repository.get(game_id, version=n)` is a game as it stood, an `Aggregate`;
    `notification_log` and subscriptions give `DomainEvent`s."""

    name = "turnledger"

    def construct_factory(self, env: Environment) -> Factory:
        return Factory(env)


def _opened(url: str) -> tuple[PostgresDatastore | SQLiteDatastore, ApplicationRecorder]:
    store = backend(url)
    if store.kind == "sqlite":
        file = SQLiteDatastore(str(store.files[0]), originator_id_type="text")
        return file, SqliteRecorder(file)
    server = _datastore(url)
    return server, PostgresRecorder(server)


def _datastore(url: str) -> PostgresDatastore:
    """What the library does not name (TLS, options, keepalives) is given to its pool. Raises SchemaMismatch where the
    tables were never made."""
    from psycopg.conninfo import conninfo_to_dict

    from services.store.connecting import conninfo

    known = conninfo_to_dict(conninfo(url, "eventsourcing"))
    server = PostgresDatastore(
        "", "", "", "", "", schema=_schema_of_the_log(known), originator_id_type="text",
        pool_size=POOL_SIZE, max_overflow=POOL_OVERFLOW,
    )  # fmt: skip
    assert isinstance(server.pool.kwargs, dict)
    for name in ("dbname", "host", "port", "user", "password"):
        del server.pool.kwargs[name]
    server.pool.kwargs |= known
    return server


def _schema_of_the_log(known: Mapping[str, Any]) -> str:
    import psycopg

    with psycopg.connect(**known) as connection:
        found = connection.execute(
            "SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
            " WHERE pg_class.oid = to_regclass('stored_events')"
        ).fetchone()
    if found is None:
        raise SchemaMismatch(0, latest("postgres"))
    return str(found[0])
