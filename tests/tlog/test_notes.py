"""Signed notes and cosignatures: the published examples, and malformed ones."""

import pytest
from msgspec.structs import replace

from services.tlog.checkpoints import read_checkpoint, text_of, tree_of
from services.tlog.notes import (
    COSIGNED_ED25519,
    COSIGNED_ML_DSA,
    ED25519,
    MalformedNote,
    Note,
    Signer,
    Tree,
    cosigned_at,
    cosigned_message,
    is_signed,
    read_note,
    read_signature,
    read_signer,
    read_vkey,
)
from tests.tlog.tlog_kit import LOG, W1, W2, checkpoint

# https://c2sp.org/signed-note
EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
""".encode()
# golang.org/x/mod/sumdb/note, example_test.go
NEUMANN_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
NEUMANN_SECRET = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
NEUMANN = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
""".encode()


@pytest.mark.parametrize(("vkey", "content"), [(EXAMPLE_KEY, EXAMPLE), (NEUMANN_KEY, NEUMANN)])
def test_the_published_notes_are_signed_by_their_published_keys_and_changed_ones_are_not(vkey, content):
    note, key = read_note(content), read_vkey(vkey)
    assert (is_signed(note, key), key.vkey, note.content) == (True, vkey, content)
    assert not is_signed(replace(note, text=note.text.upper()), key)
    assert not is_signed(replace(note, signatures=()), key)
    spoilt = replace(note.signatures[0], signature=bytes(64))
    assert not is_signed(replace(note, signatures=(*note.signatures, spoilt)), key), "a line of the key that is false"


def test_what_we_sign_is_what_go_signs():
    signer, note = read_signer(NEUMANN_SECRET), read_note(NEUMANN)
    assert Note(note.text, (signer.sign(note.text),)).content == NEUMANN
    assert signer.stored == NEUMANN_SECRET


@pytest.mark.parametrize("kind", [ED25519, COSIGNED_ED25519, COSIGNED_ML_DSA])
def test_a_key_is_found_again_as_it_was_stored(kind):
    signer = Signer("example.org/w", kind, bytes(range(32)))
    assert read_signer(signer.stored).key == signer.key == read_vkey(signer.key.vkey)


@pytest.mark.parametrize("witness", [W1, W2])
def test_a_cosignature_is_of_its_tree_its_moment_and_its_witness(witness):
    leaves = [b"a", b"b"]
    note = checkpoint(leaves, witness, at=1_700_000_123)
    tree = tree_of(note)
    assert cosigned_at(note, witness.key, tree) == 1_700_000_123
    other = replace(tree, size=3)
    assert cosigned_at(replace(note, text=text_of(other)), witness.key, other) is None
    line = note.signatures[1]
    later = replace(line, signature=(1_700_000_124).to_bytes(8, "big") + line.signature[8:])
    assert cosigned_at(replace(note, signatures=(later,)), witness.key, tree) is None
    assert cosigned_at(note, (W2 if witness is W1 else W1).key, tree) is None


def test_what_ml_dsa_signs_is_laid_out_as_specified():
    """https://c2sp.org/tlog-cosignature, cosigned_message, by hand."""
    tree = Tree("log", 5, b"\xee" * 32)
    said = b"subtree/v1\n\0" + b"\x11witness.example/1" + (7).to_bytes(8, "big") + b"\x03log" + bytes(8)
    assert cosigned_message(W1.key, b"", tree, 7) == said + (5).to_bytes(8, "big") + b"\xee" * 32
    assert cosigned_message(W2.key, b"text\n", tree, 7) == b"cosignature/v1\ntime 7\ntext\n"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"text\n",
        b"text\n\n",
        EXAMPLE[:-1],
        EXAMPLE.replace("—".encode(), b"-"),
        EXAMPLE.replace(b" Uw2", b"  Uw2"),
        EXAMPLE.replace(b"aQM=", b"aQM"),
        EXAMPLE.replace(b"aQM=", b"aQN="),  # other bits where none are
        EXAMPLE.replace(b"message", b"mess\tage"),
        b"\xff" + EXAMPLE,
        EXAMPLE + b"x" * 300_000,
    ],
)
def test_what_is_no_note_is_refused(content):
    with pytest.raises(MalformedNote):
        read_note(content)


@pytest.mark.parametrize(
    "text",
    ["o\n1\n", "o\n01\nAA==\n", "o\n-1\nAA==\n", "\n1\nAA==\n", "o\n1\nAA==\n", f"{'o' * 256}\n1\n{'A' * 43}=\n"],
)
def test_what_is_no_checkpoint_is_refused(text):
    with pytest.raises(MalformedNote):
        tree_of(Note(text.encode(), ()))


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "a b+00000000+AQ==",
        EXAMPLE_KEY.replace("530d903a", "530d903b"),
        EXAMPLE_KEY[:-4],
        "example.com/foo+530d903a+/ekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    ],
)
def test_what_is_no_key_is_refused(vkey):
    with pytest.raises(MalformedNote):
        read_vkey(vkey)


def test_a_checkpoint_is_read_as_it_was_written():
    note = checkpoint([b"a"], W1)
    assert read_checkpoint(note.content) == (note, tree_of(note))
    assert is_signed(note, LOG.key)
    assert read_signature(note.signatures[0].line.decode().rstrip("\n")) == note.signatures[0]
