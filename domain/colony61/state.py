"""The state of a game: frozen, small, without derived values.

Frozen values cannot form a cycle, so the garbage collector need not track them (`gc=False`).
"""

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.colony61.cubes import NOTHING, Cubes
from domain.colony61.messages import EndReason, Payment, PlayerScored, Rank, Step
from domain.kernel.ids import Seat


class Module(Struct, frozen=True, gc=False):
    """A built card. `turn` 0: set up, by the state."""

    card: str
    kind: str
    turn: int


class StartChoice(Struct, frozen=True, gc=False, tag=True):
    keep: tuple[str, ...]
    cubes: Cubes


class CardsChoice(Struct, frozen=True, gc=False, tag=True):
    """Cards laid, given up or kept."""

    cards: tuple[str, ...]


class BuildChoice(Struct, frozen=True, gc=False, tag=True):
    build: tuple[str, ...]
    recycle: str | None
    payments: tuple[Payment, ...]


class Corporation(Struct, frozen=True, gc=False):
    """One seat. `choice` is secret until the step closes; `choices` counts how often the seat has chosen in it."""

    storage: Cubes = NOTHING
    hand: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    keep_count: int = 0
    laid: tuple[str, ...] = ()
    recycled: str | None = None
    modules: tuple[Module, ...] = ()
    choice: StartChoice | CardsChoice | BuildChoice | None = None
    by_default: bool = False
    choices: int = 0
    income_default: bool = False
    exchange_default: bool = False


class Result(Struct, frozen=True, gc=False):
    reason: EndReason
    ranking: tuple[Rank, ...]
    winners: tuple[Seat, ...]


SEATS = tuple(Seat(place) for place in range(5))


class State(Struct, frozen=True, gc=False):
    """`owing` is the open step's list, `waiting` those of it who have not chosen yet. `given_out`: the cubes
    that the bank gave out less those it took in, so that it is always what the storages hold together."""

    edition: str
    colony: str
    colony_drawn: bool
    capital: int
    hand_target: int
    seed: str
    markers: dict[str, int]
    state_modules: tuple[Module, ...]
    draw: tuple[str, ...]
    corporations: tuple[Corporation, ...]
    discard: tuple[str, ...] = ()
    given_out: Cubes = NOTHING
    shuffles: int = 1
    turn: int = 0
    slots: int = 1
    step: Step | None = None
    owing: tuple[Seat, ...] = ()
    waiting: tuple[Seat, ...] = ()
    last_turn: bool = False
    scores: tuple[PlayerScored, ...] = ()
    result: Result | None = None
    reached: dict[str, int] | UnsetType = UNSET
    """The highest position to which builds have raised each marker, in games of other readings (DEC-C61-08)."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self.corporations)]


def with_corporation(state: State, seat: Seat, corporation: Corporation) -> tuple[Corporation, ...]:
    """The corporations with this one in the seat's place."""
    corporations = list(state.corporations)
    corporations[seat] = corporation
    return tuple(corporations)


def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    if seat not in seats:
        return seats
    place = seats.index(seat)
    return seats[:place] + seats[place + 1 :]


def less(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that are not gone, in their order."""
    return tuple([card for card in cards if card not in gone])


def is_new(corporation: Corporation, choice: StartChoice | CardsChoice | BuildChoice, by_default: bool) -> bool:
    """Return whether the choice is new: the same choice again changes nothing (C61-SIM-04)."""
    return corporation.choice != choice or corporation.by_default != by_default


def chosen(state: State, seat: Seat, choice: StartChoice | CardsChoice | BuildChoice, by_default: bool | None) -> State:
    """A seat's secret choice is stored and replaces an earlier one whole."""
    corporation = state.corporations[seat]
    corporation = replace(corporation, choice=choice, by_default=bool(by_default), choices=corporation.choices + 1)
    return replace(state, corporations=with_corporation(state, seat, corporation), waiting=without(state.waiting, seat))
