import pytest

from domain.club.messages import (
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
    NameOfficer,
    OwnershipPassed,
    Refuse,
    RequestRefused,
    RequestTakenBack,
    TakeBackInvitation,
)
from tests.domain.club.club_kit import OLGA, OPERATOR, founded, given, refused, when
from tests.kit import Refusal


@pytest.mark.rule("CL-JOIN-01")
def test_where_one_becomes_a_member_by_coming_one_joins_at_once():
    assert when(founded(), "ann", Join()) == (MemberJoined("ann", "OPEN"),)
    assert founded("ann", "bob").members == (OLGA, "ann", "bob")
    assert refused(founded("ann"), "ann", Join()) == Refusal("ALREADY_A_MEMBER")


@pytest.mark.rule("CL-JOIN-02")
def test_where_one_has_to_ask_an_officer_admits_or_refuses():
    asked = given(founded(admission="REQUEST"), ("ann", Join("We met on Friday.")))
    assert when(founded(admission="REQUEST"), "ann", Join("Hi")) == (MembershipAsked("ann", "Hi"),)
    assert (asked.members, asked.standing("ann"), asked.asked) == ((OLGA,), "ASKED", {"ann": "We met on Friday."})
    assert refused(asked, "ann", Join()) == Refusal("ALREADY_ASKED")
    assert refused(asked, "ann", Admit("ann")) == Refusal("NOT_AN_OFFICER")
    assert refused(asked, "ann", Refuse("ann")) == Refusal("NOT_AN_OFFICER")
    assert when(asked, OLGA, Admit("ann")) == (MemberJoined("ann", "ADMITTED"),)
    assert given(asked, (OLGA, Admit("ann"))).asked == {}
    assert when(asked, OPERATOR, Refuse("ann")) == (RequestRefused("ann"),)
    assert given(asked, (OLGA, Refuse("ann"))).standing("ann") == ""
    assert refused(asked, OLGA, Admit("bob")) == Refusal("NOT_ASKED")
    assert refused(asked, OLGA, Refuse("bob")) == Refusal("NOT_ASKED")


@pytest.mark.rule("CL-JOIN-02")
def test_a_hundred_wait_for_an_answer_and_what_they_write_is_short():
    club = founded(admission="REQUEST")
    assert refused(club, "ann", Join("x" * 501)) == Refusal("REQUEST_TEXT_INVALID", length_max=500)
    assert refused(club, "ann", Join("\x07")) == Refusal("REQUEST_TEXT_INVALID", length_max=500)
    full = given(club, *((f"p{number}", Join()) for number in range(100)))
    assert refused(full, "ann", Join()) == Refusal("REQUESTS_FULL", at_most=100)


@pytest.mark.rule("CL-JOIN-03", "CL-JOIN-04")
@pytest.mark.parametrize("admission", ["OPEN", "REQUEST", "INVITATION"])
def test_who_is_invited_joins_at_once_however_one_becomes_a_member(admission):
    club = founded(admission=admission)
    if admission == "INVITATION":
        assert refused(club, "ann", Join()) == Refusal("CLUB_BY_INVITATION")
    assert when(club, OLGA, Invite("ann")) == (MemberInvited("ann", OLGA),)
    assert when(club, OPERATOR, Invite("ann")) == (MemberInvited("ann", "zoe"),)
    invited = given(club, (OLGA, Invite("ann")))
    assert invited.standing("ann") == "INVITED"
    assert when(invited, "ann", Join()) == (MemberJoined("ann", "INVITED"),)
    assert given(invited, ("ann", Join())).invited == {}


