"""Stored bytes of the table's events: every line ever written must still be read, and written the same."""

from pathlib import Path

import pytest

from domain.table.messages import TABLE_EVENTS
from tests.stored_lines import event_bytes, topic_of, topics, written_again

LINES = (Path(__file__).parents[2] / "golden/table/events.jsonl").read_bytes().splitlines()


def test_every_event_type_has_a_golden_line():
    assert topics("table", TABLE_EVENTS) == {topic_of(line) for line in LINES}


@pytest.mark.parametrize("line", LINES, ids=topic_of)
def test_stored_bytes_are_read_and_written_the_same(line):
    assert written_again(line) == event_bytes(line)
