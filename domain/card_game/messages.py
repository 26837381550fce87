"""Commands and events of the card game. Events are stored permanently: read CONTRIBUTING.md before changing one.

Cards are named by id, because numbers and amounts repeat. Money is in whole E. A seat's place in the order row is its
number; the trust company, which has no seat, is `TRUST` there (CG2-01). `offer` and `outlook` are the whole rows of the
plant market after the event, with the last-round card as `LAST` while it is in the row.
"""

from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.evolution import Json, Upcaster
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event

TRUST: Final = "TRUST"
Place: TypeAlias = Seat | Literal["TRUST"]
"""A participant in the order row: a player, or the trust company."""
Row: TypeAlias = tuple[str, ...]
"""Cards side by side, leftmost first."""


class Run(Struct, frozen=True):
    """One plant and what it burns, in units by type; an ecological plant burns `{}`."""

    public = ("card", "fuel")

    card: str
    fuel: dict[str, int] = {}


class CardUnits(Struct, frozen=True, gc=False):
    """A resource card and the units still on it."""

    public = ("card", "units_left")

    card: str
    units_left: int


class CardColumn(Struct, frozen=True, gc=False):
    public = ("card", "column")

    card: str
    column: int


class Move(Struct, frozen=True, gc=False, rename={"from_": "from"}):
    """A resource card going to a cheaper column; columns are named by price."""

    public = ("card", "from_", "to")

    card: str
    from_: int
    to: int


class CardTaken(Struct, frozen=True, gc=False):
    public = ("card", "fuel", "column", "units_kept")

    card: str
    fuel: str
    column: int
    units_kept: int


class OrderKey(Struct, frozen=True, gc=False):
    """The reason for a seat's place in the order. `income` is None in the first-round redo."""

    public = ("player", "income", "best_plant")

    player: Seat
    income: int | None
    best_plant: int


class Ranked(Struct, frozen=True, gc=False):
    public = ("player", "rank", "vp", "money_left", "best_plant")

    player: Seat
    rank: int
    vp: int
    money_left: int
    best_plant: int


class PlantMarket(Struct, frozen=True):
    public = ("offer", "outlook")

    offer: Row
    outlook: Row


class NominatePlant(Command, frozen=True):
    card: str
    bid: int


class PassNomination(Command, frozen=True):
    pass


class PlaceBid(Command, frozen=True):
    amount: int


class PassBid(Command, frozen=True):
    pass


class ScrapPlant(Command, frozen=True):
    """`discarded`: units by type that no longer fit; needed only where gas and oil compete (CG-PLT-08). `cards`: the
    units of each card that are thrown away, where the owner chooses them (DEC-CG-20)."""

    card: str
    discarded: dict[str, int] | None = None
    cards: dict[str, int] | UnsetType = UNSET


class BuyResourceCard(Command, frozen=True):
    card: str


class FinishBuying(Command, frozen=True):
    pass


class RunPlants(Command, frozen=True):
    """`cards`: the units of each card that are burnt, where the owner chooses them (DEC-CG-20)."""

    runs: tuple[Run, ...]
    cards: dict[str, int] | UnsetType = UNSET


class GameStarted(Event, frozen=True):
    """The whole set-up. `deck`, `resource_deck`: top first. `seed` in hex."""

    rules: ClassVar = ("CG-SET-01", "CG-SET-02", "CG-SET-03", "CG-SET-06", "CG-SET-07", "CG-SET-08", "CG-SET-09",
                       "CG-SET-10", "CG-SET-11", "RN-CG-01", "CG2-01")  # fmt: skip
    reveals: ClassVar = True
    public = ("ruleset", "edition", "players", "options", "cash", "plant_market", "deck_size",
              "top_back", "resource_columns", "leftover_pile", "discard_pile", "resource_deck_size",
              "trust", "renovation_pile")  # fmt: skip
    hidden = ("deck", "resource_deck", "removed_blind", "seed")

    ruleset: str
    edition: str
    players: tuple[str, ...]
    """Colours in seat order."""
    options: dict[str, str]
    cash: int
    plant_market: PlantMarket
    deck_size: int
    top_back: str
    resource_columns: tuple[Row, Row, Row, Row]
    """Columns of 1, 2, 3 and 4 E."""
    leftover_pile: Row
    discard_pile: Row
    resource_deck_size: int
    trust: bool
    renovation_pile: tuple[int, ...]
    deck: Row
    resource_deck: Row
    removed_blind: Row
    seed: str


class RoundBegan(Event, frozen=True):
    rules: ClassVar = ("CG-GEN-01",)
    public = ("number",)

    number: int


class LastRoundBegan(Event, frozen=True):
    rules: ClassVar = ("CG-END-01",)
    public = ("number",)

    number: int


