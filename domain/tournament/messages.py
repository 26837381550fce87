"""Commands and events of a tournament. Stored forms are a contract: a change here changes the storage format.

A command does not contain its actor: the actor is authenticated outside and stored in the envelope. Entrants are
identified by their number, from 0 in the order in which they entered. Points are whole numbers of 120ths: every share
of a tie is exact. Rules: docs/rules/tournament.md.
"""

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.beacon import Beacon
from domain.kernel.decider import Standing
from domain.kernel.messages import Event
from domain.table.clock import Clock

LEAGUE, SWISS, KNOCKOUT, ARENA, GIVEN = "LEAGUE", "SWISS", "KNOCKOUT", "ARENA", "GIVEN"
FORMS = (LEAGUE, SWISS, KNOCKOUT, ARENA, GIVEN)
DRAWN, BY_RATING = "DRAWN", "RATING"
SEEDINGS = (DRAWN, BY_RATING)
PLACES = "places"
"""The scale of points that asks for no table of its own: players left behind, of those one met."""
TIE_BREAKS = ("wins", "seconds", "strength", "share")


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms that the organiser chose.

    `variants`: one, or several that alternate by round (in a league by game). `seats`: of a full table. `rounds`: of
    Swiss rounds only. `advance`: how many players of a table advance, knock-outs only. `points`: PLACES, or the points
    of each place, `10-6-3-1`. `tie_breaks`: some of TIE_BREAKS in their order; none for those of the form. `invited`:
    accounts, if only they may enter. `rating_min`, `rating_max`: limits for entrants. `clock`, `stand_in` and `rated`:
    of every table. `ladder`: accounts in the order that the season before left; absent for a first season.
    `late_rounds`: the Swiss rounds that may be paired before entry ends; absent where entry ends with the start.
    `club`: only its members may enter; absent without a club. `minutes`: the span of an arena; absent elsewhere.
    `draws`: of every table; absent where draws do not wait.
    """

    public = (
        "name", "form", "variants", "options", "seats", "rounds", "advance", "points", "tie_breaks", "seeding",
        "players_max", "check_in", "rating_min", "rating_max", "officials", "clock", "stand_in", "rated", "ladder",
        "late_rounds", "club", "minutes", "draws",
    )  # fmt: skip
    hidden = ("invited",)

    name: str
    form: str
    variants: tuple[str, ...]
    seats: int
    options: dict[str, str] = {}
    rounds: int = 0
    advance: int = 0
    points: str = PLACES
    tie_breaks: tuple[str, ...] = ()
    seeding: str = DRAWN
    players_max: int = 0
    check_in: bool = False
    invited: tuple[str, ...] = ()
    rating_min: int | None = None
    rating_max: int | None = None
    officials: tuple[str, ...] = ()
    clock: Clock | None = None
    stand_in: str = ""
    rated: bool = True
    ladder: tuple[str, ...] | UnsetType = UNSET
    late_rounds: int | UnsetType = UNSET
    club: str | UnsetType = UNSET
    minutes: int | UnsetType = UNSET
    draws: str | UnsetType = UNSET


class TableTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms in which a given table differs from its tournament. `options`: in addition to the tournament's, or in
    place of those of the same name. `clock`: in place of the tournament's. `unrated`: the game counts for no rating."""

    public = ("options", "clock", "unrated")

    options: dict[str, str] | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    unrated: bool | UnsetType = UNSET


class Pairing(Struct, frozen=True):
    """A game that is to be played. `table`: its number in the whole tournament, from 1. `seats`: the entrant on each,
    in seat order. `division`: from 0; 0 where there is one. `name`, `starts_ms` and `terms`: of a table that an
    organiser gave; without a start time it begins at once. Milliseconds since 1970 UTC."""

    public = ("table", "division", "variant", "seats", "name", "starts_ms", "terms")

    table: int
    division: int
    variant: str
    seats: tuple[int, ...]
    name: str | UnsetType = UNSET
    starts_ms: int | UnsetType = UNSET
    terms: TableTerms | UnsetType = UNSET


class Row(Struct, frozen=True, gc=False):
    """One entrant's standing. Entrants that are equal in everything share the rank, and the next rank is left out.
    `rank` is 0 for a disqualified entrant. `points` and `strength` in 120ths, `share` in millionths."""

    public = (
        "rank", "entrant", "division", "points", "played", "wins", "seconds", "strength", "share", "byes", "reached",
    )  # fmt: skip

    rank: int
    entrant: int
    division: int
    points: int
    played: int
    wins: int
    seconds: int
    strength: int
    share: int
    byes: int
    reached: int
    """The last round that was played: what counts first in a knock-out."""


