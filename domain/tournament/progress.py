"""Automatic consequences: games without remaining players, the next round, the end (EV-PAIR-02, EV-END-01)."""

from domain.kernel.decision import Decision
from domain.tournament.arena import next_tables
from domain.tournament.messages import ARENA, GIVEN, GameAnnulled, PlayerAdmitted, SecretRevealed, TournamentEnded
from domain.tournament.opening import places, smallest
from domain.tournament.rounds import has_more, next_round
from domain.tournament.standings import standings
from domain.tournament.state import ENTRY, IN, RUNNING, WAITING, Tournament


def go_on(decided: Decision[None, Tournament]) -> None:
    tournament = decided.state
    if tournament.status == ENTRY:
        move_up(decided)
    if tournament.status != RUNNING:
        return
    for table in tournament.waits_for:
        if not any(map(tournament.is_in, tournament.games[table].pairing.seats)):
            decided.record(GameAnnulled(table, "NOBODY_LEFT"))
    if decided.state.terms.form == ARENA:
        _go_on_in_an_arena(decided)
        return
    if decided.state.paused or decided.state.waits_for:
        return
    if decided.state.terms.form == GIVEN:
        if decided.state.closed:
            end(decided, "PLAYED", "")
        return
    paired = next_round(decided.state, smallest(decided.state.terms))
    if paired:
        decided.record(paired)
    else:
        end(decided, "TOO_FEW_LEFT" if has_more(decided.state) else "PLAYED", "")


def _go_on_in_an_arena(decided: Decision[None, Tournament]) -> None:
    tournament = decided.state
    if tournament.paused:
        return
    if not tournament.closed:
        if paired := next_tables(tournament):
            decided.record(paired)
    elif not tournament.waits_for:
        end(decided, "PLAYED", "")


def end(decided: Decision[None, Tournament], reason: str, says: str) -> None:
    """EV-END-01, EV-DICE-03."""
    tournament = decided.state
    final = standings(tournament) if reason != "CANCELLED" else ()
    decided.record(TournamentEnded(reason, says, final))
    decided.record(SecretRevealed(tournament.opened.secret, tournament.nonces))


def move_up(decided: Decision[None, Tournament]) -> None:
    """EV-ENTER-04: who waits takes places that are free, the first to enter first."""
    free = places(decided.state.terms) - len(decided.state.those(IN))
    for entrant in decided.state.those(WAITING)[: max(free, 0)]:
        decided.record(PlayerAdmitted(entrant))
