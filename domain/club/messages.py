"""Commands and events of a club. Stored forms are a contract: a change here changes the storage format.

A command does not contain its actor: the actor is authenticated outside and stored in the envelope. People are
identified by their accounts. Rules: docs/rules/club.md.
"""

from msgspec import Struct

from domain.kernel.messages import Event

OPEN, REQUEST, INVITATION = "OPEN", "REQUEST", "INVITATION"
ADMISSIONS = (OPEN, REQUEST, INVITATION)
"""Ways to become a member: freely, by request, by invitation only."""
ADMITTED, INVITED = "ADMITTED", "INVITED"
"""Ways in which a member was admitted by another member."""


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """The public data of a club. `admission`: one of ADMISSIONS."""

    public = ("name", "description", "admission")

    name: str
    description: str = ""
    admission: str = REQUEST


class ClubCommand(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A command to a club."""


class FoundClub(ClubCommand, frozen=True):
    profile: Profile


class ChangeClub(ClubCommand, frozen=True):
    profile: Profile


class Join(ClubCommand, frozen=True):
    """`text`: to the officers, where one has to ask."""

    text: str = ""


class Leave(ClubCommand, frozen=True):
    """Leave as a member, take back one's own request, or decline an invitation."""


class Admit(ClubCommand, frozen=True):
    """An account that has asked to join."""

    account: str


class Refuse(ClubCommand, frozen=True):
    """An account that has asked to join."""

    account: str


class Invite(ClubCommand, frozen=True):
    account: str


class TakeBackInvitation(ClubCommand, frozen=True):
    account: str


class PutOut(ClubCommand, frozen=True):
    account: str
    reason: str


class NameOfficer(ClubCommand, frozen=True):
    account: str


class RelieveOfficer(ClubCommand, frozen=True):
    account: str


class HandOver(ClubCommand, frozen=True):
    account: str


class CloseClub(ClubCommand, frozen=True):
    reason: str


class ClubFounded(Event, frozen=True):
    """`secret`: 32 bytes that salt the chain, so that its links say nothing of what is hidden; `commitment`: to it."""

    rules = ("CL-FOUND-01",)
    public = ("club_id", "founder", "profile", "commitment")
    hidden = ("secret",)
    club_id: str
    founder: str
    profile: Profile
    commitment: str
    secret: str


class ClubChanged(Event, frozen=True):
    rules = ("CL-FOUND-03",)
    public = ("profile",)
    profile: Profile


class MembershipAsked(Event, frozen=True):
    rules = ("CL-JOIN-02",)
    hidden = ("account", "text")
    account: str
    text: str


class RequestTakenBack(Event, frozen=True):
    rules = ("CL-LEAVE-01",)
    hidden = ("account",)
    account: str


class RequestRefused(Event, frozen=True):
    rules = ("CL-JOIN-02",)
    hidden = ("account",)
    account: str


class MemberInvited(Event, frozen=True):
    """`by`: the account of the officer."""

    rules = ("CL-JOIN-04",)
    hidden = ("account", "by")
    account: str
    by: str


class InvitationDeclined(Event, frozen=True):
    rules = ("CL-LEAVE-01",)
    hidden = ("account",)
    account: str


class InvitationTakenBack(Event, frozen=True):
    rules = ("CL-JOIN-04",)
    hidden = ("account",)
    account: str


class MemberJoined(Event, frozen=True):
    """`way`: OPEN, ADMITTED or INVITED."""

    rules = ("CL-JOIN-01", "CL-JOIN-02", "CL-JOIN-04")
    public = ("account", "way")
    account: str
    way: str


class MemberLeft(Event, frozen=True):
    rules = ("CL-LEAVE-01",)
    public = ("account",)
    account: str


class MemberPutOut(Event, frozen=True):
    rules = ("CL-OUT-01",)
    public = ("account",)
    hidden = ("reason",)
    account: str
    reason: str


class OfficerNamed(Event, frozen=True):
    rules = ("CL-OFF-01",)
    public = ("account",)
    account: str


class OfficerRelieved(Event, frozen=True):
    rules = ("CL-OFF-01",)
    public = ("account",)
    account: str


class OwnershipPassed(Event, frozen=True):
    """`account`: the new owner; who was it before is a member like others, or has gone."""

    rules = ("CL-OFF-02", "CL-LEAVE-02")
    public = ("account",)
    account: str


class ClubClosed(Event, frozen=True):
    """`reason`: the owner's or an operator's; empty where the last member has gone."""

    rules = ("CL-CLOSE-01", "CL-LEAVE-02")
    public = ("reason",)
    reason: str


EVENTS: tuple[type[Event], ...] = (
    ClubFounded,
    ClubChanged,
    MembershipAsked,
    RequestTakenBack,
    RequestRefused,
    MemberInvited,
    InvitationDeclined,
    InvitationTakenBack,
    MemberJoined,
    MemberLeft,
    MemberPutOut,
    OfficerNamed,
    OfficerRelieved,
    OwnershipPassed,
    ClubClosed,
)
COMMANDS: tuple[type[ClubCommand], ...] = (
    FoundClub,
    ChangeClub,
    Join,
    Leave,
    Admit,
    Refuse,
    Invite,
    TakeBackInvitation,
    PutOut,
    NameOfficer,
    RelieveOfficer,
    HandOver,
    CloseClub,
)
