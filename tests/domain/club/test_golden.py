"""Stored bytes of clubs: every line ever written must still be read, and written the same."""

from pathlib import Path

import pytest

from domain import stored
from domain.club.messages import EVENTS
from domain.club.state import fold
from domain.kernel.privacy import redact
from tests.stored_lines import event_bytes, event_in, topic_of, topics, written_again

LINES = (Path(__file__).parents[2] / "golden/club/events.jsonl").read_bytes().splitlines()


def test_every_event_type_has_a_golden_line():
    assert topics("club", EVENTS) == {topic_of(line) for line in LINES}


@pytest.mark.parametrize("line", LINES, ids=topic_of)
def test_stored_bytes_are_read_and_written_the_same(line):
    assert written_again(line, stored.club_codec()) == event_bytes(line)


def test_the_stored_events_are_a_club():
    club = fold(event_in(line, stored.club_codec()) for line in LINES)
    assert (club.owner, club.members, club.officers) == ("acct-3", ("acct-3",), ())
    assert (club.put_out, club.decisions, club.closed) == ({"acct-6": "shouts"}, 9, True)


@pytest.mark.rule("CL-SEE-01")
def test_who_asked_who_is_invited_and_why_somebody_was_put_out_is_not_for_everybody():
    told = {
        type(event).__name__: redact(event, None) for event in (event_in(line, stored.club_codec()) for line in LINES)
    }
    asked, invited, out = told["MembershipAsked"], told["MemberInvited"], told["MemberPutOut"]
    assert (asked.account, asked.text, invited.account, invited.by) == ("", "", "", "")
    assert (out.account, out.reason, told["ClubFounded"].secret) == ("acct-6", "", "")
    assert (told["MemberJoined"].account, told["ClubClosed"].reason) == ("acct-3", "enough")
