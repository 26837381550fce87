"""Stored bytes for golden tests: lines of `events.jsonl`, read and written as a store would have them."""

from datetime import UTC, datetime

import msgspec

from domain import stored
from domain.history.codec import read_body
from domain.history.record import EventRow
from domain.kernel.decider import digest, older_topics, topic

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
AT = b'"at":"2026-11-21T12:00:00Z","actor":"ann","request_id":"r","chain":""'


def topics(name, event_types):
    """Every name that the types are or were ever stored under."""
    return {known_as for kind in event_types for known_as in (topic(name, kind), *older_topics(name, kind))}


def topic_of(line):
    return msgspec.json.decode(line)["topic"]


def event_in(line, codec=None):
    """The event of a golden line as today's program reads it."""
    event = bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["event"])
    row = EventRow("game-1", 1, topic_of(line), b'{"event":%b,%b}' % (event, AT))
    return (codec or stored.codec()).read(row).event


def written_again(line, codec=None):
    """The bytes of the line's event, read and stored again under the same name."""
    codec = codec or stored.codec()
    return bytes(codec.stored_as(event_in(line, codec), topic_of(line)))


def event_bytes(line):
    return bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["event"])


def digest_as_written(events, rules_version):
    """The digest of events in the form in which games of a rules version are stored."""
    command = {"actor": "ann", "request_id": "r", "command": b"{}", "secret": b"s" * 32, "chain": "00" * 32}
    rows, _ = stored.codec().seal("game-1", 1, events, at=NOON, rules_version=rules_version, **command)
    return digest([read_body(row).event for row in rows])
