"""A history says which commands a device of the player signed, and no other signature stands in it."""

import json
from hashlib import sha256

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.history.codec import link_of
from domain.history.file import export, take_apart
from domain.history.snapshot import pack, unpack
from domain.history.verify import contradiction, verify, verify_rows
from domain.kernel.device_keys import DeviceSignature
from domain.table.messages import AddBot, HandSeat, OpenTable, ProposeUndo, TakeSeatBack, Terms, Undo, Vote
from services.history.story import explain
from tests.devices import Device, message
from tests.domain.history.book import CODEC, RING, STARTED, Book, chosen, seated
from tests.domain.history.test_spelling import chained

ANN, BOB = Device("ann"), Device("bob")
DEMANDS = OpenTable("demo", 2, terms=Terms(signed=True))
BOTH = {"ann": ANN, "bob": BOB}


def begun(opening=DEMANDS, devices=BOTH, sign=None):
    book = Book(opening, devices=devices)
    book.sign = sign or book.sign
    return book.execute(*seated(ANN, BOB))


def played(**how):
    return begun(**how).execute(*chosen(3, 1), *chosen(2, 1))


def file_of(book, viewer="all"):
    return export(book.rows, CODEC, RING.signer, viewer)


def fault_of(book):
    fault = verify(file_of(book), CODEC, RING.keys).fault
    return fault and (fault.code, fault.rule, fault.version)


@pytest.mark.rule("TB-SIGN-02")
def test_a_game_whose_players_signed_everything_is_proven_to_be_theirs():
    verdict = verify(file_of(played()), CODEC, RING.keys)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")
    told = [(each.account, each.keys, each.signed, each.unsigned) for each in verdict.signers]
    assert told == [("ann", (ANN.key,), 2, 0), ("bob", (BOB.key,), 2, 0)]
    assert "devices" in verdict.proven


@pytest.mark.rule("TB-SIGN-02")
def test_the_signature_stands_with_the_command_over_the_link_that_it_answers():
    rows = played().rows
    body = json.loads(rows[5].body)
    assert list(body) == ["event", "at", "actor", "request_id", "command", "device", "chain"]
    command = msgspec.json.decode(rows[5].body, type=dict[str, msgspec.Raw])["command"]
    said = message("game-1", "ann", 5, link_of(rows[4]), "request-6", bytes(command))
    assert body["device"] == {"key": ANN.key, "signature": ANN.sign(said)}
    assert [row.version for row in rows if b'"device":' in row.body] == [6, 7, 9, 10]


def test_a_game_that_only_one_player_signed_counts_seat_by_seat_and_is_not_proven_to_be_theirs():
    verdict = verify(file_of(played(opening=None, devices={"bob": BOB})), CODEC, RING.keys)
    assert [(each.signed, each.unsigned) for each in verdict.signers] == [(0, 2), (2, 0)]
    assert "devices" in verdict.unproven


def test_of_a_game_without_keys_nothing_is_said_and_its_bytes_are_those_of_before():
    book = Book().execute(*STARTED, *chosen(3, 1), *chosen(2, 1))
    verdict = verify(file_of(book), CODEC, RING.keys)
    assert (verdict.signers, "devices" in (*verdict.proven, *verdict.unproven)) == ((), False)
    assert b"device" not in file_of(book)


def test_what_is_taken_back_voted_and_handed_over_is_signed_as_moves_are():
    book = begun().execute(("ann", chosen(3, 1)[0][1]), ("ann", Undo()), *chosen(2, 2), ("ann", ProposeUndo()))
    book.execute(("bob", Vote(True)), ("ann", HandSeat()), ("ann", TakeSeatBack()))
    verdict = verify(file_of(book), CODEC, RING.keys)
    assert verdict.fault is None
    assert [(each.signed, each.unsigned) for each in verdict.signers] == [(6, 0), (2, 0)]


def test_a_bot_that_plays_for_a_player_signs_nothing_and_is_told_from_the_player():
    book = begun().execute(("ann", HandSeat("greedy")), ("bot:greedy", chosen(3, 1)[0][1]), chosen(3, 1)[1])
    verdict = verify(file_of(book), CODEC, RING.keys)
    assert verdict.fault is None
    assert [(each.signed, each.unsigned) for each in verdict.signers] == [(1, 0), (1, 0)]
    assert CODEC.read(book.rows[6]).envelope.actor == "bot:greedy"


