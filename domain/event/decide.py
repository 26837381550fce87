"""What a command to a tournament makes happen. The order of the checks is the order of the answers."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from domain.event import officials
from domain.event.arena import close, end_span
from domain.event.beacon import check_waiting
from domain.event.entry import begin_with_round, check_in, enter, start, withdraw
from domain.event.messages import (
    AnnulGame,
    BeginWithRound,
    Cancel,
    CheckIn,
    CloseArena,
    CorrectResult,
    Disqualify,
    Enter,
    OpenTournament,
    Pause,
    RecordResult,
    Replace,
    Resume,
    Start,
    TournamentCommand,
    Withdraw,
)
from domain.event.opening import open_tournament
from domain.event.progress import go_on
from domain.event.replacements import let_in
from domain.event.results import record
from domain.event.state import ENDED, FOLDS, Tournament, fold
from domain.kernel.decider import Event
from domain.kernel.decision import Decision
from domain.kernel.refused import Refused

Decided: TypeAlias = Decision[None, Tournament]


class Ruling(Struct, frozen=True, gc=False):
    """What happens, and how things stand afterwards. No events: it is so already."""

    events: tuple[Event, ...]
    tournament: Tournament


def begin(command: OpenTournament, actor: str, event_id: str, secret: bytes) -> Ruling:
    """EV-OPEN. `secret`: 32 bytes from the operating system's randomness."""
    events = (open_tournament(command, actor, event_id, secret),)
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
}
"""What depends on when it is said."""
_HANDLERS: Mapping[type[TournamentCommand], Callable[[Decided, Any, str], None]] = {
    Enter: enter,
    CheckIn: check_in,
    Withdraw: withdraw,
    RecordResult: record,
    CorrectResult: officials.correct,
    AnnulGame: officials.annul,
    Disqualify: officials.disqualify,
    Replace: let_in,
    Pause: officials.pause,
    Resume: officials.resume,
    Cancel: officials.cancel,
}
