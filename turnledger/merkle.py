"""The client's check of a transparency log: that a greater tree extends a smaller one (RFC 6962, RFC 9162)."""

from collections.abc import Sequence
from hashlib import sha256

HASH_BYTES = 32
EMPTY_ROOT = sha256().digest()


class WrongProof(ValueError):
    """A proof that proves something else, or nothing."""


def interior(left: bytes, right: bytes) -> bytes:
    """The hash of a subtree from those of its halves."""
    return sha256(b"\1" + left + right).digest()


def check_consistency(proof: Sequence[bytes], old: int, old_root: bytes, size: int, root: bytes) -> None:
    """RFC 9162, 2.1.4.2, and what is plain of empty and equal trees. Raises WrongProof."""
    if not 0 <= old <= size:
        raise WrongProof(f"a tree of {size} does not go on from one of {old}")
    if old in (0, size):
        if proof or (old == size and old_root != root) or (old == 0 and old_root != EMPTY_ROOT):
            raise WrongProof("the trees are not the same")
        return
    _check_growth(proof, old, old_root, size, root)


def _check_growth(proof: Sequence[bytes], old: int, old_root: bytes, size: int, root: bytes) -> None:
    path = [old_root, *proof] if old & (old - 1) == 0 else [*proof]
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    if not path:
        raise WrongProof("the proof of consistency is empty")
    before = after = path[0]
    for sibling in path[1:]:
        if last == 0:
            raise WrongProof("the proof of consistency is too long")
        if place & 1 or place == last:
            before, after = interior(sibling, before), interior(sibling, after)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            after = interior(after, sibling)
        place, last = place >> 1, last >> 1
    if last or before != old_root or after != root:
        raise WrongProof("the greater tree does not go on from the smaller one")
