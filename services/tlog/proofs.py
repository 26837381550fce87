"""Proofs that a leaf was logged and seen by witnesses, as one text (https://c2sp.org/tlog-proof), checked offline."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence

from msgspec import Struct

from services.tlog.checkpoints import tree_of
from services.tlog.merkle import check_inclusion, leaf_hash
from services.tlog.notes import MalformedNote, Note, decoded, read_note
from services.tlog.policy import Policy
from turnledger.merkle import HASH_BYTES, WrongProof

_FORMAT = "c2sp.org/tlog-proof@v1"
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,17})")
PATH_MAX = 64


class Logged(Struct, frozen=True):
    """The content of a proof. `seen_at`: by witness of the policy, seconds since 1970 UTC."""

    origin: str
    index: int
    size: int
    seen_at: Mapping[str, int]


def proof_text(index: int, path: Sequence[bytes], checkpoint: Note) -> str:
    lines = [_FORMAT, f"index {index}", *(b64encode(each).decode() for each in path)]
    return "\n".join(lines) + "\n\n" + checkpoint.content.decode()


def check_proof(text: str, leaf: bytes, policy: Policy) -> Logged:
    """Check that the leaf is in a log of the policy, cosigned by a quorum of its witnesses. Raises WrongProof."""
    try:
        index, path, note = _parts(text)
        tree = tree_of(note)
    except (MalformedNote, UnicodeDecodeError) as wrong:
        raise WrongProof(f"not a proof: {wrong}") from wrong
    if policy.log_of(tree, note) is None:
        raise WrongProof(f"no log of the policy has signed this checkpoint of {tree.origin!r:.80}")
    seen_at = policy.cosigned(note, tree)
    if not policy.is_quorum(seen_at):
        raise WrongProof(f"only {', '.join(sorted(seen_at)) or 'no witness'} saw it: the policy wants {policy.quorum}")
    check_inclusion(path, index, tree.size, leaf_hash(leaf), tree.root)
    return Logged(tree.origin, index, tree.size, seen_at)


def checkpoint_in(text: str) -> str:
    """Return the checkpoint of a proof, unchecked."""
    return text.partition("\n\n")[2]


def seen_before(logged: Logged, policy: Policy, moment_s: int) -> bool:
    """Return whether a quorum saw the leaf before that moment."""
    return policy.is_quorum([name for name, at in logged.seen_at.items() if at < moment_s])


def _parts(text: str) -> tuple[int, list[bytes], Note]:
    above, blank, checkpoint = text.partition("\n\n")
    first, *lines = above.split("\n")
    if first != _FORMAT or not blank:
        raise MalformedNote(f"begins with {first[:80]!r}")
    if lines and lines[0].startswith("extra "):
        decoded(lines.pop(0).removeprefix("extra "))
    index = _INDEX.fullmatch(lines[0]) if lines else None
    if not index or len(lines) > PATH_MAX:
        raise MalformedNote("an index and its path are expected")
    path = [decoded(line) for line in lines[1:]]
    if any(len(each) != HASH_BYTES for each in path):
        raise MalformedNote("a hash has 32 bytes")
    return int(index[1]), path, read_note(checkpoint.encode())
