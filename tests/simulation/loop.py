"""An event loop without time and without I/O: it is always as late as its next timer, and a seed orders its callbacks.

Callbacks that became ready in one turn of the loop run in an order that the seed draws, as if their input had arrived
so. Every callback belongs to the process that made it (`PROCESS`): those of a killed process never run again, those of
a frozen one run when it is thawed.
"""

import asyncio
import gc
import heapq
from asyncio.events import Handle, TimerHandle
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextvars import Context, ContextVar
from operator import attrgetter
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class ProcessState:
    """The state of a process: its callbacks run, wait, or never run again."""

    def __init__(self, name: str) -> None:
        self.name, self.is_dead, self.is_frozen = name, False, False
        self.waiting: list[Handle] = []
        """Callbacks that became ready since the process was frozen or killed, in order."""


PROCESS: ContextVar[ProcessState | None] = ContextVar("PROCESS", default=None)
"""The process that the running callback belongs to."""


MARGIN_S = 0.001
YOUNG_TURNS, ALL_TURNS = 200, 40_000
"""The collector frees what is young, and everything, after so many turns each."""


def _is_of_process(handle: Handle) -> bool:
    return handle._context.get(PROCESS) is not None


def _end(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class NumberedTask(asyncio.Task[T]):
    """A task whose place in a set follows from its number, not from its address in memory."""

    def __init__(self, work: Any, number: int, **more: Any) -> None:
        self.number = number  # before the task is added to asyncio's set of all tasks
        super().__init__(work, **more)

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other


class SimulatedLoop(asyncio.BaseEventLoop):
    """`trace`: called with the time of each callback before it runs."""

    _ready: deque[Handle]

    def __init__(self, seed: int, trace: Callable[[float], None] | None = None) -> None:
        super().__init__()
        self.dice, self._trace = Random(seed), trace
        self._now_s = 0.0
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._made = 0
        self._readers: dict[int, tuple[Callable[..., Any], tuple[Any, ...], Context | None]] = {}
        self.turns = 0
        self._tasks = 0
        self.set_task_factory(self._numbered)
        self.hosts: dict[str, Any] = {}
        """Simulated servers by address (wire.py)."""

    def time(self) -> float:
        return self._now_s

    def _numbered(self, loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> Any:
        """Make a task. asyncio puts tasks in sets, and wakes who waits for them in the order of the set."""
        self._tasks += 1
        return NumberedTask(work, self._tasks, loop=loop, **more)

    def run_forever(self) -> None:
        """The collector runs between certain turns alone. It ends generators that nothing holds, in a callback of the
        loop, and otherwise runs after so many allocations, which another process has elsewhere."""
        was_enabled = gc.isenabled()
        if not self.turns:
            gc.collect()  # what earlier runs have left
        gc.disable()
        gc.freeze()
        try:
            super().run_forever()
        finally:
            gc.unfreeze()
            if was_enabled:
                gc.enable()

    def _run_once(self) -> None:
        """Run the callbacks that are ready. If none is, let time pass until the next timer."""
        ready, timers = self._ready, self._timers
        while timers and (timers[0][0] <= self._now_s or not ready):
            when, _, timer = heapq.heappop(timers)
            if not timer._cancelled:
                self._now_s = max(self._now_s, when)
                ready.append(timer)
        if not ready:
            raise AssertionError("nothing will ever happen again: a simulated program waits for ever")
        turn = list(ready)
        ready.clear()
        if len(turn) > 1:
            self.dice.shuffle(turn)
        self.turns += 1
        if not self.turns % YOUNG_TURNS:
            gc.collect(0 if self.turns % ALL_TURNS else 2)
        trace = self._trace
        for handle in turn:
            if handle._cancelled:
                continue
            process = handle._context.get(PROCESS)
            if process is not None and (process.is_dead or process.is_frozen):
                process.waiting.append(handle)
                continue
            if trace:
                trace(self._now_s)
            handle._run()

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> TimerHandle:
        timer = TimerHandle(when, callback, args, self, context)
        self._made += 1
        heapq.heappush(self._timers, (when, self._made, timer))
        return timer

    def pass_s(self, delay_s: float) -> asyncio.Future[None]:
        """Return a future that is done after a delay: for models, which wait often and need no more of a sleep."""
        done: asyncio.Future[None] = self.create_future()
        self.call_at(self._now_s + delay_s, _end, done)
        return done

    def skip(self, most_s: float) -> float:
        """Let time pass at once, until just before the next timer outside of all processes. Timers of processes keep
        their distance: they neither run in between nor become late. Return how much time has passed."""
        wakes_s = [when for when, _, timer in self._timers if not (timer._cancelled or _is_of_process(timer))]
        skipped_s = min(most_s, min(wakes_s, default=self._now_s) - MARGIN_S - self._now_s)
        if self._ready or skipped_s <= 0:
            return 0.0
        later = [(when + skipped_s * _is_of_process(timer), made, timer) for when, made, timer in self._timers]
        heapq.heapify(later)
        self._timers = later
        self._now_s += skipped_s
        return skipped_s

    def call_later(self, delay: float, callback: Any, *args: Any, context: Context | None = None) -> TimerHandle:
        return self.call_at(self._now_s + delay, callback, *args, context=context)

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> Handle:
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def thaw(self, process: ProcessState) -> None:
        """Run the callbacks of a frozen process from now on, and those that waited first."""
        process.is_frozen = False
        self._ready.extend(process.waiting)
        process.waiting = []

    def end(self, processes: Iterable[ProcessState], closing: Coroutine[Any, Any, None]) -> None:
        """Let all tasks end, also those of killed processes: the collector would run their `finally` blocks later.
        They are not traced. `closing`: runs last."""
        self._trace = None
        for process in processes:
            process.is_dead = False
            self.thaw(process)
        tasks = sorted(asyncio.all_tasks(self), key=attrgetter("number"))
        for task in tasks:
            task.cancel()
        if tasks:
            self.run_until_complete(asyncio.wait(tasks, timeout=60))
        self.run_until_complete(closing)
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

    async def create_connection(self, protocol_factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:
        protocol = protocol_factory()
        return await self.hosts[host].connect(protocol), protocol

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
