"""Commands and events of the table. Stored forms are a contract: a change here changes the storage format.

A command does not contain its actor: the actor is authenticated outside and stored in the envelope. Rules:
docs/rules/table.md.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.beacon import Beacon
from domain.kernel.decider import Standing
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.kernel.variant import Edition
from domain.table.clock import Clock, SeatClock

SERVER_ACTOR = "server"
"""Gives the commands that no person gives: deadlines that pass, tables that expire."""
BOT_ACTOR = "bot:"
"""A bot's commands have the actor `bot:` and the name of its strategy."""
DECLINE_REASONS = ("LATER", "VARIANT", "SEATS", "OPTIONS", "CLOCK", "RATED", "UNRATED", "OTHER")
"""Reasons for which a program declines an invitation (TB-PROG-03)."""
OPERATOR_ACTOR = "operator:"
"""Prefix of the actor of operators' commands: `operator:` and the account."""


class Lineage(Struct, frozen=True):
    """The origin of a position: a version of another game and its chain link. `kind`: BRANCH or IMPORT."""

    public = ("kind", "game_id", "version", "chain")

    kind: str
    game_id: str
    version: int
    chain: str


class Position(Struct, frozen=True):
    """A position to play on from. `state`: JSON of the game's private state. `colours`: one per seat; a player who
    takes a colour takes its seat. `rules_version`: absent in files of programs that knew only the first. `known_to`:
    the seat (-1: a spectator) that chose the position; the parts that it could not know are stored in a fixed order in
    `state` and are dealt at the start. It is absent where nothing is dealt."""

    public = ("colours", "editions", "lineage", "rules_version", "known_to")
    hidden = ("state",)

    state: dict[str, Any]
    colours: tuple[str, ...]
    editions: tuple[Edition, ...]
    lineage: Lineage
    rules_version: int | UnsetType = UNSET
    known_to: int | UnsetType = UNSET

    @property
    def begun_under(self) -> int:
        return 1 if self.rules_version is UNSET else self.rules_version


class LeastFinished(Struct, frozen=True, forbid_unknown_fields=True):
    """The completion requirement of a host: of a player's last games, at least `games` of them, `percent` must have
    been played to their end."""

    public = ("percent", "games")

    percent: int = 0
    games: int = 0


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms that the host chose besides the game.

    `invited`: accounts that need no invite code. `stand_in`: the bot that takes over seats; empty for the last bot that
    the game names. `rematch_of`: the game whose players meet again. `signed`: players' commands must be signed by their
    devices. `forced_moves`: the server plays a seat's only move. `least_finished`: the completion requirement. `club`:
    only its members may take a seat. `hints`: the number of hints per seat. `tries`: the tries of `expert` per move.
    `draws`: `beacon` where every draw waits for a round of the table's beacon (TB-DRAW).
    Optional terms are absent from stored bytes where they do not apply.
    """

    public = (
        "clock", "ready_check", "starts_when_full", "stand_in", "rematch_of", "signed", "forced_moves",
        "least_finished", "club", "hints", "tries", "draws",
    )  # fmt: skip
    hidden = ("invited",)

    clock: Clock | None = None
    ready_check: bool = False
    starts_when_full: bool = False
    stand_in: str = ""
    invited: tuple[str, ...] = ()
    rematch_of: str = ""
    signed: bool | UnsetType = UNSET
    forced_moves: bool | UnsetType = UNSET
    least_finished: LeastFinished | UnsetType = UNSET
    club: str | UnsetType = UNSET
    hints: int | UnsetType = UNSET
    tries: int | UnsetType = UNSET
    draws: str | UnsetType = UNSET


class TableCommand(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A command about the table, not about the game that is played at it."""


class OpenTable(TableCommand, frozen=True):
    """`seats`: how many may sit down. `private`: only by invitation. `seed` (any text), `setup` (JSON of the game's
    set-up) or `position` fix what would be drawn; only on unrated tables, since they give away the deck. `beacon`:
    whose round takes part in the seed; the server's settings name it, never a player."""

    variant: str
    seats: int
    options: dict[str, str] = {}
    private: bool = False
    rated: bool = True
    seed: str = ""
    setup: dict[str, Any] | None = None
    position: Position | UnsetType = UNSET
    terms: Terms | UnsetType = UNSET
    beacon: Beacon | UnsetType = UNSET


