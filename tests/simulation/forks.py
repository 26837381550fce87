"""Works in processes of their own, which begin with everything that this process has loaded."""

import os
import resource
import select
import signal
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
MEMORY_BYTES = 3 << 30
_PART = 1 << 16


def forked(work: Callable[[T], Any], tasks: list[T], at_once: int) -> Iterator[tuple[T, bytes]]:
    """Do the work for each task, and yield each with its encoded result: empty if the process had an error, used more
    memory than MEMORY_BYTES, or reached its limit of time."""
    waiting, running = list(reversed(tasks)), dict[int, tuple[T, int, bytearray]]()
    while waiting or running:
        while waiting and len(running) < at_once:
            task = waiting.pop()
            reads, writes = os.pipe()
            child = os.fork()
            if not child:
                _work(work, task, writes)
            os.close(writes)
            running[reads] = task, child, bytearray()
        for reads in select.select(list(running), [], [])[0]:
            task, child, result = running[reads]
            if part := os.read(reads, _PART):
                result += part
                continue
            os.close(reads)
            os.waitpid(child, 0)
            del running[reads]
            yield task, bytes(result)


def _work(work: Callable[[T], Any], task: T, writes: int) -> None:
    """Never return."""
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    try:
        result = msgspec.msgpack.encode(work(task))
        while result:
            result = result[os.write(writes, result) :]
    finally:
        os._exit(0)
