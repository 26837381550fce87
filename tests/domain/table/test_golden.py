"""Stored bytes of the table's events: every line ever written must still be read, and written the same."""

from pathlib import Path

import msgspec
import pytest

from domain.kernel.decider import topic
from domain.table.messages import TABLE_EVENTS

LINES = (Path(__file__).parents[2] / "golden/table/events.jsonl").read_bytes().splitlines()
TYPES = {topic("table", event_type): event_type for event_type in TABLE_EVENTS}


def test_every_event_type_has_a_golden_line():
    assert set(TYPES) == {msgspec.json.decode(line)["topic"] for line in LINES}


@pytest.mark.parametrize("line", LINES, ids=lambda line: msgspec.json.decode(line)["topic"])
def test_stored_bytes_are_read_and_written_the_same(line):
    stored = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    event_type = TYPES[msgspec.json.decode(stored["topic"])]
    event = msgspec.json.decode(stored["event"], type=event_type)
    assert msgspec.json.encode(event, order="deterministic") == bytes(stored["event"])