class TakeSeat(TableCommand, frozen=True):
    """`colour`: empty for any free one. `nonce`: up to 64 hex digits of the player's own chance, see docs/dice.md.
    `invite`: the code of a private table. `guest`: said by the server of an account without a name of its own, and
    left out for all others. `device_keys`: said by the server, the public keys that the account has registered; left
    out where it has none. `program`: said by the server of a program's account, and left out for all others."""

    colour: str = ""
    nonce: str = ""
    invite: str | UnsetType = UNSET
    guest: bool | UnsetType = UNSET
    device_keys: tuple[str, ...] | UnsetType = UNSET
    program: bool | UnsetType = UNSET


class LeaveSeat(TableCommand, frozen=True):
    pass


class DeclineInvitation(TableCommand, frozen=True):
    """A program that the host invited does not sit down. `reason`: one of DECLINE_REASONS."""

    reason: str


class AddBot(TableCommand, frozen=True):
    bot: str
    colour: str = ""


class ClearSeat(TableCommand, frozen=True):
    """The host asks a player or a bot to go before the start. `place` from 0."""

    place: int


class ArrangeSeats(TableCommand, frozen=True):
    """`order`: the present places in their new order; (1, 0) swaps two."""

    order: tuple[int, ...]


class ChooseColour(TableCommand, frozen=True):
    """For the player's own seat; the host may do it for any seat."""

    place: int
    colour: str


class SetReady(TableCommand, frozen=True):
    ready: bool = True


class StartGame(TableCommand, frozen=True):
    pass


class Begin(TableCommand, frozen=True):
    """The round that a table with a beacon waits for, after its start or before a draw. `signature`: of the round, 96
    hex digits."""

    round: int
    signature: str


class CloseTable(TableCommand, frozen=True):
    pass


class ExpireTable(TableCommand, frozen=True):
    """The server closes a table at which nothing happens."""


class StopTable(TableCommand, frozen=True):
    """An operator ends a table or a game that cannot continue."""


class PutOut(TableCommand, frozen=True):
    """An operator has banned an account, which leaves the table, or its game."""

    account: str


class TimeOut(TableCommand, frozen=True):
    """The server says that a seat's deadline has passed."""

    place: int


class TakeVacation(TableCommand, frozen=True):
    days: int


class TakeHint(TableCommand, frozen=True):
    """Ask for the move of `expert`, for the player's own seat, which has to act."""


class HandSeat(TableCommand, frozen=True):
    """A player lets a bot play on. `bot`: empty for the table's stand-in."""

    bot: str = ""


class TakeSeatBack(TableCommand, frozen=True):
    pass


class Resign(TableCommand, frozen=True):
    pass


class Undo(TableCommand, frozen=True):
    """Takes back the player's own last commands, as many as `commands` says."""

    commands: int = 1


class ProposeUndo(TableCommand, frozen=True):
    """Ask all players to take back the last commands, whichever player gave them."""

    commands: int = 1


class ProposeAbandon(TableCommand, frozen=True):
    """Ask all players to end the game without a result."""


class ProposeNoRounds(TableCommand, frozen=True):
    """Ask all players to continue without rounds of the beacon, because the awaited one does not come."""


class Vote(TableCommand, frozen=True):
    """An answer to the proposal on the table."""

    agree: bool


class StandingOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A standing order of a seat for one phase of one round (TB-ORD). `number`: counts the seat's orders from 1.
    `after`: the version of the game at which it was given; earlier events do not matter to it. `items`: of the game's
    kinds (Orders.items) as JSON, in their order. `ignore`: reasons that do not end it."""

    public = ("number", "after", "round", "phase", "ignore")
    hidden = ("items",)

    number: int
    after: int
    round: int
    phase: str
    items: tuple[dict[str, Any], ...]
    ignore: tuple[str, ...] = ()


class FollowOrder(TableCommand, frozen=True):
    """The server gives, as a command of the seat in `place`, what its standing order says now: the item at `item` (from
    0), of which `given` was done before."""

    place: int
    order: StandingOrder
    item: int
    given: int


class PlayForced(TableCommand, frozen=True):
    """The server gives, as a command of the seat in `place`, the only one that it can give."""

    place: int


class Occupant(Struct, frozen=True):
    """The occupant of a seat. `account` owns the seat, `bot` (the name of its strategy) plays it: a seat with both was
    handed to the bot, and its owner may take it back. `guest`: the account had no name of its own when it sat down.
    `device_keys`: what the account may sign its commands with (64 hex digits each), left out where it has none.
    `program`: the account is a program's."""

    public = ("colour", "account", "bot", "guest", "device_keys", "program")
    hidden = ("nonce",)

    colour: str
    account: str = ""
    bot: str = ""
    nonce: str = ""
    guest: bool | UnsetType = UNSET
    device_keys: tuple[str, ...] | UnsetType = UNSET
    program: bool | UnsetType = UNSET

    @property
    def actor(self) -> str:
        """The actor that gives the commands of this seat."""
        return BOT_ACTOR + self.bot if self.bot else self.account


class GameOpened(Event, frozen=True):
    """The first event of every stream. `secret` in hex."""

    rules = ("TB-OPEN-01", "TB-DICE-01")
    public = (
        "game_id",
        "variant",
        "options",
        "seats",
        "host",
        "private",
        "rated",
        "commitment",
        "position",
        "terms",
        "beacon",
    )
    hidden = ("secret", "seed", "setup")
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
    terms: Terms | UnsetType = UNSET
    beacon: Beacon | UnsetType = UNSET


class PlayerSeated(Event, frozen=True):
    """`guest`: told of accounts without a name of their own only. `device_keys`: of those only that have some; no other
    key signs for this seat, whatever is registered later. `program`: told of accounts of programs only."""

    rules = ("TB-SEAT-01", "TB-RATE-07", "TB-SIGN-01", "TB-PROG-01")
    public = ("place", "account", "colour", "guest", "device_keys", "program")
    hidden = ("nonce",)
    place: int
    account: str
    colour: str
    nonce: str = ""
    guest: bool | UnsetType = UNSET
    device_keys: tuple[str, ...] | UnsetType = UNSET
    program: bool | UnsetType = UNSET


class InvitationDeclined(Event, frozen=True):
    """A program will not play at this table. Programs and their answers are public."""

    rules = ("TB-PROG-03",)
    public = ("account", "reason")
    account: str
    reason: str


class BotSeated(Event, frozen=True):
    rules = ("TB-SEAT-03",)
    public = ("place", "bot", "colour")
    place: int
    bot: str
    colour: str


class SeatCleared(Event, frozen=True):
    """`cause`: LEFT, REMOVED or OPERATOR. Those who sit behind move up."""

    rules = ("TB-SEAT-02", "TB-SEAT-04", "TB-CLOSE-04")
    public = ("place", "cause")
    place: int
    cause: str


class SeatsArranged(Event, frozen=True):
    rules = ("TB-SEAT-05",)
    public = ("order",)
    order: tuple[int, ...]


class ColourChosen(Event, frozen=True):
    rules = ("TB-SEAT-06",)
    public = ("place", "colour")
    place: int
    colour: str


class ReadinessChanged(Event, frozen=True):
    rules = ("TB-READY-01",)
    public = ("place", "ready")
    place: int
    ready: bool


class TableClosed(Event, frozen=True):
    """`cause`: HOST, EXPIRED, OPERATOR, or EMPTY when no player is left at the table of a quick match."""

    rules = ("TB-CLOSE-01", "TB-CLOSE-02", "TB-CLOSE-03", "TB-CLOSE-04", "TB-QUICK-03")
    public = ("cause",)
    cause: str


