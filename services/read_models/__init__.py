"""The log of all games for programs written with the library `eventsourcing`: docs/read-models.md has the way in.

`Turnledger` is an application of that library. Its notification log, subscriptions and projections read every event
of the store as a typed `DomainEvent`, in order and without gaps. Nothing is written here: rules decide what happens.
"""

from services.read_models.application import Turnledger
from services.read_models.events import DomainEvent, event_class, topics
from services.read_models.recorders import LogIsShorter, RulesDecide

__all__ = ["DomainEvent", "LogIsShorter", "RulesDecide", "Turnledger", "event_class", "topics"]
