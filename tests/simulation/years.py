"""Runs seed after seed on several cores, and prints what failed."""

import time
import traceback
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from heapq import nlargest
from itertools import count
from multiprocessing import get_context
from operator import itemgetter

import msgspec
from msgspec import Struct, field

from tests.simulation.faults import Plan, plan
from tests.simulation.shrink import shrunk
from tests.simulation.world import Outcome, run

SEEDS_ENOUGH = 10_000
SEEDS_OF_A_PROCESS = 50
"""After so many seeds a process is replaced by a new one."""
SLOWEST_SHOWN = 10
SOMETIMES = (
    "a game ended",
    "a repeated request was answered",
    "a move was refused: ExpectedVersionMismatch",
    "a call was uncertain: NoAnswer",
    "a call was uncertain: StoreUnavailable",
    "a deadline was overtaken",
    "a role waits for the store (bots)",
    "a role waits for the store (deadlines)",
    "the store has lost events: the game is read again",
    "the store has lost events: the stream is read again",
    "%s; built anew from what the log has: %s",
    "the views were built anew by another process",
    "views are taken up again: %s",
    "arrivals are polled until Redis is heard again: %r",
    "a watcher saw the end of a game",
    "a watcher saw nothing: ViewUnavailable",
    "a connection fell silent",
    "a call arrived twice",
    "a client was started again",
    "a stored request was answered after a restart",
    "a queued move was answered",
    "a call was answered that was sent again",
    "a request was answered twice",
    "a watch was resumed at another process",
    "a watch ended: UNKNOWN_VERSION",
    "a client ran out of patience: UNAVAILABLE",
    "a move was refused: VERSION_CONFLICT",
    "a process was asked whether it is ready: not ready",
    "a process was asked whether it is ready: no answer",
    "a process that led was killed",
    "a process that led was frozen",
    "a fault began during another one",
    "a fault hit a rebuild of a view",
    "a lead of a view was taken during a rebuild",
    "a rebuilt view was compared",
    "nothing was left of a rebuild",
    "a view was read while Redis was full",
    "an archive pass was killed after its file was stored",
    "an archive pass was killed before the events left the store",
    "an archive pass was killed after the events left the store",
    "the view %s takes up game %s, which it had passed over",
    "a tournament ended",
    "a round was paired by a process that took over",
    "an event of a tournament was lost",
    "a repeated quick match was answered",
    "the seat of a quick match was lost",
    "a rating was compared",
    "a notice came again",
    "a failover lost that notices were answered",
    "an account was deleted",
    "the deletion of an account was lost",
    "a name was taken",
    "a checkpoint was compared with the leaves",
    "a checkpoint was lost",
    "the transparency log was continued by a process that took over",
    "a token was refused after its end",
    "a failover lost a sign-in or its end",
    "older processes were looked at after a migration",
    "a log was looked at while another one was away",
    "a failover lost where games are",
    "a log has lost events: what was read of all logs since is void",
)
"""States that a long run has to reach."""


class Tally(Struct):
    """The sums of a long run. `game_s`: simulated time of all its tables. `processor_s`: of this machine. `failed`:
    each with the time that it took. `slowest`: the time and the seed of those that took the longest."""

    seeds: int = 0
    game_s: float = 0.0
    processor_s: float = 0.0
    commands: int = 0
    reached: Counter[str] = field(default_factory=Counter)
    injected: Counter[str] = field(default_factory=Counter)
    failed: list[tuple[float, Outcome]] = field(default_factory=list)
    slowest: list[tuple[float, int]] = field(default_factory=list)

    def add(self, outcome: Outcome, processor_s: float) -> None:
        self.seeds += 1
        self.game_s += outcome.game_s
        self.processor_s += processor_s
        self.slowest = nlargest(SLOWEST_SHOWN, [*self.slowest, (processor_s, outcome.plan.seed)])
        self.commands += outcome.commands
        self.reached += outcome.reached
        self.injected += outcome.injected
        if outcome.faults:
            self.failed.append((processor_s, outcome))
            show(outcome)
        if self.seeds % 10 == 0:
            hours, faults = self.game_s / 3600, self.injected.total()
            print(
                f"{self.seeds} seeds, {len(self.failed)} failed, {hours:.1f} hours of a table, {faults} faults",
                flush=True,
            )


def years(seconds: float, first: int, processes: int) -> int:
    """Run seeds until the time is over."""
    ends_s, seeds, tally = time.monotonic() + seconds, count(first), Tally()
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, max_tasks_per_child=SEEDS_OF_A_PROCESS) as pool:
        running = {pool.submit(_timed, next(seeds)) for _ in range(processes)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                tally.add(*each.result())
                if time.monotonic() < ends_s:
                    running.add(pool.submit(_timed, next(seeds)))
    return _result(tally)


def _timed(seed: int) -> tuple[Outcome, float]:
    began_s = time.process_time()
    outcome = _outcome(plan(seed))
    return outcome, time.process_time() - began_s


def _outcome(each: Plan) -> Outcome:
    """Run a plan. An error of the simulation is what was wrong, too."""
    try:
        return run(each)
    except Exception:
        return Outcome(each, [traceback.format_exc()], Counter(), Counter(), "", 0.0, 0, {})


def _result(tally: Tally) -> int:
    rate, cost_ms = tally.game_s / tally.processor_s / 60, 1000 * tally.processor_s / max(tally.commands, 1)
    print(f"{tally.seeds} seeds, {tally.processor_s / tally.seeds:.1f} s of a processor each")
    print(f"{rate:.1f} table hours a processor minute, {cost_ms:.1f} ms a command")
    print("the slowest seeds:", ", ".join(f"{seed} ({seconds:.0f} s)" for seconds, seed in tally.slowest))
    print("faults:", *(f"  {number:6} {kind}" for kind, number in tally.injected.most_common()), sep="\n")
    print("states:", *(f"  {number:6} {state}" for state, number in tally.reached.most_common()), sep="\n")
    missing = [state for state in SOMETIMES if not tally.reached[state]]
    print("states not reached:", ", ".join(missing) or "none")
    print("seeds that failed:", ", ".join(str(each.plan.seed) for _, each in tally.failed) or "none")
    if tally.failed:
        _, quickest = min(tally.failed, key=itemgetter(0))
        print(f"making the plan of seed {quickest.plan.seed} shorter …", flush=True)
        show(_outcome(shrunk(quickest.plan, lambda shorter: bool(_outcome(shorter).faults))))
    return int(bool(tally.failed) or (bool(missing) and tally.seeds >= SEEDS_ENOUGH))


def show(outcome: Outcome) -> int:
    """Print what happened in a run, and return the exit code."""
    each = outcome.plan
    size = f"{each.processes} processes, {each.tables} tables, {each.seconds:.0f} s"
    print(f"seed {each.seed}: {size}, digest {outcome.digest}")
    for fault in each.faults:
        print(f"  at {fault.at_s:.1f} s: {fault.kind}")
    print(f"{outcome.commands} commands acknowledged, {len(outcome.faults)} things wrong")
    for wrong in outcome.faults[:20]:
        print(f"- {wrong[:1000]}")
    if outcome.faults:
        print(f"run again: python -m tests.simulation --plan '{msgspec.json.encode(each).decode()}'")
    return int(bool(outcome.faults))
