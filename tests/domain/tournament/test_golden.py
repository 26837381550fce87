"""Stored bytes of tournaments: every line ever written must still be read, and written the same."""

from pathlib import Path

import pytest

from domain import stored
from domain.tournament.messages import EVENTS
from tests.stored_lines import event_bytes, topic_of, topics, written_again

LINES = (Path(__file__).parents[2] / "golden/tournament/events.jsonl").read_bytes().splitlines()


def test_every_event_type_has_a_golden_line():
    assert topics("event", EVENTS) == {topic_of(line) for line in LINES}


@pytest.mark.parametrize("line", LINES, ids=topic_of)
def test_stored_bytes_are_read_and_written_the_same(line):
    assert written_again(line, stored.tournament_codec()) == event_bytes(line)


def test_the_secret_and_who_is_invited_are_for_nobody_before_the_end():
    from domain.kernel.privacy import redact
    from tests.domain.tournament.tournament_kit import opened

    told = redact(opened(invited=("ann",)).opened, None)
    assert (told.secret, told.terms.invited) == ("", ())
    assert told.commitment
