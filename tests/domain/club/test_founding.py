from hashlib import sha256

import pytest

from domain.club.messages import ChangeClub, CloseClub, ClubChanged, ClubClosed, FoundClub, Join
from tests.domain.club.club_kit import (
    OLGA,
    OPERATOR,
    SECRET,
    begin,
    founded,
    given,
    profile,
    refused,
    refused_founding,
    when,
)
from tests.kit import Refusal


@pytest.mark.rule("CL-FOUND-01")
def test_who_founds_a_club_is_its_owner_and_first_member():
    (event,) = begin(FoundClub(profile()), OLGA, "club-1", SECRET).events
    assert (event.club_id, event.founder, event.profile) == ("club-1", OLGA, profile())
    assert (event.secret, event.commitment) == (SECRET.hex(), sha256(SECRET).hexdigest())
    club = founded()
    assert (club.owner, club.members, club.standing(OLGA)) == (OLGA, (OLGA,), "OWNER")


@pytest.mark.rule("CL-FOUND-01")
@pytest.mark.parametrize("name", ["", "x" * 61, " Riverside", "River\nside"])
def test_a_name_is_short_and_printable(name):
    told = Refusal("CLUB_NAME_INVALID", length_max=60)
    assert refused_founding(name=name) == told
    assert refused(founded(), OLGA, ChangeClub(profile(name=name))) == told


@pytest.mark.rule("CL-FOUND-01")
def test_a_description_may_have_lines_but_not_what_cannot_be_printed():
    assert founded(description="On Fridays.\nBring tea.").profile.description == "On Fridays.\nBring tea."
    told = Refusal("DESCRIPTION_INVALID", length_max=2_000)
    assert refused_founding(description="\x07") == told
    assert refused_founding(description="x" * 2_001) == told
    assert refused_founding(admission="FEE") == Refusal("ADMISSION_INVALID", known=("OPEN", "REQUEST", "INVITATION"))


@pytest.mark.rule("CL-FOUND-03")
def test_the_owner_alone_changes_what_a_club_says_of_itself():
    other = profile(name="Hillside", description="We moved.", admission="INVITATION")
    assert when(founded("ann"), OLGA, ChangeClub(other)) == (ClubChanged(other),)
    assert given(founded("ann"), (OLGA, ChangeClub(other))).profile == other
    assert refused(founded("ann"), "ann", ChangeClub(other)) == Refusal("NOT_THE_OWNER")


@pytest.mark.rule("CL-CLOSE-01", "CL-CLOSE-02", "CL-OFF-03")
@pytest.mark.parametrize("actor", [OLGA, OPERATOR])
def test_the_owner_or_an_operator_closes_a_club_with_a_reason_and_nothing_happens_in_it_afterwards(actor):
    club = founded("ann")
    assert refused(club, "ann", CloseClub("enough")) == Refusal("NOT_THE_OWNER")
    assert refused(club, actor, CloseClub("")) == Refusal("REASON_NEEDED", length_max=500)
    assert when(club, actor, CloseClub("enough")) == (ClubClosed("enough"),)
    assert refused(given(club, (actor, CloseClub("enough"))), "bob", Join()) == Refusal("CLUB_CLOSED")
