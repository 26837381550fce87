"""Each value has one spelling: a file with the same content in other bytes is refused with the code of the fault, even
if its writer had the secret and the key and made every link again."""

from base64 import urlsafe_b64encode

import msgspec
import pytest

from domain.history.chain import first_link, next_link
from domain.history.codec import link_of, sealed_bytes
from domain.history.file import checkpoint_message, export, sealed, signed_message, take_apart
from domain.history.record import EventRow
from domain.history.spelling import lexical_fault
from domain.history.verify import Checkpoint, verify, verify_rows
from domain.table.messages import OpenTable
from services.history.keys import WrongKeySet, published_keys
from tests.domain.history.book import CODEC, RING, SECRET, STARTED, Book, chosen, finished, running

ROWS = finished().rows
FILE = export(ROWS, CODEC, RING.signer)
SEEN = export(running().rows, CODEC, RING.signer, "seat 1")
BOM = b"\xef\xbb\xbf"


def signed(laid_out):
    return sealed(laid_out, RING.signer.sign(signed_message(laid_out)))


def chained(bodies):
    """The rows with these topics and bodies, with new links as a holder of the secret would make them."""
    link, rows = first_link("game-1", bodies[0][1].split(b'"commitment":"')[1][:64].decode()), []
    for version, (topic, body) in enumerate(bodies, 1):
        row = EventRow("game-1", version, topic, body)
        fresh = next_link(link, SECRET, version, sealed_bytes(row))
        rows.append(msgspec.structs.replace(row, body=body[:-66] + fresh.encode() + b'"}'))
        link = fresh
    return rows


def edited(old, new, place, content=FILE):
    """The file with one body spelled differently, chained and signed again."""
    rows = take_apart(content).rows
    bodies = [(row.topic, row.body) for row in rows]
    topic, body = bodies[place - 1]
    assert old in body
    bodies[place - 1] = (topic, body.replace(old, new, 1))
    rows = chained(bodies)
    lines = content.splitlines(keepends=True)
    told = [b'{"version":%d,"topic":"%b","body":%b}\n' % (row.version, row.topic.encode(), row.body) for row in rows]
    footer = lines[-1].replace(lines[-1].split(b'"chain":"')[1][:64], link_of(rows[-1]).encode())
    return signed(b"".join((lines[0], *told, footer[: footer.rindex(b',"signature"')])))


def seen_as(old, new, line, content=SEEN):
    """A viewer's file with a line spelled differently, signed again: its links cannot be made again."""
    lines = content.splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    laid_out = b"".join(lines)
    return signed(laid_out[: laid_out.rindex(b',"signature"')])


def fault_of(content, checkpoints=()):
    fault = verify(content, CODEC, RING.keys, checkpoints).fault
    return fault and (fault.code, fault.version)


def test_the_tools_of_these_tests_write_a_right_file():
    assert edited(b"ann", b"ann", 2) == FILE
    assert seen_as(b"ann", b"ann", 2) == SEEN
    assert (fault_of(FILE), fault_of(SEEN)) == (None, None)


COMMAND = b'{"type":"TakeSeat","colour":"","nonce":"aa"}'


