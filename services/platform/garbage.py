"""How often Python looks for garbage that reference counts do not free: cycles."""

import gc

OFTEN = (10_000, 5, 4_000)
"""Of a server. Twenty thousand watchers are three million objects, and looking through all of them stops everything for
2 to 3 seconds; as Python does it by itself that was a third of the processor time of such a process, every few seconds.
So all are looked through once in two hundred million new ones: hours apart, not seconds. The young, in which nearly all
cycles die, are looked through for milliseconds."""
SELDOM = (100_000, 20, 100)
"""Where a batch is thousands of states that stay for as long as it is folded."""


def look(every: tuple[int, int, int]) -> None:
    """From now on in this process: after so many new objects, the last two counted in looks of the one before."""
    gc.set_threshold(*every)
