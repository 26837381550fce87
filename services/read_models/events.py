"""Events of games as the library `eventsourcing` knows domain events, and the mapper that reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Generic, TypeVar

from eventsourcing.persistence import Mapper, StoredEvent

from domain.history.record import EventRow, Recorded
from domain.history.replay import advance
from domain.kernel.messages import Event
from domain.stored import codec
from domain.table.aggregate import Aggregate
from services.read_models.recorders import RulesDecide

E = TypeVar("E", bound=Event, covariant=True)


@dataclass(frozen=True)
class DomainEvent(Generic[E]):
    """An event of a game in its place: `originator_id` is the game, versions are 1, 2, 3… without gaps.

    It holds all there is, hidden cards and the table's secret included: show nothing of a running game to players.
    """

    originator_id: str
    originator_version: int
    timestamp: datetime
    """When the server decided, UTC."""
    event: E
    recorded: Recorded
    """The same with its envelope: who gave the command, its request id and its link in the chain."""

    def mutate(self, aggregate: Aggregate | None) -> Aggregate:
        """The game after this event: `Turnledger().repository.get(game_id, version=n)` folds with this."""
        return advance(aggregate, self.recorded)


@cache
def event_class(event_type: type[E]) -> type[DomainEvent[E]]:
    """The class of domain events with an event of this type, for `@process_event.register(event_class(BidPlaced))`."""
    return dataclass(frozen=True)(type(event_type.__name__, (DomainEvent,), {}))


def topics(*event_types: type[Event]) -> Sequence[str]:
    """Under which names events of these types are stored, those of older schemas included: for `Projection.topics`,
    so that nothing else is read."""
    return codec().topics(*event_types)


class LogMapper(Mapper[str]):
    """Reads stored events, old schemas through their upcasters. The transcoder of the library is not used."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        raise RulesDecide(type(domain_event).__name__)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEvent[Event]:
        """Raises UnknownTopic where a newer program wrote it."""
        game_id = str(stored_event.originator_id)
        recorded = codec().read(
            EventRow(game_id, stored_event.originator_version, stored_event.topic, stored_event.state)
        )
        found = event_class(type(recorded.event))
        return found(game_id, recorded.version, recorded.envelope.at, recorded.event, recorded)