class GameStarting(Event, frozen=True):
    """The start of a game with a beacon: seats, nonces and options are fixed, rules, data and bots are pinned, and
    `round` is the round that the game waits for. Its value is unknown, and it is never replaced by another."""

    rules = ("TB-BEACON-02",)
    public = ("round", "editions", "rules_version", "bots")
    round: int
    editions: tuple[Edition, ...]
    rules_version: int
    bots: dict[str, int] | UnsetType = UNSET


class GameBegan(Event, frozen=True):
    """The table is set, and the game's own events follow. Rules and data are pinned for the whole game. `signature`: of
    the beacon round, at a table with a beacon. `dealt`: JSON of the state that the game continues from, where unknown
    parts of the position were dealt at the start. `bots`: the number of each bot's behaviour (Decider.bot_numbers)."""

    rules = ("TB-START-01", "TB-DICE-02", "TB-BEACON-03")
    reveals = True
    public = ("seats", "editions", "rules_version", "signature", "bots")
    hidden = ("dealt",)
    seats: tuple[Occupant, ...]
    editions: tuple[Edition, ...]
    rules_version: int
    signature: str | UnsetType = UNSET
    dealt: dict[str, Any] | UnsetType = UNSET
    bots: dict[str, int] | UnsetType = UNSET


class DrawAwaited(Event, frozen=True):
    """A command of the seat, or the end of its time, draws: it waits for `round`, whose value is unknown. `command`:
    JSON of the command of the game, absent where the time of the seat ran out. Clocks stop until the draw."""

    rules = ("TB-DRAW-02",)
    public = ("place", "round")
    hidden = ("command",)
    place: Seat
    round: int
    command: dict[str, Any] | UnsetType = UNSET


class DrawMade(Event, frozen=True):
    """The awaited round was published, and the events of the command that waited follow. `dealt`: the unknown cards as
    the round shuffled them: the changed members of the game's state in JSON."""

    rules = ("TB-DRAW-03",)
    reveals = True
    public = ("round", "signature")
    hidden = ("dealt",)
    round: int
    signature: str
    dealt: dict[str, Any] | UnsetType = UNSET


class NoRoundsProposed(Event, frozen=True):
    rules = ("TB-DRAW-07",)
    public = ("place",)
    place: Seat


class RoundsGivenUp(Event, frozen=True):
    """All players agreed: the game continues without rounds of the beacon, and the server knows its draws from here on.
    The events of the command that waited for `round` follow. `dealt`: as of `DrawMade`, from the game's seed alone."""

    rules = ("TB-DRAW-07",)
    reveals = True
    public = ("round",)
    hidden = ("dealt",)
    round: int
    dealt: dict[str, Any] | UnsetType = UNSET


class ClocksSet(Event, frozen=True):
    """Every seat's clock after a command, at `at_ms`. The last event of every command of a game with clocks that
    changed them; after a draw that waited, also the second event, with which the clocks run again."""

    rules = ("TB-CLOCK-02", "TB-CLOCK-03")
    public = ("at_ms", "seats")
    at_ms: int
    seats: tuple[SeatClock, ...]


class TimeRanOut(Event, frozen=True):
    """`consequence`: DEFAULT, BOT or FORFEIT; what follows from it are the next events."""

    rules = ("TB-CLOCK-04",)
    public = ("place", "consequence")
    place: Seat
    consequence: str


class VacationTaken(Event, frozen=True):
    rules = ("TB-CLOCK-05",)
    public = ("place", "days")
    place: Seat
    days: int


class HintTaken(Event, frozen=True):
    """The content of the hint is not stored: it follows from the seat's view (domain/history/hint.py)."""

    rules = ("TB-HINT-02",)
    public = ("place",)
    place: Seat


class SeatHanded(Event, frozen=True):
    """`cause`: PLAYER or TIME."""

    rules = ("TB-LEAVE-01", "TB-CLOCK-04")
    public = ("place", "bot", "cause")
    place: Seat
    bot: str
    cause: str


class SeatTakenBack(Event, frozen=True):
    rules = ("TB-LEAVE-01",)
    public = ("place",)
    place: Seat


