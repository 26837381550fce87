import hmac
from datetime import UTC, datetime
from hashlib import sha256

import msgspec
import pytest

from domain.history.chain import first_link, next_link
from domain.history.codec import UNREADABLE, Codec, UnknownTopic, canonical_command, link_of, sealed_bytes
from domain.history.record import EventRow
from domain.kernel.evolution import Upcaster
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Greet(Command, frozen=True):
    word: str


class Greeted(Event, frozen=True):
    public = ("player", "word")
    player: Seat
    word: str


class Waved(Event, frozen=True):
    public = ("player",)
    player: Seat


CODEC = Codec({"demo": (Greeted, Waved)})


def seal(*events, command=b""):
    chain = first_link("g", "c")
    return CODEC.seal(
        "g",
        1,
        events,
        at=NOON,
        actor="ann",
        request_id="r1",
        command=command,
        secret=b"s" * 32,
        chain=chain,
        rules_version=None,
    )


def test_the_stored_bytes_of_a_command():
    rows, _ = seal(Greeted(Seat(0), "hi"), Waved(Seat(0)), command=canonical_command(Greet(Seat(0), "hi")))
    assert [(row.version, row.topic) for row in rows] == [(1, "demo.Greeted/1"), (2, "demo.Waved/1")]
    assert rows[0].body.split(b',"chain"')[0] == (
        b'{"event":{"type":"Greeted","player":0,"word":"hi"},"at":"2026-11-21T12:00:00Z","actor":"ann",'
        b'"request_id":"r1","command":{"type":"Greet","player":0,"word":"hi"}'
    )
    assert b"command" not in rows[1].body
    assert msgspec.json.decode(rows[1].body)["chain"]


def test_a_row_reads_as_it_was_written():
    (row,), head = seal(Greeted(Seat(0), "hi"), command=b'{"type":"Greet"}')
    record = CODEC.read(row)
    assert (record.version, record.event) == (1, Greeted(Seat(0), "hi"))
    assert (record.envelope.at, record.envelope.actor, record.envelope.request_id) == (NOON, "ann", "r1")
    assert (record.envelope.chain, record.envelope.command) == (head, b'{"type":"Greet"}')


def test_the_chain_is_recomputed_from_the_stored_bytes_alone():
    rows, head = seal(Greeted(Seat(0), "hi"), Waved(Seat(0)))
    link = sha256(b"turnledger/chain/1\0g\0c").hexdigest()
    for row in rows:
        link = next_link(link, b"s" * 32, row.version, sealed_bytes(row))
    assert link == head


def test_a_link_is_salted_with_an_hmac_of_secret_and_version():
    salt = hmac.digest(b"s" * 32, b"turnledger/salt/1" + (7).to_bytes(8), "sha256")
    previous = "ab" * 32
    assert next_link(previous, b"s" * 32, 7, b"x") == sha256(bytes.fromhex(previous) + salt + b"x").hexdigest()


def test_another_secret_gives_another_chain():
    (row,), head = seal(Greeted(Seat(0), "hi"))
    assert next_link(first_link("g", "c"), b"t" * 32, 1, sealed_bytes(row)) != head


class Welcomed(Event, frozen=True):
    """Was called Hailed and had a list of words; then it had one, and got its length."""

    schema = 3
    older = {
        1: Upcaster(
            until=1,
            up=lambda old: {"player": old["player"], "word": old["words"][0]},
            down=lambda event: {"type": "", "player": event["player"], "words": [event["word"]]},
            name="Hailed",
        ),
        2: Upcaster(until=4, adds={"letters": lambda old: len(old["word"])}),
    }
    public = ("player", "word", "letters")
    player: Seat
    word: str
    letters: int


CHANGED = Codec({"demo": (Welcomed, Waved)})


def welcomed(rules_version):
    chain, command = first_link("g", "c"), b'{"type":"Greet"}'
    envelope = {"at": NOON, "actor": "ann", "request_id": "r1", "command": command, "secret": b"s" * 32}
    events = (Welcomed(Seat(1), "hey", 3), Waved(Seat(0)))
    rows, _ = CHANGED.seal("g", 1, events, chain=chain, rules_version=rules_version, **envelope)
    return rows


@pytest.mark.parametrize(
    ("rules_version", "known_as", "stored"),
    [
        (1, "demo.Hailed/1", b'{"event":{"type":"Hailed","player":1,"words":["hey"]},'),
        (2, "demo.Welcomed/2", b'{"event":{"type":"Welcomed","player":1,"word":"hey"},'),
        (4, "demo.Welcomed/2", b'{"event":{"type":"Welcomed","player":1,"word":"hey"},'),
        (5, "demo.Welcomed/3", b'{"event":{"type":"Welcomed","player":1,"word":"hey","letters":3},'),
        (None, "demo.Welcomed/3", b'{"event":{"type":"Welcomed","player":1,"word":"hey","letters":3},'),
    ],
)
def test_a_game_is_written_as_it_began_and_its_old_bytes_are_read_one_schema_at_a_time(rules_version, known_as, stored):
    row, waved = welcomed(rules_version)
    assert (row.topic, waved.topic) == (known_as, "demo.Waved/1")
    assert row.body.startswith(stored)
    assert CHANGED.read(row).event == Welcomed(Seat(1), "hey", 3)
    assert bytes(CHANGED.stored_as(Welcomed(Seat(1), "hey", 3), known_as)) == stored[len(b'{"event":') : -1]


def test_the_chain_covers_an_event_in_the_form_in_which_it_is_stored():
    link = sha256(b"turnledger/chain/1\0g\0c").hexdigest()
    for row in welcomed(1):
        link = next_link(link, b"s" * 32, row.version, sealed_bytes(row))
        assert link_of(row) == link


class Sat(Event, frozen=True):
    """An event of the table, which has no rules version: it is read before it is written."""

    schema = 2
    older = {1: Upcaster(until=0, adds={"first": lambda old: old["place"] == 0})}
    public = ("place", "first")
    place: int
    first: bool


@pytest.mark.parametrize("rules_version", [None, 1, 2])
def test_an_event_of_the_table_is_written_with_its_newest_schema_and_read_with_any(rules_version):
    codec, chain = Codec({"table": (Sat,)}), first_link("g", "c")
    envelope = {"at": NOON, "actor": "ann", "request_id": "r1", "command": b"{}", "secret": b"s" * 32, "chain": chain}
    (row,), _ = codec.seal("g", 1, [Sat(0, True)], rules_version=rules_version, **envelope)
    assert row.topic == "table.Sat/2"
    old = row.body.replace(b',"first":true', b"")
    assert codec.read(EventRow("g", 1, "table.Sat/1", old)).event == codec.read(row).event == Sat(0, True)


def test_old_bytes_that_nobody_wrote_so_are_no_event():
    body = b'{"event":{"words":[]},"at":"2026-11-21T12:00:00Z","actor":"a","request_id":"r","chain":"00"}'
    with pytest.raises(UNREADABLE, match=r"^not an event of schema 1$"):
        CHANGED.read(EventRow("g", 1, "demo.Hailed/1", body))


def test_an_unknown_topic_is_named():
    with pytest.raises(UnknownTopic, match=r"demo\.Sang/1"):
        CODEC.read(
            EventRow("g", 1, "demo.Sang/1", b'{"event":{},"at":"2026-11-21T12:00:00Z","actor":"a","request_id":"r"}')
        )