class PhaseBegan(Event, frozen=True):
    rules: ClassVar = ("CG-GEN-01",)
    public = ("name",)

    name: str


class PhaseSkipped(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-17",)
    public = ("reason",)

    reason: str


class TurnOrderDetermined(Event, frozen=True):
    rules: ClassVar = ("CG-SET-01", "CG-ORD-02", "CG-ORD-03", "CG2-09")
    public = ("order", "reason", "keys")

    order: tuple[Place, ...]
    reason: str
    keys: tuple[OrderKey, ...] = ()


class DiscountPlaced(Event, frozen=True):
    rules: ClassVar = ("CG-SET-04", "CG-AUC-02")
    public = ("card",)

    card: str


class DiscountRemoved(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-12", "CG-AUC-13", "CG-AUC-14")
    public = ("card", "cause")

    card: str
    cause: str


class PlantNominated(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-04",)
    public = ("player", "card", "number", "bid")

    player: Seat
    card: str
    number: int
    bid: int


class NominationPassed(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-08",)
    public = ("player",)

    player: Seat


class BidPlaced(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-05",)
    public = ("player", "card", "amount")

    player: Seat
    card: str
    amount: int


class BidPassed(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-05",)
    public = ("player", "card")

    player: Seat
    card: str


class PlantBought(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-06", "CG-AUC-10")
    public = ("player", "card", "number", "price", "cash_after", "scrap_required", "offer", "outlook")

    player: Seat
    card: str
    number: int
    price: int
    cash_after: int
    scrap_required: bool
    offer: Row
    outlook: Row


class PlantScrapped(Event, frozen=True):
    rules: ClassVar = ("CG-PLT-07", "CG-PLT-08")
    public = ("player", "card", "fuel_discarded")

    player: Seat
    card: str
    fuel_discarded: dict[str, int]


class CompensationPaid(Event, frozen=True):
    rules: ClassVar = ("RN-CG-02", "RN-CG-03")
    public = ("player", "card", "kind", "amount", "cash_after")

    player: Seat
    card: int
    """Number of the Renovation card."""
    kind: str
    amount: int
    cash_after: int


class RenovationCardRemoved(Event, frozen=True):
    rules: ClassVar = ("RN-CG-05",)
    public = ("card", "next_card")

    card: int
    next_card: int


class PlantDrawn(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-11", "CG-AUC-13", "CG-AUC-14", "CG-BUR-08", "CG-BUR-11", "CG-BUR-12", "CG2-04")
    reveals: ClassVar = True
    public = ("card", "number", "reason", "placed", "offer", "outlook", "deck_left", "top_back")

    card: str
    number: int
    reason: str
    placed: bool
    """False for a card turned away by CG-AUC-13; the rows are then unchanged."""
    offer: Row
    outlook: Row
    deck_left: int
    top_back: str


class PlantRemoved(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-13", "CG-AUC-14", "CG-AUC-15", "CG-BUR-08", "CG-BUR-12", "CG-BUR-13")
    public = ("card", "cause", "offer", "outlook")

    card: str
    cause: str
    offer: Row
    outlook: Row


class PlantPutUnderDeck(Event, frozen=True):
    rules: ClassVar = ("CG-BUR-11",)
    public = ("card", "offer", "outlook", "deck_left", "top_back")

    card: str
    offer: Row
    outlook: Row
    deck_left: int
    top_back: str


class LastRoundCardDrawn(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-15", "CG-BUR-13")
    reveals: ClassVar = True
    public = ("during_phase", "offer", "outlook", "deck_left")

    during_phase: str
    offer: Row
    outlook: Row
    deck_left: int


class LastRoundCardRemoved(Event, frozen=True):
    rules: ClassVar = ("CG-AUC-15", "CG-BUR-13")
    public = ("offer", "outlook")

    offer: Row
    outlook: Row


class DeckShuffled(Event, frozen=True):
    """`order`: top first."""

    rules: ClassVar = ("CG-AUC-15", "CG-BUR-13")
    reveals: ClassVar = True
    public = ("deck_left", "top_back")
    hidden = ("order",)

    deck_left: int
    top_back: str
    order: Row


class ResourceCardBought(Event, frozen=True):
    rules: ClassVar = ("CG-RES-02", "CG-RES-05", "CG-RES-06", "CG-RES-08")
    public = ("player", "card", "fuel", "column", "price", "units_kept", "cash_after")

    player: Seat
    card: str
    fuel: str
    column: int
    price: int
    units_kept: int
    cash_after: int


class LeftoverCardsPlaced(Event, frozen=True):
    rules: ClassVar = ("CG-RES-05", "CG2-07")
    public = ("fuel", "cards", "missing", "by")

    fuel: str
    cards: Row
    missing: int
    by: Place


class ResourceBuyingFinished(Event, frozen=True):
    rules: ClassVar = ("CG-RES-01",)
    public = ("player",)

    player: Seat


class ResourceCardsChanged(Event, frozen=True):
    rules: ClassVar = ("CG-PLT-06", "CG-PLT-08")
    public = ("player", "cards", "discarded", "leftovers_returned")

    player: Seat
    cards: tuple[CardUnits, ...]
    discarded: Row
    leftovers_returned: Row


class PlantsRun(Event, frozen=True):
    rules: ClassVar = ("CG-BUR-02", "CG-PLT-02")
    public = ("player", "runs", "fuel_burnt")

    player: Seat
    runs: tuple[Run, ...]
    fuel_burnt: dict[str, int]


class IncomePaid(Event, frozen=True):
    rules: ClassVar = ("CG-BUR-03", "CG-BUR-04")
    public = ("player", "amount", "guaranteed", "cash_after")

    player: Seat
    amount: int
    guaranteed: bool
    cash_after: int


class ResourceMarketShifted(Event, frozen=True):
    rules: ClassVar = ("CG-BUR-05",)
    public = ("moves",)

    moves: tuple[Move, ...]


class ResourceCardsDealt(Event, frozen=True):
    rules: ClassVar = ("CG-BUR-06",)
    reveals: ClassVar = True
    public = ("cards", "resource_deck_left")

    cards: tuple[CardColumn, ...]
    resource_deck_left: int


class ResourceDeckReshuffled(Event, frozen=True):
    """`order`: top first. `discard_pile` is the new one: empty, or the "++" cards."""

    rules: ClassVar = ("CG-BUR-07", "CG-BUR-09", "CG-BUR-10")
    reveals: ClassVar = True
    public = ("count", "discard_pile")
    hidden = ("order",)

    count: int
    discard_pile: Row
    order: Row


class TrustPlantTaken(Event, frozen=True):
    rules: ClassVar = ("CG2-04", "CG2-10")
    public = ("card", "number", "offer", "outlook")

    card: str
    number: int
    offer: Row
    outlook: Row


class TrustPlantRemoved(Event, frozen=True):
    rules: ClassVar = ("CG2-05",)
    public = ("card",)

    card: str


class TrustResourcesTaken(Event, frozen=True):
    rules: ClassVar = ("CG2-06", "CG2-07")
    public = ("cards",)

    cards: tuple[CardTaken, ...]


class TrustResourcesDiscarded(Event, frozen=True):
    rules: ClassVar = ("CG2-08",)
    public = ("cards", "leftovers_returned")

    cards: Row
    leftovers_returned: Row


def _victory_points(old: Json) -> int:
    return int(old["plant_vp"] + old["money_vp"])


class FinalProductionScored(Event, frozen=True):
    """`vp`: all of the seat's victory points (schema 2)."""

    schema = 2
    older = {1: Upcaster(until=1, adds={"vp": _victory_points})}
    rules: ClassVar = ("CG-END-02", "CG-END-03")
    public = ("player", "plants", "plant_vp", "money_vp", "money_left", "vp")

    player: Seat
    plants: Row
    """Plants that ran."""
    plant_vp: int
    money_vp: int
    money_left: int
    vp: int


class GameEnded(Event, frozen=True):
    rules: ClassVar = ("CG-END-04",)
    public = ("ranking", "winners")

    ranking: tuple[Ranked, ...]
    winners: tuple[Seat, ...]


COMMANDS: Final[tuple[type[Command], ...]] = (
    NominatePlant, PassNomination, PlaceBid, PassBid, ScrapPlant, BuyResourceCard, FinishBuying, RunPlants,
)  # fmt: skip
EVENTS: Final[tuple[type[Event], ...]] = (
    GameStarted, RoundBegan, LastRoundBegan, PhaseBegan, PhaseSkipped, TurnOrderDetermined, DiscountPlaced,
    DiscountRemoved, PlantNominated, NominationPassed, BidPlaced, BidPassed, PlantBought, PlantScrapped,
    CompensationPaid, RenovationCardRemoved, PlantDrawn, PlantRemoved, PlantPutUnderDeck, LastRoundCardDrawn,
    LastRoundCardRemoved, DeckShuffled, ResourceCardBought, LeftoverCardsPlaced, ResourceBuyingFinished,
    ResourceCardsChanged, PlantsRun, IncomePaid, ResourceMarketShifted, ResourceCardsDealt, ResourceDeckReshuffled,
    TrustPlantTaken, TrustPlantRemoved, TrustResourcesTaken, TrustResourcesDiscarded, FinalProductionScored,
    GameEnded,
)  # fmt: skip