class SeatResigned(Event, frozen=True):
    """`bot` plays on for the others' sake. `cause`: PLAYER, TIME or OPERATOR."""

    rules = ("TB-LEAVE-02", "TB-CLOCK-04", "TB-CLOSE-04")
    public = ("place", "bot", "cause")
    place: Seat
    bot: str
    cause: str


class CommandsUndone(Event, frozen=True):
    """The game returned to the state after event `to_version`. The undone events stay in the history."""

    rules = ("TB-UNDO-01", "TB-UNDO-02")
    public = ("place", "to_version")
    place: Seat
    to_version: int


class UndoProposed(Event, frozen=True):
    rules = ("TB-UNDO-02",)
    public = ("place", "to_version")
    place: Seat
    to_version: int


class AbandonProposed(Event, frozen=True):
    rules = ("TB-LEAVE-03",)
    public = ("place",)
    place: Seat


class VoteGiven(Event, frozen=True):
    rules = ("TB-UNDO-02", "TB-LEAVE-03", "TB-DRAW-07")
    public = ("place", "agree")
    place: Seat
    agree: bool


class GameFinished(Event, frozen=True):
    """`reason`: the game's own, RESIGNED, or ABANDONED, STOPPED and TOO_LONG, which have no standings and change no
    rating."""

    rules = ("TB-END-01", "TB-LEAVE-02", "TB-LEAVE-03", "TB-CLOSE-03", "TB-PACE-02")
    public = ("reason", "standings")
    reason: str
    standings: tuple[Standing, ...]


class SecretRevealed(Event, frozen=True):
    """The secrets with which any reader can recompute the commitment, the seed, every draw and the chain."""

    rules = ("TB-DICE-03",)
    reveals = True
    public = ("secret", "nonces")
    secret: str
    nonces: tuple[str, ...]


class OrderGiven(Event, frozen=True):
    """A seat has a standing order. Stands in the seat's private stream, never in the game's."""

    rules = ("TB-ORD-01",)
    public = ("player",)
    hidden = ("order",)
    player: Seat
    order: StandingOrder | None


class OrderEnded(Event, frozen=True):
    """The seat has no order any more. `reason`: TB-ORD-04, with its figures; `version`: of the game at that time."""

    rules = ("TB-ORD-04",)
    public = ("player",)
    hidden = ("number", "reason", "facts", "version")
    player: Seat
    number: int | None
    reason: str
    facts: dict[str, Any]
    version: int | None


ORDER_EVENTS: tuple[type[Event], ...] = (OrderGiven, OrderEnded)
"""Event types of the seats' private streams."""
TABLE_EVENTS: tuple[type[Event], ...] = (
    GameOpened,
    PlayerSeated,
    BotSeated,
    SeatCleared,
    SeatsArranged,
    ColourChosen,
    ReadinessChanged,
    TableClosed,
    GameStarting,
    GameBegan,
    ClocksSet,
    TimeRanOut,
    VacationTaken,
    SeatHanded,
    SeatTakenBack,
    SeatResigned,
    CommandsUndone,
    UndoProposed,
    AbandonProposed,
    VoteGiven,
    GameFinished,
    SecretRevealed,
    HintTaken,
    DrawAwaited,
    DrawMade,
    InvitationDeclined,
    NoRoundsProposed,
    RoundsGivenUp,
)
SEAT_COMMANDS: tuple[type[TableCommand], ...] = (
    TakeVacation,
    HandSeat,
    TakeSeatBack,
    Resign,
    Undo,
    ProposeUndo,
    ProposeAbandon,
    Vote,
    TakeHint,
    ProposeNoRounds,
)
"""Commands that players give while the game runs, besides its moves."""
TABLE_COMMANDS: tuple[type[TableCommand], ...] = (
    OpenTable,
    TakeSeat,
    LeaveSeat,
    DeclineInvitation,
    AddBot,
    ClearSeat,
    ArrangeSeats,
    ChooseColour,
    SetReady,
    StartGame,
    Begin,
    CloseTable,
    ExpireTable,
    StopTable,
    PutOut,
    TimeOut,
    FollowOrder,
    PlayForced,
    *SEAT_COMMANDS,
)
