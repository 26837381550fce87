"""The aggregate of one stream: the state of a tournament, and the change by each event."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.kernel.decider import Standing
from domain.kernel.decision import Folds
from domain.kernel.dice import Dice, beacon_seed, game_seed
from domain.kernel.messages import Event
from domain.tournament.messages import (
    GameAnnulled,
    GamesPairedAnew,
    Pairing,
    PairingClosed,
    PlaceOffered,
    PlayerAdmitted,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerEntered,
    PlayerJoined,
    PlayerReplaced,
    PlayerWithdrawn,
    ResultCorrected,
    ResultRecorded,
    RoundPaired,
    Row,
    SecretRevealed,
    SpanEnded,
    TablesGiven,
    TableTerms,
    Terms,
    TournamentEnded,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
    TournamentStarting,
)

ENTRY, STARTING, RUNNING, ENDED = "ENTRY", "STARTING", "RUNNING", "ENDED"
"""STARTING: between start and beginning it waits for a round of its beacon."""
IN, WAITING, OUT, DISQUALIFIED = "IN", "WAITING", "OUT", "DISQUALIFIED"
OPEN, PLAYED, ANNULLED = "OPEN", "PLAYED", "ANNULLED"


class Entrant(Struct, frozen=True, gc=False):
    account: str
    nonce: str
    rating: int | None
    status: str
    checked_in: bool = False


class Game(Struct, frozen=True, gc=False):
    """`standings` once it was played: by seat, best first; empty for one without a result. `paired_anew`: another game
    takes its place."""

    round: int
    pairing: Pairing
    status: str = OPEN
    standings: tuple[Standing, ...] = ()
    unscored: tuple[int, ...] = ()
    paired_anew: bool = False


class Tournament(Struct, frozen=True, gc=False):
    """`numbers`: of each account the entrant that it is. `games`: by table. `byes`: the entrants of each round who did
    not play. These are never changed, only replaced. `decisions`: how often officials paused it, corrected a
    result or offered a place. `offers`: of accounts that have not entered the entrant whose place they may take.
    `replaced`: whose place was taken. `late`: how many of the entrants, the last ones, came after the start.
    `ends_ms`: of an arena, when its span is over; `closed`: it is. `awaited`: the round of the
    beacon that it waited for from its start on; `signature`: that round's."""

    opened: TournamentOpened
    status: str = ENTRY
    paused: bool = False
    round: int = 0
    divisions: tuple[tuple[int, ...], ...] = ()
    final: tuple[Row, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    numbers: Mapping[str, int] = {}
    games: Mapping[int, Game] = {}
    byes: tuple[tuple[int, ...], ...] = ()
    decisions: int = 0
    offers: Mapping[str, int] = {}
    replaced: tuple[int, ...] = ()
    late: int = 0
    ends_ms: int = 0
    closed: bool = False
    awaited: int = 0
    signature: str = ""

    @property
    def terms(self) -> Terms:
        return self.opened.terms

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.opened.secret)

    @property
    def dice(self) -> Dice:
        """Return the dice, from the given seed, or from secret, nonces and, where there is a beacon, the beacon
        round."""
        tournament_id, beacon = self.opened.tournament_id, self.opened.beacon
        if self.opened.seed:
            return Dice.from_text(self.opened.seed)
        nonces = list(map(bytes.fromhex, self.nonces))
        if not beacon:
            return Dice(game_seed(self.secret, tournament_id, nonces))
        assert self.signature, "nothing is drawn before the round has come"
        chain, signature = bytes.fromhex(beacon.chain), bytes.fromhex(self.signature)
        return Dice(beacon_seed(self.secret, tournament_id, nonces, chain, self.awaited, signature))

    @property
    def nonces(self) -> tuple[str, ...]:
        """Return the entrants who registered before the start, in order of registration (EV-DICE-02, EV-REPLACE-04)."""
        return tuple(entrant.nonce for entrant in self.entrants[: len(self.entrants) - self.late])

    def those(self, status: str) -> tuple[int, ...]:
        """Return the entrants with this status, in the order of their entry."""
        return tuple(number for number, entrant in enumerate(self.entrants) if entrant.status == status)

    def is_in(self, entrant: int) -> bool:
        return self.entrants[entrant].status == IN

    @property
    def waits_for(self) -> tuple[int, ...]:
        """Tables whose games are not over."""
        return tuple(table for table, game in self.games.items() if game.status == OPEN)