# An attacker with the secret and the server's key.


def with_place(change):
    """A device that signed for another place."""
    return lambda device, place: device.signed(message(*change(*place)))


@pytest.mark.rule("TB-SIGN-02", "TB-SIGN-03")
@pytest.mark.parametrize(
    ("sign", "rule"),
    [
        (lambda _device, _place: UNSET, "TB-SIGN-03"),
        (lambda _device, place: Device("eve").signed(message(*place)), "TB-SIGN-01"),
        (lambda _device, place: (BOB if place[1] == "ann" else ANN).signed(message(*place)), "TB-SIGN-01"),
        (lambda device, _place: DeviceSignature(device.key, "00" * 64), "TB-SIGN-02"),
        (lambda device, _place: device.signed(b""), "TB-SIGN-02"),
        (with_place(lambda game, *rest: ("game-2", *rest)), "TB-SIGN-02"),
        (with_place(lambda game, actor, *rest: (game, "carol", *rest)), "TB-SIGN-02"),
        (with_place(lambda game, actor, version, *rest: (game, actor, version - 1, *rest)), "TB-SIGN-02"),
        (with_place(lambda g, a, v, link, *rest: (g, a, v, sha256(link.encode()).hexdigest(), *rest)), "TB-SIGN-02"),
        (with_place(lambda g, a, v, link, request, command: (g, a, v, link, "request-0", command)), "TB-SIGN-02"),
        (with_place(lambda *place: (*place[:-1], place[-1].replace(b"3", b"1"))), "TB-SIGN-02"),
    ],
    ids=["none", "key of another", "of the other seat", "forged", "of nothing", "of another game", "of another player",
         "of another version", "of another link", "of another request", "of another command"],
)  # fmt: skip
def test_whoever_plays_for_a_player_is_found(sign, rule):
    book = begun(sign=sign).execute(*chosen(3, 1))
    assert fault_of(book) == ("DEVICE", rule, 6)


def test_a_signature_is_good_once():
    """A server that has one command of ann's gives it again later, under the same number or another."""
    kept = []

    def again(device, place):
        kept.append(device.signed(message(*place)))
        return kept[0] if place[1] == "ann" else kept[-1]

    assert fault_of(begun(sign=again).execute(*chosen(3, 1), *chosen(3, 1))) == ("DEVICE", "TB-SIGN-02", 9)


def test_whoever_signs_signs_all_that_was_before():
    """In a rewritten history every later signature is wrong, also at a table that requires none."""
    links = [link_of(row) for row in begun(opening=None).execute(*chosen(3, 1)).rows]
    rewritten = begun(opening=None, devices={"bob": BOB})
    rewritten.sign = lambda device, place: device.signed(message(*place[:3], links[5], *place[4:]))
    rewritten.execute(*chosen(2, 1))
    assert fault_of(rewritten) == ("DEVICE", "TB-SIGN-02", 7)


def test_a_key_that_was_not_pinned_at_the_seat_cannot_come_in_later():
    book = begun()
    bodies = [(row.topic, row.body) for row in book.rows]
    topic, body = bodies[3]
    bodies[3] = (topic, body.replace(ANN.key.encode(), Device("eve").key.encode()))
    fault = verify_rows(chained(bodies), CODEC).fault
    assert (fault.code, fault.version) == ("DICE", 4)


def test_a_weak_key_is_refused_though_the_server_wrote_it():
    book = begun()
    bodies = [(row.topic, row.body.replace(ANN.key.encode(), b"01" + b"00" * 31)) for row in book.rows]
    fault = verify_rows(chained(bodies), CODEC).fault
    assert (fault.code, fault.rule, fault.version) == ("REFUSED", "TB-SIGN-01", 2)


@pytest.mark.parametrize("place", [1, 2, 4])
def test_nobody_signs_what_is_no_command_of_a_running_game(place):
    book = played()
    bodies = [(row.topic, row.body) for row in book.rows]
    topic, body = bodies[place - 1]
    device = b',"device":{"key":"%b","signature":"%b"},"chain"' % (ANN.key.encode(), b"0" * 128)
    bodies[place - 1] = (topic, body.replace(b',"chain"', device))
    fault = verify_rows(chained(bodies), CODEC).fault
    assert (fault.code, fault.rule, fault.version) == ("DEVICE", "TB-SIGN-02", place)


