"""The rights of owner and officers in a club, with their limits (CL-OFF)."""

from domain.club.state import OFFICER, OWNER, Club
from domain.kernel.refused import Refused
from domain.kernel.text import is_line
from domain.table.messages import OPERATOR_ACTOR

REASON_MAX = 500
DECISIONS_MAX = 10_000


def is_operator(actor: str) -> bool:
    """CL-OFF-03: they may do what the owner may."""
    return actor.startswith(OPERATOR_ACTOR)


def is_officer(club: Club, actor: str) -> bool:
    return is_operator(actor) or club.standing(actor) in (OWNER, OFFICER)


def is_owner(club: Club, actor: str) -> bool:
    return is_operator(actor) or club.standing(actor) == OWNER


def check_officer(club: Club, actor: str, rule: str) -> None:
    if not is_officer(club, actor):
        raise Refused("NOT_AN_OFFICER", rule)


def check_owner(club: Club, actor: str, rule: str) -> None:
    if not is_owner(club, actor):
        raise Refused("NOT_THE_OWNER", rule)


def check_member(club: Club, account: str, rule: str) -> None:
    if account not in club.members:
        raise Refused("NOT_A_MEMBER", rule)


def check_decisions(club: Club) -> None:
    """Of those that can be taken again and again."""
    if club.decisions >= DECISIONS_MAX:
        raise Refused("CLUB_DECISIONS_USED_UP", "CL-OFF-04", at_most=DECISIONS_MAX)


def check_reason(reason: str, rule: str) -> None:
    if not 1 <= len(reason) <= REASON_MAX or not is_line(reason):
        raise Refused("REASON_NEEDED", rule, length_max=REASON_MAX)
