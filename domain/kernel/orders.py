"""Standing orders: what a seat wants done while its player is away. What every game says of its own.

A game has kinds of items, and an order is a list of them. An item is asked when the game waits for its seat, sees what
that seat sees (its board and its options, as a bot does, and never the state) and answers with one of the options, with
a reason to ask the player, or that it is over. The table runs orders (domain/table/orders.py) and knows no kind.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.decider import Command, Event, Option
from domain.kernel.ids import Seat
from domain.kernel.refused import Fact

OptionT = TypeVar("OptionT", bound=Option)


class Asked(Struct, frozen=True):
    """What an item may look at. `given`: how much of it was done: commands, or what the item counts."""

    board: Any
    options: tuple[Option, ...]
    seat: Seat
    given: int

    def offered(self, *kinds: type[OptionT]) -> OptionT | None:
        """The first option of these kinds; None where the game asks something else."""
        return next((option for option in self.options if isinstance(option, kinds)), None)

    def take(self, *kinds: type[Option]) -> "Answer":
        """Gives the first option of these kinds, where there is one."""
        option = self.offered(*kinds)
        return Give(option.nth(0)) if option else SOMETHING_ELSE


class Give(Struct, frozen=True):
    """One of the options. `amount`: how much of the item it does."""

    command: Command
    amount: int = 1


class Stop(Struct, frozen=True):
    """The order ends here, and its player decides: a reason code with its figures."""

    reason: str
    facts: dict[str, Fact] = {}


SOMETHING_ELSE = Stop("ASKED_SOMETHING_ELSE")
Answer: TypeAlias = Give | Stop | None
"""None: there is nothing left to do, and the next item is asked."""


class Reason(Struct, frozen=True):
    """Something for which an item may stop, and the events that it is."""

    code: str
    events: tuple[type[Event], ...]


class Item(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One thing to be done. Stored: what is said of commands in docs/evolution.md holds for these."""

    phases: ClassVar[tuple[str, ...]]
    """In which it can be done; an order is of one of them."""
    stops_for: ClassVar[tuple[str, ...]] = ()
    """Codes of the game's reasons that end the order while this item is its next."""
    ends_turn: ClassVar[bool] = False
    """Whether the seat has nothing more to say in its turn after it."""

    def problem(self) -> str:
        """What is wrong with its form; empty if nothing is."""
        return ""

    def is_done(self, given: int) -> bool:
        """Whether so much of it is all of it, whatever the game asks next."""
        return given > 0

    def answer(self, asked: Asked) -> Answer:
        raise NotImplementedError


class Orders(Struct, frozen=True):
    """A game's part. `phases`: of a round, in order, as its moments name them. `reasons`: what an
    item may stop for. `settings`: options that are there at any time and leave the choice open. `same`: options
    that only spell one of the others otherwise."""

    items: tuple[type[Item], ...] = ()
    phases: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    settings: tuple[type[Option], ...] = ()
    same: tuple[type[Option], ...] = ()

    def only_command(self, options: Sequence[Option]) -> Command | None:
        """The one thing that a seat can do, None where it has a choice or is not asked."""
        choices = [option for option in options if not isinstance(option, (*self.settings, *self.same))]
        return choices[0].nth(0) if len(choices) == 1 and choices[0].count() == 1 else None
