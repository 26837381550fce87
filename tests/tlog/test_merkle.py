"""Trees of RFC 6962: the published roots, and every proof of every small tree, right and spoilt."""

import pytest

from services.tlog.merkle import (
    GrowingTree,
    check_inclusion,
    consistency,
    inclusion,
    leaf_hash,
    tree_root,
)
from services.tlog.tiles import grown, node_of, partial_tiles, tiles_for
from tests.tlog.tlog_kit import mth
from turnledger.merkle import EMPTY_ROOT, WrongProof, check_consistency

# The inputs and roots of Google's certificate-transparency (cpp/merkletree/merkle_tree_test.cc).
INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = [bytes.fromhex(each) for each in INPUTS]
MANY = [b"%d" % number for number in range(40)]


def tiles_of(leaves, size=0, tiles=None):
    return grown(tiles or {}, size, map(leaf_hash, leaves))


def node(leaves):
    return node_of(tiles_of(leaves))


@pytest.mark.parametrize("size", range(1, 9))
def test_the_roots_are_the_published_ones(size):
    assert tree_root(node(LEAVES[:size]), size).hex() == ROOTS[size - 1]
    assert mth(LEAVES[:size]).hex() == ROOTS[size - 1]


def test_the_empty_tree_has_the_root_of_nothing():
    assert tree_root(node([]), 0) == EMPTY_ROOT == mth([])


def test_a_tree_that_keeps_its_right_edge_alone_has_the_same_roots():
    grown = GrowingTree()
    for size in range(70):
        assert (grown.size, grown.root) == (size, mth(TALL[:size]))
        grown.append(leaf_hash(TALL[size]))


TALL = [b"entry %d" % number for number in range(70)]


def test_every_leaf_of_every_small_tree_is_proven_and_nothing_else():
    for size in range(1, len(MANY) + 1):
        tree, root = node(MANY[:size]), mth(MANY[:size])
        for index in range(size):
            proof, leaf = inclusion(tree, index, size), leaf_hash(MANY[index])
            check_inclusion(proof, index, size, leaf, root)
            for spoilt in (
                (proof, index, size, leaf_hash(b"another"), root),
                (proof, index, size, leaf, leaf_hash(b"")),
                ([*proof, root], index, size, leaf, root),
                (proof[:-1], index, size, leaf, root if proof else EMPTY_ROOT),
                (proof, index + size, size, leaf, root),
                (proof, index - size, size, leaf, root),
            ):
                with pytest.raises(WrongProof):
                    check_inclusion(*spoilt)
            if size > 1:
                with pytest.raises(WrongProof):
                    check_inclusion(proof, (index + 1) % size, size, leaf, root)


def test_every_small_tree_goes_on_from_every_smaller_one_and_from_no_other():
    for size in range(1, len(MANY) + 1):
        tree, root = node(MANY[:size]), mth(MANY[:size])
        for old in range(size + 1):
            proof, old_root = consistency(tree, old, size), mth(MANY[:old])
            check_consistency(proof, old, old_root, size, root)
            wrong = [
                (proof, old, leaf_hash(b"x"), size, root),
                ([*proof, root], old, old_root, size, root),
                (proof, size + 1, old_root, size, root),
            ]
            if 0 < old < size:
                wrong += [(proof, old, old_root, size, leaf_hash(b"x")), (proof[:-1], old, old_root, size, root)]
            for spoilt in wrong:
                with pytest.raises(WrongProof):
                    check_consistency(*spoilt)


def test_a_tree_of_tiles_grows_by_any_steps_to_the_same_tiles_and_root():
    entries = [b"entry %d" % number for number in range(256 * 256 + 300)]
    whole, size, tiles = tiles_of(entries), 0, {}
    for step in (1, 255, 256, 1, 700, 256 * 256, len(entries)):
        some = entries[size : size + step]
        partial = {tile: tiles[tile] for tile in partial_tiles(size)}
        tiles |= tiles_of(some, size, partial)
        size += len(some)
    assert tiles == whole
    assert sorted(level for level, _ in partial_tiles(size)) == [0, 1, 2]
    root = tree_root(node_of(tiles), size)
    for index in (0, 255, 256, 65_535, 65_536, size - 1):
        needed = tiles_for(lambda node, index=index: inclusion(node, index, size))
        assert len(needed) <= 6
        proof = inclusion(node_of({each: tiles[each] for each in needed}), index, size)
        check_inclusion(proof, index, size, leaf_hash(entries[index]), root)
    assert root == mth(entries)
