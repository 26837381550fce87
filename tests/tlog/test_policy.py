"""Policies and proofs: who must have seen a leaf, and when."""

import pytest
from msgspec.structs import replace

from services.tlog.checkpoints import tree_of
from services.tlog.merkle import inclusion
from services.tlog.notes import ED25519, Key, Signer
from services.tlog.policy import MalformedPolicy, read_policy
from services.tlog.proofs import check_proof, proof_text, seen_before
from tests.tlog.test_merkle import node
from tests.tlog.tlog_kit import LOG, ORIGIN, W1, W2, W3, checkpoint, policy
from turnledger.merkle import WrongProof

LEAVES = [b"open a", b"start a", b"end a", b"open b", b"end b"]
L, A, B = LOG.key.vkey, W1.key.vkey, W2.key.vkey


def proof(index, *witnesses, leaves=LEAVES, at=1_700_000_000, log=LOG):
    return proof_text(
        index, inclusion(node(leaves), index, len(leaves)), checkpoint(leaves, *witnesses, at=at, log=log)
    )


@pytest.mark.parametrize("index", range(len(LEAVES)))
def test_a_leaf_that_a_quorum_saw_is_proven(index):
    logged = check_proof(proof(index, W1, W3), LEAVES[index], policy())
    assert (logged.origin, logged.index, logged.size) == (ORIGIN, index, 5)
    assert logged.seen_at == {"w1": 1_700_000_000, "w3": 1_700_000_000}


@pytest.mark.parametrize(
    ("text", "leaf", "says"),
    [
        (proof(1, W1), b"start a", "only w1 saw it"),
        (proof(1), b"start a", "only no witness saw it"),
        (proof(1, W1, W1), b"start a", "only w1 saw it"),
        (proof(1, W1, W2), b"start b", "not in the tree"),
        (proof(1, W1, W2).replace("index 1", "index 2"), b"start a", "not in the tree"),
        (proof(1, W1, W2).replace("index 1", "index 01"), b"start a", "not a proof"),
        (proof(1, W1, W2).replace("tlog-proof@v1", "tlog-proof@v2"), b"start a", "not a proof"),
        ("", b"", "not a proof"),
        (proof(1, W1, W2, log=Signer(ORIGIN, ED25519, b"\x09" * 32)), b"start a", "no log of the policy"),
        (proof(1, W1, W2, log=Signer("other.example", ED25519, b"\x01" * 32)), b"start a", "no log of the policy"),
    ],
)
def test_what_proves_less_is_refused(text, leaf, says):
    with pytest.raises(WrongProof, match=says):
        check_proof(text, leaf, policy())


def test_extra_data_says_nothing_and_no_quorum_needs_nobody():
    text = proof(1).replace("\nindex", "\nextra AAAA\nindex")
    assert check_proof(text, b"start a", policy(quorum="none")).seen_at == {}


def test_a_quorum_before_a_moment_is_a_quorum_of_those_who_saw_it_before():
    logged = check_proof(proof(1, W1, W2, at=1_700_000_000), b"start a", policy())
    assert seen_before(logged, policy(), 1_700_000_001)
    assert not seen_before(logged, policy(), 1_700_000_000)
    note = checkpoint(LEAVES, W1)
    later = W2.cosign(note.text, tree_of(note), 1_700_000_500)
    note = replace(note, signatures=(*note.signatures, later))
    mixed = check_proof(proof_text(1, inclusion(node(LEAVES), 1, 5), note), b"start a", policy())
    assert not seen_before(mixed, policy(), 1_700_000_400)
    assert seen_before(mixed, policy(), 1_700_000_501)


def test_groups_of_groups_count_as_the_specification_says():
    """The example of https://c2sp.org/tlog-policy: two of the X, and one of the Y."""
    signers = [Signer(f"w{number}", 4, bytes([number]) * 32) for number in range(10, 16)]
    names = ["X1", "X2", "X3", "Y1", "Y2", "Y3"]
    witnesses = "\n".join(f"witness {name} {each.key.vkey}" for name, each in zip(names, signers, strict=True))
    groups = "group X-witnesses 2 X1 X2 X3\ngroup Y-witnesses any Y1 Y2 Y3\ngroup X-and-Y all X-witnesses Y-witnesses"
    read = read_policy(f"# all of it\n\tlog {L}  \n{witnesses}\n{groups}\n\nquorum X-and-Y\n".encode())
    assert read.is_quorum(["X1", "X3", "Y2"])
    assert not read.is_quorum(["X1", "X2", "X3"])
    assert not read.is_quorum(["X1", "Y1", "Y2", "Y3"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"log {L}\n",
        "quorum none\nquorum none\n",
        "quorum w1\n",
        f"log {A}\nquorum none\n",
        f"witness w1 {L}\nquorum w1\n",
        f"witness none {A}\nquorum none\n",
        f"witness w1 {A}\nwitness w2 {A}\nquorum w1\n",
        f"witness w1 {A}\nwitness w1 {B}\nquorum w1\n",
        f"witness w1 {A}\ngroup g 2 w1\nquorum g\n",
        f"witness w1 {A}\ngroup g 0 w1\nquorum g\n",
        f"witness w1 {A}\ngroup g 1 w1 w1\nquorum g\n",
        f"witness w1 {A}\ngroup g any w1\ngroup h any w1\nquorum h\n",
        "group g any h\ngroup h any g\nquorum g\n",
        f"log {L}\nlog {L}\nquorum none\n",
        "trust everybody\nquorum none\n",
        "quorum none\r\n",
        "log x+7f4d5e8b+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nquorum none\n",
    ],
)
def test_a_policy_that_could_be_misread_is_refused(text):
    with pytest.raises(MalformedPolicy):
        read_policy(text.encode())


def test_a_key_under_which_anybody_can_sign_is_trusted_by_nobody():
    weak = Key("x", ED25519, b"\x01" + bytes(31))
    with pytest.raises(MalformedPolicy, match="anybody can sign"):
        read_policy(f"log {weak.vkey}\nquorum none\n".encode())
