"""Merkle trees of RFC 6962, section 2.1, with SHA-256: hashes, proofs and their verification.

A prover knows the hashes of whole subtrees (`Node`); a verifier needs only the proof. Consistency proofs are checked in
turnledger/merkle.py, because clients check them too.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeAlias

from turnledger.merkle import EMPTY_ROOT, WrongProof, interior

Node: TypeAlias = Callable[[int, int], bytes]
"""The hash of the whole subtree of 2^level leaves with this number: node(0, 5) is leaf 5, node(3, 1) leaves 8–15."""


def leaf_hash(leaf: bytes) -> bytes:
    return sha256(b"\0" + leaf).digest()


def _cut(size: int) -> int:
    """The largest power of two below `size`, which is at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


class GrowingTree:
    """A tree to which leaves are appended, of which nothing is kept but the roots of its whole subtrees."""

    def __init__(self) -> None:
        self.size = 0
        self._roots: list[bytes] = []
        """From the greatest subtree to the smallest: one for each bit of `size`."""

    def append(self, leaf: bytes) -> None:
        """`leaf`: the leaf's hash."""
        bits = self.size
        while bits & 1:
            leaf, bits = interior(self._roots.pop(), leaf), bits >> 1
        self._roots.append(leaf)
        self.size += 1

    @property
    def root(self) -> bytes:
        if not self._roots:
            return EMPTY_ROOT
        *lefts, root = self._roots
        for left in reversed(lefts):
            root = interior(left, root)
        return root


def tree_root(node: Node, size: int) -> bytes:
    return _root(node, 0, size) if size else EMPTY_ROOT


def _root(node: Node, begin: int, end: int) -> bytes:
    size = end - begin
    if size & (size - 1) == 0:
        return node(size.bit_length() - 1, begin // size)
    middle = begin + _cut(size)
    return interior(_root(node, begin, middle), _root(node, middle, end))


def inclusion(node: Node, index: int, size: int) -> list[bytes]:
    """PATH(index, D[size]): from the leaf's sibling up."""
    assert 0 <= index < size
    return _inclusion(node, index, 0, size)


def _inclusion(node: Node, index: int, begin: int, end: int) -> list[bytes]:
    if end - begin == 1:
        return []
    middle = begin + _cut(end - begin)
    if index < middle:
        return [*_inclusion(node, index, begin, middle), _root(node, middle, end)]
    return [*_inclusion(node, index, middle, end), _root(node, begin, middle)]


def consistency(node: Node, old: int, size: int) -> list[bytes]:
    """PROOF(old, D[size]); nothing where either tree is empty or both are the same."""
    assert 0 <= old <= size
    return _consistency(node, old, 0, size, whole=True) if 0 < old < size else []


def _consistency(node: Node, old: int, begin: int, end: int, *, whole: bool) -> list[bytes]:
    if old == end:
        return [] if whole else [_root(node, begin, end)]
    middle = begin + _cut(end - begin)
    if old <= middle:
        return [*_consistency(node, old, begin, middle, whole=whole), _root(node, middle, end)]
    return [*_consistency(node, old, middle, end, whole=False), _root(node, begin, middle)]


def check_inclusion(proof: Sequence[bytes], index: int, size: int, leaf: bytes, root: bytes) -> None:
    """RFC 9162, 2.1.3.2. `leaf`: the leaf's hash. Raises WrongProof."""
    if not 0 <= index < size:
        raise WrongProof(f"leaf {index} is not in a tree of {size}")
    place, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            raise WrongProof("the proof of inclusion is too long")
        if place & 1 or place == last:
            found = interior(sibling, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = interior(found, sibling)
        place, last = place >> 1, last >> 1
    if last or found != root:
        raise WrongProof("the leaf is not in the tree")
