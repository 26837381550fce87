"""Commands and events of Colony-61. A change here changes the storage format.

Fields that are `own` or `hidden` are None for other viewers.
"""

from typing import ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

from domain.colony61.cubes import Cubes
from domain.colony61.markers import Move
from domain.kernel.evolution import Json, Upcaster
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event

Step = Literal["START", "LAY", "DECIDE", "INCOME", "SWAP", "KEEP"]
EffectChoice = Literal["PLUS_10", "DOUBLE"]
EndReason = Literal["END_CONDITION", "DEFEAT"]


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A piece of a message."""


class Payment(Part, frozen=True):
    """One set of cubes for one built card, or for several by a module that lets them be paid together."""

    public = ("cards", "cubes", "by")

    cards: tuple[str, ...]
    cubes: Cubes
    by: str | None = None


class Bonus(Part, frozen=True, rename={"source": "from", "target": "to"}):
    """The bonus module `source` adds its amount to the income of the module `target`."""

    source: str
    target: str


class Merge(Part, frozen=True):
    """The merging module `by` links the portions of the modules `a` and `b`."""

    public = ("by", "a", "b")

    by: str
    a: str
    b: str


class UpkeepPayment(Part, frozen=True):
    """Upkeep of one module, subtracted from a portion or paid in cubes: exactly one of the two."""

    module: str
    portion: str | None = None
    cubes: Cubes | None = None


class PortionCubes(Part, frozen=True):
    portion: str
    cubes: Cubes


# ---- commands ----------------------------------------------------------------------------------------------------


class ChooseStart(Command, frozen=True):
    turn: ClassVar[int] = 0
    """The choice before turn 1 (DEC-C61-48)."""
    keep: tuple[str, ...] | None = None
    cubes: Cubes | None = None
    accept_default: bool = False


class LayCards(Command, frozen=True):
    turn: int
    cards: tuple[str, ...] | None = None
    accept_default: bool = False


class DecideCards(Command, frozen=True):
    """`build`: in the order in which the modules are placed. Without `payments` nothing is paid."""

    turn: int
    build: tuple[str, ...] | None = None
    recycle: str | None = None
    payments: tuple[Payment, ...] | None = None
    accept_default: bool = False


class ResolveIncome(Command, frozen=True):
    """`exchange` and `keep` are whole storages. `cubes` is owed, empty where no portion holds money."""

    turn: int
    effect: EffectChoice | None = None
    exchange: Cubes | None = None
    bonuses: tuple[Bonus, ...] | None = None
    merges: tuple[Merge, ...] | None = None
    upkeep: tuple[UpkeepPayment, ...] | None = None
    cubes: tuple[PortionCubes, ...] | None = None
    keep: Cubes | None = None
    accept_default: bool = False


class ChooseSwap(Command, frozen=True):
    turn: int
    cards: tuple[str, ...] | None = None
    accept_default: bool = False


class KeepCards(Command, frozen=True):
    turn: int
    keep: tuple[str, ...] | None = None
    accept_default: bool = False


class SetStandingDefaults(Command, frozen=True):
    income: bool
    exchange: bool


StepCommand = ChooseStart | LayCards | DecideCards | ResolveIncome | ChooseSwap | KeepCards
"""A choice that a step asks for."""
ColonyCommand = StepCommand | SetStandingDefaults


# ---- events ------------------------------------------------------------------------------------------------------


class ColonyEvent(Event, frozen=True, gc=False, kw_only=True):
    """`turn` is 0 before turn 1 (DEC-C61-48); `step` is the open step, None between steps."""

    public: ClassVar[tuple[str, ...]] = ("turn", "step")

    turn: int = 0
    step: Step | None = None


class CardFace(Part, frozen=True):
    public = ("card", "kind")

    card: str
    kind: str


class GameStarted(ColonyEvent, frozen=True):
    """The whole set-up. `draw_pile` is the pile without the fixed cards, before the offers are dealt. `options`: the
    readings that are not the default (readings.py)."""

    rules: ClassVar = ("C61-SET-01", "C61-SET-02", "C61-SET-03")
    reveals: ClassVar = True
    public = ("ruleset", "edition", "players", "colony", "colony_drawn", "capital", "hand_target",
              "markers", "state_modules", "draw_left", "options")  # fmt: skip
    hidden = ("draw_pile", "seed")
    ruleset: str
    edition: str
    players: tuple[Seat, ...]
    colony: str
    colony_drawn: bool
    capital: int
    hand_target: int
    markers: dict[str, int]
    state_modules: tuple[CardFace, ...]
    draw_left: int
    draw_pile: tuple[str, ...] | None
    seed: str | None
    options: dict[str, str] | UnsetType = UNSET


class StartCardsDealt(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-SET-04",)
    reveals: ClassVar = True
    public = ("player", "fixed", "offered_count", "draw_left")
    own = ("offered",)
    player: Seat
    fixed: tuple[str, ...]
    offered_count: int
    offered: tuple[str, ...] | None
    draw_left: int


class StepOpened(ColonyEvent, frozen=True):
    """`seats` owe a choice in the step."""

    rules: ClassVar = ("C61-SIM-01",)
    public = ("seats",)
    seats: tuple[Seat, ...]


class StepClosed(ColonyEvent, frozen=True):
    """The event reveals information even without a card: then no seat recycled one."""

    rules: ClassVar = ("C61-SIM-07",)
    reveals: ClassVar = True


class StartChosen(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-SET-05", "C61-SIM-02")
    public = ("player",)
    own = ("keep", "cubes", "by_default")
    hidden = ("salt",)
    player: Seat
    keep: tuple[str, ...] | None
    cubes: Cubes | None
    by_default: bool | None
    salt: str | None


class StartHandTaken(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-SET-06",)
    reveals: ClassVar = True
    public = ("player", "hand_count", "discarded", "storage", "by_default")
    own = ("kept",)
    player: Seat
    kept: tuple[str, ...] | None
    hand_count: int
    discarded: tuple[str, ...]
    storage: Cubes
    by_default: bool


class TurnBegan(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-GEN-01", "C61-BLD-01")
    public = ("number", "slots")
    number: int
    slots: int


class CardsLaid(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-BLD-02", "C61-SIM-02")
    public = ("player",)
    own = ("cards", "by_default")
    hidden = ("salt",)
    player: Seat
    cards: tuple[str, ...] | None
    by_default: bool | None
    salt: str | None


class LaidCards(Part, frozen=True):
    public = ("player", "cards", "by_default")

    player: Seat
    cards: tuple[CardFace, ...]
    by_default: bool


class CardsRevealed(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-BLD-04",)
    reveals: ClassVar = True
    public = ("laid",)
    laid: tuple[LaidCards, ...]


class CardsDecided(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-BLD-05", "C61-SIM-02")
    public = ("player",)
    own = ("build", "recycle", "payments", "by_default")
    hidden = ("salt",)
    player: Seat
    build: tuple[str, ...] | None
    recycle: str | None
    payments: tuple[Payment, ...] | None
    by_default: bool | None
    salt: str | None


class BuildPaid(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-PAY-02", "C61-PAY-03")
    reveals: ClassVar = True
    public = ("player", "cards", "cost", "cubes", "overpaid", "by", "storage_after")
    player: Seat
    cards: tuple[str, ...]
    cost: int
    cubes: Cubes
    overpaid: int
    by: str | None
    storage_after: Cubes


class ModuleBuilt(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-BLD-08",)
    reveals: ClassVar = True
    public = ("player", "card", "kind")
    player: Seat
    card: str
    kind: str


class CardRecycled(ColonyEvent, frozen=True):
    """`forced`: the only laid card could not be paid (DEC-C61-31)."""

    rules: ClassVar = ("C61-BLD-07",)
    reveals: ClassVar = True
    public = ("player", "card", "kind", "forced")
    player: Seat
    card: str
    kind: str
    forced: bool


class MarkersMoved(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-TRK-01", "C61-TRK-02", "C61-TRK-03", "C61-TRK-04")
    public = ("supplies", "moves", "markers")
    supplies: dict[str, int]
    moves: tuple[Move, ...]
    markers: dict[str, int]


class Condition(Part, frozen=True):
    """An end or defeat condition that holds. `bound`: the turn, level or number that was reached."""

    public = ("kind", "bound", "resource")

    kind: str
    bound: int
    resource: str | None = None


class ColonyDefeated(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-END-02",)
    public = ("conditions",)
    conditions: tuple[Condition, ...]


class EndConditionMet(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-END-03", "C61-END-04")
    public = ("conditions",)
    conditions: tuple[Condition, ...]


class Exchange(Part, frozen=True):
    public = ("before", "after")

    before: Cubes
    after: Cubes


class BonusGiven(Part, frozen=True, rename={"source": "from", "target": "to"}):
    public = ("source", "target", "amount")

    source: str
    target: str
    amount: int


class PortionPaid(Part, frozen=True):
    """`amount` is what the modules earned; `cubes` are worth it less the upkeep subtracted from it."""

    public = ("portion", "modules", "amount", "cubes")

    portion: str
    modules: tuple[str, ...]
    amount: int
    cubes: Cubes


class UpkeepPaid(Part, frozen=True):
    """`amount` is what is owed; `short` is what could not be paid (DEC-C61-15)."""

    public = ("module", "amount", "portion", "cubes", "short")

    module: str
    amount: int
    portion: str | None
    cubes: Cubes
    short: int


def _earned(old: Json) -> int:
    return sum(portion["amount"] for portion in old["portions"])


class IncomeResolved(ColonyEvent, frozen=True):
    """`earned`: what the portions come to, upkeep not taken off (schema 2)."""

    schema = 2
    older = {1: Upcaster(until=1, adds={"earned": _earned})}
    rules: ClassVar = ("C61-INC-11", "C61-STO-03")
    public = ("player", "effect", "exchange", "bonuses", "merges", "portions", "earned", "upkeep",
              "lost", "storage_after", "by_default")  # fmt: skip
    player: Seat
    effect: EffectChoice | None
    exchange: Exchange | None
    bonuses: tuple[BonusGiven, ...]
    merges: tuple[Merge, ...]
    portions: tuple[PortionPaid, ...]
    earned: int
    upkeep: tuple[UpkeepPaid, ...]
    lost: Cubes
    storage_after: Cubes
    by_default: bool


class SupplyDrawn(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-SUP-01",)
    reveals: ClassVar = True
    public = ("player", "count", "hand_count", "draw_left")
    own = ("cards",)
    player: Seat
    count: int
    cards: tuple[str, ...] | None
    hand_count: int
    draw_left: int


class SupplyShort(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-SUP-03",)
    public = ("player", "missing")
    player: Seat
    missing: int


class DeckReshuffled(ColonyEvent, frozen=True):
    """`order` is the whole new draw pile; the discard pile is empty afterwards."""

    rules: ClassVar = ("C61-SUP-02", "C61-GEN-04")
    reveals: ClassVar = True
    public = ("count",)
    hidden = ("order",)
    count: int
    order: tuple[str, ...] | None


class SwapChosen(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-EXC-02", "C61-SIM-02")
    public = ("player",)
    own = ("cards", "by_default")
    hidden = ("salt",)
    player: Seat
    cards: tuple[str, ...] | None
    by_default: bool | None
    salt: str | None


class CardsGivenUp(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-EXC-03",)
    reveals: ClassVar = True
    public = ("player", "cards", "hand_count")
    player: Seat
    cards: tuple[str, ...]
    hand_count: int


class CardsOffered(ColonyEvent, frozen=True):
    """A second one of the same turn adds to the first."""

    rules: ClassVar = ("C61-EXC-04",)
    reveals: ClassVar = True
    public = ("player", "count", "keep_count", "draw_left")
    own = ("cards",)
    player: Seat
    count: int
    keep_count: int
    cards: tuple[str, ...] | None
    draw_left: int


class KeepChosen(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-EXC-05", "C61-SIM-02")
    public = ("player",)
    own = ("keep", "by_default")
    hidden = ("salt",)
    player: Seat
    keep: tuple[str, ...] | None
    by_default: bool | None
    salt: str | None


class CardsExchanged(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-EXC-05",)
    reveals: ClassVar = True
    public = ("player", "hand_count", "discarded", "by_default")
    own = ("kept",)
    player: Seat
    kept: tuple[str, ...] | None
    hand_count: int
    discarded: tuple[str, ...]
    by_default: bool


class StandingDefaultsSet(ColonyEvent, frozen=True):
    rules: ClassVar = ("C61-SIM-09",)
    public = ("player", "income", "exchange")
    player: Seat
    income: bool
    exchange: bool


class PlayerScored(ColonyEvent, frozen=True):
    """`influence` is the sum of the parts; `credits` and `module_costs` break ties."""

    rules: ClassVar = ("C61-SCO-01", "C61-SCO-02", "C61-SCO-03", "C61-SCO-04")
    public = ("player", "influence", "modules", "by_resource", "colony", "monopolies", "credits",
              "module_costs")  # fmt: skip
    player: Seat
    influence: int
    modules: int
    by_resource: int
    colony: int
    monopolies: dict[str, int]
    credits: int
    module_costs: int


class Rank(Part, frozen=True):
    public = ("player", "rank", "influence", "credits", "module_costs")

    player: Seat
    rank: int
    influence: int
    credits: int
    module_costs: int


class GameEnded(ColonyEvent, frozen=True):
    """After a defeat both lists are empty."""

    rules: ClassVar = ("C61-SCO-05", "C61-END-02")
    public = ("reason", "ranking", "winners")
    reason: EndReason
    ranking: tuple[Rank, ...]
    winners: tuple[Seat, ...]


COMMANDS: tuple[type[Command], ...] = (
    ChooseStart,
    LayCards,
    DecideCards,
    ResolveIncome,
    ChooseSwap,
    KeepCards,
    SetStandingDefaults,
)

EVENTS: tuple[type[ColonyEvent], ...] = (
    GameStarted,
    StartCardsDealt,
    StepOpened,
    StepClosed,
    StartChosen,
    StartHandTaken,
    TurnBegan,
    CardsLaid,
    CardsRevealed,
    CardsDecided,
    BuildPaid,
    ModuleBuilt,
    CardRecycled,
    MarkersMoved,
    ColonyDefeated,
    EndConditionMet,
    IncomeResolved,
    SupplyDrawn,
    SupplyShort,
    DeckReshuffled,
    SwapChosen,
    CardsGivenUp,
    CardsOffered,
    KeepChosen,
    CardsExchanged,
    StandingDefaultsSet,
    PlayerScored,
    GameEnded,
)
