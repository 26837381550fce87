"""What every game answers. The whole contract between the rules and everything that stores, serves or audits them.

A game is a value and two functions: `judge` says what a command makes happen, `evolve` says how things stand after it.
The rest is derived from the state and never stored. Nothing here knows how many seats act at a time: a game of turns
has one seat in `to_act`, a game of simultaneous secret choices has several, and what a seat chose in secret is private
state of that seat until an event reveals it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.dice import Dice, Roll
from domain.kernel.evolution import Older
from domain.kernel.ids import Seat, Viewer

if TYPE_CHECKING:
    from domain.kernel.counting import Counting
    from domain.kernel.orders import Orders


class Command(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What a player asks for: an imperative. Repeat `frozen=True` in each subclass; its name is its tag."""

    player: Seat


class Event(Struct, frozen=True, tag=True, gc=False):
    """What happened: past tense, with results (price paid, card drawn, cash after), never intentions.

    Stored permanently: docs/evolution.md says how a type may change.
    Each type declares `public`, `own` and `hidden` fields: domain/kernel/privacy.py.
    """

    schema: ClassVar[int] = 1
    older: ClassVar[Mapping[int, Older]] = {}
    """Each schema before this one by its number."""
    rules: ClassVar[tuple[str, ...]] = ()
    """IDs of the rules catalogue that the event follows from."""
    reveals: ClassVar[bool] = False
    """Hidden information became known or dice were rolled: an undo may not cross this event."""
    public: ClassVar[tuple[str, ...]]
    own: ClassVar[tuple[str, ...]]
    hidden: ClassVar[tuple[str, ...]]


class Option(Struct, frozen=True, tag=True):
    """A family of commands that a seat may give now, with what they cost: a plant and its bids from-to, a city and its
    path. Finite and numbered, so that anybody can list it, draw from it or check a command against it."""

    def count(self) -> int:
        """How many commands the option stands for, at least 1."""
        raise NotImplementedError

    def nth(self, index: int) -> Command:
        """The command number `index`, from 0 to count() - 1."""
        raise NotImplementedError


class Board(Struct, frozen=True):
    """What one viewer may know: built field by field from the state (an allow-list), never by removing."""

    schema: ClassVar[int] = 1
    """Grows when what `digested` tells changes: exported histories name it beside the digest of the final board."""
    same_for_all: ClassVar[bool] = False
    """Whether every viewer is shown the same: it need be made once only."""

    def digested(self) -> "Board":
        """What that digest is of: a field that came later is left out (UNSET), so that older files stay proven."""
        return self


class Moment(Struct, frozen=True):
    """Where in the game something happened. `stage` is 0 in games without stages."""

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
    """The game's own measure (cities powered, victory points): what «best score» on a leaderboard means."""


class Outcome(Struct, frozen=True):
    """How the game ended: a reason code and every seat's standing, best first."""

    reason: str
    standings: tuple[Standing, ...]


class Table(Struct, frozen=True):
    """What is settled before the cards are shuffled. `colours`: one a seat, in seat order. `bots`: likewise the bot
    that plays it, empty for a person."""

    colours: tuple[str, ...]
    options: dict[str, str] = {}
    bots: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(place) for place in range(len(self.colours)))


Bot: TypeAlias = Callable[[Any, tuple[Option, ...], Seat, Roll], Command]
"""Chooses a command from the seat's own board and options. A bot never sees the state."""


class OnlyFromTheStart:
    """Base of bots that a game must begin with: no seat is handed to them later, for they need what is drawn then."""


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
    """Commands that the contract no longer has. Nobody can give them; histories in which they were given are read."""
    event_types: tuple[type[EventT], ...]
    option_types: tuple[type[Option], ...]
    board_type: type[Board]
    bots: Mapping[str, Bot]
    bot_numbers: Mapping[str, int]
    """How each bot behaves: pinned when a game starts. It grows when the bot would do anything else than before."""
    orders: "Orders"
    """What a seat may want done while its player is away."""
    counting: "Counting"
    """What it counts of its seats, for those who look back."""

    def draw_setup(self, table: Table, dice: Dice) -> SetupT:
        """Everything random before the first move, as one value. May refuse the table."""
        ...

    def begin(self, setup: SetupT) -> list[EventT]:
        """The first events; the very first holds the whole set-up. May refuse a set-up that cannot be."""
        ...

    def judge(self, state: StateT, command: CommandT) -> tuple[list[EventT], StateT]:
        """The events of a legal command and the state they lead to, or `Refused`. No clock, no outside dice, no side
        effect. A game folds while it decides, so nobody folds twice."""
        ...

    def evolve(self, state: StateT | None, event: EventT) -> StateT:
        """The state after the event. Never refuses, looks up no rule, draws nothing."""
        ...

    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Seats the game waits for, in seat order; empty when it is over."""
        ...

    def options(self, state: StateT, seat: Seat) -> tuple[Option, ...]:
        """All the seat may do now. `judge` accepts each of these commands, and beside them only (docs/decisions/0008)
        a listed one written otherwise (the parts of a set in another order, or what can be one thing only left out) and
        what an option says may be combined freely, where nobody could number the combinations. A seat outside `to_act`
        may have options too (a secret choice can be replaced until all are in)."""
        ...

    def default(self, state: StateT, seat: Seat) -> CommandT:
        """The command given for a seat of `to_act` whose time is up: harmless and always legal."""
        ...

    def view(self, state: StateT, viewer: Viewer) -> Board:
        """What the viewer may know of the state."""
        ...

    def deal_anew(self, state: StateT, viewer: Viewer, dice: Dice) -> StateT:
        """The same position with everything drawn again that the viewer cannot know, so that it can be played on from
        without giving it away. Asked between commands of a game that is not over."""
        ...

    def moment(self, state: StateT) -> Moment: ...

    def outcome(self, state: StateT) -> Outcome | None:
        """The result once the game is over, else None."""
        ...

    def broken_invariants(self, state: StateT) -> tuple[str, ...]:
        """What is wrong with a state that must not exist (money, tokens, cards not conserved); normally empty."""
        ...


AnyDecider: TypeAlias = Decider[Any, Any, Any, Any]


def fold(decider: AnyDecider, events: Iterable[Event], state: Any = None) -> Any:
    """The state after the events, from nothing or from a given state."""
    return reduce(decider.evolve, events, state)


def decide(decider: AnyDecider, state: Any, command: Command) -> list[Any]:
    """The events of a legal command, or `Refused`: for callers that do not go on from there."""
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
