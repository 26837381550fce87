"""The items of the public stream. Each lists all that it shows: a field that is not here is not public.

An item is made of public fields of stored events alone (`public` in domain/table and domain/tournament). The messages
of the contract (proto/turnledger/v1/public_stream.proto) have the same fields, with names of accounts in addition.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Self, TypeAlias

from msgspec import Struct

from domain.kernel.decider import Standing
from domain.table.messages import Occupant


class Place(Struct, frozen=True):
    """A position in the stream: up to `log` in the log of games, and up to `tournaments` in that of tournaments."""

    log: int
    tournaments: int

    @classmethod
    def of(cls, text: str) -> Self:
        """Raises ValueError."""
        log, _, tournaments = text.partition(".")
        return cls(int(log), int(tournaments))

    @property
    def text(self) -> str:
        return f"{self.log}.{self.tournaments}"


class RatingAfter(Struct, frozen=True):
    """`variant`: empty for the list of all variants. `rating` and `deviation` in points."""

    account: str
    variant: str
    rating: int
    deviation: int
    provisional: bool
    with_bots: bool
    live: bool


class TableOpened(Struct, frozen=True):
    game_id: str
    variant: str
    options: dict[str, str]
    seats: int
    rated: bool
    host: str
    club: str


class TableStarted(Struct, frozen=True):
    game_id: str
    variant: str
    rated: bool
    seats: Sequence[Occupant]


class TableEnded(Struct, frozen=True):
    """`seats`: as the game began."""

    game_id: str
    variant: str
    rated: bool
    seats: Sequence[Occupant]
    reason: str
    standings: Sequence[Standing]
    ratings: Sequence[RatingAfter]


class TableClosed(Struct, frozen=True):
    game_id: str
    cause: str


class TournamentOpened(Struct, frozen=True):
    tournament_id: str
    name: str
    organiser: str
    variants: Sequence[str]
    seats: int
    rated: bool
    club: str


class TournamentStarted(Struct, frozen=True):
    tournament_id: str
    players: int
    divisions: int


class RoundPaired(Struct, frozen=True):
    tournament_id: str
    round: int
    tables: int
    given: bool


class TournamentEnded(Struct, frozen=True):
    tournament_id: str
    reason: str
    winners: Sequence[str]


What: TypeAlias = (
    TableOpened
    | TableStarted
    | TableEnded
    | TableClosed
    | TournamentOpened
    | TournamentStarted
    | RoundPaired
    | TournamentEnded
)


class Item(Struct, frozen=True):
    """`place`: after the item. `item_id`: the stream and the version of its event."""

    item_id: str
    place: Place
    at: datetime
    what: What


class Page(Struct, frozen=True):
    """`place`: everything up to it is in the page, or is not public. `more`: the next page may have items already."""

    items: Sequence[Item]
    place: Place
    more: bool
