"""Decides commands to a tournament. Checks run in a fixed order, so the first failing rule determines the refusal."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from domain.kernel.decision import Decision
from domain.kernel.messages import Event
from domain.kernel.refused import Refused
from domain.tournament import officials
from domain.tournament.arena import close, end_span
from domain.tournament.beacon import check_waiting
from domain.tournament.entry import begin_with_round, check_in, enter, start, withdraw
from domain.tournament.given import close_pairing, give, reseat
from domain.tournament.messages import (
    AnnulGame,
    BeginWithRound,
    Cancel,
    CheckIn,
    CloseArena,
    ClosePairing,
    CorrectResult,
    Disqualify,
    Enter,
    GiveTables,
    OpenTournament,
    Pause,
    RecordResult,
    Replace,
    ReseatTable,
    Resume,
    Start,
    TournamentCommand,
    Withdraw,
)
from domain.tournament.opening import RULES_VERSION, open_tournament
from domain.tournament.progress import go_on
from domain.tournament.replacements import let_in
from domain.tournament.results import record
from domain.tournament.state import ENDED, FOLDS, Tournament, fold

Decided: TypeAlias = Decision[None, Tournament]


class Ruling(Struct, frozen=True, gc=False):
    """The events of a command and the state after them. No events: the state was already so."""

    events: tuple[Event, ...]
    tournament: Tournament


def begin(
    command: OpenTournament, actor: str, tournament_id: str, secret: bytes, rules_version: int = RULES_VERSION
) -> Ruling:
    """EV-OPEN. `secret`: 32 bytes from the operating system's randomness."""
    events = (open_tournament(command, actor, tournament_id, secret, rules_version),)
    return Ruling(events, fold(events))


def decide(tournament: Tournament, command: TournamentCommand, actor: str, now_ms: int = 0) -> Ruling:
    """Refuses, or says what happens. Any actor may ask; the rules say who is heard. `now_ms`: when the command was
    given, milliseconds since 1970 UTC, as its events are stored."""
    if tournament.status == ENDED:
        raise Refused("EVENT_OVER", "EV-END-02")
    check_waiting(tournament, command)
    decided: Decided = Decision(None, tournament, FOLDS)
    if timed := _TIMED.get(type(command)):
        timed(decided, command, actor, now_ms)
    else:
        _HANDLERS[type(command)](decided, command, actor)
    if decided.events:
        end_span(decided, now_ms)
        go_on(decided)
    return Ruling(tuple(decided.events), decided.state)


_TIMED: Mapping[type[TournamentCommand], Callable[[Decided, Any, str, int], None]] = {
    Start: start,
    BeginWithRound: begin_with_round,
    CloseArena: close,
    GiveTables: give,
}
"""The checks that depend on the time of the command."""
_HANDLERS: Mapping[type[TournamentCommand], Callable[[Decided, Any, str], None]] = {
    Enter: enter,
    CheckIn: check_in,
    Withdraw: withdraw,
    RecordResult: record,
    CorrectResult: officials.correct,
    AnnulGame: officials.annul,
    Disqualify: officials.disqualify,
    Replace: let_in,
    ReseatTable: reseat,
    ClosePairing: close_pairing,
    Pause: officials.pause,
    Resume: officials.resume,
    Cancel: officials.cancel,
}
