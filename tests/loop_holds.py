"""Measure how long single callbacks hold an event loop, in processor time of its thread."""

import asyncio
import time
from contextlib import contextmanager


class Holds:
    """`worst_s`: of all callbacks; `what`: which it was."""

    def __init__(self):
        self.worst_s, self.what = 0.0, ""

    def take(self, seconds, handle):
        if seconds > self.worst_s:
            self.worst_s, self.what = seconds, repr(handle)


@contextmanager
def loop_holds(monkeypatch):
    """Measure every callback of every loop of this thread for as long as the block runs."""
    holds, run = Holds(), asyncio.Handle._run

    def measured(handle):
        began = time.thread_time()
        try:
            run(handle)
        finally:
            holds.take(time.thread_time() - began, handle)

    with monkeypatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", measured)
        yield holds
