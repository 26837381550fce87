"""Decisions of officials: always with a reason, and always as an event. Nothing is edited (EV-OFF)."""

from domain.kernel.decision import Decision
from domain.kernel.refused import Refused
from domain.kernel.text import is_line
from domain.table.messages import OPERATOR_ACTOR
from domain.tournament.messages import (
    AnnulGame,
    Cancel,
    CorrectResult,
    Disqualify,
    GameAnnulled,
    Pause,
    PlayerDisqualified,
    ResultCorrected,
    Resume,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournament.progress import end
from domain.tournament.results import check_standings, game_of
from domain.tournament.state import ANNULLED, DISQUALIFIED, RUNNING, Tournament

REASON_MAX = 500
DECISIONS_MAX = 1_000


def correct(decided: Decision[None, Tournament], command: CorrectResult, actor: str) -> None:
    tournament = decided.state
    check_official(tournament, actor, "EV-OFF-01")
    check_reason(command.reason)
    game = game_of(tournament, command.table, "EV-OFF-01")
    check_not_own(tournament, command.table, actor)
    check_standings(command.standings, len(game.pairing.seats), "EV-OFF-01")
    check_decisions(tournament)
    decided.record(ResultCorrected(command.table, command.standings, command.reason))


def annul(decided: Decision[None, Tournament], command: AnnulGame, actor: str) -> None:
    tournament = decided.state
    check_official(tournament, actor, "EV-OFF-02")
    check_reason(command.reason)
    game = game_of(tournament, command.table, "EV-OFF-02")
    check_not_own(tournament, command.table, actor)
    if game.status != ANNULLED:
        decided.record(GameAnnulled(command.table, command.reason))


def disqualify(decided: Decision[None, Tournament], command: Disqualify, actor: str) -> None:
    tournament = decided.state
    check_official(tournament, actor, "EV-OFF-03")
    check_reason(command.reason)
    check_known(tournament, command.entrant, "EV-OFF-03")
    if tournament.entrants[command.entrant].account == actor.removeprefix(OPERATOR_ACTOR):
        raise Refused("OFFICIAL_PLAYS_THERE", "EV-OFF-06")
    if tournament.opened.rules_version > 1:
        _check_does_not_play(tournament, actor)
    if tournament.entrants[command.entrant].status != DISQUALIFIED:
        decided.record(PlayerDisqualified(command.entrant, command.reason))


def pause(decided: Decision[None, Tournament], command: Pause, actor: str) -> None:
    check_official(decided.state, actor, "EV-OFF-04")
    check_reason(command.reason)
    if decided.state.status != RUNNING:
        raise Refused("EVENT_NOT_STARTED", "EV-OFF-04")
    if not decided.state.paused:
        check_decisions(decided.state)
        decided.record(TournamentPaused(command.reason))


def resume(decided: Decision[None, Tournament], _: Resume, actor: str) -> None:
    check_official(decided.state, actor, "EV-OFF-04")
    if decided.state.paused:
        decided.record(TournamentResumed())


def cancel(decided: Decision[None, Tournament], command: Cancel, actor: str) -> None:
    """EV-OFF-05."""
    check_official(decided.state, actor, "EV-OFF-05")
    check_reason(command.reason)
    end(decided, "CANCELLED", command.reason)


def check_official(tournament: Tournament, actor: str, rule: str) -> None:
    """The organiser, whom the terms name, and operators of the service."""
    if not is_official(tournament, actor):
        raise Refused("NOT_AN_OFFICIAL", rule)


def is_official(tournament: Tournament, actor: str) -> bool:
    known = (tournament.opened.organiser, *tournament.terms.officials)
    return actor in known or actor.startswith(OPERATOR_ACTOR)


def check_not_own(tournament: Tournament, table: int, actor: str) -> None:
    """EV-OFF-06."""
    account = actor.removeprefix(OPERATOR_ACTOR)
    seats = tournament.games[table].pairing.seats
    if account in [tournament.entrants[entrant].account for entrant in seats]:
        raise Refused("OFFICIAL_PLAYS_THERE", "EV-OFF-06")


def _check_does_not_play(tournament: Tournament, actor: str) -> None:
    """EV-OFF-06, from rules version 2 on: all entrants are opponents, now or in a later round."""
    number = tournament.numbers.get(actor.removeprefix(OPERATOR_ACTOR))
    if number is not None and tournament.is_in(number):
        raise Refused("OFFICIAL_PLAYS_THERE", "EV-OFF-06")


def check_known(tournament: Tournament, entrant: int, rule: str) -> None:
    if not 0 <= entrant < len(tournament.entrants):
        raise Refused("UNKNOWN_ENTRANT", rule, entrant=entrant, entrants=len(tournament.entrants))


def check_decisions(tournament: Tournament) -> None:
    """EV-OFF-08: of those that can be said again and again."""
    if tournament.decisions >= DECISIONS_MAX:
        raise Refused("DECISIONS_USED_UP", "EV-OFF-08", at_most=DECISIONS_MAX)


def check_reason(reason: str) -> None:
    if not 1 <= len(reason) <= REASON_MAX or not is_line(reason):
        raise Refused("REASON_NEEDED", "EV-OFF-07", length_max=REASON_MAX)
