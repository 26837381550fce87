"""The state of a game: frozen, small, no derived values. Tuples of players are indexed by seat."""

from typing import Final

from msgspec import Struct

from domain.card_game.messages import CardUnits, Place, Ranked, Row
from domain.kernel.decider import Table
from domain.kernel.ids import Seat

AUCTION: Final = "AUCTION"
RESOURCES: Final = "RESOURCES"
BUREAUCRACY: Final = "BUREAUCRACY"


SEATS: Final = tuple(Seat(place) for place in range(6))
"""All possible seats, clockwise."""


class Setup(Struct, frozen=True):
    """Everything random before the first move. `seed` is 64 hex digits; decks are listed from the top."""

    table: Table
    row: tuple[Place, ...]
    offer: Row
    outlook: Row
    deck: Row
    removed_blind: Row
    columns: tuple[Row, Row, Row]
    """The columns of 2, 3 and 4 E."""
    resource_deck: Row
    seed: str


class Player(Struct, frozen=True, gc=False):
    cash: int
    plants: Row = ()
    """The plants, in the order bought."""
    stock: tuple[CardUnits, ...] = ()
    ran: Row | None = None
    """Plants reported this round, until the income is paid."""


class Trust(Struct, frozen=True, gc=False):
    plants: Row = ()
    """Oldest first."""
    stock: tuple[CardUnits, ...] = ()
    acted: bool = False
    """True if the seat has bought this round's plant."""


class Plants(Struct, frozen=True, gc=False):
    """All plant cards without an owner. `last`: the place of the last-round card (`DECK`, `MARKET`, `OUT`)."""

    offer: Row
    outlook: Row
    deck: Row
    removed_blind: Row
    out: Row = ()
    discount: str | None = None
    last: str = "DECK"


class Lot(Struct, frozen=True, gc=False):
    card: str
    bid: int
    bidders: tuple[Seat, ...]
    """Next to bid first, the standing bidder last."""


class Auction(Struct, frozen=True, gc=False):
    """The course of this round's phase 1. `scrap`: the seat whose fourth plant waits for a demolition."""

    bought: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    lot: Lot | None = None
    scrap: Seat | None = None
    compensated: int = 0


class Fuel(Struct, frozen=True, gc=False):
    """All resource cards without an owner. Columns by price 1 to 4, each a set in order of ids."""

    columns: tuple[Row, ...]
    deck: Row
    discard: Row
    leftovers: Row
    reshuffles: int = 0


class State(Struct, frozen=True, gc=False):
    colours: tuple[str, ...]
    players: tuple[Player, ...]
    plants: Plants
    fuel: Fuel
    seed: str
    trust: Trust | None
    renovation: tuple[int, ...]
    """Renovation cards left, top first; empty without the module."""
    bank: int
    """The bank's receipts less its payments."""
    row: tuple[Place, ...] = ()
    round: int = 0
    phase: str = ""
    last_round: bool = False
    auction: Auction = Auction()
    waiting: tuple[Place, ...] = ()
    """Those who still act in phase 2 or 3, next first."""
    ranking: tuple[Ranked, ...] = ()


def without(row: Row, card: str) -> Row:
    """The row with one card less."""
    place = row.index(card)
    return row[:place] + row[place + 1 :]
