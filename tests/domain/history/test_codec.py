import hmac
from datetime import UTC, datetime
from hashlib import sha256

import msgspec
import pytest

from domain.history.chain import first_link, next_link
from domain.history.codec import Codec, UnknownTopic, canonical_command, sealed_bytes
from domain.history.record import Row
from domain.kernel.decider import Command, Event
from domain.kernel.ids import Seat

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
        "g", 1, events, at=NOON, actor="ann", request_id="r1", command=command, secret=b"s" * 32, chain=chain
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


def test_old_bytes_pass_their_upcasters_one_step_at_a_time():
    steps = {
        "demo.Hailed/1": ("demo.Hailed/2", lambda old: old | {"word": old["words"][0]}),
        "demo.Hailed/2": ("demo.Greeted/1", lambda old: {"type": "Greeted", "player": 1, "word": old["word"]}),
    }
    body = b'{"event":{"words":["hey"]},"at":"2026-11-21T12:00:00Z","actor":"a","request_id":"r","chain":"00"}'
    record = Codec({"demo": (Greeted,)}, steps).read(Row("g", 1, "demo.Hailed/1", body))
    assert record.event == Greeted(Seat(1), "hey")


def test_an_unknown_topic_is_named():
    with pytest.raises(UnknownTopic, match=r"demo\.Sang/1"):
        CODEC.read(Row("g", 1, "demo.Sang/1", b'{"event":{},"at":"2026-11-21T12:00:00Z","actor":"a","request_id":"r"}'))