def table_terms(terms: Terms, own: TableTerms | UnsetType) -> Terms:
    """Return the terms of one table: the tournament's, and those of its own in their place (EV-GIVEN-08)."""
    if own is UNSET:
        return terms
    return replace(
        terms,
        options=terms.options | (own.options or {}),
        clock=own.clock or terms.clock,
        rated=terms.rated and not own.unrated,
    )


def evolve(tournament: Tournament | None, event: Event) -> Tournament:
    return FOLDS[type(event)](tournament, event)


def fold(events: Iterable[Event], tournament: Tournament | None = None) -> Tournament:
    found = reduce(evolve, events, tournament)
    assert found, "a stream begins with TournamentOpened"
    return found


def _opened(_: Tournament | None, event: TournamentOpened) -> Tournament:
    return Tournament(event)


def _entered(tournament: Tournament, event: PlayerEntered) -> Tournament:
    entrant = Entrant(event.account, event.nonce, event.rating, WAITING if event.waiting else IN)
    numbers = {**tournament.numbers, event.account: event.entrant}
    return replace(tournament, entrants=(*tournament.entrants, entrant), numbers=numbers)


def _with_entrant(tournament: Tournament, number: int, **changes: Any) -> Tournament:
    entrants = list(tournament.entrants)
    entrants[number] = replace(entrants[number], **changes)
    return replace(tournament, entrants=tuple(entrants))


def _admitted(tournament: Tournament, event: PlayerAdmitted) -> Tournament:
    return _with_entrant(tournament, event.entrant, status=IN)


def _checked_in(tournament: Tournament, event: PlayerCheckedIn) -> Tournament:
    return _with_entrant(tournament, event.entrant, checked_in=True)


def _withdrawn(tournament: Tournament, event: PlayerWithdrawn) -> Tournament:
    return _with_entrant(tournament, event.entrant, status=OUT)


def _disqualified(tournament: Tournament, event: PlayerDisqualified) -> Tournament:
    return _with_entrant(tournament, event.entrant, status=DISQUALIFIED)


def _offered(tournament: Tournament, event: PlaceOffered) -> Tournament:
    others = {account: entrant for account, entrant in tournament.offers.items() if entrant != event.entrant}
    offers = {**others, event.account: event.entrant}
    return replace(tournament, offers=offers, decisions=tournament.decisions + 1)


def _replaced(tournament: Tournament, event: PlayerReplaced) -> Tournament:
    """A replacement is ranked in the division of the entrant who left."""
    divisions = tuple(
        (*division, event.by) if event.entrant in division else division for division in tournament.divisions
    )
    offers = {account: entrant for account, entrant in tournament.offers.items() if entrant != event.entrant}
    after = replace(tournament, divisions=divisions, offers=offers, replaced=(*tournament.replaced, event.entrant))
    if event.by < len(tournament.entrants):
        return _with_entrant(after, event.by, status=IN)
    entrants = (*after.entrants, Entrant(event.account, "", event.rating, IN))
    numbers = {**after.numbers, event.account: event.by}
    return replace(after, entrants=entrants, numbers=numbers, late=after.late + 1)


def _joined(tournament: Tournament, event: PlayerJoined) -> Tournament:
    """The divisions of a tournament with one division."""
    entrants = (*tournament.entrants, Entrant(event.account, "", event.rating, IN))
    numbers = {**tournament.numbers, event.account: event.entrant}
    divisions = ((*tournament.divisions[0], event.entrant),)
    return replace(tournament, entrants=entrants, numbers=numbers, divisions=divisions, late=tournament.late + 1)


def _starting(tournament: Tournament, event: TournamentStarting) -> Tournament:
    return replace(tournament, status=STARTING, awaited=event.round)


