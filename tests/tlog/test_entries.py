"""A monitor remembers the same entries as with all of them in memory, without holding all in memory."""

import subprocess
import sys

import pytest

from services.tlog.entries import DOUBLED_MAX, Entries

GAME, OTHER = "11" * 32, "22" * 32
A, B = "aa" * 32, "bb" * 32
BOUND_KB = 64 * 1024
READS_MANY = """
import resource, sys
from hashlib import sha256
from services.tlog.entries import Entries
from services.tlog.merkle import GrowingTree, leaf_hash

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

tree, before = GrowingTree(), peak()
with Entries() as entries:
    for number in range(150_000):
        digest = sha256(b"%d" % (number // 10)).hexdigest()
        kind = "open" if number % 10 == 0 else "mark"
        line = f"{kind} {digest} {1 + number % 10} {sha256(b'%d' % number).hexdigest()}"
        entries.add(number, line)
        tree.append(leaf_hash(line.encode()))
    assert (entries.games, entries.doubled) == (15_000, [])
print(peak() - before)
"""


def read_entries(*lines):
    with Entries() as entries:
        for index, line in enumerate(lines):
            entries.add(index, line)
        pairs = [(each.first_index, each.index) for each in entries.doubled]
        return pairs, entries.games, entries.starts, entries.stopped


def test_two_links_of_a_version_and_what_happens_twice_are_found():
    assert read_entries(f"open {GAME} 1 {A}", f"mark {GAME} 1 {A}", f"open {OTHER} 1 {A}") == ([], 2, 0, 0)
    assert read_entries(f"mark {GAME} 4 {A}", f"mark {GAME} 4 {A}", f"mark {GAME} 4 {B}") == ([(0, 2)], 0, 0, 0)
    assert read_entries(f"open {GAME} 1 {A}", f"open {GAME} 2 {A}") == ([(0, 1)], 1, 0, 0)
    assert read_entries(f"start {GAME} 3 {A}", f"mark {GAME} 3 {B}", f"end {GAME} 4 {B}") == ([(0, 1)], 0, 1, 1)
    assert read_entries(f"start {GAME} 3 {A}", f"end {GAME} 5 {B}", "words of later", f"keys {A}") == ([], 0, 1, 0)


def test_what_a_spoilt_log_doubles_is_told_up_to_a_bound():
    pairs, *_ = read_entries(*[f"mark {GAME} 1 {number:064x}" for number in range(DOUBLED_MAX + 50)])
    assert pairs == [(0, number) for number in range(1, DOUBLED_MAX + 1)]


@pytest.mark.slow
def test_memory_is_bounded_however_long_the_log_is():
    """In a process of its own: 150,000 entries took 85 MB when all of them were remembered there."""
    read = subprocess.run([sys.executable, "-c", READS_MANY], capture_output=True, text=True, check=True)
    assert int(read.stdout) < BOUND_KB
