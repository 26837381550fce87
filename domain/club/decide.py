"""Decides commands to a club. Checks run in a fixed order, so the first failing rule determines the refusal."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from domain.club import founding, joining, officers
from domain.club.messages import (
    Admit,
    ChangeClub,
    CloseClub,
    ClubCommand,
    FoundClub,
    HandOver,
    Invite,
    Join,
    Leave,
    NameOfficer,
    PutOut,
    Refuse,
    RelieveOfficer,
    TakeBackInvitation,
)
from domain.club.state import FOLDS, Club, fold
from domain.kernel.decision import Decision
from domain.kernel.messages import Event
from domain.kernel.refused import Refused

Decided: TypeAlias = Decision[None, Club]


class Ruling(Struct, frozen=True, gc=False):
    """The events of a command, at least one, and the state after them."""

    events: tuple[Event, ...]
    club: Club


def begin(command: FoundClub, actor: str, club_id: str, secret: bytes) -> Ruling:
    """CL-FOUND. `secret`: 32 bytes from the operating system's randomness."""
    events = (founding.found_club(command.profile, actor, club_id, secret),)
    return Ruling(events, fold(events))


def decide(club: Club, command: ClubCommand, actor: str) -> Ruling:
    """Refuses, or says what happens. Any actor may ask; the rules say who is heard."""
    if club.closed:
        raise Refused("CLUB_CLOSED", "CL-CLOSE-02")
    decided: Decided = Decision(None, club, FOLDS)
    _HANDLERS[type(command)](decided, command, actor)
    return Ruling(tuple(decided.events), decided.state)


_HANDLERS: Mapping[type[ClubCommand], Callable[[Decided, Any, str], None]] = {
    ChangeClub: founding.change,
    Join: joining.join,
    Leave: joining.leave,
    Admit: joining.admit,
    Refuse: joining.refuse,
    Invite: joining.invite,
    TakeBackInvitation: joining.take_back,
    PutOut: officers.put_out,
    NameOfficer: officers.name_officer,
    RelieveOfficer: officers.relieve,
    HandOver: officers.hand_over,
    CloseClub: founding.close,
}
