"""Access for members of a club only (CL-TABLE, CL-EVENT). Membership is looked up by the caller."""

from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate


def asked_of(aggregate: Aggregate, account: str) -> str:
    """Return the club whose membership the account needs for this table; empty without one, or if it has a seat
    there already."""
    return "" if aggregate.seat_of(account) is not None else aggregate.terms.club or ""


def check_door(club: str, rule: str, *, member: bool) -> None:
    if not member:
        raise Refused("MEMBERS_ONLY", rule, club_id=club)


def check_host(club: str, *, officer: bool) -> None:
    """Refuse a host who is not an officer of the tournament's club (CL-EVENT-01)."""
    if not officer:
        raise Refused("NOT_AN_OFFICER", "CL-EVENT-01", club_id=club)
