"""The small witness, call by call as https://c2sp.org/tlog-witness says."""

from base64 import b64encode

import pytest

from services.tlog.checkpoints import read_checkpoint, signed
from services.tlog.merkle import consistency
from services.tlog.notes import ED25519, MalformedNote, Note, Signer, Tree, cosigned_at, read_signature
from services.tlog.witness import Refusal, origin_hash
from tests.tlog.test_merkle import MANY, node
from tests.tlog.tlog_kit import LOG, ORIGIN, W1, a_witness, checkpoint
from turnledger.merkle import EMPTY_ROOT

NOW = 1_700_000_777
STRANGER = Signer(ORIGIN, ED25519, b"\x55" * 32)


@pytest.fixture
def witness(tmp_path):
    return a_witness(tmp_path / "seen", W1, now_s=lambda: NOW)


def body(old, size, shown=None, proof=None, leaves=MANY):
    path = consistency(node(leaves[:size]), old, size) if proof is None else proof
    lines = [f"old {old}", *(b64encode(each).decode() for each in path)]
    return ("\n".join(lines) + "\n\n").encode() + (shown or checkpoint(leaves[:size])).content


async def refused(witness, content):
    with pytest.raises(Refusal) as found:
        await witness.add_checkpoint(content)
    return found.value.status, found.value.size


async def test_a_log_that_grows_is_cosigned_and_the_last_checkpoint_is_shown(witness):
    for old, size in ((0, 1), (1, 1), (1, 7), (7, 40)):
        answer = (await witness.add_checkpoint(body(old, size))).decode()
        note, tree = read_checkpoint(checkpoint(MANY[:size]).content)
        line = read_signature(answer.removesuffix("\n"))
        assert cosigned_at(Note(note.text, (line,)), W1.key, tree) == NOW
    shown = witness.checkpoint(origin_hash(ORIGIN))
    assert shown.text == checkpoint(MANY).text
    assert [each.name for each in shown.signatures] == [ORIGIN, W1.key.name]
    assert witness.checkpoint(origin_hash("another")) is None


async def test_what_is_cosigned_is_remembered_by_the_next_process(witness, tmp_path):
    await witness.add_checkpoint(body(0, 7))
    again = a_witness(tmp_path / "seen", W1)
    assert await refused(again, body(0, 9)) == (409, 7)
    (file,) = (tmp_path / "seen").glob("*.checkpoint")
    file.write_bytes(b"spoilt")
    with pytest.raises(MalformedNote):
        await again.add_checkpoint(body(7, 9))


async def test_a_log_that_shrinks_branches_or_skips_is_not_cosigned(witness):
    await witness.add_checkpoint(body(0, 7))
    assert await refused(witness, body(0, 9)) == (409, 7)
    assert await refused(witness, body(3, 9)) == (409, 7)
    assert await refused(witness, body(0, 3)) == (409, 7)
    assert await refused(witness, body(9, 7, proof=[])) == (400, None)
    other = [b"x", *MANY[1:]]
    assert await refused(witness, body(7, 9, leaves=other)) == (422, None)
    assert await refused(witness, body(7, 7, leaves=other)) == (422, None)
    assert await refused(witness, body(7, 9, proof=[])) == (422, None)
    assert await refused(witness, body(0, 9, proof=[EMPTY_ROOT])) == (409, 7)
    assert await witness.add_checkpoint(body(7, 9))


async def test_the_first_checkpoint_needs_no_proof_and_takes_none(witness):
    assert await refused(witness, body(0, 7, proof=[EMPTY_ROOT])) == (422, None)
    not_empty = signed(Tree(ORIGIN, 0, b"\x01" * 32), LOG)
    assert await refused(witness, b"old 0\n\n" + not_empty.content) == (422, None)
    assert await witness.add_checkpoint(b"old 0\n\n" + signed(Tree(ORIGIN, 0, EMPTY_ROOT), LOG).content)


async def test_only_logs_that_it_knows_and_keys_that_it_trusts_are_cosigned(witness):
    unknown = Signer("nobody.example", ED25519, b"\x01" * 32)
    assert await refused(witness, body(0, 3, checkpoint(MANY[:3], log=unknown))) == (404, None)
    assert await refused(witness, body(0, 3, checkpoint(MANY[:3], log=STRANGER))) == (403, None)
    note = checkpoint(MANY[:3])
    false = Note(note.text, (type(note.signatures[0])(ORIGIN, LOG.key.key_id, bytes(64)),))
    assert await refused(witness, body(0, 3, false)) == (403, None)
    both = Note(note.text, (*note.signatures, *false.signatures))
    assert await refused(witness, body(0, 3, both)) == (403, None)
    more = Note(note.text, (*note.signatures, STRANGER.sign(note.text)))
    assert await witness.add_checkpoint(body(0, 3, more))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"old 0\n",
        b"old 00\n\n" + checkpoint(MANY[:3]).content,
        b"old -1\n\n" + checkpoint(MANY[:3]).content,
        b"0\n\n" + checkpoint(MANY[:3]).content,
        b"old 0\nAAAA\n\n" + checkpoint(MANY[:3]).content,
        b"old 0\n" + b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n" * 64 + b"\n" + checkpoint(MANY[:3]).content,
        b"old 0\n\nnothing\n",
        b"\xff\n\n" + checkpoint(MANY[:3]).content,
    ],
)
async def test_what_is_no_request_is_refused(witness, content):
    assert await refused(witness, content) == (400, None)
