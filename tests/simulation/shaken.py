"""Run plans in a process that is unlike any other: in its addresses, its clocks, its collector and its random numbers.

A plan has to take the same course there. Run with `python -m tests.simulation.shaken`, by `digests_of`.
"""

import gc
import os
import subprocess
import sys
import time
from asyncio import Handle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import msgspec

from tests.simulation.faults import Plan

THRESHOLDS = 97, 3, 5
"""The collector runs far more often than in other processes."""
PART, AT_ONCE, KEPT_MAX = 0.2, 12, 3000
"""Before a part of the callbacks, so many objects are made at most, and so many are kept."""
CLOCKS = "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter"
AHEAD, TIMES = 4_000_000, 40
"""Clocks are so many seconds ahead, and so many times as fast."""
SIZES = 600
"""Bytes of an object that is made."""


def digests_of(plans: Sequence[Plan]) -> list[str]:
    """Return the digests of plans from such a process, which has another temporary folder, too."""
    with TemporaryDirectory() as folder:
        ran = subprocess.run(
            [sys.executable, "-m", "tests.simulation.shaken"],
            input=msgspec.msgpack.encode(plans),
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": "0", "TMPDIR": folder},
            check=True,
        )
    return msgspec.msgpack.decode(ran.stdout, type=list[str])


@contextmanager
def shaken() -> Iterator[None]:
    """Move what is made next to other addresses, again and again."""
    dice, kept, run = Random(), list[Any](), Handle._run
    kinds: tuple[Callable[[], Any], ...] = (
        object,
        dict,
        lambda: [None] * dice.randrange(SIZES // 8),
        lambda: bytes(dice.randrange(SIZES)),
        lambda: bytearray(dice.randrange(SIZES)),
        dice.random,
    )

    def run_elsewhere(handle: Handle) -> None:
        if dice.random() < PART:
            kept.extend(dice.choice(kinds)() for _ in range(dice.randrange(AT_ONCE)))
        if len(kept) > KEPT_MAX:
            dice.shuffle(kept)
            del kept[KEPT_MAX // 3 :]
        run(handle)

    with mock.patch.object(Handle, "_run", run_elsewhere):
        yield


def other_clocks() -> None:
    """Have other clocks from now on. Call this before modules import them."""
    for name in CLOCKS:
        clock = getattr(time, name)
        setattr(time, name, _ahead(clock, clock(), AHEAD * 10**9 if name.endswith("_ns") else AHEAD))


def _ahead(clock: Callable[[], Any], began: Any, ahead: int) -> Callable[[], Any]:
    return lambda: began + ahead + (clock() - began) * TIMES


if __name__ == "__main__":
    other_clocks()
    gc.set_threshold(*THRESHOLDS)
    from tests.simulation.world import run

    given = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=list[Plan])
    with shaken():
        sys.stdout.buffer.write(msgspec.msgpack.encode([run(each).digest for each in given]))