def _started(tournament: Tournament, event: TournamentStarted) -> Tournament:
    return replace(
        tournament,
        status=RUNNING,
        divisions=event.divisions,
        ends_ms=event.ends_ms or 0,
        signature=event.signature or "",
    )


def _span_ended(tournament: Tournament, _: SpanEnded) -> Tournament:
    return replace(tournament, closed=True)


def _paired(tournament: Tournament, event: RoundPaired) -> Tournament:
    games = {pairing.table: Game(event.round, pairing) for pairing in event.pairings}
    byes = (*tournament.byes, event.byes)
    return replace(tournament, round=event.round, games={**tournament.games, **games}, byes=byes)


def _tables_given(tournament: Tournament, event: TablesGiven) -> Tournament:
    games = {pairing.table: Game(event.round, pairing) for pairing in event.pairings}
    return replace(tournament, round=event.round, games={**tournament.games, **games}, byes=(*tournament.byes, ()))


def _pairing_closed(tournament: Tournament, _: PairingClosed) -> Tournament:
    return replace(tournament, closed=True)


def _paired_anew(tournament: Tournament, event: GamesPairedAnew) -> Tournament:
    before = {table: replace(tournament.games[table], paired_anew=True) for table in event.instead_of}
    after = {pairing.table: Game(tournament.round, pairing) for pairing in event.pairings}
    return replace(tournament, games={**tournament.games, **before, **after})


def _with_game(tournament: Tournament, table: int, **changes: Any) -> Tournament:
    game = replace(tournament.games[table], **changes)
    return replace(tournament, games={**tournament.games, table: game})


def _recorded(tournament: Tournament, event: ResultRecorded) -> Tournament:
    return _with_game(tournament, event.table, status=PLAYED, standings=event.standings, unscored=event.unscored)


def _corrected(tournament: Tournament, event: ResultCorrected) -> Tournament:
    unscored = _unscored(tournament, event.table)
    after = _with_game(tournament, event.table, status=PLAYED, standings=event.standings, unscored=unscored)
    return replace(after, decisions=after.decisions + 1)


def _annulled(tournament: Tournament, event: GameAnnulled) -> Tournament:
    unscored = _unscored(tournament, event.table)
    return _with_game(tournament, event.table, status=ANNULLED, standings=(), unscored=unscored)


def _unscored(tournament: Tournament, table: int) -> tuple[int, ...]:
    """EV-LEAVE-02: who had left when a game was first decided about."""
    game = tournament.games[table]
    if game.status != OPEN:
        return game.unscored
    return tuple(entrant for entrant in game.pairing.seats if not tournament.is_in(entrant))


def _paused(tournament: Tournament, _: TournamentPaused) -> Tournament:
    return replace(tournament, paused=True, decisions=tournament.decisions + 1)


def _resumed(tournament: Tournament, _: TournamentResumed) -> Tournament:
    return replace(tournament, paused=False)


def _ended(tournament: Tournament, event: TournamentEnded) -> Tournament:
    return replace(tournament, status=ENDED, paused=False, final=event.standings)


def _revealed(tournament: Tournament, _: SecretRevealed) -> Tournament:
    return tournament


FOLDS: Folds[Tournament] = {
    TournamentOpened: _opened,
    PlayerEntered: _entered,
    PlayerAdmitted: _admitted,
    PlayerJoined: _joined,
    PlayerCheckedIn: _checked_in,
    PlayerWithdrawn: _withdrawn,
    PlayerDisqualified: _disqualified,
    PlaceOffered: _offered,
    PlayerReplaced: _replaced,
    TournamentStarting: _starting,
    TournamentStarted: _started,
    SpanEnded: _span_ended,
    RoundPaired: _paired,
    GamesPairedAnew: _paired_anew,
    TablesGiven: _tables_given,
    PairingClosed: _pairing_closed,
    ResultRecorded: _recorded,
    ResultCorrected: _corrected,
    GameAnnulled: _annulled,
    TournamentPaused: _paused,
    TournamentResumed: _resumed,
    TournamentEnded: _ended,
    SecretRevealed: _revealed,
}
