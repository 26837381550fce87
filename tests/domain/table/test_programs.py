"""Programs with accounts of their own at a table: where they may sit, and how they decline."""

import pytest
from msgspec import UNSET

from domain.table.aggregate import redact
from domain.table.invite import invite_code
from domain.table.messages import (
    ClearSeat,
    DeclineInvitation,
    InvitationDeclined,
    LeaveSeat,
    PlayerSeated,
    StartGame,
    TakeSeat,
    Terms,
)
from tests.domain.table.table_kit import SECRET, SERVER, given, opened, refused, when
from tests.kit import Refusal

SIT = TakeSeat(program=True)


@pytest.mark.rule("TB-PROG-01")
def test_program_sits_down_only_where_it_is_the_host_or_invited():
    assert refused(opened(), "deep", SIT) == Refusal("PROGRAM_NOT_INVITED")
    assert refused(opened(Terms(starts_when_full=True), host=SERVER), "deep", SIT) == Refusal("PROGRAM_NOT_INVITED")
    seated = (PlayerSeated(0, "deep", "red", program=True),)
    assert when(opened(host="deep"), "deep", SIT) == seated
    assert when(opened(Terms(invited=("deep",))), "deep", SIT) == seated
    private = opened(private=True)
    assert refused(private, "deep", SIT) == Refusal("INVITE_NEEDED")
    assert when(private, "deep", TakeSeat(invite=invite_code(SECRET), program=True)) == seated


@pytest.mark.rule("TB-PROG-01")
def test_history_marks_the_seat_of_a_program_for_every_viewer():
    table = given(opened(Terms(invited=("deep",))), ("ann", TakeSeat()), ("deep", SIT), ("ann", StartGame()))
    assert [each.program for each in table.occupants] == [UNSET, True]
    assert redact(table, PlayerSeated(1, "deep", "blue", program=True), None).program is True


@pytest.mark.rule("TB-PROG-03")
def test_invited_program_declines_once_with_a_reason():
    table = opened(Terms(invited=("deep",)))
    assert when(table, "deep", DeclineInvitation("CLOCK")) == (InvitationDeclined("deep", "CLOCK"),)
    declined = given(table, ("deep", DeclineInvitation("CLOCK")))
    assert declined.declined == ("deep",)
    assert when(declined, "deep", DeclineInvitation("LATER")) == ()
    assert redact(declined, InvitationDeclined("deep", "CLOCK"), None) == InvitationDeclined("deep", "CLOCK")
    assert given(declined, ("deep", SIT)).seat_of("deep") == 0


@pytest.mark.rule("TB-PROG-03")
def test_declining_needs_an_invitation_and_a_known_reason():
    table = opened(Terms(invited=("deep",)))
    assert refused(table, "other", DeclineInvitation("LATER")) == Refusal("NOT_INVITED")
    assert refused(given(table, ("deep", SIT)), "deep", DeclineInvitation("LATER")) == Refusal("NOT_INVITED")
    reasons = ("LATER", "VARIANT", "SEATS", "OPTIONS", "CLOCK", "RATED", "UNRATED", "OTHER")
    malformed = Refusal("MALFORMED_COMMAND", field="reason", known=reasons)
    assert refused(table, "deep", DeclineInvitation("BORED")) == malformed


def test_program_that_left_may_decline_or_return():
    table = given(opened(Terms(invited=("deep",))), ("deep", SIT), ("deep", LeaveSeat()))
    assert when(table, "deep", DeclineInvitation("OTHER")) == (InvitationDeclined("deep", "OTHER"),)
    assert refused(given(table, ("deep", SIT), ("ann", ClearSeat(0))), "deep", SIT) == Refusal("REMOVED_BY_HOST")