WHOLE = (
    (6, b'"at":"2026-11-21T12:05:00Z"', b'"at":"2026-11-21T12:02:59Z"', "TIME_ORDER"),
    (6, b"12:05:00Z", b"15:05:00+03:00", "TIME"),
    (6, b"12:05:00Z", b"12:05:00", "TIME"),
    (6, b"12:05:00Z", b"12:05:00+00:00", "TIME"),
    (6, b"12:05:00Z", b"12:05:00.5Z", "TIME"),
    (6, b"12:05:00Z", b"12:05:00.000000Z", "TIME"),
    (6, b"12:05:00Z", b"12:05:00z", "TIME"),
    (6, b"T12:05:00Z", b" 12:05:00Z", "TIME"),
    (1, b"12:00:00Z", b"12:00:00", "TIME"),
    (6, b'"request_id":"request-6"', b'"request_id":""', "REQUEST_ID"),
    (6, b'"request_id":"request-6"', b'"request_id":"request 6"', "REQUEST_ID"),
    (6, b'"request_id":"request-6"', '"request_id":"🎲"'.encode(), "REQUEST_ID"),
    (6, b'"request_id":"request-6"', b'"request_id":"%b"' % (b"x" * 65), "REQUEST_ID"),
    (1, b'"request_id":"request-1"', b'"request_id":"request 1"', "REQUEST_ID"),
    (6, b'"actor":"ann"', b'"actor":"a nn"', "ACTOR"),
    (6, b'"actor":"ann"', b'"actor":"bot:"', "ACTOR"),
    (6, b'"actor":"ann"', b'"actor":"robot:ann"', "ACTOR"),
    (6, b'"actor":"ann"', b'"actor":""', "ACTOR"),
    (1, b'"actor":"ann"', '"actor":"аnn"'.encode(), "ACTOR"),
    (2, COMMAND, COMMAND.replace(b",", b", "), "WHITE_SPACE"),
    (2, COMMAND, COMMAND.replace(b'"colour":""', b'"colour":"red","colour":""'), "DOUBLED_MEMBER"),
    (2, COMMAND, COMMAND.replace(b"TakeSeat", b"\\u0054akeSeat"), "ESCAPE"),
    (2, COMMAND, b'{"colour":"","type":"TakeSeat","nonce":"aa"}', "MEMBERS"),
    (2, COMMAND, b'{"type":"TakeSeat","nonce":"aa"}', "MEMBERS"),
    (2, COMMAND, COMMAND.replace(b'"aa"', b'"AA"'), "REFUSED"),
    (2, COMMAND, COMMAND.replace(b'"aa"', b'"aaa"'), "REFUSED"),
    (6, b'"command":{"type":"Choose","player":0', b'"command":{"type":"Choose","player":-0', "NUMBER"),
    (
        6,
        b'"command":{"type":"Choose","player":0',
        b'"command":{"type":"Choose","player":99007199254740992',
        "NUMBER",
    ),
    (6, b'"event":{"type":"NumberChosen","player":0', b'"event":{"type":"NumberChosen","player": 0', "WHITE_SPACE"),
    (6, b'"event":{"type":"NumberChosen","player":0', b'"event":{"type":"NumberChosen","player":-0', "NUMBER"),
    (6, b'"event":{"type"', b'"event":{"\\u0074ype"', "ESCAPE"),
    (
        6,
        b'"event":{"type":"NumberChosen"',
        b'"event":{"type":"NumberChosen","type":"NumberChosen"',
        "DOUBLED_MEMBER",
    ),
    (1, b'"seed":""', b'"seed":"\\ud83c\\udfb2"', "SURROGATE"),
    (1, b'"seed":""', b'"seed":"\\ud83c"', "SURROGATE"),
    (1, b'"host":"ann"', b'"host":"\xed\xa0\xbc"', "UTF8"),
    (8, b'"request_id":"request-7"', b'"request_id":"request-6"', "ENVELOPE"),
    (8, b'"at":"2026-11-21T12:06:00Z"', b'"at":"2026-11-21T12:06:01Z"', "ENVELOPE"),
    (8, b'"at":"2026-11-21T12:06:00Z"', b'"at":"2026-11-21T12:06:00+00:00"', "TIME"),
    (8, b'"actor":"bob"', b'"actor":"ann"', "ENVELOPE"),
    (8, b'"actor":"bob","request_id":"request-7"', b'"request_id":"request-7","actor":"bob"', "MEMBERS"),
    (6, b'"actor":"ann",', b'"actor":"ann","more":0,', "MEMBERS"),
    (1, SECRET.hex().encode(), SECRET.hex().upper().encode(), "HEX"),
)


@pytest.mark.parametrize(("place", "old", "new", "code"), WHOLE)
def test_another_spelling_is_refused_though_it_is_chained_and_signed(place, old, new, code):
    assert fault_of(edited(old, new, place)) == (code, 0 if code == "UTF8" else place)
    assert verify_rows(take_apart_rows(edited(old, new, place)), CODEC).fault.code == code


def take_apart_rows(content):
    """The rows as a store would hold them, of a file that may be invalid."""
    lines = [line.split(b',"topic":"', 1)[1] for line in content.splitlines()[1:-1]]
    return [
        EventRow("game-1", version, line.partition(b'"')[0].decode(), line.partition(b'"body":')[2][:-1])
        for version, line in enumerate(lines, 1)
    ]


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (b'"x":1.0', "NUMBER"),
        (b'"x":1e2', "NUMBER"),
        (b'"x":9007199254740992', "NUMBER"),
        (b'"x":-9007199254740992', "NUMBER"),
        (b'"x":' + b"[" * 70 + b"]" * 70, "DEPTH"),
        (b'"x":9007199254740991', "REFUSED"),
    ],
)
def test_what_may_hold_anything_holds_whole_numbers_and_no_depth_without_end(state, code):
    """An invalid set-up is refused, and before that a value that other languages would read differently."""
    book = Book(OpenTable("demo", 2, rated=False, setup={"seats": 2, "bonus": [0, 1]})).execute(*STARTED)
    content = export(book.rows, CODEC, RING.signer)
    assert fault_of(content) is None
    old = b'"setup":{"bonus":[0,1],"seats":2}}'
    doubly = edited(old + b',"chain"', b'"setup":{%b}},"chain"' % state, 1, content)
    assert fault_of(doubly)[0] == code


