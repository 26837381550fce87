"""An event loop without time and without I/O: it is always as late as its next timer, and a seed orders its callbacks.

Callbacks that became ready in one turn of the loop run in an order that the seed draws, as if their input had arrived
so. Every callback belongs to the process that made it (`PROCESS`): those of a killed process never run again, those of
a frozen one run when it is thawed.
"""

import asyncio
import heapq
from asyncio.events import Handle, TimerHandle
from collections import deque
from collections.abc import Callable, Iterable
from contextvars import Context, ContextVar
from random import Random
from typing import Any, TypeVar, cast

T = TypeVar("T")


class ProcessState:
    """The state of a process: its callbacks run, wait, or never run again."""

    def __init__(self, name: str) -> None:
        self.name, self.is_dead, self.is_frozen = name, False, False
        self.waiting: list[Handle] = []
        """Callbacks that became ready since the process was frozen or killed, in order."""


PROCESS: ContextVar[ProcessState | None] = ContextVar("PROCESS", default=None)
"""The process that the running callback belongs to."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """`trace`: called with each callback before it runs."""

    _ready: deque[Handle]
    _scheduled: list[TimerHandle]

    def __init__(self, seed: int, trace: Callable[[float, Handle], None] | None = None) -> None:
        super().__init__()
        self.dice, self._trace = Random(seed), trace
        self._now_s = 0.0
        self._clock_resolution = 1e-9
        self._readers: dict[int, tuple[Callable[..., Any], tuple[Any, ...], Context | None]] = {}
        self.turns = 0

    def time(self) -> float:
        return self._now_s

    def _run_once(self) -> None:
        """Run the callbacks that are ready. If none is, let time pass until the next timer."""
        self._take_due()
        if not self._ready:
            if not self._scheduled:
                raise AssertionError("nothing will ever happen again: a simulated program waits for ever")
            self._now_s = max(self._now_s, self._scheduled[0].when())
            self._take_due()
        turn = list(self._ready)
        self._ready.clear()
        self.dice.shuffle(turn)
        self.turns += 1
        for handle in turn:
            if not handle.cancelled():
                self._run(handle)

    def _run(self, handle: Handle) -> None:
        process = cast(Context, handle._context).get(PROCESS)  # type: ignore[attr-defined]
        if process is not None and (process.is_dead or process.is_frozen):
            process.waiting.append(handle)
            return
        if self._trace:
            self._trace(self._now_s, handle)
        handle._run()

    def _take_due(self) -> None:
        while self._scheduled and (self._scheduled[0].cancelled() or self._scheduled[0].when() <= self._now_s):
            timer = heapq.heappop(self._scheduled)
            timer._scheduled = False  # type: ignore[attr-defined]
            if not timer.cancelled():
                self._ready.append(timer)

    def thaw(self, process: ProcessState) -> None:
        """Run the callbacks of a frozen process from now on, and those that waited first."""
        process.is_frozen = False
        self._ready.extend(process.waiting)
        process.waiting = []

    def end(self, processes: Iterable[ProcessState]) -> None:
        """Let all tasks end, also those of killed processes: the collector would run their `finally` blocks later.
        Their order is that of a set and does not follow from the seed, so they are not traced."""
        self._trace = None
        for process in processes:
            process.is_dead = False
            self.thaw(process)
        tasks = asyncio.all_tasks(self)
        for task in tasks:
            task.cancel()
        if tasks:
            self.run_until_complete(asyncio.wait(tasks, timeout=60))
        self.run_until_complete(self.shutdown_asyncgens())
        self.close()

    def add_reader(self, fd: Any, callback: Callable[..., Any], *args: Any) -> None:
        self._readers[fd] = (callback, args, None)

    def remove_reader(self, fd: Any) -> bool:
        return self._readers.pop(fd, None) is not None

    def input_on(self, fd: int, context: Context) -> None:
        """Input, or the end of a connection, has arrived at a descriptor of a process."""
        if fd in self._readers:
            callback, args, _ = self._readers[fd]
            self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Other threads are not simulated: their work takes one turn of the loop."""
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                result = func(*args)
            except Exception as error:
                done.set_exception(error)
            else:
                done.set_result(result)

        self.call_soon(work)
        return done

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """Cancelled timers leave the heap when they are due."""

    def _process_events(self, event_list: Any) -> None:
        """Nothing arrives from outside."""

    def _write_to_self(self) -> None:
        """There is no thread that waits for input."""
