"""The application and its infrastructure, as the library `eventsourcing` puts them together."""

from importlib import import_module
from typing import Any, NoReturn, Protocol

from eventsourcing.application import Application
from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    Mapper,
    NotSupportedError,
    TrackingRecorder,
    Transcoder,
)
from eventsourcing.utils import Environment, EnvType

from services.read_models.events import LogMapper
from services.store.archive.archive import open_archive
from services.store.backends import backend, urls_of


class Datastore(Protocol):
    """The library's connections to a database."""

    def close(self) -> None: ...


class Factory(InfrastructureFactory[TrackingRecorder]):
    """Over the log of the store that TURNLEDGER_STORE names, with the archive that TURNLEDGER_ARCHIVE names, if any. It
    reads; a projection stores its data in an infrastructure of its own, e.g. `eventsourcing.postgres`."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        url = self.env.get("TURNLEDGER_STORE")
        if not url:
            raise OSError("TURNLEDGER_STORE names no store: sqlite:///PATH or postgresql://…")
        if len(urls_of(url)) > 1:
            raise OSError("TURNLEDGER_STORE names several logs: read each with an application of its own")
        store = import_module(f"{__package__}.{backend(url).kind}")
        self._datastore: Datastore
        self._recorder: ApplicationRecorder
        self._datastore, self._recorder = store.opened(url, open_archive(self.env.get("TURNLEDGER_ARCHIVE") or ""))

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
    """All games of a store. `repository.get(game_id, version=n)` is a game at that version, an `Aggregate`;
    `notification_log` and subscriptions give `DomainEvent`s."""

    name = "turnledger"

    def construct_factory(self, env: Environment) -> Factory:
        return Factory(env)