ONE_VIEWERS = (
    (0, b'"viewer":"seat 1"', b'"viewer": "seat 1"', "WHITE_SPACE"),
    (0, b'"rated":true', b'"rated":true,"rated":true', "DOUBLED_MEMBER"),
    (0, b'"game":"game-1"', b'"game":"\\u0067ame-1"', "ESCAPE"),
    (0, b'"rated":true,', b"", "MEMBERS"),
    (0, b'"options":{},"players":["ann","bob"]', b'"players":["ann","bob"],"options":{}', "MEMBERS"),
    (0, b'"rules_version":1', b'"rules_version":10000000000000000', "NUMBER"),
    (0, b'"game":"game-1"', b'"game":"game\\u00001"', "GAME_ID"),
    (0, b'"commitment":"63', b'"commitment":"6X', "HEX"),
    (0, b'"commitment":"630dcd', b'"commitment":"630DCD', "HEX"),
    (2, b'"event":{"type"', b'"event":{ "type"', "WHITE_SPACE"),
    (2, b'"event":{"type":"PlayerSeated","place":0', b'"event":{"place":0,"type":"PlayerSeated"', "MEMBERS"),
    (2, b'"place":0', b'"place":0,"more":1', "MEMBERS"),
    (2, b'"place":0', b'"place":0,"place":0', "DOUBLED_MEMBER"),
    (2, b'"place":0', b'"place":-0', "NUMBER"),
    (2, b'"place":0', b'"place":9007199254740992', "NUMBER"),
    (2, b'"colour":"red"', b'"colour":"\\u0072ed"', "ESCAPE"),
    (2, b'"colour":"red"', b'"colour":"\\ud800"', "SURROGATE"),
    (3, b"12:02:00Z", b"12:00:59Z", "TIME_ORDER"),
    (3, b"12:02:00Z", b"15:02:00+03:00", "TIME"),
    (3, b"12:02:00Z", b"12:02:00.0Z", "TIME"),
    (3, b'"request_id":"request-3"', b'"request_id":""', "REQUEST_ID"),
    (4, b'"request_id":"request-4"', b'"request_id":"request-1"', "REQUEST_REPEATED"),
    (5, b"12:03:00Z", b"12:04:00Z", "ENVELOPE"),
    (5, b"12:03:00Z", b"12:01:00Z", "ENVELOPE"),
    (3, b'"actor":"bob"', b'"actor":"b:ob"', "ACTOR"),
    (3, b'"actor":"bob",', b"", "MEMBERS"),
    (6, b'"number":null', b'"number":3', "PRIVATE"),
    (1, b'"commitment":"630dcd', b'"commitment":"630DCD', "HEX"),
    (1, b'"secret":""', b'"secret":"%b"' % SECRET.hex().encode(), "PRIVATE"),
)


def spelled_otherwise():
    """Files that say the same otherwise, or what cannot be."""
    yield from (edited(old, new, place) for place, old, new, _ in WHOLE)
    yield from (seen_as(old, new, line) for line, old, new, _ in ONE_VIEWERS)
    for content in (FILE, SEEN):
        yield from (BOM + content, content.replace(b"\n", b"\r\n"), content + b"\n", content[:-1])


@pytest.mark.parametrize(("line", "old", "new", "code"), ONE_VIEWERS)
def test_a_file_for_one_viewer_has_one_spelling_too(line, old, new, code):
    found = fault_of(seen_as(old, new, line))
    assert found == (code, 0 if line == 0 else line)


def test_links_in_a_file_for_one_viewer_are_spelled_in_small_letters():
    row = take_apart(SEEN).rows[2]
    link = link_of(row).encode()
    assert link.upper() != link
    assert fault_of(seen_as(link, link.upper(), 3)) == ("HEX", 3)


@pytest.mark.parametrize("content", [FILE, SEEN], ids=["whole", "seen"])
def test_a_byte_order_mark_carriage_returns_and_other_ends_are_refused(content):
    assert fault_of(BOM + content) == ("BOM", 0)
    assert fault_of(content.replace(b"\n", b"\r\n"))[0] == "WHITE_SPACE"
    assert fault_of(content + b"\n")[0] == "MALFORMED"
    assert fault_of(content[:-1])[0] == "MALFORMED"


