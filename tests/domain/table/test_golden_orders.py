"""Stored bytes of standing orders: of a seat's private stream, and of the commands that they gave."""

from pathlib import Path

import msgspec
import pytest

from domain import stored
from domain.history.codec import canonical_command
from domain.table.messages import ORDER_EVENTS, FollowOrder
from tests.stored_lines import event_bytes, event_in, topic_of, topics

LINES = (Path(__file__).parents[2] / "golden/orders/events.jsonl").read_bytes().splitlines()
COMMAND = (
    b'{"type":"FollowOrder","place":1,"order":{"number":3,"after":41,"round":2,"phase":"auction","items":[{"most":34,'
    b'"plant":20,"then_pass":false,"type":"BidUpTo"}],"ignore":["PLANT_DRAWN"]},"item":0,"given":0}'
)


def test_every_event_type_has_a_golden_line():
    assert topics("orders", ORDER_EVENTS) == {topic_of(line) for line in LINES}


@pytest.mark.parametrize("line", LINES, ids=topic_of)
def test_stored_bytes_are_read_and_written_the_same(line):
    codec = stored.orders_codec()
    assert bytes(codec.stored_as(event_in(line, codec), topic_of(line))) == event_bytes(line)


def test_the_command_of_an_order_is_read_and_written_the_same():
    assert canonical_command(msgspec.json.decode(COMMAND, type=FollowOrder)) == COMMAND
