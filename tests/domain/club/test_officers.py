import pytest
from msgspec.structs import replace

from domain.club.messages import (
    ChangeClub,
    CloseClub,
    HandOver,
    Invite,
    Join,
    Leave,
    MemberJoined,
    MemberPutOut,
    NameOfficer,
    OfficerNamed,
    OfficerRelieved,
    OwnershipPassed,
    PutOut,
    RelieveOfficer,
)
from domain.club.state import PUT_OUT_MAX
from tests.domain.club.club_kit import OLGA, OPERATOR, founded, given, profile, refused, when
from tests.kit import Refusal, names


def with_officers(*officers):
    """Return a club of ann, bob and cid with these officers."""
    return given(founded("ann", "bob", "cid"), *((OLGA, NameOfficer(each)) for each in officers))


@pytest.mark.rule("CL-OFF-01")
def test_the_owner_names_officers_and_relieves_them():
    club = with_officers()
    assert when(club, OLGA, NameOfficer("ann")) == (OfficerNamed("ann"),)
    assert refused(club, "ann", NameOfficer("bob")) == Refusal("NOT_THE_OWNER")
    assert refused(club, OLGA, NameOfficer("eve")) == Refusal("NOT_A_MEMBER")
    named = with_officers("ann", "bob")
    assert [named.standing(each) for each in (OLGA, "ann", "cid")] == ["OWNER", "OFFICER", "MEMBER"]
    assert refused(named, OLGA, NameOfficer("ann")) == Refusal("ALREADY_AN_OFFICER")
    assert refused(named, OLGA, NameOfficer(OLGA)) == Refusal("ALREADY_AN_OFFICER")
    assert refused(named, "ann", RelieveOfficer("bob")) == Refusal("NOT_THE_OWNER")
    assert when(named, "ann", RelieveOfficer("ann")) == (OfficerRelieved("ann"),)
    assert given(named, (OLGA, RelieveOfficer("ann"))).officers == ("bob",)
    assert refused(named, OLGA, RelieveOfficer("cid")) == Refusal("NOT_AN_OFFICER")


@pytest.mark.rule("CL-OFF-01")
def test_twenty_officers_are_enough():
    members = [f"p{number}" for number in range(21)]
    club = given(founded(*members), *((OLGA, NameOfficer(each)) for each in members[:20]))
    assert refused(club, OLGA, NameOfficer("p20")) == Refusal("OFFICERS_FULL", at_most=20)


@pytest.mark.rule("CL-OFF-02")
def test_who_hands_the_club_over_is_a_member_like_others():
    club = with_officers("ann")
    assert when(club, OLGA, HandOver("ann")) == (OwnershipPassed("ann"),)
    after = given(club, (OLGA, HandOver("ann")))
    assert [after.standing(each) for each in (OLGA, "ann")] == ["MEMBER", "OWNER"]
    assert after.officers == ()
    assert refused(club, "ann", HandOver("ann")) == Refusal("NOT_THE_OWNER")
    assert refused(club, OLGA, HandOver("eve")) == Refusal("NOT_A_MEMBER")
    assert refused(club, OLGA, HandOver(OLGA)) == Refusal("ALREADY_THE_OWNER")


@pytest.mark.rule("CL-OUT-01")
@pytest.mark.parametrize(
    ("actor", "whom", "told"),
    [
        ("ann", "cid", None),
        (OLGA, "cid", None),
        (OLGA, "ann", None),
        (OPERATOR, OLGA, None),
        ("cid", "ann", Refusal("NOT_AN_OFFICER")),
        ("ann", "bob", Refusal("MEMBER_PROTECTED", standing="OFFICER")),
        ("ann", OLGA, Refusal("MEMBER_PROTECTED", standing="OWNER")),
        (OLGA, OLGA, Refusal("MEMBER_PROTECTED", standing="OWNER")),
        ("ann", "ann", Refusal("MEMBER_PROTECTED", standing="OFFICER")),
        ("ann", "eve", Refusal("NOT_A_MEMBER")),
    ],
)
def test_officers_put_members_out_the_owner_officers_an_operator_the_owner(actor, whom, told):
    club, command = with_officers("ann", "bob"), PutOut(whom, "shouts")
    if told:
        assert refused(club, actor, command) == told
    else:
        assert when(club, actor, command)[0] == MemberPutOut(whom, "shouts")
        assert whom not in given(club, (actor, command)).members


@pytest.mark.rule("CL-OUT-01")
def test_who_puts_somebody_out_says_why():
    assert refused(with_officers(), OLGA, PutOut("ann", " \n")) == Refusal("REASON_NEEDED", length_max=500)
    events = when(with_officers("bob"), OPERATOR, PutOut(OLGA, "insults"))
    assert events == (MemberPutOut(OLGA, "insults"), OwnershipPassed("bob"))


@pytest.mark.rule("CL-OUT-02")
def test_who_was_put_out_comes_back_by_invitation_only():
    club = given(with_officers(), (OLGA, PutOut("ann", "shouts")))
    assert (club.standing("ann"), club.put_out) == ("PUT_OUT", {"ann": "shouts"})
    assert refused(club, "ann", Join()) == Refusal("PUT_OUT_BEFORE")
    assert refused(club, "ann", Leave()) == Refusal("NOT_A_MEMBER")
    invited = given(club, (OLGA, Invite("ann")))
    assert when(invited, "ann", Join()) == (MemberJoined("ann", "INVITED"),)
    assert given(invited, ("ann", Join())).put_out == {}


@pytest.mark.rule("CL-OUT-02")
def test_only_the_last_who_were_put_out_are_remembered():
    before = {f"p{number}": "shouts" for number in range(PUT_OUT_MAX)}
    club = given(replace(with_officers(), put_out=before), (OLGA, PutOut("ann", "shouts")))
    assert len(club.put_out) == PUT_OUT_MAX == 1_000
    assert [each in club.put_out for each in ("p0", "p1", "ann")] == [False, True, True]


@pytest.mark.rule("CL-OFF-04")
def test_a_club_decides_ten_thousand_times_and_is_closed_all_the_same():
    club = replace(with_officers("ann"), decisions=9_999)
    assert given(club, (OLGA, NameOfficer("bob"))).decisions == 10_000
    used_up = replace(club, decisions=10_000)
    for command in (NameOfficer("bob"), HandOver("ann"), Invite("eve"), ChangeClub(profile(description="New."))):
        assert refused(used_up, OLGA, command) == Refusal("CLUB_DECISIONS_USED_UP", at_most=10_000)
    for command in (RelieveOfficer("ann"), PutOut("cid", "shouts"), CloseClub("enough")):
        assert when(used_up, OLGA, command)


@pytest.mark.rule("CL-OFF-03")
def test_an_operator_may_do_what_the_owner_may():
    club = with_officers("ann")
    for command in (ChangeClub(profile(name="Renamed")), RelieveOfficer("ann"), HandOver("bob"), Invite("eve")):
        assert len(names(when(club, OPERATOR, command))) == 1
