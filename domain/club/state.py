"""The aggregate of one stream: who is in a club, and what each event changes."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.club.messages import (
    OPEN,
    ClubChanged,
    ClubClosed,
    ClubFounded,
    InvitationDeclined,
    InvitationTakenBack,
    MemberInvited,
    MemberJoined,
    MemberLeft,
    MemberPutOut,
    MembershipAsked,
    OfficerNamed,
    OfficerRelieved,
    OwnershipPassed,
    Profile,
    RequestRefused,
    RequestTakenBack,
)
from domain.kernel.decision import Folds
from domain.kernel.messages import Event

PUT_OUT_MAX = 1_000
"""The number of removed members that are remembered."""
OWNER, OFFICER, MEMBER, ASKED, INVITED, PUT_OUT, NONE = (
    *("OWNER", "OFFICER", "MEMBER", "ASKED", "INVITED", "PUT_OUT"),
    "",
)
T = TypeVar("T")


class Club(Struct, frozen=True, gc=False):
    """`members`: in the order in which they joined. `officers`: in the order in which they were named, without the
    owner. `asked`: with each one's message; `invited`: with the inviter; `put_out`: removed members with the reason.
    `came`: the number of times that each account joined by itself or asked. `decisions`: of owner and officers. The
    dicts are never changed, only replaced."""

    founded: ClubFounded
    profile: Profile
    owner: str
    members: tuple[str, ...]
    officers: tuple[str, ...] = ()
    asked: Mapping[str, str] = {}
    invited: Mapping[str, str] = {}
    put_out: Mapping[str, str] = {}
    came: Mapping[str, int] = {}
    decisions: int = 0
    closed: bool = False

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.founded.secret)

    def standing(self, account: str) -> str:
        """OWNER, OFFICER, MEMBER, ASKED, INVITED, PUT_OUT or NONE."""
        if account in self.members:
            return OWNER if account == self.owner else OFFICER if account in self.officers else MEMBER
        outside = ((INVITED, self.invited), (ASKED, self.asked), (PUT_OUT, self.put_out))
        return next((standing for standing, accounts in outside if account in accounts), NONE)


def evolve(club: Club | None, event: Event) -> Club:
    return FOLDS[type(event)](club, event)


def fold(events: Iterable[Event], club: Club | None = None) -> Club:
    found = reduce(evolve, events, club)
    assert found, "a stream begins with ClubFounded"
    return found


def _without(accounts: Mapping[str, T], account: str) -> Mapping[str, T]:
    return {each: value for each, value in accounts.items() if each != account}


def _decided(club: Club) -> Club:
    return replace(club, decisions=club.decisions + 1)


def _founded(_: Club | None, event: ClubFounded) -> Club:
    return Club(event, event.profile, event.founder, (event.founder,))


def _changed(club: Club, event: ClubChanged) -> Club:
    return _decided(replace(club, profile=event.profile))


def _counted(club: Club, account: str) -> Mapping[str, int]:
    return {**club.came, account: club.came.get(account, 0) + 1}


def _membership_asked(club: Club, event: MembershipAsked) -> Club:
    return replace(club, asked={**club.asked, event.account: event.text}, came=_counted(club, event.account))


def _taken_back(club: Club, event: RequestTakenBack) -> Club:
    return replace(club, asked=_without(club.asked, event.account))


def _refused(club: Club, event: RequestRefused) -> Club:
    return _decided(replace(club, asked=_without(club.asked, event.account)))


def _invited(club: Club, event: MemberInvited) -> Club:
    return _decided(replace(club, invited={**club.invited, event.account: event.by}))


def _declined(club: Club, event: InvitationDeclined) -> Club:
    return replace(club, invited=_without(club.invited, event.account))


def _uninvited(club: Club, event: InvitationTakenBack) -> Club:
    return _decided(replace(club, invited=_without(club.invited, event.account)))


def _joined(club: Club, event: MemberJoined) -> Club:
    account = event.account
    return replace(
        club,
        members=(*club.members, account),
        asked=_without(club.asked, account),
        invited=_without(club.invited, account),
        put_out=_without(club.put_out, account),
        came=_counted(club, account) if event.way == OPEN else club.came,
    )


def _gone(club: Club, account: str) -> Club:
    return replace(
        club,
        members=tuple(each for each in club.members if each != account),
        officers=tuple(each for each in club.officers if each != account),
    )


def _member_left(club: Club, event: MemberLeft) -> Club:
    return _gone(club, event.account)


def _put_out(club: Club, event: MemberPutOut) -> Club:
    last = [*_without(club.put_out, event.account).items(), (event.account, event.reason)][-PUT_OUT_MAX:]
    return _decided(replace(_gone(club, event.account), put_out=dict(last)))


def _named(club: Club, event: OfficerNamed) -> Club:
    return _decided(replace(club, officers=(*club.officers, event.account)))


def _relieved(club: Club, event: OfficerRelieved) -> Club:
    return _decided(replace(club, officers=tuple(each for each in club.officers if each != event.account)))


def _passed(club: Club, event: OwnershipPassed) -> Club:
    officers = tuple(each for each in club.officers if each != event.account)
    return _decided(replace(club, owner=event.account, officers=officers))


def _closed(club: Club, _: ClubClosed) -> Club:
    return replace(club, closed=True, asked={}, invited={})


FOLDS: Folds[Club] = {
    ClubFounded: _founded,
    ClubChanged: _changed,
    MembershipAsked: _membership_asked,
    RequestTakenBack: _taken_back,
    RequestRefused: _refused,
    MemberInvited: _invited,
    InvitationDeclined: _declined,
    InvitationTakenBack: _uninvited,
    MemberJoined: _joined,
    MemberLeft: _member_left,
    MemberPutOut: _put_out,
    OfficerNamed: _named,
    OfficerRelieved: _relieved,
    OwnershipPassed: _passed,
    ClubClosed: _closed,
}