@pytest.mark.rule("CL-JOIN-04")
def test_an_invitation_is_an_officers_and_is_taken_back():
    club = given(founded("bob", admission="OPEN"), (OLGA, Invite("ann")))
    assert refused(club, "bob", Invite("cid")) == Refusal("NOT_AN_OFFICER")
    assert refused(club, OLGA, Invite("ann")) == Refusal("ALREADY_INVITED")
    assert refused(club, OLGA, Invite("bob")) == Refusal("ALREADY_A_MEMBER")
    assert refused(club, "bob", TakeBackInvitation("ann")) == Refusal("NOT_AN_OFFICER")
    assert when(club, OLGA, TakeBackInvitation("ann")) == (InvitationTakenBack("ann"),)
    assert given(club, (OLGA, TakeBackInvitation("ann"))).standing("ann") == ""
    assert refused(club, OLGA, TakeBackInvitation("cid")) == Refusal("NO_INVITATION")
    full = given(club, *((OLGA, Invite(f"p{number}")) for number in range(99)))
    assert refused(full, OLGA, Invite("cid")) == Refusal("INVITATIONS_FULL", at_most=100)


@pytest.mark.rule("CL-JOIN-04")
def test_who_has_asked_and_is_invited_is_a_member():
    asked = given(founded(admission="REQUEST"), ("ann", Join()))
    assert when(asked, OLGA, Invite("ann")) == (MemberJoined("ann", "ADMITTED"),)


@pytest.mark.rule("CL-JOIN-05")
def test_a_club_has_a_thousand_members():
    club = founded(*(f"p{number}" for number in range(999)))
    assert refused(club, "ann", Join()) == Refusal("CLUB_FULL", at_most=1_000)


@pytest.mark.rule("CL-JOIN-06")
def test_nobody_comes_and_goes_for_ever_but_by_invitation():
    club = founded()
    for _ in range(20):
        club = given(club, ("ann", Join()), ("ann", Leave()))
    assert refused(club, "ann", Join()) == Refusal("CAME_TOO_OFTEN", at_most=20)
    assert given(club, (OLGA, Invite("ann")), ("ann", Join())).standing("ann") == "MEMBER"


@pytest.mark.rule("CL-JOIN-06")
def test_to_be_admitted_or_invited_is_not_to_come_by_oneself():
    club = founded(admission="REQUEST")
    for _ in range(20):
        club = given(club, ("ann", Join()), (OLGA, Admit("ann")), ("ann", Leave()))
        club = given(club, (OLGA, Invite("bob")), ("bob", Join()), ("bob", Leave()))
    assert club.came == {"ann": 20}
    assert refused(club, "ann", Join()) == Refusal("CAME_TOO_OFTEN", at_most=20)
    assert when(club, "bob", Join()) == (MembershipAsked("bob", ""),)


@pytest.mark.rule("CL-LEAVE-01")
def test_a_member_leaves_a_request_is_taken_back_and_an_invitation_declined():
    assert when(founded("ann"), "ann", Leave()) == (MemberLeft("ann"),)
    asked = given(founded(admission="REQUEST"), ("ann", Join()), (OLGA, Invite("bob")))
    assert when(asked, "ann", Leave()) == (RequestTakenBack("ann"),)
    assert when(asked, "bob", Leave()) == (InvitationDeclined("bob"),)
    after = given(asked, ("ann", Leave()), ("bob", Leave()))
    assert (after.asked, after.invited) == ({}, {})
    assert refused(after, "ann", Leave()) == Refusal("NOT_A_MEMBER")


@pytest.mark.rule("CL-LEAVE-02")
def test_when_the_owner_goes_the_first_officer_follows_then_the_oldest_member_then_nobody():
    club = given(founded("ann", "bob", "cid"), (OLGA, NameOfficer("cid")), (OLGA, NameOfficer("bob")))
    assert when(club, OLGA, Leave()) == (MemberLeft(OLGA), OwnershipPassed("cid"))
    after = given(club, (OLGA, Leave()))
    assert (after.owner, after.officers, after.members) == ("cid", ("bob",), ("ann", "bob", "cid"))
    assert when(founded("ann", "bob"), OLGA, Leave()) == (MemberLeft(OLGA), OwnershipPassed("ann"))
    assert when(founded(), OLGA, Leave()) == (MemberLeft(OLGA), ClubClosed(""))
