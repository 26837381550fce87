"""Cycles that keep much memory are found when memory has grown, long before their number is worth a look."""

import gc

import pytest

from services.platform.garbage import GROWN, GROWN_BYTES, OFTEN, MemoryGrowth, look, resident_bytes

MB = 1024 * 1024


class Cycle:
    def __init__(self):
        self.me, self.buffer = self, bytearray(MB)
        self.buffer[::4096] = bytes(256 * [1])


@pytest.fixture
def seldom():
    """A collector that looks as a server's does, which leaves old cycles alone."""
    before = gc.get_threshold()
    look(OFTEN)
    yield
    gc.set_threshold(*before)
    gc.collect()


def make_old_cycles(megabytes):
    kept = [Cycle() for _ in range(megabytes)]
    gc.collect(1)
    gc.collect(1)
    kept.clear()


def test_old_cycles_are_freed_once_memory_has_grown(seldom):
    growth, before = MemoryGrowth(), resident_bytes()
    enough = max(GROWN_BYTES, int(before * GROWN))
    make_old_cycles(2 * enough // MB)
    grown = resident_bytes() - before
    assert grown > enough
    assert growth.check()
    assert resident_bytes() - before < grown / 4
    assert not growth.check()


def test_small_growth_is_not_worth_a_look():
    sizes = iter([500 * MB, 520 * MB, 540 * MB])
    growth = MemoryGrowth(lambda: next(sizes))
    assert not growth.check()
    assert not growth.check()


def test_growth_counts_from_the_least_since_the_last_look():
    sizes = iter([900 * MB, 100 * MB, 120 * MB, 170 * MB, 170 * MB])
    growth = MemoryGrowth(lambda: next(sizes))
    assert [growth.check() for _ in range(3)] == [False, False, True]


def test_a_large_process_looks_when_it_has_grown_by_a_quarter():
    sizes = iter([1000 * MB, 1200 * MB, 1260 * MB, 1260 * MB, 1500 * MB])
    growth = MemoryGrowth(lambda: next(sizes))
    assert [growth.check() for _ in range(3)] == [False, True, False]
