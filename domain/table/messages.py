"""Commands and events of the table. What is stored is a contract: a change here is a change of the storage format.

Who gives a command is not in it: the actor is authenticated outside and stored in the envelope.
Rules: docs/rules/table.md.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.decider import Event, Standing
from domain.kernel.variant import Edition

BOT_ACTOR = "bot:"
"""A bot's commands have the actor `bot:` and the name of its strategy."""


class Lineage(Struct, frozen=True):
    """Where a position comes from: a version of another game and its chain link there. `kind`: BRANCH or IMPORT."""

    kind: str
    game_id: str
    version: int
    chain: str


class Position(Struct, frozen=True):
    """A game to be played on from here. `state`: JSON of the game's private state; what the branching player could not
    know has been dealt anew before it came here. `colours`: one a seat; who takes a colour takes its seat."""

    state: dict[str, Any]
    colours: tuple[str, ...]
    editions: tuple[Edition, ...]
    lineage: Lineage


class TableCommand(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A command about the table, not about the game that is played at it."""


class OpenTable(TableCommand, frozen=True):
    """`seats`: how many may sit down. `seed` (any text), `setup` (JSON of the game's set-up) or `position` fix what
    would be drawn; only on unrated tables, since whoever knows them knows the deck."""

    variant: str
    seats: int
    options: dict[str, str] = {}
    private: bool = False
    rated: bool = True
    seed: str = ""
    setup: dict[str, Any] | None = None
    position: Position | UnsetType = UNSET


class TakeSeat(TableCommand, frozen=True):
    """`colour`: empty for any free one. `nonce`: up to 64 hex digits of the player's own chance, see docs/dice.md."""

    colour: str = ""
    nonce: str = ""


class LeaveSeat(TableCommand, frozen=True):
    pass


class AddBot(TableCommand, frozen=True):
    bot: str
    colour: str = ""


class ClearSeat(TableCommand, frozen=True):
    """The host asks a player or a bot to go before the start. `place` from 0."""

    place: int


class StartGame(TableCommand, frozen=True):
    pass


class CloseTable(TableCommand, frozen=True):
    pass


class Occupant(Struct, frozen=True):
    """Who sits somewhere: an account or a bot (by the name of its strategy), never both."""

    colour: str
    account: str = ""
    bot: str = ""
    nonce: str = ""

    @property
    def actor(self) -> str:
        """Who gives the commands of this seat."""
        return BOT_ACTOR + self.bot if self.bot else self.account


class GameOpened(Event, frozen=True):
    """The first event of every stream. Private until the reveal: `secret` (hex), `seed`, `setup` and the state
    of `position`."""

    rules = ("TB-OPEN-01", "TB-DICE-01")
    game_id: str
    variant: str
    options: dict[str, str]
    seats: int
    host: str
    private: bool
    rated: bool
    commitment: str
    secret: str
    seed: str = ""
    setup: dict[str, Any] | None = None
    position: Position | UnsetType = UNSET


class PlayerSeated(Event, frozen=True):
    rules = ("TB-SEAT-01",)
    place: int
    account: str
    colour: str
    nonce: str = ""


class BotSeated(Event, frozen=True):
    rules = ("TB-SEAT-03",)
    place: int
    bot: str
    colour: str


class SeatCleared(Event, frozen=True):
    """`cause`: LEFT or REMOVED. Those who sit behind move up."""

    rules = ("TB-SEAT-02", "TB-SEAT-04")
    place: int
    cause: str


class TableClosed(Event, frozen=True):
    """`cause`: HOST or EXPIRED."""

    rules = ("TB-CLOSE-01",)
    cause: str


class GameBegan(Event, frozen=True):
    """The table is set: from here on the game's own events follow. Pins rules and data for the whole game."""

    rules = ("TB-START-01", "TB-DICE-02")
    reveals = True
    seats: tuple[Occupant, ...]
    editions: tuple[Edition, ...]
    rules_version: int


class GameFinished(Event, frozen=True):
    rules = ("TB-END-01",)
    reason: str
    standings: tuple[Standing, ...]


class SecretRevealed(Event, frozen=True):
    """With these anybody recomputes the commitment, the seed, every draw and the chain."""

    rules = ("TB-DICE-03",)
    reveals = True
    secret: str
    nonces: tuple[str, ...]


TABLE_EVENTS: tuple[type[Event], ...] = (
    GameOpened,
    PlayerSeated,
    BotSeated,
    SeatCleared,
    TableClosed,
    GameBegan,
    GameFinished,
    SecretRevealed,
)
TABLE_COMMANDS: tuple[type[TableCommand], ...] = (
    OpenTable,
    TakeSeat,
    LeaveSeat,
    AddBot,
    ClearSeat,
    StartGame,
    CloseTable,
)
