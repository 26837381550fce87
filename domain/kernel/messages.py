"""The base types of what goes into a game and comes out of it: commands, events and options."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from domain.kernel.evolution import Upcaster
from domain.kernel.ids import Seat


class Command(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player's request, named by an imperative. Repeat `frozen=True` in each subclass; the class name is the stored
    tag."""

    player: Seat


class Event(Struct, frozen=True, tag=True, gc=False):
    """A fact of the past with its results (price paid, card drawn, cash after), never an intention.

    Events are stored permanently: docs/evolution.md says how a type may change. Each type declares `public`, `own` and
    `hidden` fields: domain/kernel/privacy.py.
    """

    schema: ClassVar[int] = 1
    older: ClassVar[Mapping[int, Upcaster]] = {}
    """Earlier schemas of this type by number."""
    rules: ClassVar[tuple[str, ...]] = ()
    """IDs of the rules catalogue that the event follows from."""
    reveals: ClassVar[bool] = False
    """Hidden information became known or dice were rolled: an undo may not cross this event."""
    public: ClassVar[tuple[str, ...]]
    own: ClassVar[tuple[str, ...]]
    hidden: ClassVar[tuple[str, ...]]


class Option(Struct, frozen=True, tag=True):
    """A family of commands that a seat may give now, with their costs: a plant with its range of bids, a city with its
    path. It is finite and numbered, so that any program can list it, draw from it or check a command against it."""

    def count(self) -> int:
        """Return how many commands the option contains, at least 1."""
        raise NotImplementedError

    def nth(self, index: int) -> Command:
        """The command number `index`, from 0 to count() - 1."""
        raise NotImplementedError

    def kind(self) -> str:
        """Return the name of the type of all its commands."""
        return type(self.nth(0)).__name__