class TournamentCommand(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something about a tournament, not about a game of it."""


class OpenTournament(TournamentCommand, frozen=True):
    """`seed`: any text that fixes what would be drawn; only where nothing is rated. `beacon`: whose round takes part in
    the draws, said by the server."""

    terms: Terms
    seed: str = ""
    beacon: Beacon | UnsetType = UNSET


class Enter(TournamentCommand, frozen=True):
    """`nonce`: up to 64 hex digits of the player's own randomness. `rating`: supplied by the server; None for a player
    without one."""

    nonce: str = ""
    rating: int | None = None


class CheckIn(TournamentCommand, frozen=True):
    pass


class Withdraw(TournamentCommand, frozen=True):
    pass


class Start(TournamentCommand, frozen=True):
    pass


class BeginWithRound(TournamentCommand, frozen=True):
    """The round that a tournament with a beacon waits for after its start. `signature`: of the round, 96 hex digits."""

    round: int
    signature: str


class CloseArena(TournamentCommand, frozen=True):
    """The span of an arena is over, says the server."""


class GivenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that an organiser pairs. `seats`: the account on each, in seat order. `variant`: empty for the first of
    the terms. `starts_ms`: milliseconds since 1970 UTC; 0 for at once. `terms`: absent for the tournament's."""

    name: str
    seats: tuple[str, ...]
    variant: str = ""
    starts_ms: int = 0
    terms: TableTerms | UnsetType = UNSET


class GiveTables(TournamentCommand, frozen=True):
    """Pairings by an official, of a tournament whose form is GIVEN."""

    tables: tuple[GivenTable, ...]


class ReseatTable(TournamentCommand, frozen=True):
    """Other players, or other seats, for a given table whose game is not over. `seats`: accounts in seat order."""

    table: int
    seats: tuple[str, ...]
    reason: str


class ClosePairing(TournamentCommand, frozen=True):
    """An official gives no further tables."""


class RecordResult(TournamentCommand, frozen=True):
    """The result of a table's game, supplied by the server. `standings`: empty for a game without a result. `game_id`
    and `chain`: the game and the last link of its history; empty where none was stored."""

    table: int
    reason: str
    standings: tuple[Standing, ...]
    game_id: str = ""
    chain: str = ""


class CorrectResult(TournamentCommand, frozen=True):
    """A correction by an official, with the reason: the result that counts instead."""

    table: int
    standings: tuple[Standing, ...]
    reason: str


class AnnulGame(TournamentCommand, frozen=True):
    table: int
    reason: str


class Disqualify(TournamentCommand, frozen=True):
    entrant: int
    reason: str


class Replace(TournamentCommand, frozen=True):
    """A decision of an official: the account may take the place of an entrant who has left."""

    entrant: int
    account: str
    reason: str


class Pause(TournamentCommand, frozen=True):
    reason: str


class Resume(TournamentCommand, frozen=True):
    pass


class Cancel(TournamentCommand, frozen=True):
    reason: str


class TournamentOpened(Event, frozen=True, rename={"tournament_id": "event_id"}):
    """`seed` is empty unless the organiser fixed what would be drawn. `rules_version`: how it is paired and scored.
    `beacon`: whose round takes part in the draws; left out for none."""

    rules = ("EV-OPEN-01", "EV-DICE-01")
    public = ("tournament_id", "organiser", "terms", "commitment", "seed", "rules_version", "beacon")
    hidden = ("secret",)
    tournament_id: str
    organiser: str
    terms: Terms
    commitment: str
    secret: str
    seed: str
    rules_version: int
    beacon: Beacon | UnsetType = UNSET


class PlayerEntered(Event, frozen=True):
    """`waiting`: all places are taken."""

    rules = ("EV-ENTER-01", "EV-ENTER-04")
    public = ("entrant", "account", "nonce", "rating", "waiting")
    entrant: int
    account: str
    nonce: str
    rating: int | None
    waiting: bool


class PlayerAdmitted(Event, frozen=True):
    """An entrant moved up from the waiting list."""

    rules = ("EV-ENTER-04",)
    public = ("entrant",)
    entrant: int


class PlayerJoined(Event, frozen=True):
    """Entered after the start, and has a place at once."""

    rules = ("EV-LATE-02", "EV-ARENA-02")
    public = ("entrant", "account", "rating")
    entrant: int
    account: str
    rating: int | None


class PlayerCheckedIn(Event, frozen=True):
    rules = ("EV-CHECK-01",)
    public = ("entrant",)
    entrant: int


class PlayerWithdrawn(Event, frozen=True):
    """`cause`: LEFT, NOT_CHECKED_IN, or LEFT_OVER of whom no whole division was left for."""

    rules = ("EV-LEAVE-01", "EV-LEAVE-02", "EV-CHECK-01", "EV-LEAGUE-02")
    public = ("entrant", "cause")
    entrant: int
    cause: str


class PlayerDisqualified(Event, frozen=True):
    rules = ("EV-OFF-03",)
    public = ("entrant", "reason")
    entrant: int
    reason: str


class PlaceOffered(Event, frozen=True):
    """The place of `entrant`, who has gone, to an account that has not entered: it takes it by entering."""

    rules = ("EV-REPLACE-02",)
    public = ("entrant", "account", "reason")
    entrant: int
    account: str
    reason: str


class PlayerReplaced(Event, frozen=True):
    """`by`: the number of the entrant who takes the place of `entrant`, from the waiting list or new. `reason`: the
    official's; empty where the place was offered before."""

    rules = ("EV-REPLACE-01", "EV-REPLACE-02")
    public = ("entrant", "by", "account", "rating", "reason")
    entrant: int
    by: int
    account: str
    rating: int | None
    reason: str


class TournamentStarting(Event, frozen=True):
    """The start of a tournament with a beacon: entrants and all nonces are fixed, and `round` is the round that it
    waits for. Its value is unknown, and it is never replaced by another."""

    rules = ("EV-BEACON-02",)
    public = ("round",)
    round: int


class TournamentStarted(Event, frozen=True):
    """`divisions`: the entrants of each, in the order of their seeding, the strongest first where ratings seed.
    `ends_ms`: of an arena, when its span is over, milliseconds since 1970 UTC. `signature`: of the beacon's round,
    where there is a beacon."""

    rules = ("EV-START-01", "EV-SEED-01", "EV-ARENA-01", "EV-BEACON-03")
    reveals = True
    public = ("divisions", "ends_ms", "signature")
    divisions: tuple[tuple[int, ...], ...]
    ends_ms: int | UnsetType = UNSET
    signature: str | UnsetType = UNSET


class SpanEnded(Event, frozen=True):
    """The end of an arena: no pairing follows."""

    rules = ("EV-ARENA-05",)
    public = ()


class RoundPaired(Event, frozen=True):
    """In a league all games are one round, in an arena the games that begin together. `byes`: entrants who do not play
    in it."""

    rules = ("EV-PAIR-01", "EV-LEAGUE-01", "EV-SWISS-01", "EV-KO-01", "EV-ARENA-03")
    reveals = True
    public = ("round", "pairings", "byes")
    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...]


