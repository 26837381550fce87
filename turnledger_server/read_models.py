"""The log of all games for read models, for programs: the public import path, the same in a checkout and installed.

docs/read-models.md has the way in.
"""

from services.read_models import DomainEvent, LogIsShorter, RulesDecide, Turnledger, event_class, topics

__all__ = ["DomainEvent", "LogIsShorter", "RulesDecide", "Turnledger", "event_class", "topics"]
