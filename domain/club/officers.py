"""Officers besides the owner, and the removal of members (CL-OFF, CL-OUT)."""

from domain.club.joining import pass_on
from domain.club.messages import (
    HandOver,
    MemberPutOut,
    NameOfficer,
    OfficerNamed,
    OfficerRelieved,
    OwnershipPassed,
    PutOut,
    RelieveOfficer,
)
from domain.club.rights import (
    check_decisions,
    check_member,
    check_officer,
    check_owner,
    check_reason,
    is_operator,
    is_owner,
)
from domain.club.state import MEMBER, OFFICER, OWNER, Club
from domain.kernel.decision import Decision
from domain.kernel.refused import Refused

OFFICERS_MAX = 20


def name_officer(decided: Decision[None, Club], command: NameOfficer, actor: str) -> None:
    club, account = decided.state, command.account
    check_owner(club, actor, "CL-OFF-01")
    check_member(club, account, "CL-OFF-01")
    if club.standing(account) != MEMBER:
        raise Refused("ALREADY_AN_OFFICER", "CL-OFF-01")
    if len(club.officers) >= OFFICERS_MAX:
        raise Refused("OFFICERS_FULL", "CL-OFF-01", at_most=OFFICERS_MAX)
    check_decisions(club)
    decided.record(OfficerNamed(account))


def relieve(decided: Decision[None, Club], command: RelieveOfficer, actor: str) -> None:
    """Officers may give up their own office."""
    club, account = decided.state, command.account
    if account != actor:
        check_owner(club, actor, "CL-OFF-01")
    if club.standing(account) != OFFICER:
        raise Refused("NOT_AN_OFFICER", "CL-OFF-01")
    decided.record(OfficerRelieved(account))


def hand_over(decided: Decision[None, Club], command: HandOver, actor: str) -> None:
    club, account = decided.state, command.account
    check_owner(club, actor, "CL-OFF-02")
    check_member(club, account, "CL-OFF-02")
    if account == club.owner:
        raise Refused("ALREADY_THE_OWNER", "CL-OFF-02")
    check_decisions(club)
    decided.record(OwnershipPassed(account))


def put_out(decided: Decision[None, Club], command: PutOut, actor: str) -> None:
    club, account = decided.state, command.account
    check_officer(club, actor, "CL-OUT-01")
    check_reason(command.reason, "CL-OUT-01")
    check_member(club, account, "CL-OUT-01")
    standing = club.standing(account)
    if account == actor or not (
        standing == MEMBER or is_operator(actor) or (standing == OFFICER and is_owner(club, actor))
    ):
        raise Refused("MEMBER_PROTECTED", "CL-OUT-01", standing=standing)
    decided.record(MemberPutOut(account, command.reason))
    if standing == OWNER:
        pass_on(decided)
