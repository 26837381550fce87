"""Joining and leaving a club (CL-JOIN, CL-LEAVE)."""

from domain.club.messages import (
    ADMITTED,
    INVITATION,
    INVITED,
    OPEN,
    Admit,
    ClubClosed,
    InvitationDeclined,
    InvitationTakenBack,
    Invite,
    Join,
    Leave,
    MemberInvited,
    MemberJoined,
    MemberLeft,
    MembershipAsked,
    OwnershipPassed,
    Refuse,
    RequestRefused,
    RequestTakenBack,
    TakeBackInvitation,
)
from domain.club.rights import check_decisions, check_officer
from domain.club.state import Club
from domain.kernel.decision import Decision
from domain.kernel.refused import Refused
from domain.kernel.text import is_text
from domain.table.messages import OPERATOR_ACTOR

MEMBERS_MAX = 1_000
WAITING_MAX = 100
"""Who have asked and were not answered; and as many who are invited."""
CAME_MAX = 20
"""So often one account joins or asks at one club."""
TEXT_MAX = 500


def join(decided: Decision[None, Club], command: Join, actor: str) -> None:
    club, way = decided.state, decided.state.profile.admission
    if actor in club.members:
        raise Refused("ALREADY_A_MEMBER", "CL-JOIN-01")
    if len(command.text) > TEXT_MAX or not is_text(command.text):
        raise Refused("REQUEST_TEXT_INVALID", "CL-JOIN-02", length_max=TEXT_MAX)
    if actor in club.invited:
        _let_in(decided, actor, INVITED)
        return
    if actor in club.put_out:
        raise Refused("PUT_OUT_BEFORE", "CL-OUT-02")
    if way == INVITATION:
        raise Refused("CLUB_BY_INVITATION", "CL-JOIN-03")
    if actor in club.asked:
        raise Refused("ALREADY_ASKED", "CL-JOIN-02")
    if club.came.get(actor, 0) >= CAME_MAX:
        raise Refused("CAME_TOO_OFTEN", "CL-JOIN-06", at_most=CAME_MAX)
    if way == OPEN:
        _let_in(decided, actor, OPEN)
        return
    if len(club.asked) >= WAITING_MAX:
        raise Refused("REQUESTS_FULL", "CL-JOIN-02", at_most=WAITING_MAX)
    decided.record(MembershipAsked(actor, command.text))


def _let_in(decided: Decision[None, Club], account: str, way: str) -> None:
    if len(decided.state.members) >= MEMBERS_MAX:
        raise Refused("CLUB_FULL", "CL-JOIN-05", at_most=MEMBERS_MAX)
    decided.record(MemberJoined(account, way))


def admit(decided: Decision[None, Club], command: Admit, actor: str) -> None:
    check_officer(decided.state, actor, "CL-JOIN-02")
    _check_asked(decided.state, command.account)
    _let_in(decided, command.account, ADMITTED)


def refuse(decided: Decision[None, Club], command: Refuse, actor: str) -> None:
    check_officer(decided.state, actor, "CL-JOIN-02")
    _check_asked(decided.state, command.account)
    check_decisions(decided.state)
    decided.record(RequestRefused(command.account))


def _check_asked(club: Club, account: str) -> None:
    if account not in club.asked:
        raise Refused("NOT_ASKED", "CL-JOIN-02")


def invite(decided: Decision[None, Club], command: Invite, actor: str) -> None:
    """Who has asked comes at once."""
    club, account = decided.state, command.account
    check_officer(club, actor, "CL-JOIN-04")
    if account in club.members:
        raise Refused("ALREADY_A_MEMBER", "CL-JOIN-01")
    if account in club.asked:
        _let_in(decided, account, ADMITTED)
        return
    if account in club.invited:
        raise Refused("ALREADY_INVITED", "CL-JOIN-04")
    if len(club.invited) >= WAITING_MAX:
        raise Refused("INVITATIONS_FULL", "CL-JOIN-04", at_most=WAITING_MAX)
    check_decisions(club)
    decided.record(MemberInvited(account, actor.removeprefix(OPERATOR_ACTOR)))


def take_back(decided: Decision[None, Club], command: TakeBackInvitation, actor: str) -> None:
    check_officer(decided.state, actor, "CL-JOIN-04")
    if command.account not in decided.state.invited:
        raise Refused("NO_INVITATION", "CL-JOIN-04")
    check_decisions(decided.state)
    decided.record(InvitationTakenBack(command.account))


def leave(decided: Decision[None, Club], _: Leave, actor: str) -> None:
    club = decided.state
    if actor in club.members:
        decided.record(MemberLeft(actor))
        pass_on(decided)
    elif actor in club.invited:
        decided.record(InvitationDeclined(actor))
    elif actor in club.asked:
        decided.record(RequestTakenBack(actor))
    else:
        raise Refused("NOT_A_MEMBER", "CL-LEAVE-01")


def pass_on(decided: Decision[None, Club]) -> None:
    """CL-LEAVE-02, where the owner has gone."""
    club = decided.state
    if not club.members:
        decided.record(ClubClosed(""))
    elif club.owner not in club.members:
        decided.record(OwnershipPassed((*club.officers, *club.members)[0]))
