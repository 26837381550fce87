"""Explanations of games: each is made by a process of its own, a few at once, and ended when no caller waits for it any
more."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import structlog

from domain.history.analysis import DEALS, NUMBER, TRIES
from domain.history.record import EventRow
from domain.kernel.decider import AnyDecider
from domain.table.tries import EXPERT
from services.history import analyzing
from services.history.analyzing import Behind, Line, Nothing, Task
from services.history.kept_analyses import AnalysisInputs, KeptAnalyses
from services.platform.rate_limiter import TooMany
from services.store.interface import StoreUnavailable

WAITING_MAX = 8
"""The most games in the queue; further callers are asked to come again."""
RETRY_S = 30.0
LINE_BYTES_MAX = 64 * 1024 * 1024
"""Far above the explanation of the longest game that is explained."""
log = structlog.get_logger(__name__)
_line = msgspec.json.Decoder(Line).decode


class NothingToExplain(Exception):
    """No seat had a choice in this game, or no expert plays it."""


class Broken(Exception):
    """The process that explained the game ended before it was done."""


class Killed(Broken):
    """It was ended from outside: such a process is the first that a machine without memory ends."""


class Job:
    """One game that is being explained, and the accounts that wait for it. `version`: how far it is; `paid`: an account
    was charged for it. `task` gives the JSON of an Analysis, or raises NothingToExplain, Broken."""

    def __init__(self, game_id: str, work: "Callable[[Job], Coroutine[Any, Any, bytes]]") -> None:
        self.game_id, self.version, self.paid = game_id, 0, False
        self.waiting: Counter[str] = Counter()
        self.task = asyncio.create_task(work(self), name=f"explains {game_id}")

    def behind(self, version: int) -> None:
        self.version = version


class Analyses:
    """Those that this process makes, `processes` at once. `tries`: of a decision."""

    def __init__(self, kept: KeptAnalyses, processes: int = 1, tries: int = TRIES) -> None:
        self.all_kept, self._kept, self._processes, self._tries = kept, kept, processes, tries
        self._free, self._jobs = asyncio.Semaphore(processes), dict[str, Job]()
        self._ending: set[asyncio.Task[bytes]] = set()

    async def close(self) -> None:
        """Return when no caller waits any more and the processes have ended."""
        if self._ending:
            await asyncio.wait(self._ending)

    def inputs_for(self, rules: AnyDecider) -> AnalysisInputs | None:
        """Return how games of those rules are explained here; None if they are not."""
        if EXPERT not in rules.bots or not self._processes:
            return None
        return AnalysisInputs(NUMBER, rules.bot_numbers[EXPERT], self._tries, DEALS)

    async def find_stored(self, game_id: str, made: AnalysisInputs) -> bytes | None:
        """Raises StoreUnavailable."""
        return await self._kept.of(game_id, made)

    @contextmanager
    def wait_for(self, game_id: str, made: AnalysisInputs, rows: Sequence[EventRow], account: str) -> Iterator[Job]:
        """The game's job for as long as the block runs: begun for the first who waits, ended with the last.
        Raises TooMany."""
        if any(account in other.waiting for other in self._jobs.values() if other.game_id != game_id):
            raise TooMany("ANALYSIS_UNDER_WAY", 1, RETRY_S)
        job = self._jobs.get(game_id) or self._begin(game_id, made, rows)
        job.waiting[account] += 1
        try:
            yield job
        finally:
            job.waiting = job.waiting - Counter((account,))
            if not job.waiting:
                self._end(job)

    def _begin(self, game_id: str, made: AnalysisInputs, rows: Sequence[EventRow]) -> Job:
        most = self._processes + WAITING_MAX
        if len(self._jobs) >= most:
            raise TooMany("ANALYSES_BUSY", most, RETRY_S)
        task = Task(tuple(rows), made.tries, made.deals)
        job = self._jobs[game_id] = Job(game_id, lambda job: self._explain(job, made, task))
        return job

    def _end(self, job: Job) -> None:
        job.task.cancel()
        self._ending.add(job.task)
        job.task.add_done_callback(self._ending.discard)
        if self._jobs.get(job.game_id) is job:
            del self._jobs[job.game_id]

    async def _explain(self, job: Job, made: AnalysisInputs, task: Task) -> bytes:
        async with self._free:
            try:
                content = await _worked_out(task, job.behind)
            except Killed as killed:
                log.warning("the process that explained a game was killed", game_id=job.game_id, reason=str(killed))
                content = await _worked_out(task, job.behind)
        try:
            await self._kept.keep(job.game_id, made, content)
        except StoreUnavailable as away:
            log.warning("an explanation is told and not kept", game_id=job.game_id, reason=str(away))
        return content


async def _worked_out(task: Task, behind: Callable[[int], None]) -> bytes:
    """Explain a game by a process that ends with this call, however it ends."""
    command = (sys.executable, "-m", analyzing.__name__)
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LINE_BYTES_MAX)
    try:
        assert process.stdin, "a pipe"
        process.stdin.write(msgspec.msgpack.encode(task))
        process.stdin.write_eof()
        return await _told_by(process, behind)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def _told_by(process: Process, behind: Callable[[int], None]) -> bytes:
    assert process.stdout, "a pipe"
    async for told in process.stdout:
        line = _line(told)
        if isinstance(line, Behind):
            behind(line.version)
        elif isinstance(line, Nothing):
            raise NothingToExplain(line.why)
        else:
            return bytes(line.analysis)
    code = await process.wait()
    raise (Killed if code < 0 else Broken)(f"ended with {code}")
