"""Checkpoints of a log (https://c2sp.org/tlog-checkpoint): notes whose text is origin, size and root."""

import re
from base64 import b64encode

from services.tlog.notes import MalformedNote, Note, Signer, Tree, decoded, read_note
from turnledger.merkle import HASH_BYTES

_SIZE = re.compile(r"0|[1-9][0-9]{0,17}")
ORIGIN_MAX = 255


def text_of(tree: Tree) -> bytes:
    return f"{tree.origin}\n{tree.size}\n{b64encode(tree.root).decode()}\n".encode()


def signed(tree: Tree, signer: Signer) -> Note:
    text = text_of(tree)
    return Note(text, (signer.sign(text),))


def tree_of(note: Note) -> Tree:
    """Read a note as a checkpoint, without checking signatures. Raises MalformedNote."""
    lines = note.text.decode().removesuffix("\n").split("\n")
    if len(lines) < 3 or not all(lines) or not _SIZE.fullmatch(lines[1]):
        raise MalformedNote("a checkpoint is an origin, a size and a root")
    if len(lines[0].encode()) > ORIGIN_MAX:
        raise MalformedNote("the origin is too long")
    root = decoded(lines[2])
    if len(root) != HASH_BYTES:
        raise MalformedNote("a root has 32 bytes")
    return Tree(lines[0], int(lines[1]), root)


def read_checkpoint(content: bytes) -> tuple[Note, Tree]:
    """Raises MalformedNote."""
    note = read_note(content)
    return note, tree_of(note)
