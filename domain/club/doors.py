"""What is for members of a club only (CL-TABLE, CL-EVENT). Who is a member is looked up outside, at the door."""

from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate


def asked_of(aggregate: Aggregate, account: str) -> str:
    """The club of a table that the account wants to sit down at; empty where nobody asks, or it sits there already."""
    return "" if aggregate.seat_of(account) is not None else aggregate.terms.club or ""


def check_door(club: str, rule: str, *, member: bool) -> None:
    if not member:
        raise Refused("MEMBERS_ONLY", rule, club_id=club)


def check_host(club: str, *, officer: bool) -> None:
    """Of a tournament."""
    if not officer:
        raise Refused("NOT_AN_OFFICER", "CL-EVENT-01", club_id=club)