def device_of(old, new):
    rows = played().rows
    bodies = [(row.topic, row.body) for row in rows]
    assert old in bodies[5][1]
    bodies[5] = (bodies[5][0], bodies[5][1].replace(old, new, 1))
    fault = verify_rows(chained(bodies), CODEC).fault
    return fault.code, fault.version


def spelled_otherwise():
    """Bytes of a device in another spelling, and the code of what is odd."""
    key = ANN.key.encode()
    named = b'"device":{"key":"%b",' % key
    return (
        (named, b'"device": {"key":"%b",' % key, "WHITE_SPACE"),
        (named, b'"device":{"key":"%b",' % key.upper(), "HEX"),
        (named, named + b'"key":"%b",' % key, "DOUBLED_MEMBER"),
        (named, b'"device":{"k\\u0065y":"%b",' % key, "ESCAPE"),
        (named, named + b'"more":"",', "MEMBERS"),
        (named, b'"device":{"key":7,', "MALFORMED"),
        (named, b'"device":{', "MEMBERS"),
        (b'"command":', b'"device":{},"command":', "DOUBLED_MEMBER"),
    )


@pytest.mark.parametrize(("old", "new", "code"), spelled_otherwise(), ids=lambda each: str(each)[:40])
def test_a_signature_has_one_spelling(old, new, code):
    assert device_of(old, new) == (code, 6)


def test_the_members_of_a_signature_stand_in_one_order():
    rows = played().rows
    body = rows[5].body
    start, end = body.index(b'"device":{') + 10, body.index(b'},"chain"')
    key, signature = body[start:end].split(b",")
    assert device_of(body[start:end], signature + b"," + key) == ("MEMBERS", 6)


def test_who_explains_an_event_says_which_device_signed():
    records = [CODEC.read(row) for row in played().rows]
    assert [explain(records, version, "en").device_key for version in (2, 6, 8, 9)] == ["", ANN.key, BOB.key, ANN.key]


# Visible parts for others.


@pytest.mark.parametrize("viewer", ["spectator", "seat 0", "seat 1"])
def test_a_viewer_of_a_running_game_is_shown_no_signature(viewer):
    """It is over a digest of the choice: a holder of it would try all choices until one fits."""
    content = file_of(begun().execute(*chosen(3, 1)[:1]), viewer)
    assert b'"signature":"' in content.splitlines()[-1]
    assert b"signature" not in b"".join(content.splitlines()[:-1])
    assert verify(content, CODEC, RING.keys).fault is None


@pytest.mark.parametrize("viewer", ["spectator", "seat 1"])
def test_two_worlds_in_which_another_choice_was_signed_look_the_same_but_for_their_links(viewer):
    worlds = [file_of(begun().execute(*chosen(number, 1)[:1]), viewer) for number in (1, 3)]
    one, other = (
        [msgspec.json.decode(line) | {"body": None} for line in content.splitlines()[1:-1]] for content in worlds
    )
    assert one == other
    bodies = [[{**json.loads(row.body), "chain": ""} for row in take_apart(content).rows] for content in worlds]
    assert bodies[0] == bodies[1]
    assert worlds[0] != worlds[1]


def test_a_player_who_was_shown_another_position_than_was_signed_finds_it_at_the_end():
    """The link to be signed cannot be looked into; but the file of the time has the links that were shown."""
    shown = take_apart(file_of(begun().execute(*chosen(3, 1)), "seat 1"))
    true = take_apart(file_of(played()))
    assert contradiction(true, shown, CODEC) is None
    other = take_apart(file_of(begun().execute(*chosen(2, 1), *chosen(2, 1))))
    assert contradiction(other, shown, CODEC).code == "CONTRADICTION"


def test_a_game_whose_players_have_keys_is_opened_from_a_snapshot():
    aggregate = begun().aggregate
    again = unpack(pack(aggregate))
    assert again.occupants == aggregate.occupants
    assert again.terms.signed is True


def test_a_bot_s_seat_has_no_keys():
    book = Book(replace(DEMANDS, seats=3), devices=BOTH).execute(*seated(ANN, BOB)[:2], ("ann", AddBot("greedy")))
    book.execute(seated(ANN, BOB)[2])
    assert [each.seat for each in verify_rows(book.rows, CODEC).signers] == [0, 1]
    assert [seat.device_keys for seat in book.aggregate.occupants] == [(ANN.key,), (BOB.key,), UNSET]
