import pytest

from domain.club.doors import asked_of, check_door, check_host
from domain.kernel.refused import Refused
from domain.table.messages import TakeSeat, Terms
from tests.domain.table.table_kit import given, opened
from tests.kit import Refusal


def refusal_of(check, *asked, **found):
    with pytest.raises(Refused) as error:
        check(*asked, **found)
    return Refusal.of(error.value)


@pytest.mark.rule("CL-TABLE-02")
def test_a_clubs_table_asks_everybody_who_does_not_sit_there_yet_also_whom_the_host_invites():
    table = given(opened(Terms(club="club-1", invited=("cid",))), ("ann", TakeSeat()))
    assert [asked_of(table, each) for each in ("host", "cid", "bob", "ann")] == ["club-1"] * 3 + [""]
    assert asked_of(given(opened(Terms())), "bob") == ""


@pytest.mark.rule("CL-TABLE-01", "CL-TABLE-02", "CL-EVENT-02")
@pytest.mark.parametrize("rule", ["CL-TABLE-01", "CL-TABLE-02", "CL-EVENT-02"])
def test_who_is_no_member_is_refused_at_the_door(rule):
    assert refusal_of(check_door, "club-1", rule, member=False) == Refusal("MEMBERS_ONLY", club_id="club-1")
    check_door("club-1", rule, member=True)


@pytest.mark.rule("CL-EVENT-01")
def test_a_clubs_tournament_is_opened_by_its_officers():
    assert refusal_of(check_host, "club-1", officer=False) == Refusal("NOT_AN_OFFICER", club_id="club-1")
    check_host("club-1", officer=True)
