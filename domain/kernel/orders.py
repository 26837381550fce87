"""Standing orders: the choices that a seat leaves while its player is away. This is each game's part of them.

A game defines kinds of items, and an order is a list of items. An item is evaluated when the game waits for its seat.
It sees what the seat sees (board and options, as a bot does, never the state). It answers with one of the options, with
a reason to ask the player, or that it is finished. The table (domain/table/standing_orders.py) runs orders and knows no
kind.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Option
from domain.kernel.refused import Fact

OptionT = TypeVar("OptionT", bound=Option)


class ItemContext(Struct, frozen=True):
    """The data that an item may read. `given`: how much of it was done, in commands or in the item's own count."""

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
"""Return the option to choose. None: nothing is left to do, and the next item is evaluated."""


class Reason(Struct, frozen=True):
    """Something for which an item may stop, and the events that it is."""

    code: str
    events: tuple[type[Event], ...]


class Item(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """One thing to be done. Stored: what is said of commands in docs/evolution.md holds for these."""

    phases: ClassVar[tuple[str, ...]]
    """The phase in which the item can be done; all items of an order have the same phase."""
    stops_for: ClassVar[tuple[str, ...]] = ()
    """Codes of the game's reasons that end the order while this item is its next."""
    ends_turn: ClassVar[bool] = False
    """Return whether the seat's turn is over after this item."""

    def problem(self) -> str:
        """Return the mistake in the item's form; empty for a valid item."""
        return ""

    def is_done(self, given: int) -> bool:
        """Return whether the item is complete after so many commands, whatever the game asks next."""
        return given > 0

    def answer(self, asked: ItemContext) -> Answer:
        raise NotImplementedError


class Orders(Struct, frozen=True):
    """Standing orders of one game. `phases`: of a round, in order, with the names that moments use. `reasons`: the
    reasons for which an item may stop. `settings`: options that are available at any time and do not make the choice.
    `same`: options that are other spellings of listed ones."""

    items: tuple[type[Item], ...] = ()
    phases: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    settings: tuple[type[Option], ...] = ()
    same: tuple[type[Option], ...] = ()

    def only_command(self, options: Sequence[Option]) -> Command | None:
        """The one thing that a seat can do, None where it has a choice or is not asked."""
        choices = [option for option in options if not isinstance(option, (*self.settings, *self.same))]
        return choices[0].nth(0) if len(choices) == 1 and choices[0].count() == 1 else None
