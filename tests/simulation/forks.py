"""Works in processes of their own, which begin with everything that this process has loaded."""

import os
import resource
import select
import signal
import traceback
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
MEMORY_BYTES = 3 << 30
_PART = 1 << 16


def forked(work: Callable[[T], Any], tasks: list[T], at_once: int) -> Iterator[tuple[T, bytes]]:
    """Do the work for each task, and yield each with its encoded result: empty if the process reached its limit of
    time. It has a limit of memory, too. Raises ChildProcessError after an error."""
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
            _, status = os.waitpid(child, 0)
            del running[reads]
            if not result and (not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGXCPU):
                raise ChildProcessError(f"a process ended with the status {status}")
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
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)