class GamesPairedAnew(Event, frozen=True):
    """Pairings with replacements on the seats of entrants who left. `instead_of`: for each pairing the table whose game
    it replaces."""

    rules = ("EV-REPLACE-05", "EV-GIVEN-05")
    public = ("pairings", "instead_of")
    pairings: tuple[Pairing, ...]
    instead_of: tuple[int, ...]


class TablesGiven(Event, frozen=True):
    """Pairings that an official chose: nothing of them is drawn. `round`: the tables of one command share it."""

    rules = ("EV-GIVEN-02", "EV-PAIR-01")
    public = ("round", "pairings")
    round: int
    pairings: tuple[Pairing, ...]


class PairingClosed(Event, frozen=True):
    """The official gives no further tables."""

    rules = ("EV-GIVEN-06",)
    public = ()


class ResultRecorded(Event, frozen=True):
    """`unscored`: the entrants at the table who had withdrawn by then."""

    rules = ("EV-RES-01",)
    public = ("table", "reason", "standings", "unscored", "game_id", "chain")
    table: int
    reason: str
    standings: tuple[Standing, ...]
    unscored: tuple[int, ...]
    game_id: str
    chain: str


class ResultCorrected(Event, frozen=True):
    rules = ("EV-OFF-01",)
    public = ("table", "standings", "reason")
    table: int
    standings: tuple[Standing, ...]
    reason: str


class GameAnnulled(Event, frozen=True):
    """`reason`: an official's, NOBODY_LEFT, or REPLACED where it is paired again."""

    rules = ("EV-OFF-02", "EV-LEAVE-03", "EV-REPLACE-05", "EV-GIVEN-05")
    public = ("table", "reason")
    table: int
    reason: str


class TournamentPaused(Event, frozen=True):
    rules = ("EV-OFF-04",)
    public = ("reason",)
    reason: str


class TournamentResumed(Event, frozen=True):
    rules = ("EV-OFF-04",)
    public = ()


class TournamentEnded(Event, frozen=True):
    """`reason`: PLAYED, TOO_FEW_LEFT, or CANCELLED, which has no standings; `says`: why it was cancelled."""

    rules = ("EV-END-01", "EV-OFF-05")
    public = ("reason", "says", "standings")
    reason: str
    says: str
    standings: tuple[Row, ...]


class SecretRevealed(Event, frozen=True):
    """The secrets with which any reader can compute every draw again. `nonces`: of the entrants, in their order."""

    rules = ("EV-DICE-03",)
    reveals = True
    public = ("secret", "nonces")
    secret: str
    nonces: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    TournamentOpened,
    PlayerEntered,
    PlayerAdmitted,
    PlayerJoined,
    PlayerCheckedIn,
    PlayerWithdrawn,
    PlayerDisqualified,
    PlaceOffered,
    PlayerReplaced,
    TournamentStarting,
    TournamentStarted,
    SpanEnded,
    RoundPaired,
    GamesPairedAnew,
    TablesGiven,
    PairingClosed,
    ResultRecorded,
    ResultCorrected,
    GameAnnulled,
    TournamentPaused,
    TournamentResumed,
    TournamentEnded,
    SecretRevealed,
)
COMMANDS: tuple[type[TournamentCommand], ...] = (
    OpenTournament,
    Enter,
    CheckIn,
    Withdraw,
    Start,
    BeginWithRound,
    CloseArena,
    GiveTables,
    ReseatTable,
    ClosePairing,
    RecordResult,
    CorrectResult,
    AnnulGame,
    Disqualify,
    Replace,
    Pause,
    Resume,
    Cancel,
)
