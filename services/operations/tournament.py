"""Plays whole tournaments of bots in process: every game by its rules at its own table, nothing stored.

Tournament and games are the streams they would be in a store, so that they can be exported and proven; the digest of
the last link says whether two machines played the same.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import combinations

from msgspec import Struct

from domain import catalogue, stored
from domain.history.chain import first_link
from domain.history.codec import Codec, canonical_command
from domain.history.record import EventRow as StoredRow
from domain.history.record import milliseconds
from domain.kernel.decider import digest
from domain.kernel.messages import Event
from domain.table.lobby import known_bot
from domain.table.messages import SERVER_ACTOR
from domain.tournament.decide import Ruling, begin, decide
from domain.tournament.messages import (
    CloseArena,
    Enter,
    OpenTournament,
    Pairing,
    RecordResult,
    Row,
    Start,
    Terms,
    TournamentCommand,
    TournamentEnded,
)
from domain.tournament.state import ENDED, Tournament
from services.operations.simulate import Played, SimulationPlan, play_one

HOST = "simulation"
_AT = datetime(2000, 1, 1, tzinfo=UTC)
_GAME = timedelta(minutes=5)
"""The assumed length of a game, with which an arena's span is filled."""


class TournamentPlan(Struct, frozen=True):
    """`players`: how many enter. `bots`: names of strategies, dealt to the entrants in turn."""

    terms: Terms
    players: int
    seed: str
    bots: tuple[str, ...]


class PairingPlayed(Struct, frozen=True):
    """A table, who sat there, and how it ended. `seats` and `places`: by seat."""

    table: int
    round: int
    division: int
    variant: str
    seats: tuple[int, ...]
    game: str
    reason: str
    places: tuple[int, ...]


class TournamentReport(Struct, frozen=True):
    """The JSON object that `turnledger tournament simulate --json` prints. `meetings`: how many pairs met so often."""

    tournament: str
    form: str
    players: int
    rounds: int
    reason: str
    pairings: tuple[PairingPlayed, ...]
    byes: tuple[tuple[int, ...], ...]
    meetings: dict[int, int]
    standings: tuple[Row, ...]
    digest: str


class Simulated(Struct, frozen=True):
    """`rows`: the stream of the tournament."""

    report: TournamentReport
    rows: tuple[StoredRow, ...]


def simulate(plan: TournamentPlan, keep: Callable[[Played, int], None] = lambda _played, _paired: None) -> Simulated:
    """Refuses what could not be played. `keep` gets each finished game, and how many are paired by then."""
    recorder = _Recorder(plan)
    _check_bots(plan)
    for number in range(plan.players):
        recorder.execute(Enter(), f"{plan.bots[number % len(plan.bots)]}-{number}")
    recorder.execute(Start(), HOST)
    codec, results = stored.codec(), dict[int, RecordResult]()
    while recorder.tournament.status != ENDED:
        if not recorder.tournament.waits_for:  # of an arena, whose players have all just met
            recorder.close()
            continue
        table = recorder.tournament.waits_for[0]
        game = played(plan, recorder.tournament.games[table].pairing, codec)
        outcome = game.aggregate.outcome
        assert outcome, "a game that waits for nobody is over"
        results[table] = RecordResult(table, outcome.reason, outcome.standings, game.game_id, game.chain)
        recorder.at += _GAME / max(1, len(recorder.tournament.waits_for))
        recorder.execute(results[table], SERVER_ACTOR)
        keep(game, len(recorder.tournament.games))
    return Simulated(_report(plan, recorder, results), tuple(recorder.rows))


def played(plan: TournamentPlan, pairing: Pairing, codec: Codec) -> Played:
    """The game of a table, by bots, from its own dice."""
    bots = tuple(plan.bots[entrant % len(plan.bots)] for entrant in pairing.seats)
    name = f"{plan.seed}/{pairing.table}"
    game = SimulationPlan(pairing.variant, len(pairing.seats), 1, name, bots, plan.terms.options)
    return play_one(game, 0, codec, checked=False)


class _Recorder:
    """The stream of the tournament as it grows."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.tournament_id = f"sim-{digest(plan)[:12]}"
        self.secret = sha256(f"secret/{plan.seed}".encode()).digest()
        self.rows: list[StoredRow] = []
        self.events: list[Event] = []
        self.commands = 0
        self.at = _AT
        opening = OpenTournament(plan.terms, seed=plan.seed)
        ruling = begin(opening, HOST, self.tournament_id, self.secret)
        self.chain = first_link(self.tournament_id, ruling.tournament.opened.commitment)
        self.tournament: Tournament = ruling.tournament
        self._take(opening, HOST, ruling)

    def execute(self, command: TournamentCommand, actor: str) -> None:
        self._take(command, actor, decide(self.tournament, command, actor, milliseconds(self.at)))

    def close(self) -> None:
        """The span of an arena passes without a game."""
        self.at = max(self.at, datetime.fromtimestamp(self.tournament.ends_ms / 1000, UTC))
        self.execute(CloseArena(), SERVER_ACTOR)

    def _take(self, command: TournamentCommand, actor: str, ruling: Ruling) -> None:
        self.commands += 1
        rows, self.chain = stored.tournament_codec().seal(
            self.tournament_id,
            len(self.rows) + 1,
            ruling.events,
            at=self.at,
            actor=actor,
            request_id=f"{self.commands}",
            command=canonical_command(command),
            secret=self.secret,
            chain=self.chain,
            rules_version=None,
        )
        self.tournament = ruling.tournament
        self.rows += rows
        self.events += ruling.events


def _check_bots(plan: TournamentPlan) -> None:
    for name in plan.terms.variants:
        rules = catalogue.find(name).decider(plan.terms.options, plan.terms.seats)
        for bot in plan.bots:
            known_bot(rules, bot, "EV-OPEN-02")


def _report(plan: TournamentPlan, recorder: _Recorder, results: dict[int, RecordResult]) -> TournamentReport:
    tournament, met = recorder.tournament, Counter[frozenset[int]]()
    for game in tournament.games.values():
        met.update(map(frozenset, combinations(game.pairing.seats, 2)))
    (reason,) = [event.reason for event in recorder.events if isinstance(event, TournamentEnded)]
    return TournamentReport(
        tournament=recorder.tournament_id,
        form=plan.terms.form,
        players=plan.players,
        rounds=tournament.round,
        reason=reason,
        pairings=_pairings(tournament, results.values()),
        byes=tournament.byes,
        meetings=dict(sorted(Counter(met.values()).items())),
        standings=tournament.final,
        digest=sha256(recorder.chain.encode()).hexdigest(),
    )


def _pairings(tournament: Tournament, results: Iterable[RecordResult]) -> tuple[PairingPlayed, ...]:
    found = []
    for result in results:
        game = tournament.games[result.table]
        places = {each.player: each.rank for each in result.standings}
        found.append(
            PairingPlayed(
                result.table,
                game.round,
                game.pairing.division,
                game.pairing.variant,
                game.pairing.seats,
                result.game_id,
                result.reason,
                tuple(places[each] for each in sorted(places)),
            )
        )
    return tuple(found)
