"""Upcasting: how an event type that changed is read from old bytes and written for old games. See docs/evolution.md.

An event type whose stored fields changed has a new `schema` number and one `older` entry per earlier number:

>>> class ResourcesBought(Event, frozen=True):
...     schema = 2
...     older = {1: Upcaster(until=1, adds={"kinds": lambda old: len(old["items"])})}

Stored rows are never changed. Games of rules versions up to `until` are written in the old schema, so that an older
program can continue them. The missing fields are computed when the row is read.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

Json: TypeAlias = dict[str, Any]
"""An event as its JSON object."""


def _same(event: Json) -> Json:
    return event


class Upcaster(Struct, frozen=True):
    """An earlier schema of an event type.

    `adds`: the fields that the next schema has more, each with what it holds for an old event, told by the old event
    alone. `up` and `down` make an event of the next schema of an old one without these, and back, where more changed
    than that. `down(up(old))` is `old`, member for member and in this order. `until`: the last rules version whose
    games are written so; 0 for the table, which has no rules version. `name`: what the type was called then.
    """

    until: int
    adds: Mapping[str, Callable[[Json], Any]] = {}
    up: Callable[[Json], Json] = _same
    down: Callable[[Json], Json] = _same
    name: str = ""

    @property
    def only_adds(self) -> bool:
        """Return whether the next schema has all fields of this one, and more."""
        return self.up is _same and self.down is _same

    def upcast(self, old: Json) -> Json:
        """The event in the next schema."""
        event = self.up(old)
        added = [(field, value(old)) for field, value in self.adds.items()]
        event.update(added)
        return event

    def downcast(self, event: Json) -> Json:
        """An event of the next schema as this one had it."""
        return self.down({name: value for name, value in event.items() if name not in self.adds})