def test_digits_of_a_signature_are_small_too():
    signature = FILE[-131:-3]
    assert signature.upper() != signature
    assert fault_of(FILE.replace(signature, signature.upper())) == ("HEX", 0)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b'{"a":[1,-7,0,9007199254740991],"b":{"a":"\\n\\u001f\\"\\\\"}}', None),
        (b'{"a":"\\\\ud800"}', None),
        (b'["a","a",{"a":"a"}]', None),
        (b'{"a":{"a":1},"b":{"a":1}}', None),
        (b'{"a":1,"b":{},"a":1}', "DOUBLED_MEMBER"),
        (b'{"a":"\\u000a"}', "ESCAPE"),
        (b'{"a":"\\u001F"}', "ESCAPE"),
        (b'{"a":"\\/"}', "ESCAPE"),
        (b'{"a":"\\u00e9"}', "ESCAPE"),
        (b'{"a":01}', "NUMBER"),
        (b'{"a":+1}', None),
        (b'{"a":1.5}', "NUMBER"),
        (b'{"a":1E2}', "NUMBER"),
        (b'{"a":\t1}', "WHITE_SPACE"),
        (b"[" * 64 + b"]" * 64, None),
        (b"[" * 65 + b"]" * 65, "DEPTH"),
        (b'"\xff"', "UTF8"),
    ],
)
def test_one_value_is_spelled_in_one_way(raw, code):
    """The decoder refuses text that is not JSON at all."""
    odd = lexical_fault(raw)
    assert (odd and odd.code) == code


# Keys and checkpoints.

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def added(one, other):
    """On the curve of RFC 8032, 5.1.4."""
    (x, y), (u, v) = one, other
    t = D * x * u * y * v
    return (x * v + u * y) * pow(1 + t, -1, P) % P, (y * v + x * u) * pow(1 - t, -1, P) % P


def small_order_points():
    """Multiples of a point of order 8, which is what is left of any point times the order of the base point."""
    base_order = 2**252 + 27742317777372353535851937790883648493
    for y in range(2, 99):
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        x = pow(square, (P + 3) // 8, P)
        x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
        if x * x % P != square:
            continue
        left, power, times = (0, 1), (x, y), base_order
        while times:
            left = added(left, power) if times & 1 else left
            power, times = added(power, power), times >> 1
        points = [left]
        while points[-1] != (0, 1):
            points.append(added(points[-1], left))
        if len(points) == 8:
            return points
    raise AssertionError("no point of order 8")


def key_of(public, **more):
    return {"kty": "OKP", "crv": "Ed25519", "x": urlsafe_b64encode(public).rstrip(b"=").decode(), **more}


def weak_keys():
    for x, y in small_order_points():
        yield (y | (x & 1) << 255).to_bytes(32, "little")
        yield (y | (1 - x & 1) << 255).to_bytes(32, "little")
    for y in (P, P + 1, 2**255 - 1):
        yield y.to_bytes(32, "little")


def test_a_key_for_which_anybody_can_sign_is_no_key():
    weak = set(weak_keys())
    assert len(weak) == 8 + 2 + 3
    for public in weak:
        with pytest.raises(WrongKeySet) as wrong:
            published_keys({"keys": [*RING.published()["keys"], key_of(public)]})
        assert wrong.value.code == "KEY_WEAK"


def test_a_key_stands_once_in_its_set_under_its_own_name():
    (key,) = RING.published()["keys"]
    assert set(published_keys({"keys": [key]})) == {RING.signer.key}
    for keys, code in (([key, key], "KEY_DOUBLED"), ([key, {**key, "kid": "another"}], "KEY_ID")):
        with pytest.raises(WrongKeySet) as wrong:
            published_keys({"keys": keys})
        assert wrong.value.code == code


def checkpoint(rows, version, ring=RING, **other):
    chain = other.get("chain", link_of(rows[version - 1]))
    signature = ring.signer.sign(checkpoint_message("game-1", version, chain)).hex()
    return Checkpoint("game-1", version, chain, ring.signer.key, signature)


def test_two_checkpoints_of_one_version_prove_two_histories_even_of_what_the_file_does_not_hold():
    other = Book().execute(*STARTED, *chosen(1, 3), *chosen(1, 3)).rows
    assert fault_of(FILE, [checkpoint(ROWS, 8), checkpoint(ROWS, 8)]) is None
    assert fault_of(FILE, [checkpoint(ROWS, 8), checkpoint(other, 8)]) == ("CHECKPOINTS_DIFFER", 8)
    short = export(running().rows, CODEC, RING.signer)
    assert fault_of(short, [checkpoint(ROWS, 10), checkpoint(other, 10)]) == ("CHECKPOINTS_DIFFER", 10)


def test_a_checkpoint_has_one_spelling():
    chain = link_of(ROWS[7]).upper()
    assert fault_of(FILE, [checkpoint(ROWS, 8, chain=chain)]) == ("HEX", 8)
    right = checkpoint(ROWS, 8)
    assert fault_of(FILE, [msgspec.structs.replace(right, signature=right.signature.upper())]) == ("CHECKPOINT", 8)
