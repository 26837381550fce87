"""The decider contract: everything that a game answers to the code that stores, serves or audits it.

A game is a value and two functions. `judge` returns the events of a command, `evolve` returns the state after an event.
Everything else is derived from the state and never stored. The contract does not fix how many seats act at a time: a
game of turns has one seat in `to_act`, a game of simultaneous secret choices has several. A secret choice is private
state of its seat until an event reveals it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from hashlib import sha256
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.counting import Counting
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Command, Event, Option
from domain.kernel.orders import Orders


class Board(Struct, frozen=True):
    """The state as one viewer may know it. It is built field by field (an allow-list), never by removing fields."""

    schema: ClassVar[int] = 1
    """Version of `digested`. It grows when `digested` changes, because exported histories name it next to the digest of
    the final board."""
    same_for_all: ClassVar[bool] = False
    """True if every viewer sees the same board. Then it is built only once."""

    def digested(self) -> "Board":
        """Return the part of the board that the digest covers. Fields that were added later are UNSET, so that older
        files still verify."""
        return self


class Moment(Struct, frozen=True):
    """The place in the game at which an event happened. `stage` is 0 in games without stages."""

    round: int
    phase: str
    stage: int = 0


class Standing(Struct, frozen=True):
    """One seat's result. Equal results share a rank and the next number is left out (1, 1, 3)."""

    public = ("player", "rank", "won", "score")

    player: Seat
    rank: int
    won: bool
    score: int
    """The game's own measure (cities powered, victory points). Leaderboards use it for “best score”."""


class Outcome(Struct, frozen=True):
    """The end of a game: a reason code and each seat's result, best first."""

    reason: str
    standings: tuple[Standing, ...]


class Table(Struct, frozen=True):
    """The choices that are fixed before the cards are shuffled. `colours`: one per seat, in seat order. `bots`: the bot
    of each seat, or "" for a person."""

    colours: tuple[str, ...]
    options: dict[str, str] = {}
    bots: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(place) for place in range(len(self.colours)))


Bot: TypeAlias = Callable[[Any, tuple[Option, ...], Seat, Roll], Command]
"""Chooses a command from the seat's own board and options. A bot never sees the state."""


class OnlyFromTheStart:
    """Base name of bots that must be seated before the game begins. Such a bot cannot take over a seat later, because
    it needs draws that are made at the start."""


SetupT = TypeVar("SetupT", bound=Struct)
StateT = TypeVar("StateT", bound=Struct)
CommandT = TypeVar("CommandT", bound=Command)
EventT = TypeVar("EventT", bound=Event)


class Decider(Protocol[SetupT, StateT, CommandT, EventT]):
    """One game under one set of options and editions. Immutable; shared by all games that are played so."""

    name: str
    """Prefix of the stored topics, e.g. `power_grid`."""
    rules_version: int
    """Pinned when a game starts. It grows when the same commands would give other events."""
    setup_type: type[SetupT]
    state_type: type[StateT]
    command_types: tuple[type[CommandT], ...]
    retired_types: tuple[type[CommandT], ...]
    """Commands that the contract no longer has. They are refused as new commands, but histories that contain them are
    still read."""
    event_types: tuple[type[EventT], ...]
    option_types: tuple[type[Option], ...]
    board_type: type[Board]
    bots: Mapping[str, Bot]
    bot_numbers: Mapping[str, int]
    """Version of each bot's behaviour, pinned when a game starts. It grows when the bot would choose differently."""
    orders: "Orders"
    """The kinds of standing orders that a seat may leave while its player is away."""
    counting: "Counting"
    """The figures that the game counts per seat, for reviews of a game."""

    public_draws: bool
    """Whether all that is drawn after the start is open to all, and `redeal` for a spectator draws only this again.
    Then each draw can wait for a round of a beacon (TB-DRAW). False where seats have secret cards."""

    def draw_setup(self, table: Table, dice: Dice) -> SetupT:
        """Everything random before the first move, as one value. May refuse the table."""
        ...

    def begin(self, setup: SetupT) -> list[EventT]:
        """The first events; the very first holds the whole set-up. May refuse a set-up that cannot be."""
        ...

    def judge(self, state: StateT, command: CommandT) -> tuple[list[EventT], StateT]:
        """Return the events of a legal command and the state after them, or raise `Refused`. It uses no clock and no
        outside dice and has no side effect. The state is returned because a game folds while it decides."""
        ...

    def evolve(self, state: StateT | None, event: EventT) -> StateT:
        """The state after the event. Never refuses, looks up no rule, draws nothing."""
        ...

    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Seats the game waits for, in seat order; empty when it is over."""
        ...

    def options(self, state: StateT, seat: Seat) -> tuple[Option, ...]:
        """Return all options of the seat now. `judge` accepts each listed command. Beyond these it accepts only
        (docs/decisions/0008) other spellings of a listed command (the parts of a set in another order, a value left out
        that can be only one) and the combinations that an option declares free, because they are too many to number. A
        seat outside `to_act` may have options too: a secret choice can be replaced until all are in."""
        ...

    def default(self, state: StateT, seat: Seat) -> CommandT:
        """The command given for a seat of `to_act` whose time is up: harmless and always legal."""
        ...

    def view(self, state: StateT, viewer: Viewer) -> Board:
        """Return the state as the viewer may know it."""
        ...

    def redeal(self, state: StateT, viewer: Viewer, dice: Dice) -> StateT:
        """The same position with everything drawn again that the viewer cannot know, so that it can be played on from
        without giving it away. Asked between commands of a game that is not over."""
        ...

    def moment(self, state: StateT) -> Moment: ...

    def outcome(self, state: StateT) -> Outcome | None:
        """The result once the game is over, else None."""
        ...

    def broken_invariants(self, state: StateT) -> tuple[str, ...]:
        """Return the broken invariants of a state (money, tokens or cards not conserved); normally empty."""
        ...


AnyDecider: TypeAlias = Decider[Any, Any, Any, Any]


def fold(decider: AnyDecider, events: Iterable[Event], state: Any = None) -> Any:
    """The state after the events, from nothing or from a given state."""
    return reduce(decider.evolve, events, state)


def decide(decider: AnyDecider, state: Any, command: Command) -> list[Any]:
    """Return the events of a legal command, or raise `Refused`, for callers that do not need the state after them."""
    return decider.judge(state, command)[0]


def topic(decider_name: str, event_type: type[Event]) -> str:
    """The stored name of an event type, e.g. `power_grid.BidPlaced/1`. Never a module path."""
    return f"{decider_name}.{event_type.__name__}/{event_type.schema}"


def older_topics(decider_name: str, event_type: type[Event]) -> dict[str, int]:
    """The stored names that the type had before, oldest first, and the schema of each."""
    older = sorted(event_type.older.items())
    return {f"{decider_name}.{was.name or event_type.__name__}/{schema}": schema for schema, was in older}


_canonical = msgspec.json.Encoder(order="deterministic")


def digest(value: Any) -> str:
    """SHA-256 of the value's canonical JSON, in hex: equal states have equal digests on every machine."""
    return sha256(_canonical.encode(value)).hexdigest()
